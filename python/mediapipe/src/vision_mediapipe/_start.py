"""Imported when Python starts, in an environment for which the package is enabled."""
from ._hook import enable_at_start

enable_at_start(solutions=False)
