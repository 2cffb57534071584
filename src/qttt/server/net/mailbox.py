"""What waits to be sent to one client, who is cut off if that becomes too much."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from qttt.server.hub import TOO_SLOW

MOST_MESSAGES = 512
MOST_CHARACTERS = 512 * 1024


class Closing(NamedTuple):
    """With what code and why a connection is closed."""

    code: int
    reason: str


SLOW = Closing(TOO_SLOW, "too much was waiting to be read")


class Outlet(Protocol):
    """Where the hub's words to one client go."""

    def put(self, texts: Sequence[str]) -> None:
        """Send ``texts``, after all that was put before."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Send nothing more than what was put already, and then part."""
        ...


class Waiting:
    """Texts in order, up to what may wait for one client."""

    def __init__(self) -> None:
        self._texts: deque[str] = deque()
        self._size = 0

    def __bool__(self) -> bool:
        return bool(self._texts)

    def put(self, text: str) -> bool:
        """Let ``text`` wait too; False, and nothing waits any more, if that is too much."""
        self._texts.append(text)
        self._size += len(text)
        if len(self._texts) > MOST_MESSAGES or self._size > MOST_CHARACTERS:
            self._texts.clear()
            return False
        return True

    def take(self) -> str:
        """The next text; there must be one."""
        text = self._texts.popleft()
        self._size -= len(text)
        return text


class Mailbox:
    """Texts that somebody fetches, in order, until it is closed."""

    def __init__(self) -> None:
        self.closing: Closing | None = None
        self._waiting = Waiting()
        self._changed = asyncio.Event()

    def put(self, texts: Sequence[str]) -> None:
        """Let ``texts`` be fetched too; if too much is waiting, the mailbox is closed instead."""
        if self.closing is None:
            if not all(map(self._waiting.put, texts)):
                self.close(*SLOW)
            self._changed.set()

    def close(self, code: int, reason: str) -> None:
        """Take nothing more."""
        self.closing = self.closing or Closing(code, reason)
        self._changed.set()

    async def get(self) -> str | None:
        """The next text; None when the mailbox is closed and empty."""
        while not self._waiting:
            if self.closing:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.take()
