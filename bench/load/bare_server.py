"""The least that a server of games does: echo moves and store them: ``bare_server STORE``.

It uses ``websockets``, checks nothing, and knows no rules. Each move is appended to SQLite, with a
sync for each batch, before both players are sent what ``drive.mjs`` expects. It prints its port.
"""

import asyncio
import signal
import sqlite3
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie

import msgspec
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

SCHEMA = "CREATE TABLE entries (game, version, body, PRIMARY KEY (game, version)) WITHOUT ROWID"
INSERT = "INSERT INTO entries VALUES (?, ?, ?)"
HELLO = b'{"t":"hello"}'


class Message(msgspec.Struct):
    """A message of a player."""

    t: str
    game: str = ""
    id: str = ""
    at: int = 0
    body: str = ""


class Move(msgspec.Struct):
    """A move that waits for the store; ``entry`` is its JSON."""

    mover: "Socket"
    game: str
    id: str
    version: int
    entry: str


_DECODER = msgspec.json.Decoder(Message)


class Games:
    """The followers of each game, and the moves that wait for the store."""

    def __init__(self, store: sqlite3.Connection) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1)
        self._followers: dict[str, list[Socket]] = {}
        self._waiting: list[Move] = []
        self._has_moves = asyncio.Event()

    def receive(self, socket: "Socket", data: bytes) -> None:
        """Handle a message."""
        message = _DECODER.decode(data)
        if message.t == "do":
            self._move(socket, message)
        elif message.t == "watch":
            self._followers.setdefault(message.game, []).append(socket)
            head = f'{{"t":"game","game":"{message.game}","seat":"{socket.seat}"'
            socket.send(f'{head},"entries":[]}}'.encode())
        elif message.t == "leave":
            self._followers.pop(message.game, None)

    def _move(self, socket: "Socket", message: Message) -> None:
        version, now = message.at + 1, time.time_ns() // 1_000_000
        entry = (
            f'{{"v":{version},"k":"move","s":"{socket.seat}","b":"{message.body}",'
            f'"at":{now},"spent":0,"id":"{message.id}"}}'
        )
        self._waiting.append(Move(socket, message.game, message.id, version, entry))
        self._has_moves.set()

    async def write(self) -> None:
        """Store moves: those that arrive during one commit form the next batch."""
        loop = asyncio.get_running_loop()
        while True:
            await self._has_moves.wait()
            self._has_moves.clear()
            batch, self._waiting = self._waiting, []
            await loop.run_in_executor(self._thread, self._commit, batch)
            for move in batch:
                line = f'{{"t":"entries","game":"{move.game}","entries":[{move.entry}]}}'.encode()
                for socket in self._followers[move.game]:
                    socket.send(line)
                answer = f'{{"t":"done","id":"{move.id}","game":"{move.game}"'
                move.mover.send(f'{answer},"version":{move.version}}}'.encode())

    def _commit(self, batch: Sequence[Move]) -> None:
        with self._store:
            self._store.executemany(
                INSERT, [(move.game, move.version, move.entry) for move in batch]
            )


class Socket(asyncio.Protocol):
    """The WebSocket of one player; its cookie is the seat."""

    transport: asyncio.Transport

    def __init__(self, games: Games) -> None:
        self.seat = ""
        self._games = games
        self._protocol = ServerProtocol()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer the handshake and pass on messages."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self.seat = SimpleCookie(event.headers["Cookie"])["qttt"].value
                self._protocol.send_response(self._protocol.accept(event))
                self.send(HELLO)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._games.receive(self, bytes(event.data))

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._protocol.send_text(text)
        self.transport.write(b"".join(self._protocol.data_to_send()))


async def run(path: str) -> None:
    """Serve until SIGTERM."""
    store = sqlite3.connect(path, check_same_thread=False)
    store.execute("PRAGMA journal_mode = WAL")
    store.execute("PRAGMA synchronous = FULL")
    store.execute(SCHEMA)
    games = Games(store)
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    server = await loop.create_server(lambda: Socket(games), "127.0.0.1", 0, backlog=1_000)
    writing = loop.create_task(games.write())
    print(server.sockets[0].getsockname()[1], flush=True)
    await stopped.wait()
    writing.cancel()
    server.close()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
