"""Bounded message queues, one for each client."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from qttt.server.hub import CLOSE_TOO_SLOW

MAX_MESSAGES = 512
MAX_CHARACTERS = 512 * 1024


class Closing(NamedTuple):
    """The code and reason with which a connection is closed."""

    code: int
    reason: str


SLOW = Closing(CLOSE_TOO_SLOW, "too many unread messages")


class Connection(Protocol):
    """The hub's connection to one client."""

    closing: Closing | None
    """The requested code and reason for closing, if any."""

    def send_all(self, texts: Sequence[str]) -> None:
        """Send ``texts`` after all earlier messages."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Send what is queued and then close the connection."""
        ...


class SendQueue:
    """A queue of messages that is bounded in number and size."""

    def __init__(self) -> None:
        self._texts: deque[str] = deque()
        self._size = 0

    def __bool__(self) -> bool:
        return bool(self._texts)

    def put(self, text: str) -> bool:
        """Add ``text``. On overflow clear the queue and return False."""
        self._texts.append(text)
        self._size += len(text)
        if len(self._texts) > MAX_MESSAGES or self._size > MAX_CHARACTERS:
            self._texts.clear()
            return False
        return True

    def take(self) -> str:
        """Remove and return the next message; the queue must not be empty."""
        text = self._texts.popleft()
        self._size -= len(text)
        return text


class Mailbox:
    """A connection whose messages are read with ``get``."""

    def __init__(self) -> None:
        self.closing: Closing | None = None
        self._queue = SendQueue()
        self._changed = asyncio.Event()

    def send_all(self, texts: Sequence[str]) -> None:
        """Queue ``texts``; on overflow close the mailbox."""
        if self.closing is None:
            if not all(map(self._queue.put, texts)):
                self.close(*SLOW)
            self._changed.set()

    def close(self, code: int, reason: str) -> None:
        """Accept no more messages."""
        self.closing = self.closing or Closing(code, reason)
        self._changed.set()

    async def get(self) -> str | None:
        """Return the next message, or None if the mailbox is closed and empty."""
        while not self._queue:
            if self.closing:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._queue.take()
