"""The benchmarks, one function for each group of figures."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from qttt.engine import Level, SolveDepth, Solver, choose_move, perft, playouts
from qttt.engine.tablebase import shipped_tablebase
from qttt.game import Move, Position, Rules

from .clock import cpu_seconds, median_cpu, median_wall
from .figures import Figure
from .learning import learning
from .links import links
from .load.reference import reference
from .load.saturation import load
from .positions import Dice, random_game, settled
from .searching import tree_search
from .signature import signature
from .store import store
from .tables import tables
from .web import web
from .webassembly import in_node, in_wasmtime, pyodide_seconds

GOFF = Rules()
EMPTY = Position(GOFF)
PLIES = 6
PATHS = 1_412_156_592
MILLION = 1e6


def figures(quick: bool) -> Iterator[Figure]:
    """Yield every figure, in the order of the table; ``quick`` reduces the runs."""
    runs = 3 if quick else 15
    yield from whole_board(runs)
    yield from after_six_marks(300 if quick else 5000)
    yield from answers(1 if quick else 5)
    yield from tables(quick)
    yield from kernel(runs)
    yield from random_games(100_000 if quick else 300_000, 100 if quick else 1000, runs)
    yield from tree_search(5_000 if quick else 100_000, 3 if quick else 7)
    yield from learning(quick)
    yield from store(quick)
    if not quick:
        yield from reference()
        yield from load()
    yield from links(quick)
    yield from web(quick)
    yield from starting(3 if quick else 21)
    yield Figure("signature of the solver", signature(), "nodes")


def whole_board(runs: int) -> Iterator[Figure]:
    """Solve the empty board from a cold table, with one thread."""
    solver = Solver(GOFF)
    for name, depth, target in (
        ("exact value of the empty board", SolveDepth.VALUE, 20),
        ("exact values of its 36 openings", SolveDepth.VALUES, 40),
        ("values and plies of its 36 openings", SolveDepth.DISTANCES, None),
    ):
        seconds = median_cpu(partial(solver.solve, EMPTY, depth=depth), runs, solver.clear)
        yield Figure(name, 1e3 * seconds, "ms", target)


def after_six_marks(count: int) -> Iterator[Figure]:
    """Solve random settled positions after six marks, each from a cold table."""
    solver = Solver(GOFF, entries=1 << 12)
    times = sorted(
        cpu_seconds(partial(solver.solve, position, depth=SolveDepth.VALUE), solver.clear)
        for position in settled(GOFF, 6, count)
    )
    for name, at, target in (
        ("half of all", count // 2, None),
        ("999 of 1,000", count * 999 // 1000 - 1, None),
        ("all", count - 1, 1),
    ):
        yield Figure(f"exact value after six marks: {name} within", 1e3 * times[at], "ms", target)


def answers(count: int) -> Iterator[Figure]:
    """Measure the perfect player with only the shipped tablebase."""
    solver = Solver(GOFF, tablebase=shipped_tablebase(GOFF))
    for marks in range(6):
        seconds = median(
            cpu_seconds(partial(best_move, position, solver), solver.clear)
            for position in settled(GOFF, marks, count)
        )
        yield Figure(f"answer of level Optimal, mark {marks + 1}", 1e3 * seconds, "ms")


def best_move(position: Position, solver: Solver) -> Move:
    return choose_move(position, Level.OPTIMAL, Random(1), solve=solver.solve)


def kernel(runs: int) -> Iterator[Figure]:
    """Count paths and solve, in native code and in WebAssembly."""
    solver = Solver(GOFF)
    counting = median_cpu(partial(perft, EMPTY, PLIES), runs)
    solving = median_cpu(partial(solver.solve, EMPTY, depth=SolveDepth.VALUE), runs, solver.clear)
    yield Figure(
        f"paths of {PLIES} plies, native", PATHS / counting / MILLION, "million/s", 800, "more"
    )
    for host, times in (("wasmtime", in_wasmtime(runs)), ("node", in_node(runs))):
        if times is None:
            continue
        name = f"WebAssembly in {host}"
        yield Figure(
            f"paths of {PLIES} plies, {name}", PATHS / times.counting / MILLION, "million/s"
        )
        yield Figure(f"{name} : native, counting", times.counting / counting, "times as long", 1.6)
        yield Figure(f"{name} : native, solving", times.solving / solving, "times as long", 1.6)
    if (seconds := pyodide_seconds(runs)) is not None:
        yield Figure("Pyodide: import qttt, solve the empty board", seconds, "s", 2)


def random_games(native: int, python: int, runs: int) -> Iterator[Figure]:
    """Play complete random games, counted in plies."""
    plies = playouts(EMPTY, native, seed=1).plies
    seconds = median_cpu(partial(playouts, EMPTY, native, seed=1), runs)
    yield Figure("random games, native", plies / seconds / MILLION, "million plies/s", 25, "more")
    plies = play_in_python(python)
    seconds = median_cpu(partial(play_in_python, python), runs)
    yield Figure("random games, pure Python", plies / seconds, "plies/s", 60_000, "more")


def play_in_python(games: int) -> int:
    dice = Dice(1)
    return sum(sum(1 for _ in random_game(GOFF, dice)) - 1 for _ in range(games))


def starting(runs: int) -> Iterator[Figure]:
    """Measure whole processes by wall-clock time."""
    python = sys.executable
    script = Path(python).with_name("qttt")
    commands = {
        "python -c pass": (python, "-c", "pass"),
        "import qttt": (python, "-c", "import qttt"),
        "qttt --help": (str(script), "--help"),
        "qttt solve 12": (str(script), "solve", "12"),
    }
    times = dict(zip(commands, median_wall(list(commands.values()), runs), strict=True))
    bare = times["python -c pass"]
    targets = {"import qttt": 0.1, "qttt --help": 0.3, "qttt solve 12": 0.3}
    for name in commands:
        yield Figure(name, times[name], "s", targets.get(name))
        if name in targets:
            yield Figure(f"{name} : python -c pass", times[name] / bare, "times as long")
