"""The messages that results consist of: landmarks, classifications and detections.

Where protobuf is installed they are its messages, made from the table below. Elsewhere they are small classes with the
methods that programs call; those cannot be serialized.
"""
_FLOAT, _INT, _TEXT = "float", "int32", "string"

# Message, and its fields: name, number, type, whether it is a list. Numbers and names are those of MediaPipe's .proto files.
_TABLE = {
    "Landmark": [(name, number + 1, _FLOAT, False) for number, name in enumerate(("x", "y", "z", "visibility", "presence"))],
    "LandmarkList": [("landmark", 1, "Landmark", True)],
    "NormalizedLandmark": [
        (name, number + 1, _FLOAT, False) for number, name in enumerate(("x", "y", "z", "visibility", "presence"))],
    "NormalizedLandmarkList": [("landmark", 1, "NormalizedLandmark", True)],
    "Classification": [
        ("index", 1, _INT, False), ("score", 2, _FLOAT, False), ("label", 3, _TEXT, False),
        ("display_name", 4, _TEXT, False)],
    "ClassificationList": [("classification", 1, "Classification", True)],
    "RelativeBoundingBox": [
        ("xmin", 1, _FLOAT, False), ("ymin", 2, _FLOAT, False), ("width", 3, _FLOAT, False), ("height", 4, _FLOAT, False)],
    "RelativeKeypoint": [
        ("x", 1, _FLOAT, False), ("y", 2, _FLOAT, False), ("keypoint_label", 3, _TEXT, False), ("score", 4, _FLOAT, False)],
    "LocationData": [
        ("format", 1, "Format", False), ("relative_bounding_box", 3, "RelativeBoundingBox", False),
        ("relative_keypoints", 5, "RelativeKeypoint", True)],
    "Detection": [
        ("label", 1, _TEXT, True), ("label_id", 2, _INT, True), ("score", 3, _FLOAT, True),
        ("location_data", 4, "LocationData", False)],
}
# The enumerations in messages: type, and its names in the order of their numbers.
_ENUMERATIONS = {"LocationData": ("Format", ("GLOBAL", "BOUNDING_BOX", "RELATIVE_BOUNDING_BOX", "MASK"))}


def _protobuf_classes():
    """Messages of protobuf, in a pool of their own: another package may have the same names."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    field = descriptor_pb2.FieldDescriptorProto
    types = {_FLOAT: field.TYPE_FLOAT, _INT: field.TYPE_INT32, _TEXT: field.TYPE_STRING}
    file = descriptor_pb2.FileDescriptorProto(name="vision_mediapipe.proto", package="mediapipe", syntax="proto2")
    for name, fields in _TABLE.items():
        message = file.message_type.add(name=name)
        if name in _ENUMERATIONS:
            kind, values = _ENUMERATIONS[name]
            enumeration = message.enum_type.add(name=kind)
            for number, value in enumerate(values):
                enumeration.value.add(name=value, number=number)
        for field_name, number, kind, is_list in fields:
            label = field.LABEL_REPEATED if is_list else field.LABEL_OPTIONAL
            added = message.field.add(name=field_name, number=number, label=label)
            if kind in types:
                added.type = types[kind]
            elif kind not in _TABLE:
                added.type, added.type_name = field.TYPE_ENUM, f".mediapipe.{name}.{kind}"
            else:
                added.type, added.type_name = field.TYPE_MESSAGE, f".mediapipe.{kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    # Before protobuf 4.22 classes were made by an object, whose method later versions have no more.
    make = getattr(message_factory, "GetMessageClass", None) or message_factory.MessageFactory(pool).GetPrototype
    return {name: make(pool.FindMessageTypeByName(f"mediapipe.{name}")) for name in _TABLE}


class _List(list):
    """A list field of messages or plain values."""

    def __init__(self, make, values=()):
        super().__init__(values)
        self._make = make

    def add(self, **fields):
        self.append(self._make(**fields))
        return self[-1]

    def MergeFrom(self, other):
        self.extend(other)


class _Message:
    """What messages are without protobuf."""

    _fields = {}

    def __init__(self, **values):
        object.__setattr__(self, "_values", {})
        for name, value in values.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        if name not in self._fields:
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        kind, is_list = self._fields[name]
        if name not in self._values:
            if is_list:
                self._values[name] = _List(globals().get(kind))
            elif kind in _TABLE:
                # As in protobuf: reading gives an empty message, which is kept once something is written into it.
                self._values[name] = globals()[kind]()
            else:
                return {_FLOAT: 0.0, _TEXT: ""}.get(kind, 0)
        return self._values[name]

    def __setattr__(self, name, value):
        if name not in self._fields:
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        kind, is_list = self._fields[name]
        self._values[name] = _List(globals().get(kind), value) if is_list else value

    def HasField(self, name):
        if name not in self._fields or self._fields[name][1]:
            raise ValueError(f"{type(self).__name__} has no optional field {name}")
        value = self._values.get(name)
        return value is not None and (not isinstance(value, _Message) or bool(value._values))

    def ClearField(self, name):
        self._values.pop(name, None)

    def Clear(self):
        self._values.clear()

    def CopyFrom(self, other):
        self.Clear()
        self.MergeFrom(other)

    def MergeFrom(self, other):
        for name, value in other._values.items():
            if isinstance(value, _List):
                getattr(self, name).extend(item.__deepcopy__() if isinstance(item, _Message) else item for item in value)
            else:
                self._values[name] = value.__deepcopy__() if isinstance(value, _Message) else value

    def __deepcopy__(self, memo=None):
        copy = type(self)()
        copy.MergeFrom(self)
        return copy

    def SerializeToString(self):
        raise NotImplementedError("Messages are serialized by protobuf; install it: pip install protobuf.")

    def __eq__(self, other):
        return type(self) is type(other) and self._values == other._values

    __hash__ = None

    def __repr__(self):
        lines = []
        for name in self._fields:
            values = self._values.get(name)
            for value in values if isinstance(values, list) else [] if values is None else [values]:
                if isinstance(value, _Message):
                    lines += [f"{name} {{", *("  " + line for line in repr(value).splitlines()), "}"]
                else:
                    lines.append(f"{name}: " + (f'"{value}"' if isinstance(value, str) else f"{value}"))
        return "\n".join(lines) + ("\n" if lines else "")


def _plain_classes():
    def members(name, fields):
        _, values = _ENUMERATIONS.get(name, ("", ()))
        numbers = {value: number for number, value in enumerate(values)}
        return {"_fields": {field: (kind, is_list) for field, _, kind, is_list in fields}, **numbers}

    return {name: type(name, (_Message,), members(name, fields)) for name, fields in _TABLE.items()}


try:
    _classes = _protobuf_classes()
except (ImportError, AttributeError, TypeError):
    # There is no protobuf, or one that has other functions or does not fit this Python.
    _classes = _plain_classes()
globals().update(_classes)
__all__ = list(_TABLE)
