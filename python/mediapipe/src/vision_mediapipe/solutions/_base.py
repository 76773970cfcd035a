"""What the solutions have in common: the loop over images, and the results' form."""
import os
import threading

import numpy as np

from . import messages


class SolutionOutputs:
    """The results of an image, None where nothing was found. Attributes can be assigned and added; `_fields` has the names of
    those that the solution gives."""

    def __init__(self, **values):
        self.__dict__.update(values)
        self._fields = tuple(values)

    def __repr__(self):
        return f"SolutionOutputs({', '.join(f'{name}={getattr(self, name, None)!r}' for name in self._fields)})"


class SolutionBase:
    """The base class of all solutions, which programs know by this name. `process` takes images of a stream, 1/30 of a second apart,
    or independent ones."""

    _microseconds_per_image = 33_333

    def __init__(self, *graph, **options):
        """Raises NotImplementedError: MediaPipe's base class took a graph."""
        raise NotImplementedError("A solution of another graph is not available: tasks take the place of graphs.")

    def process(self, image):
        """Processes an image and returns the results; those of nothing found are None.

        The image is an array of height x width x 3 bytes in the order red, green, blue. Raises ValueError for another shape and after
        `close`, TypeError for values of another type, AttributeError, as MediaPipe did, for what is no array."""
        require_image(image, "rgb")
        if not np.can_cast(image.dtype, np.uint8, "safe"):
            raise TypeError(f"The image has values of the type {image.dtype}; give bytes (uint8).")
        with self._exclusively():
            self._count += 1
            milliseconds = self._count * self._microseconds_per_image // 1000
            return SolutionOutputs(**self._run(np.ascontiguousarray(image, np.uint8), milliseconds))

    def _exclusively(self):
        """The lock under which one thread at a time uses the solution, or closes it."""
        raise NotImplementedError

    def _run(self, image, milliseconds):
        raise NotImplementedError

    def reset(self):
        """Forgets the stream; the next image is the first of another one. Does nothing after `close`."""
        raise NotImplementedError

    def close(self):
        """Frees the models. The solution cannot be used any more. Raises ValueError the second time."""
        raise NotImplementedError

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()


class TaskSolution(SolutionBase):
    """A solution that is one task. `make_task` may not refer to the solution: in a cycle of references its model would stay in memory
    until Python collects garbage."""

    def __init__(self, make_task):
        # Not that of the base class, which is for graphs.
        self._make_task = make_task
        self._lock = threading.RLock()
        self._open()

    def _open(self):
        self._count = 0
        self._task = self._make_task()

    def _exclusively(self):
        if self._task is not None and self._task.process != os.getpid():
            # A forked child has none of the task's threads, nor the thread that may have had the lock.
            self._lock = threading.RLock()
            self._open()
        return self._lock

    def reset(self):
        with self._exclusively():
            if self._task is not None:
                self.close()
                self._open()

    def close(self):
        with self._exclusively():
            task, self._task = self._opened(), None
            task.close()

    def _run(self, image, milliseconds):
        return self._opened().run(image, milliseconds, self._read)

    def _read(self, result):
        """The values of a result in C."""
        raise NotImplementedError

    def _opened(self):
        if self._task is None:
            raise ValueError("The solution is closed; make another one.")
        return self._task


def require_image(image, order):
    """Raises AttributeError for what is no array, ValueError for one of another shape than height x width x 3."""
    if not hasattr(image, "ndim"):
        given = "None; cv2 returns that where it cannot read" if image is None else f"of the type {type(image).__name__}"
        raise AttributeError(f"The image is {given}. Give an array of height x width x 3 bytes.")
    if image.ndim != 3 or image.shape[2] != 3:
        raise ValueError(f"Input image must contain three channel {order} data.")


def require_choice(name, value, count):
    """The value as an integer. Raises ValueError for one that is none of the numbers 0 to `count` - 1."""
    if value not in range(count):
        *numbers, last = range(count)
        raise ValueError(f"{name} is {value!r}; allowed are {', '.join(map(str, numbers))} and {last}.")
    return int(value)


def landmark_list(points, scores=False):
    """A NormalizedLandmarkList; None without points. `scores` says whether the visibility is kept."""
    return _list(messages.NormalizedLandmarkList, points, scores)


def world_landmark_list(points, scores=False):
    return _list(messages.LandmarkList, points, scores)


def _list(kind, points, scores):
    if not points:
        return None
    result = kind()
    for x, y, z, visibility in points:
        landmark = result.landmark.add(x=x, y=y, z=z)
        if scores:
            landmark.visibility = visibility
    return result
