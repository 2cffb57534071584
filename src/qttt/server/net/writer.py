"""One writer for all games: what comes while a batch is written makes the next batch.

So the more there is to be stored, the more one sync of the disk serves.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from qttt.server.games import Append, Appended
from qttt.server.store import GameStore, StoreError, StoreUnavailable
from qttt.server.watch import Watch

MOST = 256
"""So many appends are stored together at most."""

log = logging.getLogger(__name__)


class Writer:
    """Stores what it is given; ``stored`` is told what became of it, None if that is not known."""

    def __init__(
        self,
        store: GameStore,
        stored: Callable[[Append, Appended | None], None],
        watch: Watch,
    ) -> None:
        self._store = store
        self._stored = stored
        self._watch = watch
        self._waiting: list[Append] = []
        self._changed = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many appends wait for their turn."""
        return len(self._waiting)

    def put(self, append: Append) -> None:
        """Store that, with whatever else there is."""
        self._waiting.append(append)
        self._changed.set()

    async def run(self) -> None:
        """Store until cancelled."""
        while True:
            await self._changed.wait()
            await self.write()

    async def write(self) -> None:
        """Store all that waits."""
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            for append, result in zip(batch, await self._write(batch), strict=True):
                self._stored(append, result)
        self._changed.clear()

    async def _write(self, batch: list[Append]) -> list[Appended] | list[None]:
        began = time.perf_counter()
        try:
            results = await self._store.append(batch)
        except StoreUnavailable as error:
            log.debug("nothing can be stored: %s", error)
        except (StoreError, ValueError, LookupError):
            log.exception("this was refused by the store: %s", batch)
        else:
            self._watch.committed(len(batch), time.perf_counter() - began)
            return results
        self._watch.uncommitted(len(batch))
        return [None] * len(batch)
