"""The messages that results consist of: landmarks, classifications and detections, and those that programs use beside them.

Where protobuf is installed they are its messages, made from the table below. Elsewhere they are small classes with the
methods that programs call; those cannot be serialized.
"""
import copyreg
import functools
import sys

from . import _plain_messages

# Messages and their fields: type, name and number, with * for a list. All are those of MediaPipe's .proto files.
_TABLE = {
    "Landmark": "float x 1, float y 2, float z 3, float visibility 4, float presence 5",
    "LandmarkList": "Landmark* landmark 1",
    "LandmarkListCollection": "LandmarkList* landmark_list 1",
    "NormalizedLandmark": "float x 1, float y 2, float z 3, float visibility 4, float presence 5",
    "NormalizedLandmarkList": "NormalizedLandmark* landmark 1",
    "NormalizedLandmarkListCollection": "NormalizedLandmarkList* landmark_list 1",
    "Classification": "int32 index 1, float score 2, string label 3, string display_name 4",
    "ClassificationList": "Classification* classification 1",
    "ClassificationListCollection": "ClassificationList* classification_list 1",
    "Rasterization": "Rasterization.Interval* interval 1",
    "Rasterization.Interval": "int32 y 1, int32 left_x 2, int32 right_x 3",
    "LocationData":
        "LocationData.Format format 1, LocationData.BoundingBox bounding_box 2, "
        "LocationData.RelativeBoundingBox relative_bounding_box 3, LocationData.BinaryMask mask 4, "
        "LocationData.RelativeKeypoint* relative_keypoints 5",
    "LocationData.BoundingBox": "int32 xmin 1, int32 ymin 2, int32 width 3, int32 height 4",
    "LocationData.RelativeBoundingBox": "float xmin 1, float ymin 2, float width 3, float height 4",
    "LocationData.BinaryMask": "int32 width 1, int32 height 2, Rasterization rasterization 3",
    "LocationData.RelativeKeypoint": "float x 1, float y 2, string keypoint_label 3, float score 4",
    "Detection":
        "string* label 1, int32* label_id 2, float* score 3, LocationData location_data 4, string feature_tag 5, "
        "string track_id 6, int64 detection_id 7, Detection.AssociatedDetection* associated_detections 8, "
        "string* display_name 9, int64 timestamp_usec 10",
    "Detection.AssociatedDetection": "int32 id 1, float confidence 2",
    "DetectionList": "Detection* detection 1",
    "Rect": "int32 x_center 1, int32 y_center 2, int32 height 3, int32 width 4, float rotation 5, int64 rect_id 6",
    "NormalizedRect":
        "float x_center 1, float y_center 2, float height 3, float width 4, float rotation 5, int64 rect_id 6",
}
# The enumerations in messages: names in the order of their numbers.
_ENUMERATIONS = {"LocationData.Format": ("GLOBAL", "BOUNDING_BOX", "RELATIVE_BOUNDING_BOX", "MASK")}


def _fields(text):
    """Name, number, type and whether it is a list, of each field in a line of the table."""
    for part in text.split(", "):
        kind, name, number = part.split()
        yield name, int(number), kind.rstrip("*"), kind.endswith("*")


def _protobuf():
    """What makes messages of protobuf; None without it, or with one that has other functions or does not fit this Python."""
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

        # A pool of their own: another package may have the same names.
        pool = descriptor_pool.DescriptorPool()
        # Before protobuf 4.22 classes were made by an object, whose method later versions have no more.
        make = getattr(message_factory, "GetMessageClass", None) or message_factory.MessageFactory(pool).GetPrototype
    except (ImportError, AttributeError, TypeError):
        return None
    return descriptor_pb2, pool, make


def _protobuf_classes(table, descriptor_pb2, pool, make):
    """Messages of protobuf."""
    field = descriptor_pb2.FieldDescriptorProto
    numbers = {"float": field.TYPE_FLOAT, "int32": field.TYPE_INT32, "int64": field.TYPE_INT64}
    types = {**numbers, "string": field.TYPE_STRING}
    file = descriptor_pb2.FileDescriptorProto(name="vision_mediapipe.proto", package="mediapipe", syntax="proto2")
    made = {}
    for name, fields in table.items():
        outer, _, inner = name.rpartition(".")
        message = made[name] = made[outer].nested_type.add(name=inner) if outer else file.message_type.add(name=name)
        for field_name, number, kind, is_list in fields:
            label = field.LABEL_REPEATED if is_list else field.LABEL_OPTIONAL
            added = message.field.add(name=field_name, number=number, label=label)
            if kind in types:
                added.type = types[kind]
                if is_list and kind in numbers:
                    added.options.packed = True
            else:
                added.type = field.TYPE_ENUM if kind in _ENUMERATIONS else field.TYPE_MESSAGE
                added.type_name = f".mediapipe.{kind}"
    for name, values in _ENUMERATIONS.items():
        outer, _, inner = name.rpartition(".")
        enumeration = made[outer].enum_type.add(name=inner)
        for number, value in enumerate(values):
            enumeration.value.add(name=value, number=number)
    pool.Add(file)
    classes = {name: make(pool.FindMessageTypeByName(f"mediapipe.{name}")) for name in table}
    for name, kind in classes.items():
        outer, _, inner = name.rpartition(".")
        if outer:
            if not hasattr(classes[outer], inner):
                setattr(classes[outer], inner, kind)
            # Pickle asks protobuf's own pool for it, which does not have it.
            copyreg.pickle(kind, _reduced)
    return classes


def _reduced(message):
    """What pickle keeps of a message whose class is inside of another."""
    return _restored, (message.DESCRIPTOR.full_name, message.SerializeToString())


def _restored(name, data):
    _, *names = name.split(".")
    return functools.reduce(getattr, names, sys.modules[__name__]).FromString(data)


def _classes():
    table = {name: list(_fields(text)) for name, text in _TABLE.items()}
    protobuf = _protobuf()
    classes = _protobuf_classes(table, *protobuf) if protobuf else _plain_messages.classes(table, _ENUMERATIONS)
    for kind in classes.values():
        # Where pickle finds it.
        kind.__module__ = __name__
    return {name: kind for name, kind in classes.items() if "." not in name}


__all__ = [name for name in _TABLE if "." not in name]
globals().update(_classes())
