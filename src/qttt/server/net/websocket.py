"""The WebSocket endpoint ``/api/socket`` (P1-P7)."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from qttt.server.games.terms import Identity
from qttt.server.hub.effects import CloseCode
from qttt.server.protocol.incoming import SUBPROTOCOL
from qttt.server.telemetry import context_of

from .connection_limits import SocketShares, network
from .connections import CONNECTION_EXTENSION, Closing
from .runner import HubRunner

if TYPE_CHECKING:
    from .websocket_connection import WebSocketConnection

PATH = "/api/socket"
CLOSE_TIMEOUT_S = 2.0
"""How long a client has to complete the closing handshake."""

NO_TEXT = Closing(1003, "messages must be text")
WRONG_PROTOCOL = Closing(1002, f"offer the subprotocol {SUBPROTOCOL}")
DISCONNECTED = Closing(1000, "")

Identify = Callable[[HTTPConnection, Response], Awaitable[Identity | None]]
"""Authenticates a client by its cookie, which it can set again; None for an anonymous spectator."""
Allows = Callable[[str | None, str | None], bool]
"""Whether a page can connect, by the headers ``Origin`` and ``Host``."""


def add_sockets(
    server: Starlette,
    runner: Callable[[], HubRunner],
    identify: Identify,
    allows: Allows,
    shares: SocketShares,
) -> None:
    """Let ``server`` serve WebSockets; ``runner`` is called only while it runs."""
    server.state.on_shutdown = lambda: runner().stop()
    server.add_middleware(
        SocketEndpoint, runner=runner, identify=identify, allows=allows, shares=shares
    )


class SocketEndpoint:
    """Middleware that serves WebSockets at ``PATH``, rejects all others, and passes requests on.

    A route of FastAPI would hold a dozen more objects for each socket while it is open.

    Args:
        inner: Handles requests.
        runner: Returns the runner.
        identify: Authenticates clients.
        allows: Whether a page can connect.
        shares: Limits of sockets by user.
    """

    def __init__(
        self,
        inner: ASGIApp,
        runner: Callable[[], HubRunner],
        identify: Identify,
        allows: Allows,
        shares: SocketShares,
    ) -> None:
        self._inner = inner
        self._runner = runner
        self._identify = identify
        self._allows = allows
        self._shares = shares

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._serve(WebSocket(scope, receive, send))
        else:
            await self._inner(scope, receive, send)

    async def _serve(self, socket: WebSocket) -> None:
        headers = socket.headers
        # Closing before accepting answers with 403, without details for the page.
        if socket.scope["path"] != PATH or not self._allows(
            headers.get("origin"), headers.get("host")
        ):
            await socket.close()
        elif SUBPROTOCOL not in socket.scope["subprotocols"]:
            await socket.accept()
            await socket.close(*WRONG_PROTOCOL)
        else:
            response = Response()
            identity = await self._identify(socket, response)
            cookies = [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]
            await self._serve_user(socket, identity, cookies)

    async def _serve_user(
        self, socket: WebSocket, identity: Identity | None, cookies: list[tuple[bytes, bytes]]
    ) -> None:
        user = identity.user if identity and identity.session else ""
        address = socket.client.host if socket.client else ""
        with self._shares.share(user, address) as is_admitted:
            if not is_admitted:
                self._runner().telemetry.rejected_sockets.labels("share").inc()
                context_of(socket.scope).code = "unavailable"
                await socket.close()
                return
            try:
                await socket.accept(SUBPROTOCOL, cookies)
            except OSError:  # the client has disconnected
                return
            await serve_client(socket, self._runner(), identity)


async def serve_client(socket: WebSocket, runner: HubRunner, identity: Identity | None) -> None:
    """Pass messages between a client and the hub until one side closes the socket."""
    connection: WebSocketConnection = socket.scope["extensions"][CONNECTION_EXTENSION]
    address = network(socket.client.host) if socket.client else ""
    socket.scope["headers"].clear()  # over a kilobyte, unused after the handshake
    async with runner.connected(identity, connection, address) as client:
        on_text = partial(runner.receive, client)
        connection.take_over(on_text)
        closing = await _wait_for_end(socket, on_text)
    closing = connection.closing or closing
    if closing is not DISCONNECTED:
        code = closing.code
        reason = code.name.lower() if isinstance(code, CloseCode) else str(code)
        runner.telemetry.socket_closed(reason)
        try:
            await asyncio.wait_for(socket.close(*closing), CLOSE_TIMEOUT_S)
        except TimeoutError:  # the client does not read
            connection.abort()
        except (RuntimeError, WebSocketDisconnect):
            pass  # the client has disconnected


async def _wait_for_end(socket: WebSocket, on_text: Callable[[str], None]) -> Closing:
    """Wait for the end of the connection, and pass on messages that arrived before ``on_text``."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return DISCONNECTED
        text = message.get("text")
        if text is None:
            return NO_TEXT
        on_text(text)
