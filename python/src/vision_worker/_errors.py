import enum
from typing import NamedTuple


class Code(enum.IntEnum):
    """The error codes of this package. An image's error can have another of MediaPipe's codes."""

    INVALID_ARGUMENT = 3
    """The item is no image, or an image that cannot be read."""
    DEADLINE_EXCEEDED = 4
    """The answer took longer than `Limits.answer_seconds`."""
    NOT_FOUND = 5
    """There is no such file."""
    PERMISSION_DENIED = 7
    """The file must not be read."""
    RESOURCE_EXHAUSTED = 8
    """The memory is too small, the answer is longer than `Limits.answer_bytes`, or the process used more than
    `Limits.processor_seconds` twice."""
    ABORTED = 10
    """The process ended twice with this image."""
    OUT_OF_RANGE = 11
    """The image is too large."""
    INTERNAL = 13
    """The process wrote an invalid answer twice."""
    DATA_LOSS = 15
    """The image file is cut off, or could not be read to its end."""


class ImageError(NamedTuple):
    """Why an image has no result."""

    code: int
    """MediaPipe's number of the error."""
    message: str


class VisionWorkerError(Exception):
    """The worker cannot start: a missing program or model, or wrong options. Also raised after `close()`."""
