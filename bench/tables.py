"""Tablebases: cost of building, and speed with them."""

import ctypes
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median as middle
from tempfile import TemporaryDirectory

from qttt.engine import SolveDepth, Solver
from qttt.engine.builder import build_tablebase, position_keys
from qttt.engine.kernel import encode_places, library
from qttt.engine.kernel_api import QtttAnalysis
from qttt.engine.tablebase import Tablebase, shipped_tablebase
from qttt.game import Position, Rules

from .clock import cpu_seconds
from .figures import Figure
from .positions import Dice, random_game

GOFF = Rules()
BUILT = {5: (20, 512), 6: (90, 3500)}
"""By marks: the targets for build time in seconds and size in kilobytes."""


def tables(quick: bool) -> Iterator[Figure]:
    """Measure the shipped tablebase and, unless ``quick``, larger ones built for the run."""
    count = 500 if quick else 5000
    shipped = shipped_tablebase(GOFF)
    assert shipped
    yield from with_table(shipped, count, slowest=5000)
    if quick:
        return
    with TemporaryDirectory() as folder:
        for marks, (seconds, size) in BUILT.items():
            path = Path(folder) / f"goff{marks}.qtb"
            taken = cpu_seconds(partial(build_tablebase, GOFF, marks, path))
            table = Tablebase(path)
            name = f"table of {marks} marks"
            yield Figure(f"{name}: built in", taken, "s", seconds)
            yield Figure(f"{name}: positions solved", table.header.positions / taken, "per s")
            yield Figure(f"{name}: size", table.header.size / 1e3, "kB", size)
        yield from with_table(table, count, median=50, slowest=1000)


def with_table(
    table: Tablebase, count: int, slowest: float, median: float | None = None
) -> Iterator[Figure]:
    """Measure probes, and analyses of random positions by a cold solver with the tablebase."""
    name = f"table of {table.marks} marks"
    solver = Solver(GOFF, entries=1 << 14, tablebase=table)
    positions = anywhere(count)
    yield Figure(f"{name}: one probe, native", 1e6 * probe_seconds(table), "µs", 1)
    times = sorted(valuing_seconds(solver, position) for position in positions)
    for share, words, target in ((500, "half", median), (999, "999 of 1,000", slowest)):
        taken = 1e6 * times[len(times) * share // 1000 - 1]
        yield Figure(f"{name}: every move valued, {words} within", taken, "µs", target)
    yield Figure(
        f"{name}: analysis in Python", 1e6 * analysis_seconds(solver, positions), "µs", 200
    )


def anywhere(count: int) -> list[Position]:
    """Return random positions of all depths, including pending loops."""
    dice = Dice(1)
    games = (random_game(GOFF, dice) for _ in iter(int, 1))
    return list(islice((p for game in games for p in game if not p.outcome), count))


def probe_seconds(table: Tablebase) -> float:
    """Return the time of a probe in the kernel, over hundreds of thousands of positions."""
    solver = Solver(GOFF, entries=0, tablebase=table)
    *_, keys = position_keys(solver, table.marks)
    scores = (ctypes.c_int16 * (len(keys) // 2))()
    score = partial(library().qttt_table_score, solver.memory, keys, len(scores), scores)
    return middle(cpu_seconds(score) for _ in range(5)) / len(scores)


def valuing_seconds(solver: Solver, position: Position) -> float:
    """Return the kernel's time from a cold transposition table."""
    places, found = encode_places(position), QtttAnalysis()
    solve = partial(
        library().qttt_solve,
        *(
            solver.memory,
            places,
            len(position.marks),
            0,
            None,
            SolveDepth.VALUES,
            ctypes.byref(found),
        ),
    )
    return cpu_seconds(solve, solver.clear)


def analysis_seconds(solver: Solver, positions: list[Position]) -> float:
    """Return the median time of complete analyses from a cold table."""
    return middle(
        cpu_seconds(partial(solver.solve, position), solver.clear) for position in positions
    )
