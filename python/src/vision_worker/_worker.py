from __future__ import annotations

import json
import os
import re
import threading
import weakref
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from ._channel import Channel, Ended
from ._errors import Code, VisionWorkerError
from ._image import Header, Rejected, is_one_image, request_of, unchanging
from ._limits import Limits
from ._result import Result, failed, result_of_line

_NAME = re.compile(r"[a-z][a-z0-9_-]*")
# An image is reported as failed when so many processes ended while it was the next to be answered.
_MAX_ENDS = 2


class _Request:
    """An image on its way; `result` is set when it is answered."""

    __slots__ = ("header", "data", "id", "ends", "abandoned", "result")

    def __init__(self, header: Header, data: memoryview) -> None:
        self.header = header
        self.data: memoryview | None = data
        self.id = -1
        self.ends = 0
        self.abandoned = False
        self.result: Result | None = None

    def finish(self, result: Result) -> None:
        self.result = result
        self.data = None


class VisionWorker:
    """One task in a process of its own, `vision worker TASK`, for images.

    The process starts with the first image or with `start()`, and starts again when it has ended. Pickling keeps the
    arguments only: the copy starts its own process. So does a forked child. Several threads may use one worker; they
    wait for each other.

    - `task`: a task that `vision worker --help` lists, such as `gesture`, `detect` or `segment`.
    - `options`: the options of `vision TASK` without dashes, such as `{"num_hands": 2, "model": "my.task"}`. True is a
      flag, False and None are left out, a list or a set becomes `a,b`.
    - `program`: the path or name of the program.
    - `limits`: limits of the process and of waiting.
    - `in_flight`: maximum number of images that `map` has taken and not yielded.
    - `in_flight_bytes`: maximum of their bytes; one image is always allowed.
    """

    def __init__(
        self,
        task: str,
        options: Mapping[str, Any] | None = None,
        *,
        program: str | os.PathLike[str] = "vision",
        limits: Limits = Limits(),
        in_flight: int = 4,
        in_flight_bytes: int = 64_000_000,
    ) -> None:
        if in_flight < 1:
            raise ValueError(f"in_flight is {in_flight}; allowed is any number from 1.")
        self._arguments = {
            "task": task,
            "options": dict(options or {}),
            "program": os.fspath(program),
            "limits": limits,
            "in_flight": in_flight,
            "in_flight_bytes": in_flight_bytes,
        }
        self._command = [os.fspath(program), "worker", *_arguments(task, options or {}), *limits.arguments()]
        self._limits = limits
        self._in_flight = in_flight
        self._in_flight_bytes = in_flight_bytes
        self._lock = threading.RLock()
        self._closed = False
        self._channel: Channel | None = None
        self._finalizer: weakref.finalize[[], VisionWorker] | None = None
        self._next_id = 0
        # Requests without an answer, oldest first; the first `_sent` of them are with the process.
        self._waiting: deque[_Request] = deque()
        self._sent = 0
        _workers.add(self)

    @classmethod
    def shared(cls, task: str, options: Mapping[str, Any] | None = None, **arguments: Any) -> VisionWorker:
        """Returns this process's worker with these arguments; the first call makes it.

        For engines that call a function many times in one process, such as Spark: the model is loaded once. It ends
        with the process.
        """
        key = repr((task, sorted((options or {}).items()), sorted(arguments.items())))
        with _shared_lock:
            worker = _shared.get(key)
            if worker is None or worker._closed:
                worker = _shared[key] = cls(task, options, **arguments)
            return worker

    def start(self) -> None:
        """Starts the process and loads the model, unless it is running.

        Raises `VisionWorkerError` if the program or the model is missing, or an option is wrong.
        """
        with self._lock:
            self._running()

    def run(self, image: Any) -> Result:
        """The result of one image: a path, the bytes of an image file, or an array of pixels."""
        return next(self._results([image], in_flight=1))

    def map(self, images: Iterable[Any]) -> Iterator[Result]:
        """Yields one result per image, in the images' order.

        An item is a path, the bytes of an image file, or an array with the buffer protocol of shape (height, width, 3),
        (height, width, 4), (height, width) or (height, width, 1) and type uint8. An image that fails has a result with
        an `error`. Up to `in_flight` images are taken from `images` before the first result. An array may be used again
        for the next image: its pixels are copied.

        Raises `TypeError` for a single image, `VisionWorkerError` if the worker cannot start, and what `images` raises,
        after the results of the images before.
        """
        if is_one_image(images):
            raise TypeError(
                f"map takes images, and got one of type {type(images).__name__}; call run(image), or map([image])."
            )
        return self._results(images, self._in_flight)

    def _results(self, images: Iterable[Any], in_flight: int) -> Iterator[Result]:
        window: deque[tuple[_Request, int]] = deque()
        window_bytes = 0
        failures: list[Exception] = []
        try:
            for image in _until_failure(images, failures):
                request, size = self._submit(image, keep=in_flight > 1)
                window.append((request, size))
                window_bytes += size
                while len(window) >= in_flight or (window_bytes > self._in_flight_bytes and len(window) > 1):
                    result = self._wait_for(window[0][0])
                    window_bytes -= window.popleft()[1]
                    yield result
            while window:
                result = self._wait_for(window[0][0])
                window.popleft()
                yield result
            if failures:
                # Out of the list, which the exception has in its traceback.
                raise failures.pop()
        finally:
            for request, _ in window:
                request.abandoned = True

    def close(self) -> None:
        """Ends the process. Repeated calls do nothing.

        A `map` that waits in another thread raises `VisionWorkerError`.
        """
        self._closed = True
        channel = self._channel
        if channel is not None:
            channel.kill()
        with self._lock:
            self._discard()
            self._waiting.clear()

    def __enter__(self) -> VisionWorker:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        return _unpickle, (self._arguments,)

    def __repr__(self) -> str:
        return f"VisionWorker({self._arguments['task']!r}, {self._arguments['options']!r})"

    @property
    def pid(self) -> int | None:
        """The process's number; None while there is no process."""
        channel = self._channel
        return channel.pid if channel else None

    def _submit(self, image: Any, keep: bool) -> tuple[_Request, int]:
        """Queues an image's request and returns it with its number of bytes.

        `keep` is for a caller who goes on before the answer: the image stays what it is now, also for a process that
        gets it once more.
        """
        try:
            header, data = request_of(image, self._limits.max_bytes)
            request = _Request(header, unchanging(data) if keep else data)
        except Rejected as rejected:
            request = _Request({}, memoryview(b""))
            request.finish(failed(rejected.error))
            return request, 0
        with self._lock:
            self._check_open()
            # Those are removed when they would be sent, which never comes for a program that cannot start.
            while len(self._waiting) > self._sent and self._waiting[-1].abandoned:
                self._waiting.pop()
            self._waiting.append(request)
            if self._channel is not None:
                self._send_waiting(self._channel)
        return request, int(request.header["bytes"])

    def _wait_for(self, request: _Request) -> Result:
        with self._lock:
            while request.result is None:
                self._check_open()
                try:
                    self._receive()
                except VisionWorkerError:
                    raise
                except BaseException as error:
                    # Interrupted anywhere, also between a write and its count.
                    self._break_off(error)
                    raise
            return request.result

    def _receive(self) -> None:
        """Waits for the answer of the oldest request, or for the end of its process."""
        channel = self._running()
        self._send_waiting(channel)
        oldest = self._waiting[0]
        try:
            line = channel.line(self._limits.answer_seconds)
            value = _object(line)
            if value is None or value.get("id") != oldest.id:
                channel.kill()
                reason = (value or {}).get("error")
                message = reason.get("message") if isinstance(reason, dict) else "Its answer cannot be read."
                raise Ended(Code.INTERNAL, f"The process was ended: {message}")
            result = result_of_line(line, value)
        except Ended as ended:
            self._check_open()
            self._discard()
            oldest.ends += 1
            if oldest.ends < _MAX_ENDS and ended.again:
                return
            result = failed(ended.error)
            self._waiting.popleft()
        else:
            self._waiting.popleft()
            self._sent -= 1
        oldest.finish(result)

    def _send_waiting(self, channel: Channel) -> None:
        try:
            while self._sent < len(self._waiting):
                request = self._waiting[self._sent]
                if request.abandoned:
                    del self._waiting[self._sent]
                    continue
                assert request.data is not None
                request.id = self._next_id
                self._next_id += 1
                self._sent += 1
                header = json.dumps({**request.header, "id": request.id}).encode() + b"\n"
                channel.send(memoryview(header), request.data)
        except BaseException as error:
            self._break_off(error)
            raise

    def _running(self, is_repeated: bool = False) -> Channel:
        self._check_open()
        if self._channel is not None:
            return self._channel
        channel = Channel(self._command, self._limits.max_answer_bytes)
        self._channel = channel
        self._finalizer = weakref.finalize(self, channel.close)
        try:
            # After `close` has looked for a process to end, or before.
            self._check_open()
            line = channel.line(self._limits.start_seconds)
        except Ended as ended:
            self._check_open()
            self._discard()
            if ended.was_killed and not is_repeated:
                # As for an image: from outside, such as by a system without memory.
                return self._running(is_repeated=True)
            raise VisionWorkerError(f"{' '.join(self._command[:3])} cannot start. {ended.error.message}") from None
        except BaseException as error:
            self._break_off(error)
            raise
        ready = _object(line) or {}
        if not ready.get("ready") or ready.get("protocol") != 1:
            self._discard()
            reason = ready.get("error")
            message = reason.get("message") if isinstance(reason, dict) else f"Its first line is {line[:200]!r}."
            raise VisionWorkerError(f"{' '.join(self._command[:3])} cannot start. {message}")
        return channel

    def _discard(self) -> None:
        """Ends the process. Requests without an answer stay, for the next one."""
        finalizer, self._finalizer, self._channel = self._finalizer, None, None
        self._sent = 0
        if finalizer is not None:
            finalizer()

    def _break_off(self, error: BaseException) -> None:
        """Ends the process after another error than its own. One of a worker that a signal handler closed meanwhile,
        such as that of its closed pipes, is `VisionWorkerError`."""
        self._discard()
        if isinstance(error, Exception):
            self._check_open()

    def _check_open(self) -> None:
        if self._closed:
            raise VisionWorkerError("The worker was closed.")

    def _after_fork(self) -> None:
        self._lock = threading.RLock()
        channel, finalizer = self._channel, self._finalizer
        self._channel = self._finalizer = None
        self._sent = 0
        if finalizer is not None:
            finalizer.detach()
        if channel is not None:
            channel.forget()


