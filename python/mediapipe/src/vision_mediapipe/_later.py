"""Modules that are imported with their first use. MediaPipe's package imports matplotlib and OpenCV for drawings and sounddevice for
microphones, which takes most of its start, and most programs draw nothing, or with OpenCV only."""
import importlib
import sys
import types

from ._loader import Loader

# The modules of mediapipe that import them, and what each imports.
USERS = {
    "mediapipe.tasks.python.vision.drawing_utils": ("matplotlib", "matplotlib.pyplot", "cv2"),
    "mediapipe.tasks.python.audio.core.audio_record": ("sounddevice",),
}


class _Later(types.ModuleType):
    """Stands for a module until something of it is asked for."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        _withdraw()
        return getattr(importlib.import_module(self.__name__), name)


def _withdraw() -> None:
    for names in USERS.values():
        for name in names:
            if isinstance(sys.modules.get(name), _Later):
                del sys.modules[name]


class UserLoader(Loader):
    """Loads a module that imports them, which gets stand-ins for those that were not imported before."""

    def __init__(self, loader, user):
        super().__init__(loader, lambda module: None)
        self._names = USERS[user]

    def exec_module(self, module):
        for name in self._names:
            if name not in sys.modules:
                sys.modules[name] = _Later(name)
            package, _, part = name.rpartition(".")
            if isinstance(sys.modules.get(package), _Later):
                sys.modules[package].__dict__[part] = sys.modules[name]
        try:
            super().exec_module(module)
        finally:
            _withdraw()
