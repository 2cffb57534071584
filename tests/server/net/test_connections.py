"""Connections beneath the hub: messages in pieces, and requests that never end."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import websockets

from qttt.server.net import connections

from .helpers import Served, served

LIMIT = 0.3
BEGUN = b"GET /nothing HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    monkeypatch.setattr(connections, "REQUEST", LIMIT)
    async with served(tmp_path) as server:
        yield server


async def said_to(server: Served, *pieces: bytes) -> bytes:
    """What the server answers to these pieces, until it ends the connection."""
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


async def go_on(writer: asyncio.StreamWriter) -> None:
    """Write, until that is an error."""
    while True:
        writer.write(BEGUN)
        await writer.drain()
        await asyncio.sleep(0.05)


async def test_a_message_may_come_in_pieces(server: Served) -> None:
    async with server.client("Ann") as ann:
        await ann.line.send(['{"t":"pi', 'ng","n"', ":7}"])
        assert (await ann.hear("pong"))["n"] == 7


async def test_what_is_no_text_ends_the_connection(server: Served) -> None:
    async with server.client("Ann") as ann:
        await ann.hear("hello")
        ann.line.transport.write(b"\x81\x81\x00\x00\x00\x00\xff")
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await ann.hear("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
    await server.online(0)


async def test_a_request_that_does_not_arrive_is_given_up(server: Served) -> None:
    assert (await said_to(server, BEGUN)).startswith(b"HTTP/1.1 408 ")
    assert (await said_to(server)).startswith(b"HTTP/1.1 408 ")


async def test_nor_is_one_whose_pieces_drip_in(server: Served) -> None:
    pieces = [b"X-%d: 0\r\n" % number for number in range(10)]
    assert (await said_to(server, BEGUN, *pieces)).startswith(b"HTTP/1.1 408 ")


async def test_one_that_is_given_up_is_cut_off_in_the_end(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LINGERING", LIMIT)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    async with asyncio.timeout(20):
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
        with pytest.raises(ConnectionError):
            await go_on(writer)


async def test_each_request_has_its_own_time(server: Served) -> None:
    whole = BEGUN + b"\r\n"
    answer = await said_to(server, *[whole] * 10, BEGUN)  # longer in all than one may take
    assert answer.count(b"HTTP/1.1 404 ") == 10
    assert answer.count(b"HTTP/1.1 408 ") == 1


async def test_a_socket_may_be_silent(server: Served) -> None:
    async with server.client("Ann") as ann:
        await ann.hear("hello")
        await asyncio.sleep(2 * LIMIT)
        await ann.say(t="ping", n=1)
        assert (await ann.hear("pong"))["n"] == 1
