"""Requests and streams of HTTP clients, which use the hub like sockets do."""

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, Callable, Sequence

from qttt.play.log import EntryKind
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.terms import Identity
from qttt.server.protocol.outgoing import (
    Acknowledgment,
    Bye,
    GameStarted,
    Hello,
    Pong,
    Rejection,
    ServerMessage,
    decode,
)
from qttt.server.store.entities import GameSummary

from .connections import SLOW, Closing, SendQueue
from .runner import HubRunner

COMMAND_TIMEOUT_S = 10.0
KEEPALIVE_S = 30.0
"""How often an idle stream sends a ping to the hub, which would disconnect it."""
PING = '{"t":"ping"}'
_OTHER = Hello | Pong | GameStarted
"""Messages that are not about a followed game."""


class Mailbox:
    """A connection whose messages are read with ``get``."""

    def __init__(self) -> None:
        self.closing: Closing | None = None
        self._queue = SendQueue()
        self._changed = asyncio.Event()

    def send_all(self, lines: Sequence[bytes]) -> None:
        """Queue ``lines``; on overflow close the mailbox."""
        if self.closing is None:
            if not all(map(self._queue.put, lines)):
                self.close(*SLOW)
            self._changed.set()

    def close(self, code: int, reason: str) -> None:
        self.closing = self.closing or Closing(code, reason)
        self._changed.set()

    async def get(self) -> bytes | None:
        """Return the next message, or None if the mailbox is closed and empty."""
        while not self._queue:
            if self.closing:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._queue.take()


async def submit(
    runner: HubRunner, identity: Identity, game: str, id_: str, at: int, kind: EntryKind, body: str
) -> int:
    """Execute a command, and return the version of its entry. Raises ``CommandRejected``."""
    command = {"t": "do", "game": game, "id": id_, "at": at, "kind": kind, "body": body}
    mailbox = Mailbox()
    async with runner.connected(identity, mailbox) as client:
        runner.receive(client, json.dumps(command))
        return await _answer(mailbox, id_)


async def leave_game(runner: HubRunner, identity: Identity, game: GameSummary) -> None:
    """Abort the game if that is still possible, otherwise resign. Raises ``CommandRejected``."""
    for kind in (EntryKind.ABORT, EntryKind.RESIGN):
        id_ = f"leave-{secrets.token_hex(8)}"
        try:
            await submit(runner, identity, game.terms.game, id_, game.version, kind, "")
        except CommandRejected as rejection:
            if rejection.code not in (RejectionCode.TOO_LATE_TO_ABORT, RejectionCode.GAME_OVER):
                raise
        else:
            return


def follow(runner: HubRunner, identity: Identity, game: str) -> AsyncGenerator[str, None]:
    """Yield the game and its later messages, each as one line of JSON."""
    watch = json.dumps({"t": "watch", "game": game})
    return _lines(runner, identity, watch, lambda message: not isinstance(message, _OTHER))


def events(runner: HubRunner, identity: Identity) -> AsyncGenerator[str, None]:
    """Yield the ``started`` and ``bye`` messages to a user, each as one line of JSON."""
    return _lines(runner, identity, PING, lambda message: isinstance(message, GameStarted | Bye))


async def _lines(
    runner: HubRunner, identity: Identity, request: str, wants: Callable[[ServerMessage], bool]
) -> AsyncGenerator[str, None]:
    """Connect, send a request, and yield the wanted messages until the mailbox is closed."""
    mailbox = Mailbox()
    async with runner.connected(identity, mailbox) as client:
        runner.receive(client, request)
        while True:
            try:
                async with asyncio.timeout(KEEPALIVE_S):
                    line = await mailbox.get()
            except TimeoutError:
                runner.receive(client, PING)
                continue
            if line is None:
                return
            if wants(decode(line)):
                yield line.decode()


async def _answer(mailbox: Mailbox, id_: str) -> int:
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
