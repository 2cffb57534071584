"""Bad clients affect no others: games go on meanwhile, and memory does not grow.

The server is a separate process, whose memory is measured, and all sockets are real.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
import websockets

from bench.load.driving import Server, ours, serving
from bench.load.stock import Line, Pair, stock
from qttt.server.hub import hub
from qttt.server.hub.effects import CloseCode
from qttt.server.operate.open_files import raise_file_limit

from .helpers import Served, served, terms

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")

GAMES = 120
MAX_GROWTH_MIB = 20
"""Memory that an attack can cost."""
TIMEOUT_S = 120
STORM = 500
"""Clients that connect at once."""


class Target(NamedTuple):
    """A server under attack, and the games of two other players there."""

    server: Server
    sessions: dict[str, str]
    games: list[tuple[str, Line]]
    lines: list[asyncio.StreamWriter]

    @property
    def upgrade(self) -> bytes:
        """A browser's request to open a WebSocket, as the player of X."""
        address = f"127.0.0.1:{self.server.port}"
        return (
            f"GET /api/socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nOrigin: http://{address}\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: qttt.1\r\n\r\n"
        ).encode()

    def socket(self, seat: str) -> websockets.connect:
        address = f"127.0.0.1:{self.server.port}"
        return websockets.connect(
            f"ws://{address}/api/socket",
            origin=websockets.Origin(f"http://{address}"),
            subprotocols=[websockets.Subprotocol("qttt.1")],
            additional_headers={"Cookie": f"qttt={self.sessions[seat]}"},
            compression=None,
        )

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a TCP connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        self.lines.append(writer)
        return reader, writer

    async def hang_up(self) -> None:
        for line in self.lines:
            line.transport.abort()
        for line in self.lines:
            with suppress(OSError):
                await line.wait_closed()
        self.lines.clear()

    async def talking(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a WebSocket to write bytes to."""
        reader, writer = await self.line()
        writer.write(self.upgrade)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def play(self) -> None:
        """Play a whole game; both players wait for each move."""
        game, moves = self.games.pop()
        async with asyncio.timeout(TIMEOUT_S), self.socket("X") as x, self.socket("O") as o:
            for line in (x, o):
                await line.send(json.dumps({"t": "watch", "game": game}))
            version = 0
            for number, (seat, body) in enumerate(moves):
                message = {"t": "do", "game": game, "id": f"m{number}", "at": version}
                sent = json.dumps({**message, "kind": "move", "body": body})
                await (x if seat == "X" else o).send(sent)
                for line in (x, o):
                    version = await _receive_version(line, f"m{number}")


def resident_mib(pid: int) -> float:
    """Return the resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def _receive_version(line: websockets.ClientConnection, id_: str) -> int:
    """Wait for the entry of a command, and return its version."""
    while True:
        message = json.loads(await line.recv())
        assert message["t"] != "refused", message
        for entry in message.get("entries", ()):
            if entry["id"] == id_:
                return int(entry["v"])


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    raise_file_limit(STORM)
    store = tmp_path_factory.mktemp("target") / "games.db"
    (pair,) = stock(str(store), 1, GAMES)
    with serving(ours(store)) as server:
        yield _target(server, pair)


def _target(server: Server, pair: Pair) -> Target:
    return Target(server, pair.sessions, list(pair.games), [])


def frame(payload: bytes, first: int = 0x81) -> bytes:
    """Return a client's frame, by default a whole text message, with a zero mask."""
    size = len(payload)
    if size < 126:
        head = bytes([first, 0x80 | size])
    elif size < 1 << 16:
        head = bytes([first, 0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([first, 0x80 | 127]) + size.to_bytes(8, "big")
    return head + bytes(4) + payload


async def closing(reader: asyncio.StreamReader) -> int:
    """Return the code with which the server closes the socket; 0 for an abrupt end."""
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        while True:
            first, size = await reader.readexactly(2)
            if size > 125:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
            payload = await reader.readexactly(size)
            if first == 0x88:
                return int.from_bytes(payload[:2], "big")
    return 0


# --- attacks -------------------------------------------------------------------------------------


async def stalled(target: Target) -> AsyncIterator[None]:
    """Sockets that send many requests and read nothing."""
    request = frame(json.dumps({"t": "watch", "game": target.games[0][0]}).encode())
    lines = [await target.talking() for _ in range(50)]
    for _, writer in lines:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(request * 40)
    yield


async def flood(target: Target) -> AsyncIterator[None]:
    """Sockets that send too fast, which are closed."""
    lines = [await target.talking() for _ in range(10)]
    for _, writer in lines:
        writer.write(frame(b'{"t":"ping","n":1}') * 2_000)
    yield
    assert [await closing(reader) for reader, _ in lines] == [CloseCode.FLOOD] * 10


async def oversized(target: Target) -> AsyncIterator[None]:
    lines = [await target.talking() for _ in range(20)]
    for _, writer in lines:
        writer.write(frame(b"x" * 1_000_000))
    yield
    assert {await closing(reader) for reader, _ in lines} == {1009}


async def endless(target: Target) -> AsyncIterator[None]:
    """A fragmented message that never ends."""
    lines = [await target.talking() for _ in range(20)]
    for _, writer in lines:
        writer.write(frame(b"x" * 8_000, 0x01) + frame(b"x" * 8_000, 0x00) * 200)
    yield
    assert {await closing(reader) for reader, _ in lines} == {1009}


async def binary(target: Target) -> AsyncIterator[None]:
    lines = [await target.talking() for _ in range(20)]
    for _, writer in lines:
        writer.write(frame(b"\x00\xff" * 100, 0x82))
    yield
    assert {await closing(reader) for reader, _ in lines} == {1003}


async def garbage(target: Target) -> AsyncIterator[None]:
    """Invalid frames, text, messages and requests."""
    lines = [await target.talking() for _ in range(20)]
    for number, (_, writer) in enumerate(lines):
        writer.write([b"\xff" * 500, frame(b"\xff\xfe"), frame(b"{" * 4_000)][number % 3])
    others = [await target.line() for _ in range(20)]
    for _, writer in others:
        writer.write(bytes(range(256)) * 40)
    yield


async def slow_requests(target: Target) -> AsyncIterator[None]:
    """Requests and handshakes that arrive byte by byte and never end."""
    lines = [await target.line() for _ in range(200)]
    request = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"

    async def drip() -> None:
        for number in range(len(target.upgrade) - 1):
            for odd, (_, writer) in enumerate(lines):
                text = target.upgrade if odd % 2 else request
                writer.write(text[number : number + 1])
            await asyncio.sleep(0.02)

    dripping = asyncio.create_task(drip())
    yield
    dripping.cancel()


async def storm(target: Target) -> AsyncIterator[None]:
    """Clients connect at once and disconnect abruptly."""

    async def come() -> None:
        _, writer = await target.line()
        writer.write(target.upgrade)
        await asyncio.sleep(0.2)
        writer.transport.abort()

    coming = asyncio.gather(*(come() for _ in range(STORM)))
    yield
    await coming


ATTACKS = (stalled, flood, oversized, endless, binary, garbage, slow_requests, storm)


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.__name__ for attack in ATTACKS])
async def test_bad_clients_hurt_only_themselves(
    target: Target, attack: Callable[[Target], AsyncIterator[None]]
) -> None:
    async def survive() -> float:
        """Attack while others play. Returns the server's memory afterwards."""
        async with asyncio.timeout(2 * TIMEOUT_S), asynccontextmanager(attack)(target):
            for _ in range(3):
                await target.play()
        await target.hang_up()
        await target.play()
        return resident_mib(target.server.process.pid)

    first = await survive()
    assert await survive() - first <= MAX_GROWTH_MIB


async def test_an_idle_client_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "IDLE_TIMEOUT_MS", 300)
    async with served(tmp_path) as server:
        await server.begin(terms())
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await _listen(server)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CloseCode.IDLE
        await server.online(0)


async def _listen(server: Served) -> None:
    """Follow a game and send nothing more."""
    async with server.client("Ann") as ann:
        await ann.watch()
        await ann.receive("nothing more")


async def test_two_tabs_of_one_player_are_one_player(tmp_path: Path) -> None:
    async with served(tmp_path) as server, AsyncExitStack() as stack:
        await server.begin(terms())
        tabs = [await stack.enter_async_context(server.client("Ann")) for _ in range(2)]
        for tab in tabs:
            await tab.watch()
        await asyncio.gather(tabs[0].submit("move", "12"), tabs[1].submit("move", "23"))
        answers = [await _answer(tab.line) for tab in tabs]
        assert sorted(answers) == ["done", "stale"]
        log = await server.store.games.load(terms().game)
        assert log is not None
        assert len(log.entries) == 1


async def _answer(line: websockets.ClientConnection) -> str:
    while True:
        message = json.loads(await line.recv())
        if message["t"] in ("done", "refused"):
            return str(message.get("code") or message["t"])
