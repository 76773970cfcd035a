"""The modules of MediaPipe before 1.0 that old programs import: `mediapipe.solutions` and `mediapipe.framework.formats`.

They are loaded when a program asks for them; until then nothing is imported.
"""
import importlib
import importlib.machinery
import sys
import types

_SOLUTIONS = "vision_mediapipe.solutions"
# What programs import, and the module that takes its place. A prefix stands for its submodules, too.
_ALIASES = {
    "mediapipe.solutions": _SOLUTIONS,
    "mediapipe.python.solutions": _SOLUTIONS,
    "mediapipe.framework.formats.landmark_pb2": "vision_mediapipe.solutions.messages",
    "mediapipe.framework.formats.classification_pb2": "vision_mediapipe.solutions.messages",
    "mediapipe.framework.formats.detection_pb2": "vision_mediapipe.solutions.messages",
    "mediapipe.framework.formats.location_data_pb2": "vision_mediapipe.solutions.messages",
}
_PACKAGES = ("mediapipe.python", "mediapipe.framework", "mediapipe.framework.formats")


def install(without_mediapipe: bool) -> None:
    """Lets programs import the modules. Without mediapipe there is a package of its name that has nothing else."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, _Finder(without_mediapipe))
    if "mediapipe" in sys.modules:
        _extend(sys.modules["mediapipe"])


def _extend(package: types.ModuleType) -> None:
    """Gives the package the attributes `solutions`, `python` and `framework`, which are imported with their first use."""
    def attribute(name: str):
        if name in ("solutions", "python", "framework"):
            return importlib.import_module(f"mediapipe.{name}")
        raise AttributeError(f"module 'mediapipe' has no attribute '{name}'")

    package.__getattr__ = attribute  # type: ignore[method-assign]


class _Finder:
    def __init__(self, without_mediapipe: bool):
        self._without_mediapipe = without_mediapipe

    def find_spec(self, name, path=None, target=None):
        if name == "mediapipe":
            if self._without_mediapipe:
                return importlib.machinery.ModuleSpec(name, _Package(), is_package=True)
            spec = importlib.machinery.PathFinder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader = _Extended(spec.loader)
            return spec
        for alias, module in _ALIASES.items():
            if name == alias or name.startswith(alias + "."):
                return importlib.machinery.ModuleSpec(name, _Alias(module + name[len(alias):]))
        if name in _PACKAGES and importlib.machinery.PathFinder.find_spec(name, path) is None:
            return importlib.machinery.ModuleSpec(name, _Package(), is_package=True)
        return None


class _Package:
    """Makes an empty package."""

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ == "mediapipe":
            _extend(module)
        elif module.__name__ == "mediapipe.python":
            module.__getattr__ = lambda name: importlib.import_module(f"mediapipe.python.{name}")


class _Alias:
    """Gives a module of this package another name."""

    def __init__(self, name: str):
        self._name = name

    def create_module(self, spec):
        module = importlib.import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = self._spec


class _Extended:
    """Loads mediapipe, and gives it the attributes."""

    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        _extend(module)

    def __getattr__(self, name):
        return getattr(self._loader, name)
