"""A small model for the interactive segmenter, in place of the published one: the class of what is reddish, and of the user's points."""
import struct

import flatbuffers

SIDE = 128
RED = 0.5  # how red a pixel must be to be in the foreground


def write(path):
    path.write_bytes(_file(_model(_file(_metadata(), b"M001")), b"TFL3"))


def _model(metadata):
    # Rows are background and foreground, columns are red, green, blue and the plane of points.
    weights = struct.pack("<8f", 0, 0, 0, 0, 1, 0, 0, 1)
    convolution = {0: ("uint32", 0), 1: ("ints", [0, 1, 2]), 2: ("ints", [3]), 3: ("uint8", 1),
                   4: ("table", {1: ("int32", 1), 2: ("int32", 1)})}
    graph = {
        0: ("tables", [
            _tensor([1, SIDE, SIDE, 4], 0, "image"), _tensor([2, 1, 1, 4], 1, "weights"), _tensor([2], 2, "bias"),
            _tensor([1, SIDE, SIDE, 2], 0, "masks"),
        ]),
        1: ("ints", [0]), 2: ("ints", [3]), 3: ("tables", [convolution]),
    }
    buffers = [{}, {0: ("bytes", weights)}, {0: ("bytes", struct.pack("<2f", RED, 0))}, {0: ("bytes", metadata)}]
    return {
        0: ("uint32", 3), 1: ("tables", [{0: ("uint8", 3), 2: ("int32", 1), 3: ("int32", 3)}]), 2: ("tables", [graph]),
        4: ("tables", buffers), 6: ("tables", [{0: ("text", "TFLITE_METADATA"), 1: ("uint32", 3)}]),
    }


def _tensor(shape, buffer, name):
    return {0: ("ints", shape), 1: ("uint8", 0), 2: ("uint32", buffer), 3: ("text", name)}


def _metadata():
    pixels = {0: ("uint8", 2), 1: ("table", {0: ("uint8", 1)})}
    normalization = {0: ("uint8", 1), 1: ("table", {0: ("floats", [0]), 1: ("floats", [255])})}
    image = {0: ("text", "image"), 3: ("table", pixels), 4: ("tables", [normalization])}
    return {0: ("text", "Points"), 3: ("tables", [{2: ("tables", [image]), 3: ("tables", [{0: ("text", "masks")}])}])}


def _file(table, identifier):
    builder = flatbuffers.Builder(1024)
    builder.ForceDefaults(True)
    builder.Finish(_table(builder, table), file_identifier=identifier)
    return bytes(builder.Output())


def _table(builder, fields):
    """Writes a table of fields by their numbers: what fields refer to first, as the format demands."""
    written = {number: _referred(builder, kind, value) for number, (kind, value) in fields.items()}
    builder.StartObject(max(fields, default=-1) + 1)
    for number, (kind, _) in fields.items():
        prepend = {"uint8": builder.PrependUint8Slot, "int32": builder.PrependInt32Slot, "uint32": builder.PrependUint32Slot}
        prepend.get(kind, builder.PrependUOffsetTRelativeSlot)(number, written[number], 0)
    return builder.EndObject()


def _referred(builder, kind, value):
    if kind == "table":
        return _table(builder, value)
    if kind == "text":
        return builder.CreateString(value)
    if kind == "bytes":
        # The runtime wants a model's numbers at multiples of 16 bytes.
        builder.StartVector(1, len(value), 16)
        for byte in reversed(value):
            builder.PrependByte(byte)
        return builder.EndVector()
    if kind in ("tables", "ints", "floats"):
        return _vector(builder, kind, value)
    return value


def _vector(builder, kind, values):
    prepend = {"ints": builder.PrependInt32, "floats": builder.PrependFloat32, "tables": builder.PrependUOffsetTRelative}[kind]
    items = [_table(builder, value) for value in values] if kind == "tables" else values
    builder.StartVector(4, len(items), 4)
    for item in reversed(items):
        prepend(item)
    return builder.EndVector()
