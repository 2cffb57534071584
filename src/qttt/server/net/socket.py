"""``/api/socket``: one WebSocket for each tab (P1-P7)."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from qttt.server.games import Who
from qttt.server.protocol import SUBPROTOCOL

from .mailbox import Closing, Outlet
from .runner import Runner

PATH = "/api/socket"
PATIENCE = 2.0
"""So many seconds a client has to take note that it is cut off."""

NO_TEXT = Closing(1003, "messages are text")
WRONG_PROTOCOL = Closing(1002, f"offer the subprotocol {SUBPROTOCOL}")
GONE = Closing(1000, "")

LINE = "qttt.line"
"""The extension of ASGI by which a socket is had as a ``Line``."""


class Line(Outlet, Protocol):
    """A connection without anything in between."""

    hear: Callable[[str], None] | None
    """Is told each text that arrives."""
    closing: Closing | None
    """How the connection is to be closed, if it is."""

    def cut(self) -> None:
        """End the connection without a word."""
        ...


Identify = Callable[[HTTPConnection], Awaitable[Who | None]]
"""Who the client is, by what its browser sends along; None for a stranger, who may watch."""
Allows = Callable[[str | None, str | None], bool]
"""Whether pages of an origin may connect; the second is the header ``Host``."""


def add_socket(
    server: FastAPI, runner: Callable[[], Runner], identify: Identify, allows: Allows
) -> None:
    """Have ``server`` answer at ``PATH``; ``runner`` is asked for when the server runs."""
    server.state.farewell = lambda: runner().stop()

    @server.websocket(PATH)
    async def serve(socket: WebSocket) -> None:
        # Closed before it is accepted, it is answered with 403, and no page learns anything.
        if not allows(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close()
        elif SUBPROTOCOL not in socket.scope["subprotocols"]:
            await socket.accept()
            await socket.close(*WRONG_PROTOCOL)
        else:
            who = await identify(socket)
            try:
                await socket.accept(SUBPROTOCOL)
            except OSError:  # it has gone meanwhile
                return
            await talk(socket, runner(), who)


async def talk(socket: WebSocket, runner: Runner, who: Who | None) -> None:
    """Carry messages to and fro until one side ends it."""
    line: Line = socket.scope["extensions"][LINE]
    async with runner.connected(who, line) as client:
        line.hear = partial(runner.receive, client)
        closing = await _ended(socket, line.hear)
    closing = line.closing or closing
    if closing is not GONE:
        runner.watch.cut_off(closing.code)
        try:
            await asyncio.wait_for(socket.close(*closing), PATIENCE)
        except TimeoutError:  # whoever does not read does not read this either
            line.cut()
        except (RuntimeError, WebSocketDisconnect):
            pass  # it has gone meanwhile


async def _ended(socket: WebSocket, hear: Callable[[str], None]) -> Closing:
    """How the talk has ended, when it has; the line itself hears all but the very first words."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return GONE
        text = message.get("text")
        if text is None:
            return NO_TEXT
        hear(text)
