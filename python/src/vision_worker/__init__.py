"""Tasks of the program `vision` on many images, one process per worker."""

from ._errors import Code, ImageError, VisionWorkerError
from ._image import path_text
from ._limits import Limits
from ._result import Result
from ._worker import VisionWorker

__version__ = "0.9.0"

__all__ = ["Code", "ImageError", "Limits", "Result", "VisionWorker", "VisionWorkerError", "path_text"]
