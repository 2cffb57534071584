"""Fixtures: a minimal built app, and a server that serves it."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NamedTuple

import pytest
import uvicorn
from fastapi import FastAPI

from qttt.server import create_app, listen
from qttt.server.people import passwords
from qttt.server.store import database
from qttt.server.store import postgres as postgres_module
from qttt.server.store import sqlite as sqlite_module
from qttt.server.store import store as store_module

from .postgres import Cluster, PostgresUnavailable
from .postgres import running as postgres

FILES = {
    "index.html": b"<!doctype html><title>An app</title>"
    b'<link rel="stylesheet" href="./assets/index-B1.css">' + b"<p>text</p>" * 40,
    "sw.js": b"self.skipWaiting();" * 10,
    "manifest.webmanifest": b'{"name": "app"}',
    "icon.svg": b"<svg xmlns='x'/>",
    "icon.png": bytes(range(256)),
    "assets/index-B1.js": b"export {};" * 30,
    "assets/index-B1.css": b"p { color: red }" * 30,
    "assets/qttt-C2.wasm": b"\0asm" + bytes(200),
    "assets/goff-D3.qtb": b"QTTTABLE" + bytes(200),
}

NONE: Mapping[str, str] = {}


class Answer(NamedTuple):
    """A raw response; header names are in lower case."""

    status: int
    headers: dict[str, str]
    content: bytes


class Client(NamedTuple):
    """Sends paths and headers unchanged."""

    port: int

    def request(
        self, method: str, path: str, headers: Mapping[str, str] = NONE, body: bytes = b""
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.putrequest(
                method, path, skip_host="Host" in headers, skip_accept_encoding=True
            )
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            received = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, received, answer.read())
        finally:
            connection.close()

    def get(self, path: str, headers: Mapping[str, str] = NONE) -> Answer:
        return self.request("GET", path, headers)


@contextmanager
def running(application: FastAPI) -> Iterator[Client]:
    """Run the application in a real server."""
    with listen("127.0.0.1", 0) as listener:
        server = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_level="warning"))
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield Client(listener.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()


def write_app(parent: Path) -> Path:
    """Write the app and, next to its folder, a file that must not be served."""
    root = parent / "app"
    for name, body in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    (parent / "secret.txt").write_text("secret")
    return root


STORE_TIMEOUT_S = 60
"""Timeout for a connection or a lock in tests."""


@pytest.fixture(autouse=True)
def _long_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tolerate a slow database on a busy machine."""
    for module in (sqlite_module, postgres_module, store_module):
        monkeypatch.setattr(module, "TIMEOUT_S", STORE_TIMEOUT_S)
    monkeypatch.setattr(database, "ANSWER_TIMEOUT_S", 3 * STORE_TIMEOUT_S)


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash with the least memory, in one pass: accounts are created in hundreds of tests."""
    decoy = passwords.DECOY.replace(f"m={passwords.MEMORY},t={passwords.PASSES}", "m=8,t=1")
    for name, value in (("MEMORY", 8), ("PASSES", 1), ("DECOY", decoy)):
        monkeypatch.setattr(passwords, name, value)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_app(tmp_path)


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with running(create_app(write_app(tmp_path_factory.mktemp("session")))) as it:
        yield it


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests of this process; each test creates its own database."""
    with ExitStack() as stack:
        try:
            started = stack.enter_context(postgres())
        except PostgresUnavailable as reason:
            pytest.skip(str(reason))
        yield started


@pytest.fixture
def quick_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, if available, where syncing is free."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(prefix="qttt-store-", dir=memory) as folder:
        yield Path(folder)
