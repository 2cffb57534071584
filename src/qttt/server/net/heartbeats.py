"""Heartbeats of this process in the store, from which all processes derive the downtimes."""

import logging
from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import NamedTuple

from qttt.server.games.commands import MAX_HEARTBEAT_GAP_MS, Downtime
from qttt.server.retention import DAY_MS
from qttt.server.store.processes import ProcessStore

MAX_CLOCK_MS = 30 * DAY_MS
"""No clock lasts longer, so earlier downtime is irrelevant."""
MAX_SILENCE_MS = 10_000
"""Another process without a heartbeat for this time has ended."""
MAX_DIFFERENCE_MS = 2_000
"""A larger difference between the clocks of processes is logged."""

log = logging.getLogger(__name__)


class _Seen(NamedTuple):
    """The last heartbeat of a process, and when it was stored by the clock of this process."""

    beat: int
    at: int


class Heartbeats:
    """Stores heartbeats; after a gap, as those of a new process.

    So times without any process are downtime, whether processes crashed, stood still, or could not
    reach the store. All processes then have a gap, so each reads the downtimes anew.

    Attributes:
        process: The id of the last heartbeat's process.
        last: The time of the last stored heartbeat.
        downtimes: All downtimes before ``last``, in order.
    """

    def __init__(self, store: ProcessStore) -> None:
        self.last = 0
        self.downtimes: Sequence[Downtime] = ()
        self.process = ""
        self._store = store
        self._started = 0
        self._resumed = 0
        self._must_rename = False
        self._own: set[str] = set()
        self._seen: Mapping[str, _Seen] = {}
        self._has_warned = False

    def resume(self, now: int) -> None:
        """Note that this process stood still until now."""
        self._resumed = now

    def rename(self) -> None:
        """Store the next heartbeat under another id, without a gap."""
        self._must_rename = True

    async def beat(self, now: int) -> None:
        """Store a heartbeat. Raises ``StoreUnavailable``."""
        process, started, since = self.process, self._started, self.last
        has_gap = now > self.last + MAX_HEARTBEAT_GAP_MS or started < self._resumed
        if has_gap:
            process, started, since = token_hex(8), now, now
        elif self._must_rename:
            process = token_hex(8)
        self._own.add(process)
        await self._store.record_heartbeat(process, now, since)
        self._must_rename = False
        # A process that starts beside others sees a gap until their next heartbeats.
        if now <= started + MAX_HEARTBEAT_GAP_MS:
            self.downtimes = await self._store.outages(now - MAX_CLOCK_MS)
        if has_gap and self.process:
            log.warning("no heartbeat", extra={"seconds": (now - self.last) / 1000})
        self.last, self.process, self._started = now, process, started

    async def other_is_alive(self, clock: Callable[[], int]) -> bool:
        """Return whether another process has stored a heartbeat since this one's start, lately.

        That of a process that was killed before is older. Raises ``StoreUnavailable``.
        """
        others = await self.alive(clock) - self._own
        return any(self._seen[other].at > self._started for other in others)

    async def alive(self, clock: Callable[[], int]) -> frozenset[str]:
        """Return the processes that have stored a heartbeat lately; call it regularly.

        Their clocks may differ: a heartbeat was stored when it is seen to have changed.
        Raises ``StoreUnavailable``.
        """
        beats, before = await self._store.beats(), self._seen
        now = clock()
        self._seen = {who: self._see(who, beat, before, now) for who, beat in beats.items()}
        return frozenset(who for who, seen in self._seen.items() if seen.at > now - MAX_SILENCE_MS)

    def _see(self, who: str, beat: int, before: Mapping[str, _Seen], now: int) -> _Seen:
        if not before:  # at the first look only the heartbeat itself shows when it was stored
            return _Seen(beat, beat if beat <= now else 0)
        if who in before and before[who].beat == beat:
            return before[who]
        if beat > now + MAX_DIFFERENCE_MS and not self._has_warned:
            self._has_warned = True
            log.warning("clocks differ", extra={"seconds": (beat - now) / 1000})
        return _Seen(beat, now)

    def uptime_ago(self, now: int, uptime: int) -> int:
        """Return the time since which the server has been up for ``uptime`` in total.

        A jump of the system's clock while the server was down is downtime.
        """
        since = now - uptime
        for start, end in reversed(self.downtimes):
            if since < end <= now:
                since -= end - start
        return since
