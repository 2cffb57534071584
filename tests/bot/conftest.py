"""A server in a separate process that can be killed, and bots with accounts on it."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from qttt.bot import Client, http_api, register
from tests.server.services import free_port

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """A server on the store in ``folder``; it keeps its address when restarted."""

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
        """Register a new account, with a number appended to the name, and return its client."""
        return Client(self.url, register(self.url, f"{name} {next(self._numbers)}")[0])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this process, because starting it is slow."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.kill()


@pytest.fixture(autouse=True)
def short_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_api, "FIRST_DELAY_S", 0.05)
