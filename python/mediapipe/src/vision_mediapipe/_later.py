"""Modules that are imported with their first use. MediaPipe's package imports matplotlib and OpenCV for drawings, which takes more than
half of its start, and most programs draw nothing, or with OpenCV only."""
import importlib
import importlib.abc
import sys
import types

# The module of mediapipe that imports them, and what it imports.
USER = "mediapipe.tasks.python.vision.drawing_utils"
_NAMES = ("matplotlib", "matplotlib.pyplot", "cv2")


class _Later(types.ModuleType):
    """Stands for a module until something of it is asked for."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        _withdraw()
        return getattr(importlib.import_module(self.__name__), name)


def _withdraw() -> None:
    for name in _NAMES:
        if isinstance(sys.modules.get(name), _Later):
            del sys.modules[name]


class Loader(importlib.abc.Loader):
    """Loads the module that imports them, which gets stand-ins for those that nobody has imported before."""

    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        for name in _NAMES:
            if name not in sys.modules:
                sys.modules[name] = _Later(name)
        package, part = sys.modules["matplotlib"], sys.modules["matplotlib.pyplot"]
        if isinstance(package, _Later):
            package.__dict__["pyplot"] = part
        try:
            self._loader.exec_module(module)
        finally:
            _withdraw()

    def __getattr__(self, name):
        return getattr(self._loader, name)
