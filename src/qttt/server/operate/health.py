"""Readiness of this process, polled by load balancers."""

import time

from qttt.server.errors import StoreError
from qttt.server.net.runner import HubRunner
from qttt.server.store.store import Store, read_version

CACHE_S = 1.0
"""How long a result is cached."""


class Readiness:
    """Reports whether the process can serve requests."""

    def __init__(self, store: Store, runner: HubRunner) -> None:
        self._store = store
        self._runner = runner
        self._checked_at = -CACHE_S
        self._cached = ""

    async def problem(self) -> str:
        """Return ``stopping`` or ``store-away``; empty if ready."""
        if self._runner.is_shutting_down:
            return "stopping"
        if time.monotonic() - self._checked_at >= CACHE_S:
            self._cached = await self._check()
            self._checked_at = time.monotonic()
        return self._cached

    async def _check(self) -> str:
        if not self._runner.is_store_up:
            return "store-away"
        try:
            await self._store.database.read(read_version)
        except StoreError:
            return "store-away"
        return ""
