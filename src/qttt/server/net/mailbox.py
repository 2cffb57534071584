"""Bounded message queues, one for each client."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from qttt.server.hub.effects import CLOSE_TOO_SLOW

CONNECTION_EXTENSION = "qttt.connection"
"""The ASGI extension that holds the connection of a WebSocket."""
MAX_MESSAGES = 512
MAX_BYTES = 512 * 1024


class Closing(NamedTuple):
    """The code and reason with which a connection is closed."""

    code: int
    reason: str


SLOW = Closing(CLOSE_TOO_SLOW, "too many unread messages")


class Connection(Protocol):
    """The hub's connection to one client."""

    closing: Closing | None
    """The requested code and reason for closing, if any."""

    def send_all(self, lines: Sequence[bytes]) -> None:
        """Send encoded messages after all earlier ones."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Send what is queued and then close the connection."""
        ...


class SendQueue:
    """A queue of messages that is bounded in number and size."""

    def __init__(self) -> None:
        self._lines: deque[bytes] = deque()
        self._size = 0

    def __bool__(self) -> bool:
        return bool(self._lines)

    def put(self, line: bytes) -> bool:
        """Add ``line``. On overflow clear the queue and return False."""
        self._lines.append(line)
        self._size += len(line)
        if len(self._lines) > MAX_MESSAGES or self._size > MAX_BYTES:
            self._lines.clear()
            return False
        return True

    def take(self) -> bytes:
        """Remove and return the next message; the queue must not be empty."""
        line = self._lines.popleft()
        self._size -= len(line)
        return line


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
        """Accept no more messages."""
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
