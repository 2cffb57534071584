"""Connections beneath the hub: messages in pieces, and requests that never end."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
import websockets
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from qttt.server.net import connections
from qttt.server.net.connections import Line, are_messages, framed, unframed

from .helpers import UPGRADE, Served, served

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


def masked(text: str, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


class Wire(asyncio.Transport):
    """A transport that leads nowhere."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


async def accepted() -> tuple[Line, list[str]]:
    """A line whose client has been let in, and what is heard of it."""
    done = asyncio.Event()

    async def accept(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept", "subprotocol": "qttt.1"})
        done.set()

    config = uvicorn.Config(accept, ws=Line, ws_ping_interval=None, log_config=None)
    config.load()
    line, heard = Line(config, ServerState(), {}), list[str]()
    line.connection_made(Wire())
    line.data_received(UPGRADE.encode())
    await done.wait()
    line.hear = heard.append
    return line, heard


async def test_short_texts_as_wholes_need_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    line, heard = await accepted()
    for data in (masked("", Opcode.PONG), masked("long" * 50), masked("1") + masked("2" * 200)):
        line.data_received(data)
    monkeypatch.setattr(line, "handle_events", lambda: pytest.fail("it was parsed"))
    line.data_received(masked("short"))
    line.data_received(masked("3") + masked("") + masked("4"))
    assert heard == ["long" * 50, "1", "2" * 200, "short", "3", "", "4"]


async def test_what_is_told_at_once_goes_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    line, _ = await accepted()
    written = list[bytes]()
    monkeypatch.setattr(line.transport, "write", written.append)
    line.put(["one", "two"])
    assert written == [framed("one") + framed("two")]


def in_frames(parts: Sequence[str]) -> Iterator[bytes]:
    """A message in so many frames, with a sign of life before each."""
    for number, part in enumerate(parts):
        opcode, fin = Opcode.CONT if number else Opcode.TEXT, number == len(parts) - 1
        yield from (masked("", Opcode.PONG), masked(part, opcode, fin=fin))


async def test_it_does_not_matter_where_what_is_said_is_cut() -> None:
    rng = Random(1)
    for _ in range(300):
        line, heard = await accepted()
        messages = [["ab" * rng.randrange(90) for _ in range(rng.choice((1, 3)))] for _ in "1234"]
        for frame in chain.from_iterable(map(in_frames, messages)):
            cut = rng.choice((len(frame), rng.randrange(1, len(frame))))
            for piece in filter(None, (frame[:cut], frame[cut:])):
                line.data_received(piece)
        assert heard == ["".join(parts) for parts in messages]


@pytest.mark.parametrize(
    "before",
    [
        pytest.param(masked("first", fin=False), id="within another text"),
        pytest.param(b"\x81\xa0", id="within a frame"),
        pytest.param(b"\x81\x01x", id="after an error"),
        pytest.param(Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True), id="after the end"),
    ],
)
async def test_what_looks_like_a_message_is_not_always_one(before: bytes) -> None:
    line, heard = await accepted()
    line.data_received(before)
    line.data_received(masked("second"))
    assert not heard


@given(st.text(max_size=200) | st.sampled_from((125, 126, 65_535, 65_536)).map("x".__mul__))
def test_a_message_is_put_on_the_wire_as_the_library_does(text: str) -> None:
    assert framed(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


@given(st.lists(st.text(max_size=130), min_size=1, max_size=3))
def test_short_texts_are_read_as_they_were_written(texts: list[str]) -> None:
    data = b"".join(map(masked, texts))
    are_short = all(len(text.encode()) < 126 for text in texts)
    assert unframed(data) == (texts if are_short else [])
    assert unframed(data[:-1]) == unframed(data + b"x") == []


LENGTHS = st.sampled_from((0, 1, 125, 126, 300, 65_535, 65_536))


@given(st.lists(LENGTHS, min_size=1, max_size=3), st.data())
def test_whole_messages_are_told_from_cut_ones(lengths: list[int], draw: st.DataObject) -> None:
    frames = [masked("x" * length) for length in lengths]
    assert are_messages(b"".join(frames))
    cut = draw.draw(st.integers(1, len(frames[-1]) - 1))
    assert not are_messages(b"".join(frames)[:-cut])
    assert not are_messages(b"".join(frames) + masked("begun", fin=False))


@given(st.binary(max_size=140))
def test_nothing_else_is_a_short_text(data: bytes) -> None:
    for begun in (data, b"\x81" + data, bytes((0x81, 0x80 | min(127, len(data)))) + data):
        texts = unframed(begun)
        assert not texts or len(begun) == sum(6 + len(text.encode()) for text in texts)


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
