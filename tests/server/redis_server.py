"""A throw-away Redis, on a port of this machine; it keeps nothing."""

import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from .services import find, free_port, missing

PROGRAM = "redis-server"
PATIENCE = 60.0


class NoRedis(Exception):  # noqa: N818  a reason to skip
    """There can be none here; the message says why."""


class RedisServer:
    """A server; it is there between ``start`` and ``kill``."""

    def __init__(self, program: str, port: int) -> None:
        self._program = program
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}"

    def start(self) -> None:
        options = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen(
            (self._program, "--port", str(self._port), *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < end, "redis-server does not start"
            time.sleep(0.02)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """It is there, and answers nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self._port), timeout=1).close()
        except OSError:
            return False
        return True


@contextmanager
def running() -> Iterator[RedisServer]:
    """A new server that runs. Raises ``NoRedis`` where there can be none."""
    program = find(PROGRAM)
    if program is None:
        raise NoRedis(missing(PROGRAM))
    server = RedisServer(program, free_port())
    server.start()
    try:
        yield server
    finally:
        server.kill()
