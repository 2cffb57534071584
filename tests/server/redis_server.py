"""A temporary Redis on a local port and a Unix socket, without persistence."""

import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from .services import find, free_port, skip_reason

PROGRAM = "redis-server"
TIMEOUT_S = 60.0


class RedisUnavailable(Exception):  # noqa: N818  a reason to skip
    """Redis is not installed; the message gives the command that installs it."""


class RedisServer:
    """A server that runs between ``start`` and ``kill``."""

    def __init__(self, program: str, port: int, path: Path) -> None:
        self._program = program
        self._port = port
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}"

    @property
    def unix_url(self) -> str:
        return f"unix://{self._path}"

    @property
    def pid(self) -> int:
        """The id of its process; it must have been started."""
        assert self._process
        return self._process.pid

    def start(self) -> None:
        options = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen(
            (self._program, "--port", str(self._port), "--unixsocket", self._path, *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )
        end = time.monotonic() + TIMEOUT_S
        while not self._accepts_connections():
            assert time.monotonic() < end, "redis-server does not start"
            time.sleep(0.02)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """Suspend the server: connections stay open without responses."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def _accepts_connections(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self._port), timeout=1).close()
        except OSError:
            return False
        return True


@contextmanager
def running() -> Iterator[RedisServer]:
    """Run a new server. Raises ``RedisUnavailable`` if it is not installed."""
    program = find(PROGRAM)
    if program is None:
        raise RedisUnavailable(skip_reason(PROGRAM))
    with TemporaryDirectory() as folder:
        server = RedisServer(program, free_port(), Path(folder, "redis.sock"))
        server.start()
        try:
            yield server
        finally:
            server.kill()
