"""Telemetry of a running server: metrics and log lines."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from qttt.server.hub.effects import (
    CLOSE_FLOOD,
    CLOSE_IDLE,
    CLOSE_SESSION_ENDED,
    CLOSE_STOPPING,
    CLOSE_TOO_SLOW,
)
from qttt.server.telemetry import Telemetry

from .metrics import Metrics
from .open_files import has_free_files

SLOW_COMMIT_S = 0.5
"""Slower commits are logged."""
FILE_CHECK_INTERVAL_S = 1.0
"""Interval of checks whether files can be opened."""
LAG_INTERVAL_S = 0.25
"""Interval of measurements of the event loop's lag."""
REASONS = {
    CLOSE_SESSION_ENDED: "ended",
    CLOSE_FLOOD: "flood",
    CLOSE_IDLE: "idle",
    CLOSE_STOPPING: "stopping",
    CLOSE_TOO_SLOW: "slow",
}

log = logging.getLogger("qttt.server")


class ServerTelemetry(Telemetry):
    """Counts events in metrics, and logs those that an operator has to know."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        metrics.store.set(1)
        metrics.bus.set(1)
        metrics.limits.set(1)
        self._stored = metrics.decisions.inc
        self._commit_seconds = metrics.commit_seconds.observe
        self._commit_appends = metrics.commit_appends.observe

    # --- games -----------------------------------------------------------------------------------

    def decision_stored(self) -> None:
        """Count the decision."""
        self._stored()

    def message_rejected(self, code: str) -> None:
        """Count the rejection by code."""
        self.metrics.rejections.labels(code).inc()

    def socket_closed(self, code: int) -> None:
        """Count the socket by reason; log floods and slow readers."""
        reason = REASONS.get(code, str(code))
        self.metrics.closed_sockets.labels(reason).inc()
        if code in (CLOSE_FLOOD, CLOSE_TOO_SLOW):
            log.info("socket closed", extra={"reason": reason})

    # --- the store -------------------------------------------------------------------------------

    def committed(self, appends: int, seconds: float) -> None:
        """Observe the size and the duration of the commit; log a slow one."""
        self._commit_seconds(seconds)
        self._commit_appends(appends)
        if seconds > SLOW_COMMIT_S:
            log.warning("slow commit", extra={"seconds": round(seconds, 3), "appends": appends})

    def commit_failed(self, appends: int) -> None:
        """Count the appends."""
        self.metrics.uncommitted.inc(appends)

    def set_store_status(self, is_up: bool, why: str = "") -> None:
        """Set the gauge, and log the change."""
        self.metrics.store.set(is_up)
        if is_up:
            log.warning("store available")
        else:
            log.error("store unavailable", extra={"why": why})

    # --- other processes -------------------------------------------------------------------------

    def set_bus_status(self, is_up: bool, why: str = "") -> None:
        """Set the gauge, and log the change."""
        self.metrics.bus.set(is_up)
        if is_up:
            log.warning("bus available")
        else:
            fields = {"why": why, "meanwhile": "followed games are read from the store"}
            log.error("bus unavailable", extra=fields)

    def set_limits_shared(self, is_shared: bool, reason: str = "") -> None:
        """Rate limits became shared between processes or local."""
        self.metrics.limits.set(is_shared)
        if is_shared:
            log.warning("rate limits are shared")
        else:
            log.warning("rate limits are local", extra={"why": reason})

    def published(self, messages: int) -> None:
        """Count the messages."""
        self.metrics.published.inc(messages)

    def publish_failed(self, messages: int) -> None:
        """Count the messages."""
        self.metrics.unpublished.inc(messages)

    def pushed(self, result: str) -> None:
        """Count the notification by result."""
        self.metrics.pushes.labels(result).inc()

    def message_received(self) -> None:
        """Count the message."""
        self.metrics.received.inc()

    # --- the process -----------------------------------------------------------------------------

    async def watch_files(self) -> None:
        """Log when no connection can be accepted because too many files are open."""
        had_free = True
        while True:
            if (has_free := has_free_files()) != had_free:
                if has_free:
                    log.warning("open files available")
                else:
                    log.error("too many open files", extra={"meanwhile": "no client can connect"})
            had_free = has_free
            await asyncio.sleep(FILE_CHECK_INTERVAL_S)

    async def measure_lag(self) -> None:
        """Measure the event loop's lag until cancelled; the reported maximum decays in seconds."""
        worst = 0.0
        while True:
            due = time.perf_counter() + LAG_INTERVAL_S
            await asyncio.sleep(LAG_INTERVAL_S)
            worst = max(0.9 * worst, time.perf_counter() - due)
            self.metrics.lag.set(worst)


@contextmanager
def log_lifetime(version: str, location: str | None) -> Iterator[None]:
    """Log the start and the stop of the server; ``location`` is its store."""
    log.info("starting", extra={"version": version, "data": location or "none"})
    try:
        yield
    finally:
        log.info("stopped")
