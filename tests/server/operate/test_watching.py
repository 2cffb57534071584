"""Health, readiness and metrics of a running server, and its unexpected errors."""

import asyncio
import re
from collections.abc import AsyncIterator, MutableMapping
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
from fastapi import FastAPI

from qttt.server import ServerError, create_app, listen
from qttt.server.errors import StoreUnavailable
from qttt.server.net.connections import CONNECTION_EXTENSION
from qttt.server.operate.settings import ServerSettings
from qttt.server.telemetry import Telemetry, serve_metrics
from tests.server.conftest import write_app
from tests.server.services import free_port

from .players import Player, begin
from .processes import serving

HERE = "http://127.0.0.1:8000"


class WatchedServer:
    """An application in this process, with its telemetry."""

    def __init__(
        self, application: FastAPI, telemetry: Telemetry, browser: httpx.AsyncClient
    ) -> None:
        self.application, self.telemetry, self.browser = application, telemetry, browser
        self.tasks: list[asyncio.Task[None]] = []

    def measured(self, name: str, **labels: str) -> float:
        return self.telemetry.registry.get_sample_value(f"qttt_{name}", labels) or 0.0


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[WatchedServer]:
    telemetry = Telemetry("test")
    settings = ServerSettings(rates={"login": "3/minute"}, sockets=2, sockets_per_address=4)
    data = str(tmp_path / "games.db")
    application = create_app(write_app(tmp_path), data=data, settings=settings, telemetry=telemetry)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(application.router.lifespan_context(application))
        transport = httpx.ASGITransport(application, raise_app_exceptions=False)
        browser = httpx.AsyncClient(transport=transport, base_url=HERE, headers={"Origin": HERE})
        yield WatchedServer(application, telemetry, await stack.enter_async_context(browser))


async def test_a_running_server_is_ready(site: WatchedServer) -> None:
    for path in ("/healthz", "/readyz"):
        answer = await site.browser.get(path)
        assert (answer.status_code, answer.text) == (200, "ok\n")
        assert answer.headers["cache-control"] == "no-store"
        assert (await site.browser.head(path)).status_code == 200


async def test_a_server_without_a_store_is_ready(tmp_path: Path) -> None:
    transport = httpx.ASGITransport(create_app(write_app(tmp_path)))
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as browser:
        assert (await browser.get("/readyz")).text == "ok\n"


async def test_rejected_requests_are_counted_by_code(site: WatchedServer) -> None:
    for _ in range(4):
        await site.browser.post("/api/login", json={"name": "Anna", "password": "wrong one"})
    assert site.measured("request_rejections_total", code="wrong-login") == 3
    assert site.measured("request_rejections_total", code="too-fast") == 1
    assert site.measured("requests_total", method="POST", status="403") == 3
    assert site.measured("request_seconds_count") == 4


