"""``/api/socket``: one WebSocket for each tab (P1-P7)."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from qttt.server.games import Who
from qttt.server.protocol import SUBPROTOCOL

from .mailbox import Closing, Mailbox
from .runner import Runner

PATH = "/api/socket"
PATIENCE = 2.0
"""So many seconds a client has to take note that it is cut off."""

NO_TEXT = Closing(1003, "messages are text")
WRONG_PROTOCOL = Closing(1002, f"offer the subprotocol {SUBPROTOCOL}")
GONE = Closing(1000, "")

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
    async with runner.connected(who) as (client, mailbox):
        tasks = [
            asyncio.create_task(_hear(socket, lambda text: runner.receive(client, text))),
            asyncio.create_task(_tell(socket, mailbox)),
            asyncio.create_task(mailbox.cut()),
        ]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            closing = next(iter(ended)).result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    if closing is not GONE:
        runner.watch.cut_off(closing.code)
        # Whoever does not read does not read this either.
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            await asyncio.wait_for(socket.close(*closing), PATIENCE)


async def _hear(socket: WebSocket, receive: Callable[[str], None]) -> Closing:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return GONE
        text = message.get("text")
        if text is None:
            return NO_TEXT
        receive(text)


async def _tell(socket: WebSocket, mailbox: Mailbox) -> Closing:
    while True:
        text = await mailbox.get()
        if text is None:
            return mailbox.closing or GONE
        try:
            await socket.send_text(text)
        except WebSocketDisconnect:
            return GONE
