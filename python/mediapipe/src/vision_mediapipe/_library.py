"""The shared library, and what it has beside MediaPipe's functions."""
import ctypes
import functools
import os
import sys
from pathlib import Path
from typing import FrozenSet, Tuple

_NAME = "libmediapipe.dylib" if sys.platform == "darwin" else "libmediapipe.so"


def library_path() -> str:
    """The path of the library: that in the environment variable VISION_MEDIAPIPE_LIBRARY, else the package's."""
    path = os.environ.get("VISION_MEDIAPIPE_LIBRARY") or str(Path(__file__).with_name(_NAME))
    if not os.path.isfile(path):
        raise FileNotFoundError(f"There is no library {path}; install a wheel of vision-mediapipe for this system.")
    return path


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    lib = ctypes.CDLL(library_path())
    text = ctypes.POINTER(ctypes.c_char_p)
    lib.MpErrorFree.argtypes = [ctypes.c_void_p]
    lib.MpErrorFree.restype = None
    lib.VisionModelPath.argtypes = [ctypes.c_char_p, ctypes.c_bool, text, text]
    lib.VisionConnections.argtypes = [
        ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int), ctypes.c_int, ctypes.POINTER(ctypes.c_int), text,
    ]
    return lib


_EXCEPTIONS = {3: ValueError, 5: FileNotFoundError, 7: PermissionError, 11: IndexError, 12: NotImplementedError}


def call(function, *arguments) -> None:
    """Calls a function that returns a status, and raises its message as MediaPipe's package does."""
    message = ctypes.c_char_p()
    status = function(*arguments, ctypes.byref(message))
    if status == 0:
        return
    text = (message.value or b"").decode()
    library().MpErrorFree(message)
    raise _EXCEPTIONS.get(status, RuntimeError)(text)


def model_path(name: str, fetch: bool = False) -> str:
    """The path of a model of the catalog, such as "hand_landmarker". With `fetch` it is downloaded first where it is missing;
    nothing else in this package opens a network connection.

    Raises FileNotFoundError for an unknown model and one that has not been fetched."""
    path = ctypes.c_char_p()
    try:
        call(library().VisionModelPath, name.encode(), fetch, ctypes.byref(path))
    except FileNotFoundError as error:
        # The program `vision` is not part of this package.
        raise FileNotFoundError(str(error).replace("vision models fetch", "python -m vision_mediapipe fetch")) from None
    text = (path.value or b"").decode()
    library().MpErrorFree(path)
    return text


@functools.lru_cache(maxsize=None)
def connections(topology: str, group: str = "") -> FrozenSet[Tuple[int, int]]:
    """The pairs of landmarks that drawings connect: of "hand", "pose" or "face", or of a group of the face's."""
    count = ctypes.c_int()
    numbers = (ctypes.c_int * 8192)()
    call(library().VisionConnections, topology.encode(), group.encode(), numbers, len(numbers), ctypes.byref(count))
    return frozenset((numbers[index], numbers[index + 1]) for index in range(0, count.value, 2))