async def test_an_unexpected_error_is_reported_with_its_id_in_the_log(
    site: WatchedServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("SELECT secret FROM somewhere")

    monkeypatch.setattr("qttt.server.lobby.lobby.Lobby.seeks", fail)
    answer = await site.browser.get("/api/lobby")
    assert answer.status_code == 500
    name = answer.headers["x-request-id"]
    assert answer.json() == {
        "error": "internal",
        "message": f"internal server error; see {name} in the server's log",
    }
    assert site.measured("unexpected_errors_total") == 1
    (record,) = [each for each in caplog.records if each.message == "unexpected error"]
    assert record.exc_info


async def test_successful_responses_have_no_request_id(site: WatchedServer) -> None:
    assert "x-request-id" not in (await site.browser.get("/")).headers
    assert re.fullmatch("[0-9a-f]{16}", (await site.browser.get("/none")).headers["x-request-id"])


# --- metrics over HTTP -----------------------------------------------------------------------


def read(port: int) -> dict[str, float]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


@pytest.mark.nightly
async def test_the_metrics_of_a_game_on_a_separate_port(tmp_path: Path) -> None:
    port = free_port()
    measured = {"QTTT_METRICS": f"127.0.0.1:{port}"}
    with serving(tmp_path, str(tmp_path / "games.db"), environment=measured) as server:
        async with Player([server.url], 1) as x, Player([server.url], 2) as o:
            first, _ = await asyncio.gather(
                *(each.play(g) for g in [await begin(x, o)] for each in (x, o))
            )
            metrics = read(port)
            assert metrics["qttt_decisions_total"] == first.version
            assert metrics["qttt_commit_appends_sum"] == metrics["qttt_commit_seconds_count"]
            assert metrics["qttt_games_in_memory"] == 1
            assert metrics["qttt_appends_waiting"] == 0
            assert metrics["qttt_store_up"] == metrics["qttt_bus_up"] == 1
            assert metrics['qttt_requests_total{method="POST",status="201"}'] == 1
            assert metrics["process_resident_memory_bytes"] > 1e6
            answer = httpx.get(f"{server.url}/metrics")
            assert answer.status_code == 404
        assert server.stop() == 0


def test_a_metrics_address_in_use() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        message = (
            f"cannot serve metrics at 127.0.0.1:{port} (Address already in use); "
            "choose another address for metrics, or off"
        )
        with (
            pytest.raises(ServerError, match=re.escape(message)),
            serve_metrics(Telemetry("test"), ("127.0.0.1", port)),
        ):
            pass


def test_all_metrics_are_documented() -> None:
    text = (Path(__file__).parents[3] / "docs" / "operate.md").read_text("utf-8")
    documented = set(re.findall(r"`(qttt_\w+)`", text))
    samples = {
        sample.name
        for family in Telemetry("test").registry.collect()
        for sample in family.samples
        if sample.name.startswith("qttt_") and not sample.name.endswith("_created")
    }
    families = {family.name for family in Telemetry("test").registry.collect()}
    assert documented <= samples | families | {f"{name}_total" for name in families}
    ours = {name for name in families if name.startswith("qttt_")}
    assert ours <= {name.removesuffix("_total") for name in documented}


# --- limits and readiness --------------------------------------------------------------------


async def handshake(site: WatchedServer) -> list[str]:
    """Open a socket and return the types of the messages that the application sends."""
    sent: list[str] = []
    incoming = [{"type": "websocket.connect"}]

    async def receive() -> MutableMapping[str, Any]:
        while not incoming:
            await asyncio.sleep(3600)
        return dict(incoming.pop())

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(str(message["type"]))

    scope = {
        "type": "websocket",
        "path": "/api/socket",
        "raw_path": b"/api/socket",
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "headers": [(b"host", b"127.0.0.1:8000"), (b"origin", HERE.encode())],
        "client": ("192.0.2.1", 1),
        "server": ("127.0.0.1", 8000),
        "subprotocols": ["qttt.1"],
        "state": {},
        "extensions": {CONNECTION_EXTENSION: Mock(closing=None)},
    }
    task = asyncio.create_task(site.application(scope, receive, send))
    site.tasks.append(task)
    async with asyncio.timeout(60):
        while not sent:
            await asyncio.sleep(0.01)
    return sent


async def test_an_open_socket_holds_no_objects_of_routes(site: WatchedServer) -> None:
    """They would be a third of its memory."""
    await handshake(site)
    (task,) = site.tasks
    held: list[Any] = []
    awaited: Any = task.get_coro()
    while awaited := getattr(awaited, "cr_await", None):
        held.append(getattr(awaited, "cr_code", None))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    files = [code.co_filename.rpartition("site-packages/")[2] for code in held if code]
    assert any("net/websocket.py" in file for file in files)
    assert not [file for file in files if "routing" in file or "exitstack" in file], files


async def test_sockets_above_the_limit_are_rejected(site: WatchedServer) -> None:
    try:
        assert (await handshake(site))[0] == "websocket.accept"
        assert (await handshake(site))[0] == "websocket.accept"
        assert await handshake(site) == ["websocket.close"]
        assert site.measured("sockets_rejected_total", reason="full") == 1
    finally:
        for task in site.tasks:
            task.cancel()
        await asyncio.gather(*site.tasks, return_exceptions=True)


async def test_without_the_store_the_server_keeps_its_traffic(
    site: WatchedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr("qttt.server.net.heartbeats.Heartbeats.beat", away)
    async with asyncio.timeout(60):
        while (answer := await site.browser.get("/readyz")).text == "ok\n":
            await asyncio.sleep(0.02)
    assert (answer.status_code, answer.text) == (200, "store-away\n")


async def test_a_server_that_stops_gets_no_traffic(site: WatchedServer) -> None:
    await site.application.state.on_shutdown()
    answer = await site.browser.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "stopping\n")
