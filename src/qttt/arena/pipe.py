"""A running program that is talked to in lines; nothing that it does can hold its user up.

Every wait has an end, lines have a greatest length, output that nobody asks for does not pile up,
and in the end the process is gone.
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import IO, NoReturn, cast

from .errors import Forfeit
from .protocol import LONGEST_LINE, cut

AHEAD = 256
"""So many lines are read before somebody asks for them; then the program has to wait."""
FAREWELL = 1.0
"""Seconds that a program has to leave after it was told to."""
_COMPLAINT = 2000


class Pipe:
    """A program that was started with ``command``. Raises ``Forfeit`` if it cannot be."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603  the user has named this program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Forfeit(f"{cut(command[0])} cannot be started: {reason}") from error
        self._stdin, self._stdout, self._stderr = (
            cast(IO[bytes], stream)
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._lines: Queue[bytes | None] = Queue(AHEAD)
        self._complaint = b""
        self._closed = threading.Event()
        self._threads = [
            threading.Thread(target=target, daemon=True)
            for target in (self._listen, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    def say(self, line: str) -> None:
        """Send a line. Raises ``Forfeit`` if the program has gone."""
        try:
            self._stdin.write(line.encode() + b"\n")
            self._stdin.flush()
        except OSError:
            self._gone()

    def hear(self, until: float) -> str:
        """The next line; ``until`` is a time of ``time.monotonic``.

        Raises ``Forfeit`` if there is none in time, if it has no end, or if the program has gone.
        """
        left = until - time.monotonic()
        try:
            line = self._lines.get(timeout=left) if left > 0 else b""
        except Empty:
            left = 0.0
        if left <= 0:
            raise Forfeit("no answer in time")
        if line is None:
            self._gone()
        if len(line) > LONGEST_LINE:
            raise Forfeit("it wrote a line without an end")
        return line.decode(errors="replace")

    def hang_up(self) -> None:
        """Close its input: the program should leave then."""
        with suppress(OSError):
            self._stdin.close()

    def wait(self, seconds: float) -> int | None:
        """Its exit code; None if it is still there after so many seconds."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self, farewell: float = FAREWELL) -> None:
        """See to it that the program is gone, and what it has started in its session.

        It has ``farewell`` seconds to leave by itself.
        """
        self.hang_up()
        self.wait(farewell)
        if os.name == "posix":
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._closed.set()
        for thread, stream in zip(self._threads, (self._stdout, self._stderr), strict=True):
            thread.join(FAREWELL)
            if not thread.is_alive():  # or somebody else still holds the other end
                stream.close()

    def _gone(self) -> NoReturn:
        """It has left, or closed one of its streams."""
        code = self.wait(FAREWELL)
        if code is None:
            raise Forfeit("it hung up")
        self._threads[1].join(FAREWELL)
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        last = self._complaint.decode(errors="replace").strip().splitlines()[-1:]
        said = f" ({cut(last[0])})" if last else ""
        raise Forfeit(f"it ended with {how}{said}")

    # --- threads -----------------------------------------------------------------------------

    def _listen(self) -> None:
        """Put every line into the queue, one that is too long in pieces, and None at the end."""
        rest = b""
        while chunk := os.read(self._stdout.fileno(), LONGEST_LINE):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                self._put(line)
            if len(rest) > LONGEST_LINE:
                self._put(rest)
                rest = b""
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        while not self._closed.is_set():
            with suppress(Full):
                self._lines.put(line, timeout=0.1)
                return

    def _overhear(self) -> None:
        """Keep the end of what it writes to standard error, so that it never has to wait there."""
        while chunk := os.read(self._stderr.fileno(), LONGEST_LINE):
            self._complaint = (self._complaint + chunk)[-_COMPLAINT:]
