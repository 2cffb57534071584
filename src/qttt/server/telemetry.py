"""Telemetry of a running server: metrics for Prometheus (https://prometheus.io), and log lines."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)
from starlette.types import Scope

from qttt.server.errors import ServerError

SECONDS_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZE_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
SLOW_COMMIT_S = 0.5
"""Slower commits are logged."""
LAG_INTERVAL_S = 0.25
"""Interval of measurements of the event loop's lag."""
LOGGED_CLOSINGS = frozenset({"flood", "slow"})
"""Reasons for closing a socket that are logged."""
CONTEXT_KEY = "qttt.request"
"""The key of a request's context in its scope."""

log = logging.getLogger("qttt.server")


@dataclass(slots=True)
class RequestContext:
    """A request's id in the log, its user, if known, and its error code, if any."""

    name: str = ""
    user: str = ""
    code: str = ""


def context_of(scope: Scope) -> RequestContext:
    """Return the context of a request, or a dummy without ``RequestTelemetry``."""
    context = scope.get(CONTEXT_KEY)
    return context if isinstance(context, RequestContext) else RequestContext()


class Telemetry:
    """The metrics of one process, in a separate registry; some events are logged too."""

    def __init__(self, version: str) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)

        def counter(name: str, about: str, *labels: str) -> Counter:
            return Counter(f"qttt_{name}", about, labels, registry=registry)

        def gauge(name: str, about: str, *labels: str) -> Gauge:
            return Gauge(f"qttt_{name}", about, labels, registry=registry)

        def histogram(name: str, about: str, buckets: tuple[float, ...]) -> Histogram:
            return Histogram(f"qttt_{name}", about, buckets=buckets, registry=registry)

        gauge("version", "The program's version, as a label.", "version").labels(version).set(1)
        self.sockets = gauge("sockets", "Open sockets and streams.")
        self.games = gauge("games_in_memory", "Games in memory: followed now or recently.")
        self.waiting = gauge("appends_waiting", "Appends waiting for the store.")
        self.lag = gauge("loop_lag_seconds", "Recent maximum lag of the event loop.")
        self.store = gauge("store_up", "1 if the store is writable.")
        self.bus = gauge("bus_up", "1 if the bus to other processes works or is not needed.")
        self.limits = gauge(
            "limits_shared", "1 if rate limits are shared, or there is one process."
        )
        self.decisions = counter("decisions", "Decisions of clients, stored and acknowledged.")
        self.rejections = counter("rejections", "Rejected messages of clients.", "code")
        self.commit_seconds = histogram("commit_seconds", "Duration of commits.", SECONDS_BUCKETS)
        self.commit_appends = histogram("commit_appends", "Appends per commit.", SIZE_BUCKETS)
        self.uncommitted = counter("uncommitted", "Appends that failed.")
        self.closed_sockets = counter("sockets_cut_off", "Sockets closed by the server.", "reason")
        self.rejected_sockets = counter("sockets_rejected", "Rejected sockets.", "reason")
        self.requests = counter("requests", "HTTP requests.", "method", "status")
        self.request_seconds = histogram(
            "request_seconds", "Duration of HTTP requests.", SECONDS_BUCKETS
        )
        self.problems = counter("request_rejections", "Rejected HTTP requests.", "code")
        self.errors = counter("unexpected_errors", "Requests with an unexpected exception.")
        self.pushes = counter("notifications", "Notifications by result.", "result")
        self.published = counter("bus_published", "Messages sent to other processes.")
        self.unpublished = counter("bus_unpublished", "Messages to other processes that were lost.")
        self.received = counter("bus_heard", "Messages received from other processes.")
        for available in (self.store, self.bus, self.limits):
            available.set(1)

    def socket_closed(self, reason: str) -> None:
        """Count a socket that the server closed; log floods and slow readers."""
        self.closed_sockets.labels(reason).inc()
        if reason in LOGGED_CLOSINGS:
            log.info("socket closed", extra={"reason": reason})

    def committed(self, appends: int, seconds: float) -> None:
        """Observe the size and the duration of a commit; log a slow one."""
        self.commit_seconds.observe(seconds)
        self.commit_appends.observe(appends)
        if seconds > SLOW_COMMIT_S:
            log.warning("slow commit", extra={"seconds": round(seconds, 3), "appends": appends})

    def set_store_status(self, is_up: bool, why: str = "") -> None:
        self.store.set(is_up)
        if is_up:
            log.warning("store available")
        else:
            log.error("store unavailable", extra={"why": why})

    def set_bus_status(self, is_up: bool, why: str = "") -> None:
        self.bus.set(is_up)
        if is_up:
            log.warning("bus available")
        else:
            fields = {"why": why, "meanwhile": "followed games are read from the store"}
            log.error("bus unavailable", extra=fields)

    def set_limits_shared(self, is_shared: bool, reason: str = "") -> None:
        self.limits.set(is_shared)
        if is_shared:
            log.warning("rate limits are shared")
        else:
            log.warning("rate limits are local", extra={"why": reason})

    async def measure_lag(self) -> None:
        """Measure the event loop's lag until cancelled; the reported maximum decays in seconds."""
        worst = 0.0
        while True:
            due = time.perf_counter() + LAG_INTERVAL_S
            await asyncio.sleep(LAG_INTERVAL_S)
            worst = max(0.9 * worst, time.perf_counter() - due)
            self.lag.set(worst)


@contextmanager
def serve_metrics(telemetry: Telemetry, address: tuple[str, int] | None) -> Iterator[None]:
    """Serve the metrics at that address in a thread, if it is not None.

    The address is a separate one, because only the operator should see them. Raises ``ServerError``
    if it cannot be used.
    """
    if address is None:
        yield
        return
    host, port = address
    try:
        server, thread = start_http_server(port, host, telemetry.registry)
    except OSError as error:
        raise ServerError(
            f"cannot serve metrics at {host}:{port} ({error.strerror}); "
            "choose another address for metrics, or off"
        ) from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
