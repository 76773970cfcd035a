import os
import re
import stat
from typing import Any

from ._errors import Code, ImageError

Header = dict[str, Any]


class Rejected(Exception):
    """An item that no request can be made of."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.error = ImageError(int(code), message)


def request_of(item: Any, max_bytes: int) -> tuple[Header, memoryview]:
    """The header, without an id, and the bytes of an item's request.

    Raises `Rejected` for an item that is no image.
    """
    if isinstance(item, (str, os.PathLike)):
        file = memoryview(_read(os.fspath(item), max_bytes))
        return {"bytes": len(file)}, file
    try:
        view = memoryview(item)
    except TypeError:
        raise Rejected(
            Code.INVALID_ARGUMENT,
            f"An item is of type {type(item).__name__}; allowed are a path, the bytes of an image file, "
            "and an array of pixels.",
        ) from None
    except (ValueError, BufferError) as error:
        raise Rejected(
            Code.INVALID_ARGUMENT, f"An item of type {type(item).__name__} cannot be read as a buffer: {error}."
        ) from None
    # Before any copy: an array that repeats one value may stand for more than the memory holds.
    if view.nbytes > max_bytes:
        raise Rejected(Code.OUT_OF_RANGE, f"An item has {view.nbytes} bytes; allowed are {max_bytes}.")
    if view.ndim == 1 and view.itemsize == 1:
        data = _contiguous(view)
        return {"bytes": len(data)}, data
    return _pixels(view)


def is_one_image(item: Any) -> bool:
    """Whether an item is itself an image for `request_of`, rather than a sequence of images."""
    if isinstance(item, (str, os.PathLike)):
        return True
    try:
        view = memoryview(item)
    except (TypeError, ValueError, BufferError):
        return False
    return view.itemsize == 1 and (view.ndim < 3 or _channels(view) in _FORMATS)


_FORMATS = {1: "gray", 3: "rgb", 4: "rgba"}


def _channels(view: memoryview) -> int:
    """The number of channels of an array of pixels; 0 for other shapes."""
    shape = view.shape or ()
    return {2: 1, 3: shape[-1] if shape else 0}.get(view.ndim, 0)


def _pixels(view: memoryview) -> tuple[Header, memoryview]:
    shape = view.shape or ()
    channels = _channels(view)
    if view.format not in ("B", "<B", "=B", "@B") or channels not in _FORMATS or 0 in shape:
        raise Rejected(
            Code.INVALID_ARGUMENT,
            f"An array has shape {tuple(shape)} and format {view.format!r}; allowed are (height, width, 3) for RGB, "
            "(height, width, 4) for RGBA, and (height, width) or (height, width, 1) for gray, all of uint8.",
        )
    data = _contiguous(view)
    header = {"format": _FORMATS[channels], "height": shape[0], "width": shape[1], "bytes": len(data)}
    return header, data


def _contiguous(view: memoryview) -> memoryview:
    # Rows without padding; copies only where there is some.
    return view.cast("B") if view.c_contiguous else memoryview(view.tobytes())


def unchanging(data: memoryview) -> memoryview:
    """Bytes that the caller cannot change any more: a copy, unless they are bytes already."""
    return data if isinstance(data.obj, bytes) else memoryview(data.tobytes())


def _read(path: Any, max_bytes: int) -> bytes:
    try:
        # Without O_NONBLOCK a named pipe that nobody writes to would block.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise Rejected(Code.INVALID_ARGUMENT, f"{path_text(path)} is not a file.")
            if status.st_size > max_bytes:
                raise Rejected(
                    Code.OUT_OF_RANGE, f"{path_text(path)} has {status.st_size} bytes; allowed are {max_bytes}."
                )
            with open(descriptor, "rb", closefd=False) as file:
                data = file.read(min(status.st_size, max_bytes) + 1)
                # Files of /proc have no size, and a file may grow.
                return data if len(data) <= status.st_size else data + file.read(max_bytes + 1 - len(data))
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise Rejected(Code.NOT_FOUND, f"There is no file {path_text(path)}.") from None
    except PermissionError:
        raise Rejected(Code.PERMISSION_DENIED, f"{path_text(path)} must not be read.") from None
    except OSError as error:
        raise Rejected(Code.DATA_LOSS, f"{path_text(path)} cannot be read: {error.strerror}.") from None
    except UnicodeEncodeError:
        raise Rejected(
            Code.INVALID_ARGUMENT, f"{path_text(path)} cannot be a path: it has characters that file names cannot have."
        ) from None
    except ValueError:
        raise Rejected(Code.INVALID_ARGUMENT, "A path has a NUL character.") from None


def path_text(path: Any) -> str:
    """A path as text that every file and table can hold: bytes that are not UTF-8 are shown as in `\\xE9`."""
    try:
        data = os.fsencode(path)
    except UnicodeEncodeError:
        # No file has this name; an error's message shows it.
        data = str(path).encode("utf-8", "surrogatepass")
    name = data.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", lambda found: f"\\x{ord(found[0]) - 0xDC00:02X}", name)
