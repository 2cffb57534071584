"""A server on a store in a file, where a header identifies a socket's user."""

import asyncio
import json
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self

import uvicorn
import websockets
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.responses import Response

from qttt.play import named_coin
from qttt.server.games.terms import Identity, Terms
from qttt.server.net.connection_limits import AddressLimiter, SocketShares
from qttt.server.net.http_connection import HttpConnection
from qttt.server.net.runner import HubRunner
from qttt.server.net.websocket import add_sockets
from qttt.server.net.websocket_connection import WebSocketConnection
from qttt.server.services import now_ms
from qttt.server.store.entities import User
from qttt.server.store.store import Store, open_store
from qttt.server.web_server import MAX_WEBSOCKET_BYTES, with_shutdown_hook
from tests.server.busy import without_downtime
from tests.server.unsignalled import Unsignalled

ANN, BOB = Identity("annannannann", "Ann"), Identity("bobbobbobbob", "Bob")
ORIGIN = "http://allowed.example"
GAME = "game000001"


UPGRADE = (
    "GET /api/socket HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    f"Sec-WebSocket-Protocol: qttt.1\r\nOrigin: {ORIGIN}\r\n\r\n"
)


def terms(rules: str = "goff", clock: str = "60+1", o: Identity = BOB) -> Terms:
    return Terms(GAME, rules, "-", ANN, o, clock, False, now_ms())


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    """Open the store in ``folder``, with the users Ann and Bob."""
    async with open_store(str(folder / "games.db")) as store:
        for who in (ANN, BOB):
            if await store.people.user(who.user) is None:
                await store.people.add_user(User(who.user, who.name, 1))
        yield store


async def identify(connection: HTTPConnection, response: Response) -> Identity | None:
    return {"Ann": ANN, "Bob": BOB}.get(connection.headers.get("test-who", ""))


class Served:
    """A running server and its ``runner``."""

    def __init__(self, runner: HubRunner, store: Store, port: int, server: uvicorn.Server) -> None:
        self.runner, self.store, self.port, self.server = runner, store, port, server

    @asynccontextmanager
    async def client(self, who: str = "", **options: Any) -> AsyncIterator["Socket"]:
        settings = {"origin": ORIGIN, "subprotocols": ["qttt.1"], "compression": None, **options}
        url = f"ws://127.0.0.1:{self.port}/api/socket"
        headers = {"test-who": who}
        async with websockets.connect(url, additional_headers=headers, **settings) as line:
            yield Socket(line)

    async def upgraded(self, limit: int = 2**16) -> tuple[StreamReader, StreamWriter]:
        """Open a bare WebSocket; at most ``limit`` bytes are read ahead."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=limit)
        writer.write(UPGRADE.encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    @asynccontextmanager
    async def stalled(self) -> AsyncIterator[None]:
        """Connect a client that follows the lobby and reads nothing."""
        _, writer = await self.upgraded(limit=1_024)
        text = b'{"t":"lobby"}'
        writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
        yield
        writer.close()

    async def online(self, clients: int) -> None:
        """Wait until exactly this many clients are connected."""
        async with asyncio.timeout(60):
            while self.runner.connection_count != clients:
                await asyncio.sleep(0.01)

    async def begin(self, game: Terms) -> None:
        assert await self.store.games.create(game)
        await self.runner.announce_game(game)


@asynccontextmanager
async def served(
    folder: Path, connections: int = 500, clock: Callable[[], int] = now_ms
) -> AsyncIterator[Served]:
    """Serve a store in ``folder``, with a limit of connections for an address."""
    limiter, shares = AddressLimiter(connections), SocketShares(connections)
    async with opened(folder) as store, HubRunner(store, named_coin("os"), clock) as runner:
        app = FastAPI()
        add_sockets(app, lambda: runner, identify, lambda origin, host: origin == ORIGIN, shares)
        config = uvicorn.Config(
            app,
            lifespan="off",
            http=partial(HttpConnection, limiter=limiter),  # type: ignore[arg-type]
            ws=WebSocketConnection,
            ws_max_size=MAX_WEBSOCKET_BYTES,
            log_level="critical",
        )
        server = with_shutdown_hook(app, Unsignalled)(config)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            running = asyncio.create_task(server.serve(sockets=[listening]))
            async with asyncio.timeout(60):
                while not server.started:
                    await asyncio.sleep(0.01)
            try:
                with without_downtime():
                    yield Served(runner, store, listening.getsockname()[1], server)
            finally:
                server.should_exit = True
                await running


class Socket:
    """A client that waits for messages; ``entries`` is its copy of the log."""

    def __init__(self, line: websockets.ClientConnection) -> None:
        self.line = line
        self.entries: list[dict[str, Any]] = []
        self.commands = 0

    async def send(self, **message: Any) -> None:
        await self.line.send(json.dumps(message))

    async def receive(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while True:
                message: dict[str, Any] = json.loads(await self.line.recv())
                for entry in message.get("entries", []):
                    if entry["v"] == len(self.entries) + 1:
                        self.entries.append(entry)
                if message["t"] == kind:
                    return message

    async def sync(self, version: int) -> Self:
        while len(self.entries) < version:
            await self.receive("entries")
        return self

    async def watch(self) -> Self:
        await self.send(t="watch", game=GAME, have=len(self.entries))
        await self.receive("game")
        return self

    async def submit(self, kind: str, body: str = "") -> None:
        self.commands += 1
        id_ = f"{id(self)}-{self.commands}"
        at = len(self.entries)
        await self.send(t="do", game=GAME, id=id_, at=at, kind=kind, body=body)
