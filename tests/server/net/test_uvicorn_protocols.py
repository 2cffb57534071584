"""Connections: fragmented messages, and requests that time out."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
import websockets
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from qttt.server.net import uvicorn_protocols
from qttt.server.net.uvicorn_protocols import (
    WebSocketConnection,
    decode_frames,
    encode_frame,
    is_aligned,
)

from .helpers import UPGRADE, Served, served

LIMIT = 0.3
BEGUN = b"GET /nothing HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    monkeypatch.setattr(uvicorn_protocols, "REQUEST_TIMEOUT_S", LIMIT)
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


async def test_fragmented_messages_are_joined(server: Served) -> None:
    async with server.client("Ann") as ann:
        await ann.line.send(['{"t":"pi', 'ng","n"', ":7}"])
        assert (await ann.receive("pong"))["n"] == 7


def masked(text: str, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


class Wire(asyncio.Transport):
    """A transport that discards data."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


def begun() -> tuple[WebSocketConnection, asyncio.Event]:
    """Return a WebSocket that has received its handshake, and an event when it is accepted."""
    done = asyncio.Event()

    async def accept(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept", "subprotocol": "qttt.1"})
        done.set()

    config = uvicorn.Config(accept, ws=WebSocketConnection, ws_ping_interval=None, log_config=None)
    config.load()
    line = WebSocketConnection(config, ServerState(), {})
    line.connection_made(Wire())
    line.data_received(UPGRADE.encode())
    return line, done


async def accepted() -> tuple[WebSocketConnection, list[str]]:
    """Return an accepted WebSocket, and the list of the messages that it receives."""
    (line, done), received = begun(), list[str]()
    await done.wait()
    line.on_text = received.append
    return line, received


async def test_frames_before_the_end_of_the_handshake_abort_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line, done = begun()
    aborts = list[str]()
    monkeypatch.setattr(line.transport, "abort", lambda: aborts.append("abort"), raising=False)
    line.data_received(masked("early"))
    assert aborts == ["abort"]
    await done.wait()


async def test_whole_short_messages_bypass_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    line, received = await accepted()
    for data in (masked("", Opcode.PONG), masked("long" * 50), masked("1") + masked("2" * 200)):
        line.data_received(data)
    monkeypatch.setattr(line, "handle_events", lambda: pytest.fail("it was parsed"))
    line.data_received(masked("short"))
    line.data_received(masked("3") + masked("") + masked("4"))
    assert received == ["long" * 50, "1", "2" * 200, "short", "3", "", "4"]


async def test_messages_are_sent_in_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    line, _ = await accepted()
    written = list[bytes]()
    monkeypatch.setattr(line.transport, "write", written.append)
    line.send_all(["one", "two"])
    assert written == [encode_frame("one") + encode_frame("two")]


def in_frames(parts: Sequence[str]) -> Iterator[bytes]:
    """Yield a message fragmented into ``parts``, with a pong before each."""
    for number, part in enumerate(parts):
        opcode, fin = Opcode.CONT if number else Opcode.TEXT, number == len(parts) - 1
        yield from (masked("", Opcode.PONG), masked(part, opcode, fin=fin))


async def test_messages_survive_any_split_of_their_bytes() -> None:
    rng = Random(1)
    for _ in range(300):
        line, received = await accepted()
        messages = [["ab" * rng.randrange(90) for _ in range(rng.choice((1, 3)))] for _ in "1234"]
        for frame in chain.from_iterable(map(in_frames, messages)):
            cut = rng.choice((len(frame), rng.randrange(1, len(frame))))
            for piece in filter(None, (frame[:cut], frame[cut:])):
                line.data_received(piece)
        assert received == ["".join(parts) for parts in messages]


@pytest.mark.parametrize(
    "before",
    [
        pytest.param(masked("first", fin=False), id="within another text"),
        pytest.param(b"\x81\xa0", id="within a frame"),
        pytest.param(b"\x81\x01x", id="after an error"),
        pytest.param(Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True), id="after the end"),
    ],
)
async def test_bytes_like_a_message_are_not_one_in_the_wrong_place(before: bytes) -> None:
    line, received = await accepted()
    line.data_received(before)
    line.data_received(masked("second"))
    assert not received


