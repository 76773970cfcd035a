"""Makes the installed package mediapipe call this package's library."""
import ctypes
import functools
import importlib
import os
import sys
import types
import warnings
import weakref
from typing import Callable, Dict, Optional

from . import _later, _modules
from ._finders import Finder, find
from ._library import library_path
from ._loader import Loader

# The module of mediapipe that keeps its shared library, which it opens with the first image or task.
_BINDINGS = "mediapipe.tasks.python.core.mediapipe_c_bindings"
# The module whose objects make the callbacks of live streams.
_DISPATCHER = "mediapipe.tasks.python.core.async_result_dispatcher"
# The module whose objects call the library, each on a thread of its own.
_CALLER = "mediapipe.tasks.python.core.serial_dispatcher"
# The module with the class of images and masks.
_IMAGE = "mediapipe.tasks.python.vision.core.image"
_SUPPORTED = "1.2."


def mediapipe_version() -> Optional[str]:
    """The version of the installed mediapipe; None without one."""
    start, end = "mediapipe-", ".dist-info"
    spec = find("mediapipe")
    for folder in spec.submodule_search_locations or () if spec else ():
        beside = os.path.dirname(folder)
        names = [name for name in os.listdir(beside) if name.startswith(start) and name.endswith(end)] if os.path.isdir(beside) else []
        if len(names) == 1:
            return names[0][len(start):-len(end)]
    # Other ways to install it. This module alone takes as long as all others here.
    from importlib import metadata

    try:
        return metadata.version("mediapipe")
    except metadata.PackageNotFoundError:
        # A frozen program may lack what only installers read.
        return getattr(importlib.import_module("mediapipe"), "__version__", None) if spec else None


def reason_against(version: Optional[str]) -> Optional[str]:
    """A sentence why mediapipe cannot be served; None if it can."""
    if version is None:
        return "mediapipe is not installed; install mediapipe 1.2, or use vision_mediapipe.solutions without it."
    if not version.startswith(_SUPPORTED):
        return f"mediapipe {version} is installed; vision_mediapipe serves {_SUPPORTED}x. Nothing was changed."
    return None


def is_enabled() -> bool:
    """Whether mediapipe calls this package's library in this process, or will with its first task."""
    bindings = sys.modules.get(_BINDINGS)
    if bindings is None:
        return any(isinstance(finder, _Finder) for finder in sys.meta_path)
    return _opened is not None and bindings._shared_lib is _opened


def enable(solutions: bool = False) -> None:
    """Makes the installed mediapipe call this package's library, in this process. Call it before the first task or image.

    With `solutions`, `mediapipe.solutions` and `mediapipe.framework.formats` exist again, also where mediapipe is not
    installed. Raises RuntimeError if mediapipe has another version than 1.2, is missing although it is needed, or has opened
    its own library.
    """
    version = mediapipe_version()
    reason = reason_against(version)
    if reason is not None and not (solutions and version is None):
        raise RuntimeError(reason)
    if version is not None:
        _serve()
    if solutions:
        _modules.install(without_mediapipe=version is None)


def enable_at_start(solutions: bool) -> None:
    """What an environment for which the package is enabled does when Python starts: no more than to wait for imports."""
    try:
        enable(solutions)
    except (OSError, RuntimeError) as error:
        # Python has to start all the same.
        warnings.warn(f"vision_mediapipe is enabled for this environment, but: {error}")


def _serve() -> None:
    library_path()  # a missing library is told here, not by the first task
    waiting = {}
    for name, change in ((_BINDINGS, _give), (_DISPATCHER, _keep_callbacks), (_CALLER, _keep_threads), (_IMAGE, _guard_pixels)):
        if name in sys.modules:
            change(sys.modules[name])
        else:
            waiting[name] = change
    if waiting and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder(waiting))


_opened: Optional[ctypes.CDLL] = None


def _give(bindings) -> None:
    global _opened
    if bindings._shared_lib is not None and bindings._shared_lib is not _opened:
        raise RuntimeError("mediapipe has opened its own library; call vision_mediapipe.enable() before the first task or image.")
    if _opened is None:
        _opened = ctypes.CDLL(library_path())
    bindings._shared_lib = _opened


def _keep_callbacks(module) -> None:
    """Keeps each callback in C as long as the object that made it: the image embedder does not, and Python frees it under the stream."""
    dispatcher = module.AsyncResultDispatcher
    wrap = dispatcher.wrap_callback
    if hasattr(wrap, "__wrapped__"):
        return

    @functools.wraps(wrap)
    def wrap_callback(self, *arguments, **options):
        self._callback_in_c = wrap(self, *arguments, **options)
        return self._callback_in_c

    dispatcher.wrap_callback = wrap_callback


def _keep_threads(module) -> None:
    """Keeps the thread that calls the library for a task as long as the task. Where Python's garbage collection finds both, in a cycle of
    references, it ends the thread first, and the task would wait for it for ever to be closed."""
    initialize = module.SerialDispatcher.__init__
    if hasattr(initialize, "__wrapped__"):
        return

    @functools.wraps(initialize)
    def initialize_and_keep(self, *arguments, **options):
        initialize(self, *arguments, **options)
        # The finalizer has a reference until the object is collected, which closes the task next.
        weakref.finalize(self, id, self._executor).atexit = False

    module.SerialDispatcher.__init__ = initialize_and_keep


def _guard_pixels(module) -> None:
    """Keeps images from reading memory that is not theirs. They take an array's pixels one after another in memory, which those of
    a view such as `frame[:, :, ::-1]` are not. And an image is kept as long as a view of its pixels, which are freed with it: a
    program may have the view alone, as of a mask in a result that it drops."""
    initialize, view = module.Image.__init__, module.Image.numpy_view
    if hasattr(view, "__wrapped__"):
        return

    @functools.wraps(initialize)
    def initialize_in_order(self, image_format, data):
        initialize(self, image_format, module.np.ascontiguousarray(data) if isinstance(data, module.np.ndarray) else data)

    @functools.wraps(view)
    def numpy_view(self):
        pixels = view(self)
        memory = (ctypes.c_uint8 * pixels.nbytes).from_address(pixels.ctypes.data)
        memory.image = self
        kept = module.np.frombuffer(memory, pixels.dtype).reshape(pixels.shape)
        kept.flags.writeable = False
        return kept

    module.Image.__init__, module.Image.numpy_view = initialize_in_order, numpy_view


class _Finder(Finder):
    """Finds modules as others do, and changes them once they are loaded."""

    def __init__(self, changes: Dict[str, Callable[[types.ModuleType], None]]):
        self._changes = changes

    def find_spec(self, name, path=None, target=None):
        if name not in self._changes and name not in _later.USERS:
            return None
        spec = find(name, path, target)
        if spec is not None and spec.loader is not None:
            change = self._changes.get(name)
            spec.loader = Loader(spec.loader, change) if change else _later.UserLoader(spec.loader, name)
        return spec
