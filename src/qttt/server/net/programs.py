"""Programs that play over HTTP: they speak to the hub as sockets do, one wish or stream each."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable

from qttt.server.games import Code, Refusal

from .mailbox import Mailbox

PATIENCE = 10.0
"""So many seconds a wish may wait for its answer."""
SIGN_OF_LIFE = 30.0
"""After so many seconds of silence the hub is told that a stream is still there."""


async def ask(mailbox: Mailbox, id_: str) -> int:
    """The version at which the wish of that id is stored. Raises ``Refusal``."""
    try:
        async with asyncio.timeout(PATIENCE):
            while (text := await mailbox.get()) is not None:
                said = json.loads(text)
                if said["t"] == "done" and said["id"] == id_:
                    return int(said["version"])
                if said["t"] == "refused":
                    raise Refusal(Code(said["code"]), said["message"])
    except TimeoutError:
        pass
    why = "it is not known whether this was stored: send it again under the same id"
    raise Refusal(Code.UNAVAILABLE, why)


async def follow(mailbox: Mailbox, is_here: Callable[[], None]) -> AsyncIterator[str]:
    """All that is said about the game, until the mailbox is closed."""
    while (text := await _next(mailbox, is_here)) is not None:
        if not text.startswith(('{"t":"hello"', '{"t":"pong"', '{"t":"started"')):
            yield text


async def hear_events(mailbox: Mailbox, is_here: Callable[[], None]) -> AsyncIterator[str]:
    """The games of the program that begin, and the server's good-bye."""
    while (text := await _next(mailbox, is_here)) is not None:
        if text.startswith(('{"t":"started"', '{"t":"bye"')):
            yield text


async def _next(mailbox: Mailbox, is_here: Callable[[], None]) -> str | None:
    while True:
        try:
            async with asyncio.timeout(SIGN_OF_LIFE):
                return await mailbox.get()
        except TimeoutError:
            is_here()
