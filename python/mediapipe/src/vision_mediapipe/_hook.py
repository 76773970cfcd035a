"""Makes the installed package mediapipe call this package's library."""
import ctypes
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import sys
import warnings
from typing import Optional

from . import _modules
from ._library import library_path

# The module of mediapipe that keeps its shared library, which it opens with the first image or task.
_BINDINGS = "mediapipe.tasks.python.core.mediapipe_c_bindings"
_SUPPORTED = "1.2."


def mediapipe_version() -> Optional[str]:
    """The version of the installed mediapipe; None without one."""
    try:
        return importlib.metadata.version("mediapipe")
    except importlib.metadata.PackageNotFoundError:
        return None


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
    bindings = sys.modules.get(_BINDINGS)
    if bindings is not None:
        _give(bindings)
    elif not is_enabled():
        sys.meta_path.insert(0, _Finder())


_opened: Optional[ctypes.CDLL] = None


def _give(bindings) -> None:
    global _opened
    if bindings._shared_lib is not None and bindings._shared_lib is not _opened:
        raise RuntimeError("mediapipe has opened its own library; call vision_mediapipe.enable() before the first task or image.")
    if _opened is None:
        _opened = ctypes.CDLL(library_path())
    bindings._shared_lib = _opened


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the module of bindings as others do, and gives it the library once it is loaded."""

    def find_spec(self, name, path=None, target=None):
        if name != _BINDINGS:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader(importlib.abc.Loader):
    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        _give(module)

    def __getattr__(self, name):
        return getattr(self._loader, name)