@given(st.text(max_size=200) | st.sampled_from((125, 126, 65_535, 65_536)).map("x".__mul__))
def test_frames_are_encoded_as_by_the_library(text: str) -> None:
    assert encode_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


@given(st.lists(st.text(max_size=130), min_size=1, max_size=3))
def test_short_frames_are_decoded(texts: list[str]) -> None:
    data = b"".join(map(masked, texts))
    are_short = all(len(text.encode()) < 126 for text in texts)
    assert decode_frames(data) == (texts if are_short else [])
    assert decode_frames(data[:-1]) == decode_frames(data + b"x") == []


LENGTHS = st.sampled_from((0, 1, 125, 126, 300, 65_535, 65_536))


@given(st.lists(LENGTHS, min_size=1, max_size=3), st.data())
def test_whole_messages_are_distinguished_from_parts(
    lengths: list[int], draw: st.DataObject
) -> None:
    frames = [masked("x" * length) for length in lengths]
    assert is_aligned(b"".join(frames))
    cut = draw.draw(st.integers(1, len(frames[-1]) - 1))
    assert not is_aligned(b"".join(frames)[:-cut])
    assert not is_aligned(b"".join(frames) + masked("begun", fin=False))


@given(st.binary(max_size=140))
def test_other_bytes_are_not_decoded(data: bytes) -> None:
    for begun in (data, b"\x81" + data, bytes((0x81, 0x80 | min(127, len(data)))) + data):
        texts = decode_frames(begun)
        assert not texts or len(begun) == sum(6 + len(text.encode()) for text in texts)


async def test_invalid_utf_8_closes_the_connection(server: Served) -> None:
    async with server.client("Ann") as ann:
        await ann.receive("hello")
        ann.line.transport.write(b"\x81\x81\x00\x00\x00\x00\xff")
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await ann.receive("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
    await server.online(0)


async def test_a_request_times_out(server: Served) -> None:
    assert (await response_to(server, BEGUN)).startswith(b"HTTP/1.1 408 ")
    assert (await response_to(server)).startswith(b"HTTP/1.1 408 ")


async def test_a_slow_request_times_out(server: Served) -> None:
    pieces = [b"X-%d: 0\r\n" % number for number in range(10)]
    assert (await response_to(server, BEGUN, *pieces)).startswith(b"HTTP/1.1 408 ")


async def test_a_connection_is_closed_some_time_after_its_timeout(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_protocols, "LINGER_S", LIMIT)
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
    limit = uvicorn_protocols.MAX_HEAD_BYTES
    for head in (b"GET /", BEGUN + b"x: ", BEGUN + b"x: y\r\n" * limit):
        assert (await response_to(server, head + b"z" * 2 * limit)).startswith(b"HTTP/1.1 431 ")
    long = BEGUN + b"x: " + b"z" * (limit // 2) + b"\r\n\r\n"
    last = BEGUN + b"Connection: close\r\n\r\n"
    assert (await response_to(server, long, last)).count(b"HTTP/1.1 404 ") == 2


async def test_connections_are_limited_by_address(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_protocols, "MAX_CONNECTIONS_PER_ADDRESS", 1)
    whole = BEGUN + b"Connection: close\r\n\r\n"
    _, first = await asyncio.open_connection("127.0.0.1", server.port)
    assert (await response_to(server, whole)).startswith(b"HTTP/1.1 503 ")
    first.close()
    while not (await response_to(server, whole)).startswith(b"HTTP/1.1 404 "):
        await asyncio.sleep(0.01)


async def test_a_client_that_reads_no_response_is_disconnected(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_protocols, "STALL_S", LIMIT)
    app = server.server.config.app
    assert isinstance(app, FastAPI)
    app.add_api_route("/large", lambda: PlainTextResponse("x" * 50_000_000))
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")
    connections = server.server.server_state.connections
    for is_open in (True, False):
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
