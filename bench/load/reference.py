"""Costs of the server as multiples of the bare server's: a move, a socket with its game, the start.

Both are measured in turn, in CPU time, so that other programs have little influence.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.figures import Figure

from .driving import Driven, bare, cpu_seconds, drive, node, ours, serving
from .saturation import PAIRS, cores
from .stock import bare_stock, stock

ROUNDS, SECONDS, GAMES = 5, 3.0, 60
FEW_SOCKETS, MANY_SOCKETS = 200, 1_000
IDLE_RATE, IDLE_S = 10.0, 0.5
KIB = 1024


def reference() -> Iterator[Figure]:
    """Measure both servers; report and skip them without Node."""
    if node() is None:
        print("bench: the bare server was not compared: Node is missing", file=sys.stderr)
        return
    yield from _moves()
    yield from _sockets()


def _moves() -> Iterator[Figure]:
    both = [(_moving("ours"), _moving("bare")) for _ in range(ROUNDS)]
    name = f"{PAIRS} pairs: CPU time of a move"
    yield Figure(name, median(one.cost for one, _ in both), "µs")
    yield Figure(f"{name}, bare server", median(other.cost for _, other in both), "µs")
    yield Figure(f"{name}, ours : bare", median(a.cost / b.cost for a, b in both), "times", 2.2)


def _sockets() -> Iterator[Figure]:
    both = [
        ((*_connected("ours"), _command_start()), (*_connected("bare"), _bare_start()))
        for _ in range(ROUNDS)
    ]
    for number, (name, unit, target, most) in enumerate(
        (
            ("CPU time of connecting and opening a game", "µs", 5, None),
            ("memory of an idle socket with a game", "KiB", None, 28),
            ("CPU time of the start", "s", None, 0.5),
        )
    ):
        our, their = ([half[side][number] for half in both] for side in (0, 1))
        yield Figure(name, median(our), unit, most)
        yield Figure(f"{name}, bare server", median(their), unit)
        ratio = median(a / b for a, b in zip(our, their, strict=True))
        yield Figure(f"{name}, ours : bare", ratio, "times", target)


def _moving(peer: str) -> Driven:
    return _drive(peer, PAIRS, SECONDS, GAMES, 0)


def _connected(peer: str) -> tuple[float, float]:
    """Return the CPU time in µs and the memory in KiB of a socket."""
    few = _drive(peer, FEW_SOCKETS // 2, IDLE_S, 1, IDLE_RATE)
    many = _drive(peer, MANY_SOCKETS // 2, IDLE_S, 1, IDLE_RATE)
    sockets = MANY_SOCKETS - FEW_SOCKETS
    memory = KIB * (many.idle_memory - few.idle_memory) / sockets
    return 1e6 * (many.connecting - few.connecting) / sockets, memory


def _command_start() -> float:
    """Return the CPU seconds of ``qttt serve``, with an existing store, until it prints its URL."""
    with TemporaryDirectory(prefix="qttt-bench-") as name:
        store = f"{name}/games.db"
        stock(store, 1, 1)
        options = ("--no-open", "--no-announce", "--port=0", f"--data={store}")
        command = (sys.executable, "-m", "qttt", "serve", *options)
        quiet = {**os.environ, "QTTT_LOG_LEVEL": "warning"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet) as process:
            assert process.stdout
            next(line for line in process.stdout if "http" in line)
            used = cpu_seconds(process.pid)
            process.terminate()
            process.stdout.read()
    return used


def _bare_start() -> float:
    """Return the CPU seconds of the bare server until it prints its port."""
    with (
        TemporaryDirectory(prefix="qttt-bench-") as name,
        serving(bare(Path(name) / "games.db")) as server,
    ):
        return server.cpu


def _drive(peer: str, pairs: int, seconds: float, games: int, rate: float) -> Driven:
    first, second = cores()
    with TemporaryDirectory(prefix="qttt-bench-") as name:
        folder = Path(name)
        store = folder / "games.db"
        if peer == "bare":
            plan, command = bare_stock(pairs, games), bare(store)
        else:
            plan = stock(str(store), pairs, games, "none")
            command = ours(store, "--unlimited")
        with serving(command, first) as server:
            driven = drive([server], plan, seconds, folder=folder, rate=rate, core=second)
    if driven.errors:
        raise RuntimeError(f"the {peer} server made {driven.errors} errors: {driven.why}")
    return driven
