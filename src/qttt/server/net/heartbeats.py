"""Heartbeats of this process in the store, from which all processes derive the downtimes."""

import logging
from collections.abc import Sequence
from secrets import token_hex

from qttt.server.games import Downtime
from qttt.server.hub import MAX_HEARTBEAT_GAP_MS
from qttt.server.store import ProcessStore

MAX_CLOCK_MS = 30 * 86_400_000
"""No clock lasts longer, so earlier downtime is irrelevant."""
MAX_SILENCE_MS = 10_000
"""Another process without a heartbeat for this time has ended; their clocks may differ."""

log = logging.getLogger(__name__)


class Heartbeats:
    """Stores heartbeats; after a gap, as those of a new process.

    So times without any process are downtime, whether processes crashed, stood still, or could not
    reach the store. All processes then have a gap, so each reads the downtimes anew.

    Attributes:
        last: The time of the last stored heartbeat.
        downtimes: All downtimes before ``last``, in order.
    """

    def __init__(self, store: ProcessStore) -> None:
        self.last = 0
        self.downtimes: Sequence[Downtime] = ()
        self._store = store
        self._process = ""
        self._started = 0
        self._resumed = 0

    def resume(self, now: int) -> None:
        """Note that this process stood still until now."""
        self._resumed = now

    async def beat(self, now: int) -> None:
        """Store a heartbeat. Raises ``StoreUnavailable``."""
        process, started = self._process, self._started
        if now > self.last + MAX_HEARTBEAT_GAP_MS or started < self._resumed:
            process, started = token_hex(8), now
        await self._store.record_heartbeat(process, now)
        # A process that starts beside others sees a gap until their next heartbeats.
        if now <= started + MAX_HEARTBEAT_GAP_MS:
            outages = await self._store.outages(now - MAX_CLOCK_MS)
            self.downtimes = [Downtime(each.since, each.until) for each in outages]
        if self._process not in ("", process):
            log.warning("no heartbeat", extra={"seconds": (now - self.last) / 1000})
        self.last, self._process, self._started = now, process, started

    async def other_is_alive(self, now: int) -> bool:
        """Return whether another process has stored a heartbeat since this one's start, lately.

        That of a process that was killed before is older. Raises ``StoreUnavailable``.
        """
        after = max(self._started, now - MAX_SILENCE_MS)
        return await self._store.other_is_alive(self._process, after, now + MAX_SILENCE_MS)

    def uptime_ago(self, now: int, uptime: int) -> int:
        """Return the time since which the server has been up for ``uptime`` in total.

        A jump of the system's clock while the server was down is downtime.
        """
        since = now - uptime
        for start, end in reversed(self.downtimes):
            if since < end <= now:
                since -= end - start
        return since
