"""Messages where protobuf is not installed: those of its methods that programs call, with its copies, checks and errors."""
import ctypes
import operator
from collections.abc import Mapping, MutableSequence
from typing import Any, NamedTuple


class Field(NamedTuple):
    """What `ListFields` says about a field. `kind` is a scalar, an enumeration or a class of messages."""

    name: str
    number: int
    kind: Any
    is_list: bool


class Scalar(NamedTuple):
    """A type of plain values: what makes one of a caller's value, or raises, and what a field has that was never set."""

    convert: Any
    default: Any


def _float(value):
    # As exact as in a message, so that comparisons have the same answers.
    return ctypes.c_float(value).value


def _integer(bits):
    def convert(value):
        number = operator.index(value)
        if not -(1 << bits - 1) <= number < 1 << bits - 1:
            raise ValueError(f"Value out of range: {number}")
        return number

    return convert


def _text(value):
    if isinstance(value, bytes):
        return value.decode()
    if not isinstance(value, str):
        raise TypeError(f"{value!r} has type {type(value).__name__}, but expected one of: bytes, str")
    return value


SCALARS = {
    "float": Scalar(_float, 0.0), "int32": Scalar(_integer(32), 0), "int64": Scalar(_integer(64), 0), "string": Scalar(_text, ""),
}


class Enumeration:
    """The numbers of an enumeration's names."""

    default = 0

    def __init__(self, name, names):
        self._name, self._numbers = name, {value: number for number, value in enumerate(names)}

    def convert(self, value):
        number = self.Value(value) if isinstance(value, str) else operator.index(value)
        if number not in self.values():
            raise ValueError(f"invalid enumerator {number} for {self._name}")
        return number

    def Name(self, number):
        for name, value in self._numbers.items():
            if value == operator.index(number):
                return name
        raise ValueError(f"Enum {self._name} has no name defined for value {number}")

    def Value(self, name):
        if name not in self._numbers:
            raise ValueError(f"Enum {self._name} has no value defined for name {name!r}")
        return self._numbers[name]

    def keys(self):
        return list(self._numbers)

    def values(self):
        return list(self._numbers.values())

    def items(self):
        return list(self._numbers.items())

    def __getattr__(self, name):
        try:
            return self.__dict__["_numbers"][name]
        except KeyError:
            raise AttributeError(name) from None


class _List(MutableSequence):
    """The values of a list field; a message counts as set once something was done with one of its lists."""

    def __init__(self, kind):
        self._kind, self._items, self._is_set = kind, [], False

    def insert(self, index, value):
        self._items.insert(index, self._kind.convert(value))
        self._is_set = True

    def __len__(self):
        return len(self._items)

    def __getitem__(self, index):
        return self._items[index]

    def __setitem__(self, index, value):
        convert = self._kind.convert
        self._items[index] = [convert(item) for item in value] if isinstance(index, slice) else convert(value)
        self._is_set = True

    def __delitem__(self, index):
        del self._items[index]
        self._is_set = True

    def sort(self, *, key=None, reverse=False):
        self._items.sort(key=key, reverse=reverse)

    def reverse(self):
        self._items.reverse()

    def MergeFrom(self, other):
        self.extend(other)

    def __deepcopy__(self, memo=None):
        copy = type(self)(self._kind)
        copy.extend(self)
        return copy

    def __eq__(self, other):
        if isinstance(other, _List):
            return self._items == other._items
        return self._items == other if isinstance(other, list) else NotImplemented

    __hash__ = None

    def __repr__(self):
        return repr(self._items)


class _MessageList(_List):
    def add(self, **fields):
        self._items.append(self._kind(**fields))
        self._is_set = True
        return self._items[-1]

    def __setitem__(self, index, value):
        raise TypeError("A list of messages does not support item assignment; use CopyFrom of its item.")


