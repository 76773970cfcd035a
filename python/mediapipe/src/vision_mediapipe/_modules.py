"""The modules of MediaPipe before 1.0 that old programs import: `mediapipe.solutions` and `mediapipe.framework.formats`.

They are loaded when a program asks for them; until then nothing is imported.
"""
import importlib
import importlib.machinery
import sys
import types
from pathlib import Path

from ._finders import Finder, find
from ._loader import Loader
from ._version import __version__

# The version of MediaPipe whose `mp.solutions` this is, and this package's own: programs split it at its dots, and read three numbers.
_VERSION = f"0.10.21.0+vision.mediapipe.{__version__}"
_SOLUTIONS = "vision_mediapipe.solutions"
# What programs import, and the module that takes its place. A prefix stands for its submodules, too.
_ALIASES = {
    "mediapipe.solutions": _SOLUTIONS,
    "mediapipe.python.solutions": _SOLUTIONS,
    "mediapipe.python.solution_base": f"{_SOLUTIONS}._base",
    "mediapipe.python._framework_bindings.resource_util": f"{_SOLUTIONS}.download_utils",
    **{f"mediapipe.framework.formats.{name}_pb2": f"{_SOLUTIONS}.messages" for name in (
        "landmark", "classification", "detection", "location_data", "rect", "annotation.rasterization")},
    # Where programs of the solutions and of tasks took the class of images from.
    **{f"mediapipe.python._framework_bindings.{name}": "mediapipe.tasks.python.vision.core.image" for name in ("image", "image_frame")},
}
_PACKAGES = (
    "mediapipe.python", "mediapipe.python._framework_bindings", "mediapipe.framework", "mediapipe.framework.formats",
    "mediapipe.framework.formats.annotation")


def install(without_mediapipe: bool) -> None:
    """Lets programs import the modules. Without mediapipe there is a package of its name that has nothing else."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, _Finder(without_mediapipe))
    if "mediapipe" in sys.modules:
        _extend(sys.modules["mediapipe"])


def _extend(package: types.ModuleType) -> None:
    """Gives a package its modules as attributes, which are imported with their first use. MediaPipe had imported them all."""
    paths = (name.rpartition(".") for name in (*_ALIASES, *_PACKAGES))
    names = [name for parent, _, name in paths if parent == package.__name__]

    def attribute(name: str):
        if name in names:
            return importlib.import_module(f"{package.__name__}.{name}")
        raise AttributeError(f"module '{package.__name__}' has no attribute '{name}'")

    package.__getattr__ = attribute  # type: ignore[method-assign]
    package.__dir__ = lambda: sorted({*package.__dict__, *names})  # type: ignore[method-assign]


class _Finder(Finder):
    def __init__(self, without_mediapipe: bool):
        self._without_mediapipe = without_mediapipe

    def find_spec(self, name, path=None, target=None):
        if name == "mediapipe":
            if self._without_mediapipe:
                return _package(name)
            spec = find(name, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader = Loader(spec.loader, _extend)
            return spec
        for alias, module in _ALIASES.items():
            if name == alias or name.startswith(alias + "."):
                return importlib.machinery.ModuleSpec(name, _Alias(module + name[len(alias):]))
        if name in _PACKAGES and find(name, path) is None:
            return _package(name)
        return None


def _package(name: str) -> importlib.machinery.ModuleSpec:
    spec = importlib.machinery.ModuleSpec(name, _Package(), origin=str(Path(__file__).with_name("__init__.py")), is_package=True)
    # The module has it as its file: programs print that, and look for others beside it.
    spec.has_location = True
    return spec


class _Package:
    """Makes a package that has nothing but its modules."""

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ == "mediapipe":
            module.__version__ = _VERSION
        _extend(module)


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
