"""A server in a process of its own, which can be killed, and programs with accounts there."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from qttt.bot import Client, register, waiting
from tests.server.services import free_port

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """A server on the store in ``folder``; started again it has the same address."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "games.db"
        self.port = free_port()
        self._numbers = count(1)
        self.start()

    def start(self) -> None:
        command = (sys.executable, "-m", "bench.load.server", str(self.store))
        self._process = subprocess.Popen(
            (*command, f"--port={self.port}"), cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, name: str) -> Client:
        """A program of somebody new; the name has a number behind it."""
        return Client(self.url, register(self.url, f"{name} {next(self._numbers)}")[0])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests of this process; it is started once, as that takes a while."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.kill()


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "FIRST", 0.05)