class Message:
    """A message. A subclass has its fields, in the order of their numbers."""

    _fields: Any = {}

    def __init__(self, **values):
        self._clear(is_set=False)
        for name, value in values.items():
            field = self._fields.get(name)
            if field is None:
                raise ValueError(f'Protocol message {type(self).__name__} has no "{name}" field.')
            if value is None:
                continue
            if not _is_message(field.kind):
                if field.is_list:
                    getattr(self, name).extend(value)
                else:
                    setattr(self, name, value)
            elif field.is_list:
                for item in value:
                    getattr(self, name).append(field.kind(**item) if isinstance(item, Mapping) else item)
            else:
                getattr(self, name).MergeFrom(field.kind(**value) if isinstance(value, Mapping) else value)

    def _clear(self, is_set):
        # A field that a program only reads is here, too: an empty list, or a message that is not set.
        object.__setattr__(self, "_values", {})
        # Whether something was written, be it removed again. The message that this is a field of has the field then.
        object.__setattr__(self, "_is_written", is_set)

    @property
    def _is_set(self):
        return self._is_written or any(
            value._is_set if isinstance(value, (_List, Message)) else True for value in self._values.values())

    @classmethod
    def convert(cls, value):
        """What a list of messages keeps of a caller's: a copy."""
        if not isinstance(value, cls):
            raise TypeError(f"A {cls.__name__} is expected, and given is a {type(value).__name__}.")
        return value.__deepcopy__()

    def __getattr__(self, name):
        field = self._fields.get(name)
        if field is None:
            raise AttributeError(name)
        if name not in self._values:
            if field.is_list:
                self._values[name] = (_MessageList if _is_message(field.kind) else _List)(field.kind)
            elif _is_message(field.kind):
                self._values[name] = field.kind()
            else:
                return field.kind.default
        return self._values[name]

    def __setattr__(self, name, value):
        field = self._fields.get(name)
        if field is None:
            raise AttributeError(f'Assignment not allowed (no field "{name}" in protocol message object).')
        if field.is_list or _is_message(field.kind):
            raise AttributeError(
                f'Assignment not allowed to message, map, or repeated field "{name}" in protocol message object.')
        self._values[name] = field.kind.convert(value)

    def _has(self, field):
        if field.name not in self._values:
            return False
        value = self._values[field.name]
        return len(value) > 0 if field.is_list else value._is_set if isinstance(value, Message) else True

    def _field(self, name):
        if name not in self._fields:
            raise ValueError(f'Protocol message {type(self).__name__} has no "{name}" field.')
        return self._fields[name]

    def HasField(self, name):
        field = self._field(name)
        if field.is_list:
            raise ValueError(f'Protocol message {type(self).__name__} has no singular "{name}" field.')
        return self._has(field)

    def ListFields(self):
        return [(field, getattr(self, name)) for name, field in self._fields.items() if self._has(field)]

    def ClearField(self, name):
        self._values.pop(self._field(name).name, None)
        self.SetInParent()

    def Clear(self):
        self._clear(is_set=True)

    def SetInParent(self):
        object.__setattr__(self, "_is_written", True)

    def CopyFrom(self, other):
        if other is not self:
            self._require_same_type(other)
            self.Clear()
            self.MergeFrom(other)

    def MergeFrom(self, other):
        self._require_same_type(other)
        for field, value in other.ListFields():
            if field.is_list:
                getattr(self, field.name).extend(value)
            elif isinstance(value, Message):
                getattr(self, field.name).MergeFrom(value)
            else:
                self._values[field.name] = value
        self.SetInParent()

    def _require_same_type(self, other):
        if type(other) is not type(self):
            raise TypeError(f"Parameter must be instance of same class: expected {type(self).__name__} got {type(other).__name__}.")

    def IsInitialized(self):
        return True

    def SerializeToString(self):
        raise NotImplementedError("Messages are serialized by protobuf; install it: pip install protobuf.")

    ParseFromString = MergeFromString = SerializeToString

    def __deepcopy__(self, memo=None):
        copy = type(self)()
        copy.MergeFrom(self)
        return copy

    def __reduce__(self):
        values = {field.name: list(value) if field.is_list else value for field, value in self.ListFields()}
        return _rebuilt, (type(self), values)

    def __eq__(self, other):
        return self.ListFields() == other.ListFields() if type(other) is type(self) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        lines = []
        for field, values in self.ListFields():
            for value in values if field.is_list else [values]:
                if isinstance(value, Message):
                    lines += [f"{field.name} {{", *("  " + line for line in repr(value).splitlines()), "}"]
                else:
                    lines.append(f"{field.name}: {_shown(field.kind, value)}")
        return "\n".join(lines) + ("\n" if lines else "")


def _is_message(kind):
    return isinstance(kind, type)


def _rebuilt(kind, values):
    return kind(**values)


_ESCAPES = {
    **{number: f"\\{number:03o}" for number in range(32)}, **{ord(char): "\\" + char for char in "\"'\\"},
    **{ord(char): "\\" + letter for char, letter in zip("\n\r\t", "nrt")},
}


def _shown(kind, value):
    if isinstance(kind, Enumeration):
        return kind.Name(value)
    if isinstance(value, str):
        return '"' + value.translate(_ESCAPES) + '"'
    if isinstance(value, float):
        # Nine digits are exact for every 32-bit number, and protobuf has six where they are.
        short = f"{value:.6g}"
        return short if _float(float(short)) == value else f"{value:.9g}"
    return str(value)


def classes(table, enumerations):
    """The classes of a table of messages; those inside of another, as `Detection.AssociatedDetection`, are its attributes."""
    made = {name: type(name.rpartition(".")[2], (Message,), {"__qualname__": name}) for name in table}
    kinds = {**SCALARS, **made, **{name: Enumeration(name.rpartition(".")[2], names) for name, names in enumerations.items()}}
    for name, fields in table.items():
        made[name]._fields = {field: Field(field, number, kinds[kind], is_list) for field, number, kind, is_list in fields}
    for name, kind in kinds.items():
        outer, _, inner = name.rpartition(".")
        if outer:
            setattr(made[outer], inner, kind)
        if isinstance(kind, Enumeration):
            for value, number in kind.items():
                setattr(made[outer], value, number)
    return made
