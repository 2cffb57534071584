"""A subprocess that is read and written line by line and cannot block the caller.

Every wait has a deadline, the length of lines and the number of unread lines are limited, and
``close`` always terminates the process.
"""

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, NoReturn, cast

from qttt.copies import Uncopyable

from .errors import ForfeitError
from .protocol import MAX_LINE_BYTES, sanitize

MAX_QUEUED_LINES = 256
"""Lines buffered before the program's writes block."""
EXIT_GRACE_S = 1.0
"""Seconds that a program has to exit after ``quit``."""
_STDERR_TAIL_BYTES = 2000


class Pipe(Uncopyable):
    """A program started with ``command``. Raises ``ForfeitError`` if it cannot be started."""

    copying = "start the program again"

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603  the user chose this program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = _start_problem(command[0], error)
            raise ForfeitError(f"{sanitize(command[0])} cannot be started: {reason}") from error
        self._stdin, self._stdout, self._stderr = (
            cast(IO[bytes], stream)
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()  # Ctrl-C cannot break its locks
        self._stderr_tail = b""
        self._closed = threading.Event()
        self._threads = [
            threading.Thread(target=target, daemon=True)
            for target in (self._read_stdout, self._read_stderr)
        ]
        for thread in self._threads:
            thread.start()

    def write_line(self, line: str) -> None:
        """Send a line. Raises ``ForfeitError`` if the program has exited."""
        try:
            self._stdin.write(line.encode() + b"\n")
            self._stdin.flush()
        except OSError:
            self._raise_exited()

    def read_line(self, deadline: float) -> str:
        """Return the next line; ``deadline`` is a time of ``time.monotonic``.

        Raises:
            ForfeitError: No line before the deadline, a line that is too long, or the program
                exited.
        """
        left = deadline - time.monotonic()
        try:
            line = self._lines.get(timeout=left) if left > 0 else b""
        except Empty:
            left = 0.0
        if left <= 0:
            raise ForfeitError("no answer in time")
        if line is None:
            self._raise_exited()
        if len(line) > MAX_LINE_BYTES:
            raise ForfeitError("it wrote a line that is too long")
        return line.decode(errors="replace")

    def close_input(self) -> None:
        """Close the program's standard input, at which it should exit."""
        with suppress(OSError):
            self._stdin.close()

    def wait(self, seconds: float) -> int | None:
        """Return the exit code, or None if it still runs after ``seconds``."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self, grace_s: float = EXIT_GRACE_S) -> None:
        """Terminate the program and the processes in its session.

        It has ``grace_s`` seconds to exit by itself.
        """
        self.close_input()
        self.wait(grace_s)
        if os.name == "posix":
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._closed.set()
        for thread, stream in zip(self._threads, (self._stdout, self._stderr), strict=True):
            thread.join(EXIT_GRACE_S)
            if not thread.is_alive():  # alive: another process still holds the other end
                stream.close()

    def _raise_exited(self) -> NoReturn:
        """Raise ``ForfeitError``: the program exited or closed one of its streams."""
        code = self.wait(EXIT_GRACE_S)
        if code is None:
            raise ForfeitError("it closed its standard streams")
        self._threads[1].join(EXIT_GRACE_S)
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        last = self._stderr_tail.decode(errors="replace").strip().splitlines()[-1:]
        detail = f" ({sanitize(last[0])})" if last else ""
        raise ForfeitError(f"it ended with {how}{detail}")

    # --- threads -----------------------------------------------------------------------------

    def _read_stdout(self) -> None:
        """Queue every line, overlong ones in pieces, then None at the end of the stream."""
        rest = b""
        while chunk := os.read(self._stdout.fileno(), MAX_LINE_BYTES):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                self._put(line)
            if len(rest) > MAX_LINE_BYTES:
                self._put(rest)
                rest = b""
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        """Queue a line, when the queue has room for it; no other thread adds lines."""
        while self._lines.qsize() >= MAX_QUEUED_LINES:
            if self._closed.wait(0.02):
                return
        self._lines.put(line)

    def _read_stderr(self) -> None:
        while chunk := os.read(self._stderr.fileno(), MAX_LINE_BYTES):
            self._stderr_tail = (self._stderr_tail + chunk)[-_STDERR_TAIL_BYTES:]


def _start_problem(program: str, error: OSError | ValueError) -> str:
    """Return why the program cannot be started.

    The system's error can be that of another folder in PATH, or of the program's interpreter.
    """
    if isinstance(error, OSError):
        if Path(program).name == program and shutil.which(program) is None:
            return "PATH has no such program"
        if isinstance(error, FileNotFoundError) and Path(program).exists():
            return "the interpreter that its first line names is missing"
    return getattr(error, "strerror", None) or str(error)
