"""Requests and streams of HTTP clients, which use the hub like sockets do."""

import asyncio
from collections.abc import AsyncIterator, Callable

from qttt.server.games.rejections import CommandRejected, RejectionCode
from qttt.server.protocol.outgoing import (
    Acknowledgment,
    Bye,
    GameStarted,
    Hello,
    Pong,
    Rejection,
    decode,
)

from .mailbox import Mailbox

COMMAND_TIMEOUT_S = 10.0
KEEPALIVE_S = 30.0
"""How often an idle stream calls ``keep_alive``."""


async def wait_for_answer(mailbox: Mailbox, id_: str) -> int:
    """Wait until the command is stored, and return its version. Raises ``CommandRejected``."""
    try:
        async with asyncio.timeout(COMMAND_TIMEOUT_S):
            while (line := await mailbox.get()) is not None:
                message = decode(line)
                if isinstance(message, Acknowledgment) and message.id == id_:
                    return message.version
                if isinstance(message, Rejection):
                    raise CommandRejected(message.code, message.message)
    except TimeoutError:
        pass
    why = "it is unknown whether this was stored: send it again with the same id"
    raise CommandRejected(RejectionCode.UNAVAILABLE, why)


async def game_messages(mailbox: Mailbox, keep_alive: Callable[[], None]) -> AsyncIterator[str]:
    """Yield the messages about a game until the mailbox is closed."""
    while (line := await _next(mailbox, keep_alive)) is not None:
        if not isinstance(decode(line), Hello | Pong | GameStarted):
            yield line.decode()


async def user_events(mailbox: Mailbox, keep_alive: Callable[[], None]) -> AsyncIterator[str]:
    """Yield ``started`` and ``bye`` messages until the mailbox is closed."""
    while (line := await _next(mailbox, keep_alive)) is not None:
        if isinstance(decode(line), GameStarted | Bye):
            yield line.decode()


async def _next(mailbox: Mailbox, keep_alive: Callable[[], None]) -> bytes | None:
    while True:
        try:
            async with asyncio.timeout(KEEPALIVE_S):
                return await mailbox.get()
        except TimeoutError:
            keep_alive()
