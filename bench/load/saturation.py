"""How many moves a second the server stores and shows, beside one that stores none.

Both servers have one core, the generator has another, and the same pairs play in the same way: a
move is made as soon as both players have seen the one before. Ours checks each move, and shows it
when it is on the disk. boardgame.io keeps matches in memory; its game is as small as can be, and
nobody's time is kept there, so neither is it here, but for one more figure.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.figures import Figure
from build_web import find_node

from .driving import HERE, Driven, drive, node, ours, serving, theirs
from .stock import DAYS, stock

PAIRS, SECONDS, ROUNDS = 100, 4.0, 9
GAMES = 80
"""So many games has each pair, which is more than it can play."""
CORES = 2
SOCKETS, RATE, LASTING, GAMES_THEN = 2000, 400.0, 60.0, 4


class Peer(NamedTuple):
    """A server, by how the generator speaks to it, and what clock its games have."""

    protocol: str
    clock: str


OURS, TIMED, THEIRS = Peer("ours", "none"), Peer("ours", DAYS), Peer("boardgame", "none")


def load() -> Iterator[Figure]:
    """The server under load; nothing, and a word about it, where there is no Node."""
    if node() is None:
        print("bench: the server's load was not measured: there is no Node here", file=sys.stderr)
        return
    problem = _missing()
    if problem:
        print(f"bench: boardgame.io was not measured: {problem}", file=sys.stderr)
    yield from _saturation([OURS, TIMED] if problem else [OURS, TIMED, THEIRS])
    yield from _lasting()


def _saturation(peers: list[Peer]) -> Iterator[Figure]:
    rounds: dict[Peer, list[Driven]] = {peer: [] for peer in peers}
    for _ in range(ROUNDS):
        for peer in peers:  # they take turns, so that both meet the same machine
            rounds[peer].append(_saturate(peer))
    rates = {peer: median(each.rate for each in driven) for peer, driven in rounds.items()}
    name = f"{PAIRS} pairs, one core"
    yield Figure(f"moves stored and shown, {name}", rates[OURS], "moves/s")
    yield Figure(f"moves stored and shown, {name}", _cost(rounds[OURS]), "µs of one core each")
    yield Figure(f"the same with clocks, {name}", rates[TIMED], "moves/s")
    if THEIRS in rates:
        yield Figure(f"moves relayed by boardgame.io, {name}", rates[THEIRS], "moves/s")
        # Round by round: in a minute such a machine may be a tenth slower for everybody.
        both = zip(rounds[OURS], rounds[THEIRS], strict=True)
        ratio = median(one.rate / other.rate for one, other in both)
        yield Figure("moves of ours : boardgame.io", ratio, "times as many", 1, "more")


def _cost(rounds: list[Driven]) -> float:
    return median(1e6 * each.server * each.seconds / each.moves for each in rounds)


def _saturate(peer: Peer) -> Driven:
    first, second = _cores()
    with TemporaryDirectory(prefix="qttt-bench-") as name:
        folder = Path(name)
        pairs = stock(str(folder / "games.db"), PAIRS, GAMES, peer.clock)
        command = theirs() if peer is THEIRS else ours(folder / "games.db", "--unlimited")
        with serving(command, first) as server:
            return drive(server, pairs, SECONDS, folder=folder, peer=peer.protocol, core=second)


def _lasting() -> Iterator[Figure]:
    with TemporaryDirectory(prefix="qttt-bench-") as name:
        folder = Path(name)
        pairs = stock(str(folder / "games.db"), SOCKETS // 2, GAMES_THEN)
        with serving(ours(folder / "games.db")) as server:
            driven = drive(server, pairs, LASTING, folder=folder, rate=RATE)
    told = f"{SOCKETS:,} sockets, {RATE:.0f} moves/s"
    yield Figure(f"{told}: half are seen within", driven.median, "ms", 10)
    yield Figure(f"{told}: 99 of 100 are seen within", driven.percentile99, "ms", 250)
    yield Figure(f"{told}: memory of the server", driven.memory, "MiB", 250)
    yield Figure(f"{told}: errors", driven.errors, "")


def _cores() -> tuple[int | None, int | None]:
    """One for the server and one for the generator, where there are two to be had."""
    known = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return (known[0], known[1]) if len(known) >= CORES else (None, None)


def _missing() -> str:
    """Why there is no boardgame.io, which is fetched if it can be; empty if there is."""
    found = find_node()
    if (HERE / "node_modules" / "boardgame.io").exists():
        return ""
    if found is None:
        return "there is no npm here"
    done = subprocess.run(
        (*found.npm, "--prefix", str(HERE), "ci"),
        env=found.environment,
        capture_output=True,
        text=True,
    )
    return "" if done.returncode == 0 else f"npm cannot fetch it: {done.stderr.strip()[:200]}"
