"""HTTP connections: limits of time, size and number."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse

from qttt.server.net import http_connection
from qttt.server.net.connection_limits import AddressLimiter, Proxies

from .helpers import UPGRADE, Served, served

LIMIT = 0.3
BEGUN = b"GET /nothing HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    monkeypatch.setattr(http_connection, "REQUEST_TIMEOUT_S", LIMIT)
    async with served(tmp_path) as server:
        yield server


async def response_to(server: Served, *pieces: bytes) -> bytes:
    """Send ``pieces``, and return what the server sends until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    answer = asyncio.create_task(reader.read())
    for piece in pieces:
        if not answer.done():
            writer.write(piece)
            await asyncio.sleep(0.05)
    async with asyncio.timeout(20):
        await answer
    writer.close()
    return answer.result()


async def write_forever(writer: asyncio.StreamWriter, data: bytes = BEGUN) -> None:
    """Write until that raises an error."""
    while True:
        writer.write(data)
        await writer.drain()
        await asyncio.sleep(0.05)


async def test_a_request_times_out(server: Served) -> None:
    assert (await response_to(server, BEGUN)).startswith(b"HTTP/1.1 408 ")
    assert (await response_to(server)).startswith(b"HTTP/1.1 408 ")


async def test_a_slow_request_times_out(server: Served) -> None:
    pieces = [b"X-%d: 0\r\n" % number for number in range(10)]
    assert (await response_to(server, BEGUN, *pieces)).startswith(b"HTTP/1.1 408 ")


async def test_a_connection_is_closed_some_time_after_its_timeout(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_connection, "LINGER_S", LIMIT)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    async with asyncio.timeout(20):
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
        with pytest.raises(ConnectionError):
            await write_forever(writer)


async def test_each_request_has_its_own_timeout(server: Served) -> None:
    whole = BEGUN + b"\r\n"
    answer = await response_to(server, *[whole] * 10, BEGUN)  # together longer than the timeout
    assert answer.count(b"HTTP/1.1 404 ") == 10
    assert answer.count(b"HTTP/1.1 408 ") == 1


async def test_a_websocket_does_not_time_out(server: Served) -> None:
    async with server.client("Ann") as ann:
        await ann.receive("hello")
        await asyncio.sleep(2 * LIMIT)
        await ann.send(t="ping", n=1)
        assert (await ann.receive("pong"))["n"] == 1


async def test_the_head_of_a_request_is_limited(server: Served) -> None:
    limit = http_connection.MAX_HEAD_BYTES
    for head in (b"GET /", BEGUN + b"x: ", BEGUN + b"x: y\r\n" * limit):
        assert (await response_to(server, head + b"z" * 2 * limit)).startswith(b"HTTP/1.1 431 ")
    long = BEGUN + b"x: " + b"z" * (limit // 2) + b"\r\n\r\n"
    last = BEGUN + b"Connection: close\r\n\r\n"
    assert (await response_to(server, long, last)).count(b"HTTP/1.1 404 ") == 2


async def test_a_request_has_one_host(server: Served) -> None:
    last = "Connection: close\r\n\r\n"
    for head, status in {
        f"GET / HTTP/1.1\r\nHost: one\r\n{last}": 404,
        f"GET / HTTP/1.0\r\n{last}": 404,
        f"GET / HTTP/1.1\r\n{last}": 400,
        f"GET / HTTP/1.1\r\nHost: one\r\nHost: two\r\n{last}": 400,
        UPGRADE.replace("HTTP/1.1", "HTTP/1.0"): 400,
    }.items():
        assert (await response_to(server, head.encode())).startswith(b"HTTP/1.1 %d " % status)


async def test_connections_are_limited_by_address(tmp_path: Path) -> None:
    whole = BEGUN + b"Connection: close\r\n\r\n"
    async with served(tmp_path, connections=1) as server:
        _, first = await asyncio.open_connection("127.0.0.1", server.port)
        assert (await response_to(server, whole)).startswith(b"HTTP/1.1 503 ")
        first.close()
        async with asyncio.timeout(60):
            while not (await response_to(server, whole)).startswith(b"HTTP/1.1 404 "):
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("first", "other", "is_admitted"),
    [
        ("192.0.2.1", "192.0.2.1", False),
        ("192.0.2.1", "192.0.2.2", True),
        ("2001:db8::1", "2001:db8::2", False),
        ("2001:db8::1", "2001:db8:0:1::2", True),
        ("10.0.0.1", "10.0.0.1", True),
    ],
)
def test_addresses_are_counted_by_network(first: str, other: str, is_admitted: bool) -> None:
    limiter = AddressLimiter(1, Proxies(["10.0.0.0/8"]))
    assert limiter.admit(first)
    assert limiter.admit(other) == is_admitted
    limiter.release(first)
    assert limiter.admit(first)


async def test_a_client_that_reads_no_response_is_disconnected(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_connection, "STALL_S", LIMIT)
    app = server.server.config.app
    assert isinstance(app, FastAPI)
    app.add_api_route("/large", lambda: PlainTextResponse("x" * 50_000_000))
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")
    connections = server.server.server_state.connections
    for is_open in (True, False):
        async with asyncio.timeout(60):
            while bool(connections) != is_open:
                await asyncio.sleep(0.01)
    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        await reader.readexactly(50_000_000)
    writer.close()


async def test_a_body_that_goes_on_after_its_response_closes_the_connection(server: Served) -> None:
    begun = b"POST /nothing HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(begun)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 404 ")
    with pytest.raises(ConnectionError):
        await write_forever(writer, b"1\r\nx\r\n" * 100)
    writer.close()
