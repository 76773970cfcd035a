import errno
import fcntl
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence

from ._errors import Code, ImageError, VisionWorkerError

_F_SETPIPE_SZ = getattr(fcntl, "F_SETPIPE_SZ", 1031 if os.uname().sysname == "Linux" else None)
_PIPE_BYTES = 1 << 20
_PIECE_BYTES = 1 << 16
_ERROR_OUTPUT_BYTES = 4096


# The variables that a worker gets. Others often hold passwords and tokens, and a worker reads strangers' images.
_VARIABLES = {
    "PATH", "HOME", "XDG_CACHE_HOME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "VISION_LITERT_LIBRARY", "VISION_LITERT_LOG", "VISION_KERNELS", "VISION_CPU_FEATURES",
}


class Ended(Exception):
    """The process has ended or was killed. `again` is whether another process may do better with the same image."""

    def __init__(self, code: int, message: str, again: bool = True, was_killed: bool = False) -> None:
        super().__init__(message)
        self.error = ImageError(int(code), message)
        self.again = again
        self.was_killed = was_killed


class Channel:
    """A worker's process and its pipes. One thread at a time may use it; `kill` may be called by another one."""

    def __init__(self, command: Sequence[str], answer_bytes: int) -> None:
        try:
            # A session of its own: Ctrl-C in a terminal ends this program, not the worker below it.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={name: value for name, value in os.environ.items() if name in _VARIABLES},
            )
        except OSError as error:
            raise VisionWorkerError(
                f"The program {command[0]!r} cannot be started: {error.strerror}. "
                "Install vision, or give its path as program=…"
            ) from None
        process = self._process
        assert process.stdin and process.stdout and process.stderr
        self._input = process.stdin.fileno()
        self._output = process.stdout.fileno()
        self._errors = process.stderr.fileno()
        for descriptor in (self._input, self._output, self._errors):
            os.set_blocking(descriptor, False)
        if _F_SETPIPE_SZ is not None:
            try:
                # Room for the next images, which the worker then has at once.
                fcntl.fcntl(self._input, _F_SETPIPE_SZ, _PIPE_BYTES)
            except OSError:
                pass  # A user's pipes have a limit; a smaller pipe works too.
        self._answer_bytes = answer_bytes
        self._received = bytearray()
        self._error_output = b""
        self._errors_open = True
        self._unsent: list[memoryview] = []
        self._input_closed = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, *parts: memoryview) -> None:
        """Queues bytes, and writes what the pipe takes without blocking."""
        self._unsent.extend(part for part in parts if len(part))
        self._write()

    def line(self, seconds: float) -> bytes:
        """Waits for the next line, and writes queued bytes meanwhile.

        Raises `Ended` when the process ends, writes an endless line or takes longer than `seconds`.
        """
        deadline = time.monotonic() + seconds
        searched = 0
        while True:
            end = self._received.find(b"\n", searched)
            searched = len(self._received) if end < 0 else end
            if searched > self._answer_bytes:
                self.kill()
                raise Ended(
                    Code.RESOURCE_EXHAUSTED,
                    f"An answer has more than {self._answer_bytes} bytes; the process was ended. "
                    "Limits(answer_bytes=…) allows longer ones. Masks are smaller with the option mask_size=model, "
                    "and fewer without confidence_masks and segmentation_masks.",
                    again=False,
                )
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                return line
            left = deadline - time.monotonic()
            if left <= 0:
                self.kill()
                message = f"No answer in {seconds:g} seconds; the process was ended."
                raise Ended(Code.DEADLINE_EXCEEDED, message, again=False)
            self._wait(left)

    def _wait(self, seconds: float) -> None:
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        if self._errors_open:
            poll.register(self._errors, select.POLLIN)
        if self._unsent and not self._input_closed:
            poll.register(self._input, select.POLLOUT)
        for descriptor, _ in poll.poll(min(seconds, 3600.0) * 1000):
            if descriptor == self._input:
                self._write()
            elif descriptor == self._errors:
                self._read_errors()
            else:
                piece = os.read(self._output, _PIECE_BYTES)
                if not piece:
                    raise self._end()
                self._received += piece

    def _write(self) -> None:
        while self._unsent and not self._input_closed:
            try:
                count = os.write(self._input, self._unsent[0][:_PIPE_BYTES])
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno != errno.EPIPE:
                    raise
                # The end of the output follows, after the lines that were written before.
                self._input_closed = True
                return
            self._unsent[0] = self._unsent[0][count:]
            if not len(self._unsent[0]):
                del self._unsent[0]

    def _read_errors(self) -> None:
        """Keeps the end of standard error, for error messages."""
        try:
            while piece := os.read(self._errors, _PIECE_BYTES):
                self._error_output = (self._error_output + piece)[-_ERROR_OUTPUT_BYTES:]
            self._errors_open = False
        except BlockingIOError:
            pass

    def _end(self) -> Ended:
        try:
            status = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            # It closed its output and goes on.
            self.kill()
            status = self._process.wait()
        self._read_errors()
        reason = self._error_output.decode("utf-8", "replace").strip()
        reason = f": {reason}" if reason else "."
        if status == -signal.SIGXCPU:
            return Ended(Code.RESOURCE_EXHAUSTED, "The process used more CPU time than its limit.")
        if status < 0:
            name = signal.Signals(-status).name if -status in signal.valid_signals() else str(-status)
            return Ended(Code.ABORTED, f"The process was ended by {name}{reason}", was_killed=True)
        return Ended(Code.ABORTED, f"The process ended with status {status}{reason}")

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.kill()

    def close(self) -> None:
        """Ends the process at once and closes the pipes."""
        self._process.kill()
        self._process.wait()
        self._close_pipes()

    def forget(self) -> None:
        """In a forked child: closes the pipes and leaves the process to the parent."""
        self._close_pipes()
        # No child of this process, so that nothing waits for it.
        self._process.returncode = 0

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()
