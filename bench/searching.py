"""The tree search: simulations per second, and the speed-up of a second thread."""

import time
from collections.abc import Iterator
from functools import partial
from statistics import median

from qttt.engine.kernel_api import Feature
from qttt.engine.search import ALL_FEATURES, PLAIN_UCT, Search, search
from qttt.game import Position, Rules

from .clock import median_cpu
from .figures import Figure

MILLION = 1e6
MEGABYTES = 256


def tree_search(simulations: int, runs: int) -> Iterator[Figure]:
    """Search from the empty board; one thread in CPU time, two threads in wall-clock time."""
    for rules, size in (("qubic4", "4×4"), ("krist", "4×4"), ("krist rows=8 cols=8", "8×8")):
        position = Position(Rules.parse(rules))
        name = f"{rules.split()[0]} {size}"
        for features, how in ((PLAIN_UCT, "random playouts"), (ALL_FEATURES, "everything")):
            run = partial(_grown, position, features, simulations)
            target = 0.4 if features is PLAIN_UCT and size == "4×4" else None
            speed = simulations / median_cpu(run, runs) / MILLION
            yield Figure(f"tree search, {name}, {how}", speed, "million/s", target, "more")
    gain = two_threads(Position(Rules.preset("qubic4")), 4 * simulations, runs)
    yield Figure("tree search, two threads : one", gain, "times as many", 1.7, "more")


def _grown(position: Position, features: Feature, simulations: int, threads: int = 1) -> None:
    search(
        position,
        simulations=simulations,
        features=features,
        threads=threads,
        megabytes=MEGABYTES,
    )


def two_threads(position: Position, simulations: int, runs: int) -> float:
    """Return the speed-up of two threads."""
    return median(
        _seconds(position, simulations, 1) / _seconds(position, simulations, 2) for _ in range(runs)
    )


def _seconds(position: Position, simulations: int, threads: int) -> float:
    tree = Search(position, megabytes=MEGABYTES)
    start = time.perf_counter()
    tree.run(simulations=simulations, threads=threads)
    return time.perf_counter() - start
