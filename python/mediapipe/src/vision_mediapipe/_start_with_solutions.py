"""Imported when Python starts, in an environment for which the package is enabled with `mp.solutions`."""
from ._hook import enable_at_start

enable_at_start(solutions=True)
