"""Group commit: the appends that arrive during one transaction form the next batch."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from qttt.server.errors import StoreCorrupt, StoreUnavailable
from qttt.server.game_errors import log_game_error
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.store.games import GameStore
from qttt.server.telemetry import Telemetry

MAX_BATCH = 256
"""Appends in one transaction."""

log = logging.getLogger(__name__)


class Writer:
    """Stores appends of all games; calls ``on_result``, with None if the result is unknown."""

    def __init__(
        self,
        store: GameStore,
        on_result: Callable[[AppendRequest, AppendResult | None], None],
        telemetry: Telemetry,
    ) -> None:
        self._store = store
        self._on_result = on_result
        self._telemetry = telemetry
        self._waiting: list[AppendRequest] = []
        self._changed = asyncio.Event()

    @property
    def queued_appends(self) -> int:
        return len(self._waiting)

    def submit(self, append: AppendRequest) -> None:
        self._waiting.append(append)
        self._changed.set()

    async def run(self) -> None:
        while True:
            await self._changed.wait()
            await self.write()

    async def write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            for append, result in zip(batch, await self._write(batch), strict=True):
                try:
                    self._on_result(append, result)
                except Exception:  # the other games wait for their results
                    log.exception("storing failed", extra={"game": append.game})
        self._changed.clear()

    async def _write(self, batch: Sequence[AppendRequest]) -> Sequence[AppendResult | None]:
        """Store a batch, or each append by itself if that is rejected; stop without a store."""
        results: list[AppendResult | None] = []
        parts = [batch]
        for part in parts:
            try:
                results += await self._commit(part)
            except StoreUnavailable as error:
                log.debug("the store is unavailable: %s", error)
                break
            except Exception as error:
                if len(part) > 1:  # nothing was stored; one append must not reject the others
                    parts += [[append] for append in part]
                    continue
                if isinstance(error, StoreCorrupt):
                    log_game_error(str(error))
                else:
                    log.exception("the store rejected an append: %s", *part)
                results.append(None)
        results += [None] * (len(batch) - len(results))
        self._telemetry.uncommitted.inc(results.count(None))
        return results

    async def _commit(self, batch: Sequence[AppendRequest]) -> Sequence[AppendResult]:
        began = time.perf_counter()
        results = await self._store.append(batch)
        self._telemetry.committed(len(batch), time.perf_counter() - began)
        return results
