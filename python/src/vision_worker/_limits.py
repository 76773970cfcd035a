from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real


@dataclass(frozen=True)
class Limits:
    """Limits of a worker's process; beyond most of them the process ends or the image gets an error."""

    memory: int = 2000
    """Maximum private memory in megabytes."""
    processor_seconds: int = 60
    """Maximum CPU time of loading the model and of each image, in seconds."""
    open_files: int = 64
    """Maximum number of open files."""
    max_bytes: int = 256_000_000
    """Maximum size of an image file or of pixels, in bytes."""
    max_pixels: int = 64_000_000
    """Maximum number of pixels of an image."""
    start_seconds: float = 60.0
    """Maximum time for loading the model, in seconds."""
    answer_seconds: float = 60.0
    """Maximum time that a call waits for one answer, in seconds."""
    answer_bytes: int | None = None
    """Maximum length of an answer, in bytes; None is `memory`, because a worker holds its whole answer there."""

    def __post_init__(self) -> None:
        for name in ("memory", "open_files", "max_bytes", "max_pixels", "answer_bytes"):
            value = getattr(self, name)
            if name == "answer_bytes" and value is None:
                continue
            if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
                raise ValueError(f"{name} is {value!r}; allowed is any integer from 1.")
        for name in ("processor_seconds", "start_seconds", "answer_seconds"):
            value = getattr(self, name)
            # Written so that NaN is refused, too.
            if not isinstance(value, Real) or isinstance(value, bool) or not float(value) > 0:
                raise ValueError(f"{name} is {value!r}; allowed is any number above 0.")

    @property
    def max_answer_bytes(self) -> int:
        """The maximum length of an answer, in bytes."""
        return self.memory * 1_000_000 if self.answer_bytes is None else self.answer_bytes

    def arguments(self) -> list[str]:
        """The flags of `vision worker`."""
        names = ("memory", "processor_seconds", "open_files", "max_bytes", "max_pixels")
        return [f"--{name.replace('_', '-')}={getattr(self, name)}" for name in names]
