"""What is measured, in the way of Prometheus (https://prometheus.io).

Reading the measurements costs something, making them does not: what can be asked when somebody
reads is not counted before. They are served at an address of their own, apart from the app's, as
nobody but the operator should see them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

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

from qttt.server.errors import ServerError

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """All measurements of one process, in a registry of their own."""

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
        self.sockets = gauge("sockets", "Sockets and streams that are open.")
        self.games = gauge("games_in_memory", "Games that are followed, or were a minute ago.")
        self.waiting = gauge("appends_waiting", "Appends that wait for the store.")
        self.lag = gauge("loop_lag_seconds", "How late the event loop was, at worst, of late.")
        self.store = gauge("store_up", "1 if the store can be written to.")
        self.bus = gauge("bus_up", "1 if the bus to other processes works, or none is needed.")
        self.limits = gauge(
            "limits_shared", "1 if processes count limits together, or one is alone."
        )
        self.decisions = counter("decisions", "Decisions of clients, stored and acknowledged.")
        self.refusals = counter("refusals", "Messages of clients that were refused.", "code")
        self.commit_seconds = histogram("commit_seconds", "What a batch's commit took.", SECONDS)
        self.commit_appends = histogram("commit_appends", "How much went in one commit.", SIZES)
        self.uncommitted = counter("uncommitted", "Appends that the store did not take.")
        self.cut_off = counter("sockets_cut_off", "Sockets that the server ended.", "reason")
        self.turned_away = counter("sockets_refused", "Sockets that were never opened.", "reason")
        self.requests = counter("requests", "HTTP requests.", "method", "status")
        self.request_seconds = histogram("request_seconds", "What an answer took.", SECONDS)
        self.problems = counter("request_refusals", "HTTP requests that were refused.", "code")
        self.errors = counter("unexpected_errors", "Requests that ended in a fault of the server.")
        self.published = counter("bus_published", "Messages sent to other processes.")
        self.unpublished = counter("bus_unpublished", "Messages that no other process was sent.")
        self.heard = counter("bus_heard", "Messages of other processes.")

    def ask(
        self, sockets: Callable[[], int], games: Callable[[], int], waiting: Callable[[], int]
    ) -> None:
        """Whom to ask when somebody reads."""
        self.sockets.set_function(sockets)
        self.games.set_function(games)
        self.waiting.set_function(waiting)


@contextmanager
def served(metrics: Metrics, address: tuple[str, int] | None) -> Iterator[None]:
    """Answer Prometheus at that address, in a thread, until the end of the context.

    Raises ``ServerError`` if nobody can listen there.
    """
    if address is None:
        yield
        return
    host, port = address
    try:
        server, thread = start_http_server(port, host, metrics.registry)
    except OSError as error:
        raise ServerError(
            f"nothing can be measured at {host}:{port} ({error.strerror}); "
            "choose another address for metrics, or off"
        ) from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
