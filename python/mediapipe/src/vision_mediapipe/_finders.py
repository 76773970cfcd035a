"""Finds modules as Python does without this package: wherever they are, also in frozen programs and in packages that are edited in place."""
import sys


class Finder:
    """The base class of this package's finders."""


def find(name, path=None, target=None):
    """The spec of a module that the finders of others know; None if there is none."""
    for finder in sys.meta_path:
        if not isinstance(finder, Finder) and hasattr(finder, "find_spec"):
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                return spec
    return None