def _until_failure(images: Iterable[Any], failures: list[Exception]) -> Iterator[Any]:
    """The images up to an exception, which is added to `failures`: the results of the images before it come first."""
    try:
        # Not `yield from`, which would close a generator of the caller's with a map that is left early.
        for image in images:
            yield image
    except Exception as error:
        failures.append(error)


def _arguments(task: str, options: Mapping[str, Any]) -> list[str]:
    for name in (task, *options):
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a task or an option; names are like num_hands.")
    if options.get("mode", "image") != "image":
        raise ValueError("Images are independent of each other here; frames of a video are for `vision worker` itself.")
    return [task, *(_flag(name, value) for name, value in options.items() if value is not None and value is not False)]


def _flag(name: str, value: Any) -> str:
    flag = "--" + name.replace("_", "-")
    if value is True:
        return flag
    if isinstance(value, Collection) and not isinstance(value, (str, bytes)):
        return f"{flag}={','.join(map(str, value))}"
    return f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _unpickle(arguments: dict[str, Any]) -> VisionWorker:
    return VisionWorker(**arguments)


_shared: dict[str, VisionWorker] = {}
_shared_lock = threading.Lock()
_workers: weakref.WeakSet[VisionWorker] = weakref.WeakSet()


def _after_fork_in_child() -> None:
    global _shared_lock
    _shared_lock = threading.Lock()
    for worker in list(_workers):
        worker._after_fork()


os.register_at_fork(after_in_child=_after_fork_in_child)
