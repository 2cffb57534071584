"""Looks after a server that runs: counts what happens, and writes the few lines it is worth."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from qttt.server.hub import ENDED, FLOOD, IDLE, STOPPING, TOO_SLOW

from .metrics import Metrics

SLOW = 0.5
"""A commit that takes so many seconds is worth a line."""
EVERY = 0.25
"""Seconds between looks at how late the event loop is."""
REASONS = {
    ENDED: "ended",
    FLOOD: "flood",
    IDLE: "idle",
    STOPPING: "stopping",
    TOO_SLOW: "slow",
}

log = logging.getLogger("qttt.server")


class Lookout:
    """Is told everything (``Watch``), and what requests came to."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        metrics.store.set(1)
        metrics.bus.set(1)
        metrics.limits.set(1)
        self._stored = metrics.decisions.inc
        self._commit_seconds = metrics.commit_seconds.observe
        self._commit_appends = metrics.commit_appends.observe

    # --- games -----------------------------------------------------------------------------------

    def stored(self) -> None:
        """A client's decision is stored and acknowledged."""
        self._stored()

    def refused(self, code: str) -> None:
        """A client's message was refused for that reason."""
        self.metrics.refusals.labels(code).inc()

    def cut_off(self, code: int) -> None:
        """The server has ended a socket, with that code."""
        reason = REASONS.get(code, str(code))
        self.metrics.cut_off.labels(reason).inc()
        if code in (FLOOD, TOO_SLOW):
            log.info("socket cut off", extra={"reason": reason})

    # --- the store -------------------------------------------------------------------------------

    def committed(self, appends: int, seconds: float) -> None:
        """A batch of so many appends is on the disk, after so many seconds."""
        self._commit_seconds(seconds)
        self._commit_appends(appends)
        if seconds > SLOW:
            told = {"seconds": round(seconds, 3), "appends": appends}
            log.warning("slow commit", extra=told)

    def uncommitted(self, appends: int) -> None:
        """The store did not take a batch, or did not say whether it did."""
        self.metrics.uncommitted.inc(appends)

    def store_is(self, there: bool, why: str = "") -> None:
        """The store can be asked, or not."""
        self.metrics.store.set(there)
        if there:
            log.warning("the store is back")
        else:
            log.error("the store is away", extra={"why": why})

    # --- other processes -------------------------------------------------------------------------

    def bus_is(self, there: bool, why: str = "") -> None:
        """The bus between processes works, or not."""
        self.metrics.bus.set(there)
        if there:
            log.warning("the bus is there")
        else:
            told = {"why": why, "meanwhile": "followed games are read from the store"}
            log.error("the bus is away", extra=told)

    def limits_are(self, together: bool, why: str = "") -> None:
        """Processes count together how often something is asked, or each for itself."""
        self.metrics.limits.set(together)
        if together:
            log.warning("limits are counted together")
        else:
            log.warning("limits are counted alone", extra={"why": why})

    def published(self, messages: int) -> None:
        """So many messages have gone to other processes."""
        self.metrics.published.inc(messages)

    def unpublished(self, messages: int) -> None:
        """So many could not go, and are not sent later."""
        self.metrics.unpublished.inc(messages)

    def heard(self) -> None:
        """A message has come from another process."""
        self.metrics.heard.inc()

    # --- the machine -----------------------------------------------------------------------------

    async def measure_lag(self) -> None:
        """Note how late the event loop is, until cancelled; the worst fades within seconds."""
        worst = 0.0
        while True:
            due = time.perf_counter() + EVERY
            await asyncio.sleep(EVERY)
            worst = max(0.9 * worst, time.perf_counter() - due)
            self.metrics.lag.set(worst)


@contextmanager
def running(version: str, place: str | None) -> Iterator[None]:
    """A line when the server starts and one when it has stopped; ``place`` is where games are."""
    log.info("starting", extra={"version": version, "data": place or "none"})
    try:
        yield
    finally:
        log.info("stopped")
