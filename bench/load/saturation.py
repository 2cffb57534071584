"""Moves per second of the server, compared with boardgame.io, which stores none.

Both servers have one core, the load generator has another, and the same pairs play in the same way:
a move is made as soon as both players have seen the previous one. Our server validates and stores
each move before showing it. boardgame.io keeps matches in memory, with a minimal game and without
clocks, so the compared games of ours have none; one more figure has clocks.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.figures import Figure
from scripts.web import find_node

from .cluster import cluster
from .driving import HERE, Driven, drive, node, ours, serving, theirs
from .stock import DAYS, stock

PAIRS, SECONDS, ROUNDS = 100, 4.0, 9
GAMES = 80
"""Games per pair, more than it can play."""
CORES = 2
SOCKETS, RATE, SUSTAINED_S, SUSTAINED_GAMES = 2000, 400.0, 60.0, 4


class Peer(NamedTuple):
    """A server's protocol, and the clock of its games."""

    protocol: str
    clock: str


OURS, TIMED, THEIRS = Peer("ours", "none"), Peer("ours", DAYS), Peer("boardgame", "none")


def load() -> Iterator[Figure]:
    """Measure the server under load; report and skip it without Node."""
    if node() is None:
        print("bench: the server under load was not measured: Node is missing", file=sys.stderr)
        return
    problem = _missing()
    if problem:
        print(f"bench: boardgame.io was not measured: {problem}", file=sys.stderr)
    yield from _saturation([OURS, TIMED] if problem else [OURS, TIMED, THEIRS])
    yield from _sustained()
    yield from cluster()


def _saturation(peers: list[Peer]) -> Iterator[Figure]:
    rounds: dict[Peer, list[Driven]] = {peer: [] for peer in peers}
    for _ in range(ROUNDS):
        for peer in peers:  # alternate, to share the machine's conditions
            rounds[peer].append(_saturate(peer))
    rates = {peer: median(level.rate for level in driven) for peer, driven in rounds.items()}
    name = f"{PAIRS} pairs, one core"
    yield Figure(f"moves stored and shown, {name}", rates[OURS], "moves/s")
    yield Figure(f"moves stored and shown, {name}", _cost(rounds[OURS]), "µs of one core each")
    for layer, share in _layers().items():
        yield Figure(f"of these: {layer}", share * _cost(rounds[OURS]), "µs")
    yield Figure(f"the same with clocks, {name}", rates[TIMED], "moves/s")
    if THEIRS in rates:
        yield Figure(f"moves relayed by boardgame.io, {name}", rates[THEIRS], "moves/s")
        # Per round, because the machine's speed varies by a tenth within a minute.
        both = zip(rounds[OURS], rounds[THEIRS], strict=True)
        ratio = median(one.rate / other.rate for one, other in both)
        yield Figure("moves of ours : boardgame.io", ratio, "times as many", 1, "more")


def _cost(rounds: list[Driven]) -> float:
    return median(level.cost for level in rounds)


def _layers() -> dict[str, float]:
    """Return the share of each layer in the server's processor time, in one more round."""
    with TemporaryDirectory(prefix="qttt-bench-") as name:
        file = Path(name) / "layers.json"
        _saturate(OURS, f"--layers={file}")
        shares: dict[str, float] = json.loads(file.read_text())
        return shares


def _saturate(peer: Peer, *options: str) -> Driven:
    first, second = cores()
    with TemporaryDirectory(prefix="qttt-bench-") as name:
        folder = Path(name)
        pairs = stock(str(folder / "games.db"), PAIRS, GAMES, peer.clock)
        command = theirs() if peer is THEIRS else ours(folder / "games.db", "--unlimited", *options)
        with serving(command, first) as server:
            return drive([server], pairs, SECONDS, folder=folder, peer=peer.protocol, core=second)


def _sustained() -> Iterator[Figure]:
    with TemporaryDirectory(prefix="qttt-bench-") as path:
        folder = Path(path)
        pairs = stock(str(folder / "games.db"), SOCKETS // 2, SUSTAINED_GAMES)
        with serving(ours(folder / "games.db")) as server:
            driven = drive([server], pairs, SUSTAINED_S, folder=folder, rate=RATE)
    cost = 1e6 * driven.connecting / SOCKETS
    yield Figure(f"{SOCKETS:,} sockets: connecting and opening a game", cost, "µs of a core each")
    name = f"{SOCKETS:,} sockets, {RATE:.0f} moves/s"
    yield Figure(f"{name}: half are seen within", driven.median, "ms", 10)
    yield Figure(f"{name}: 99 of 100 are seen within", driven.percentile99, "ms", 250)
    yield Figure(f"{name}: memory of the server", driven.memory, "MiB", 250)
    yield Figure(f"{name}: errors", driven.errors, "")


def cores() -> tuple[int | None, int | None]:
    """Return the cores for server and generator, if there are two."""
    known = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return (known[0], known[1]) if len(known) >= CORES else (None, None)


def _missing() -> str:
    """Install boardgame.io if necessary; return the problem, or an empty string."""
    found = find_node()
    if (HERE / "node_modules" / "boardgame.io").exists():
        return ""
    if found is None:
        return "npm is missing"
    done = subprocess.run(
        (*found.npm, "--prefix", str(HERE), "ci"),
        env=found.environment,
        capture_output=True,
        text=True,
    )
    return "" if done.returncode == 0 else f"npm cannot fetch it: {done.stderr.strip()[:200]}"
