"""Whether this process can serve: for load balancers, which ask again and again."""

import time

from qttt.server.net import Runner
from qttt.server.store import SqlStore, StoreError
from qttt.server.store.migrations import revisions
from qttt.server.store.opening import schema_of

KEPT = 1.0
"""An answer holds for so many seconds, so that asking often costs nothing."""


class Readiness:
    """Tells why nobody should be sent here, if there is a reason."""

    def __init__(self, store: SqlStore, runner: Runner) -> None:
        self._store = store
        self._runner = runner
        self._asked = -KEPT
        self._found = ""

    async def problem(self) -> str:
        """``stopping``, ``store-away``, ``wrong-schema``; empty if all is well."""
        if self._runner.is_leaving:
            return "stopping"
        if time.monotonic() - self._asked >= KEPT:
            self._found = await self._look()
            self._asked = time.monotonic()
        return self._found

    async def _look(self) -> str:
        if not self._runner.is_writing:
            return "store-away"
        try:
            schema = await schema_of(self._store.database)
        except StoreError:
            return "store-away"
        return "" if schema == revisions()[-1] else "wrong-schema"
