"""WebSocket connections: fragmented, mistaken and early messages."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
import websockets
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from qttt.server.net import websocket_connection
from qttt.server.net.websocket_connection import WebSocketConnection

from .helpers import UPGRADE, Served, served
from .test_http_connection import write_forever


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as server:
        yield server


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

    def write_eof(self) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
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


async def test_messages_are_sent_in_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    line, _ = await accepted()
    written = list[bytes]()
    monkeypatch.setattr(line.transport, "write", written.append)
    line.send_all([b"one", b"two"])
    frames = [Frame(Opcode.TEXT, text).serialize(mask=False) for text in (b"one", b"two")]
    assert written == [b"".join(frames)]


async def test_connections_take_turns() -> None:
    (one, fast), (two, slow) = await accepted(), await accepted()
    one.data_received(masked("fast" * 10) * 100)
    two.data_received(masked("slow") * 2)
    assert 0 < len(fast) < 10
    assert slow == ["slow"] * 2
    async with asyncio.timeout(60):
        while len(fast) < 100:
            await asyncio.sleep(0)


async def test_a_ping_is_not_answered_if_the_client_does_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line, _ = await accepted()
    calls = list[str]()
    monkeypatch.setattr(line.transport, "write", lambda _: calls.append("write"))
    monkeypatch.setattr(line.transport, "abort", lambda: calls.append("abort"), raising=False)
    line.data_received(masked("", Opcode.PING))
    line.pause_writing()
    line.data_received(masked("", Opcode.PING))
    assert calls == ["write", "abort"]


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


async def test_invalid_utf_8_closes_the_connection(server: Served) -> None:
    async with server.client("Ann") as ann:
        await ann.receive("hello")
        ann.line.transport.write(b"\x81\x81\x00\x00\x00\x00\xff")
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await ann.receive("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
    await server.online(0)


async def test_a_connection_is_closed_some_time_after_a_message_that_is_too_large(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_connection, "LINGER_S", 0.2)
    reader, writer = await server.upgraded()
    writer.write(masked("x" * 1_000_000))
    async with asyncio.timeout(20):
        assert Frame(Opcode.CLOSE, (1009).to_bytes(2)).data in await reader.read()
        with pytest.raises(ConnectionError):
            await write_forever(writer)
    await server.online(0)
    writer.close()


async def test_a_flood_is_read_no_more_soon_after_its_connection_is_closed(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_connection, "LINGER_S", 0.1)
    reader, writer = await server.upgraded()
    ping, code = masked('{"t":"ping","n":1}'), (4002).to_bytes(2)
    writer.write(ping * 2_000)
    while code not in await reader.read(10_000):
        pass
    async with asyncio.timeout(9):  # uvicorn's own timeout is 10
        with pytest.raises(ConnectionError):
            await write_forever(writer)
    await server.online(0)
    writer.close()
