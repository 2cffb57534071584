"""What waits to be sent to one client, who is cut off if that becomes too much."""

import asyncio
from collections import deque
from typing import NamedTuple

from qttt.server.hub import TOO_SLOW

MOST_MESSAGES = 512
MOST_CHARACTERS = 512 * 1024


class Closing(NamedTuple):
    """With what code and why a connection is closed."""

    code: int
    reason: str


class Mailbox:
    """Texts on their way to one client, in order, until it is closed."""

    def __init__(self) -> None:
        self.closing: Closing | None = None
        self._texts: deque[str] = deque()
        self._size = 0
        self._changed = asyncio.Event()
        self._is_cut = asyncio.Event()

    def put(self, text: str) -> None:
        """Send ``text`` too; if too much is waiting, the mailbox is closed instead."""
        if self.closing:
            return
        self._texts.append(text)
        self._size += len(text)
        if len(self._texts) > MOST_MESSAGES or self._size > MOST_CHARACTERS:
            self._texts.clear()
            self.close(TOO_SLOW, "too much was waiting to be read")
            self._is_cut.set()
        self._changed.set()

    def close(self, code: int, reason: str) -> None:
        """Send nothing more than what waits already."""
        self.closing = self.closing or Closing(code, reason)
        self._changed.set()

    async def get(self) -> str | None:
        """The next text; None when the mailbox is closed and empty."""
        while not self._texts:
            if self.closing:
                return None
            self._changed.clear()
            await self._changed.wait()
        text = self._texts.popleft()
        self._size -= len(text)
        return text

    async def cut(self) -> Closing:
        """Waits until the client has read too slowly, and says how it is to be cut off."""
        await self._is_cut.wait()
        return self.closing or Closing(TOO_SLOW, "")
