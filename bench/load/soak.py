"""Half an hour of steady load on an idle machine: whether memory grows, and what players wait."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import linear_regression
from tempfile import TemporaryDirectory
from threading import Event, Thread

from bench.figures import Figure

from .driving import Server, drive, node, ours, serving
from .stock import stock

SOCKETS, RATE, SECONDS = 2_000, 600.0, 1_800.0
GAMES = 150
"""Games per pair, more than it can play."""
SETTLED_S, SAMPLE_S = 600.0, 5.0
HOUR_S = 3_600


def soak() -> Iterator[Figure]:
    """Play, and report the growth of memory once it has settled; report and skip without Node."""
    if node() is None:
        print("bench: the soak was not run: Node is missing", file=sys.stderr)
        return
    with TemporaryDirectory(prefix="qttt-bench-") as name:
        folder = Path(name)
        pairs = stock(str(folder / "games.db"), SOCKETS // 2, GAMES)
        with serving(ours(folder / "games.db")) as server, _sampled(server) as samples:
            driven = drive([server], pairs, SECONDS, folder=folder, rate=RATE)
    settled = [(at, memory) for at, memory in samples if at >= samples[0][0] + SETTLED_S]
    slope = linear_regression(*zip(*settled, strict=True)).slope * HOUR_S
    name = f"{SOCKETS:,} sockets, {RATE:.0f} moves/s for {SECONDS / 60:.0f} minutes"
    yield Figure(f"{name}: growth of memory", slope, "MiB an hour", 1)
    yield Figure(f"{name}: 99 of 100 are seen within", driven.percentile99, "ms", 20)
    yield Figure(f"{name}: memory of the server", driven.memory, "MiB")
    yield Figure(f"{name}: errors", driven.errors, "")


@contextmanager
def _sampled(server: Server) -> Iterator[list[tuple[float, float]]]:
    """Yield a list of times and of the server's memory in MiB, which grows meanwhile."""
    samples, ended = [(time.monotonic(), server.current_memory)], Event()

    def sample() -> None:
        while not ended.wait(SAMPLE_S):
            samples.append((time.monotonic(), server.current_memory))

    thread = Thread(target=sample)
    thread.start()
    try:
        yield samples
    finally:
        ended.set()
        thread.join()
