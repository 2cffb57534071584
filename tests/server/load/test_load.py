"""Many sockets play at a constant rate without errors or lost moves, in bounded memory.

Latencies are printed, not tested; `make bench ARGS=load` measures them. The generator needs Node.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.load.driving import Driven, bare, drive, node, ours, serving
from bench.load.stock import Pair, bare_stock, stock
from qttt.server.store.store import open_store

resource = pytest.importorskip("resource", reason="systems without it have no such limits")

needs_node = pytest.mark.skipif(node() is None, reason="to enable: make web")
SOCKETS, RATE = 2_000, 400
FEW_SOCKETS, LOW_RATE = 300, 100
"""By day, when the other tests keep the machine busy."""

MEMORY = 250
"""MiB."""
FILES = 4 * SOCKETS


@pytest.fixture
def many_files() -> Iterator[None]:
    """Raise the limit of open files to what two thousand sockets need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < FILES:
        pytest.skip(f"at most {hard} open files are allowed; to enable: ulimit -n {FILES}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def stored(path: Path, pairs: list[Pair]) -> set[tuple[str, int, str]]:
    """Return (game, version, id) of every player's entry, after verifying the games.

    A server that was suspended also writes downtimes, which have no id.
    """
    entries: set[tuple[str, int, str]] = set()
    async with open_store(str(path)) as store:
        for pair in pairs:
            logs = await store.games.load_all([game for game, _ in pair.games])
            for log in logs:
                name = log.terms.game
                entries |= {(name, entry.version, entry.id) for entry in log.entries if entry.id}
                if log.entries:
                    await store.games.verify(name)
    return entries


def play(folder: Path, sockets: int, seconds: float, games: int, rate: int) -> None:
    pairs = stock(str(folder / "games.db"), sockets // 2, games)
    with serving(ours(folder / "games.db")) as server:
        driven = drive([server], pairs, seconds, folder=folder, rate=rate)
    report(driven, sockets, rate)
    acked = set()
    for line in (folder / "acked").read_text("ascii").splitlines():
        game, version, id_ = line.split()
        acked.add((game, int(version), id_))
    assert (driven.errors, driven.why) == (0, ())
    assert driven.sent == driven.acked == len(acked) > 0
    assert acked == asyncio.run(stored(folder / "games.db", pairs))
    assert driven.memory <= MEMORY


def report(driven: Driven, sockets: int, rate: int) -> None:
    print(
        f"\n{sockets} sockets, {rate} moves/s for {driven.seconds:.0f} s: half seen within "
        f"{driven.median:.1f} ms, 99 of 100 within {driven.percentile99:.1f} ms, "
        f"server {100 * driven.server:.0f} % of a core and {driven.memory:.0f} MiB"
    )


@needs_node
@pytest.mark.usefixtures("many_files")
def test_nothing_is_lost_under_load(tmp_path: Path) -> None:
    play(tmp_path, FEW_SOCKETS, seconds=3, games=2, rate=LOW_RATE)


@needs_node
@pytest.mark.nightly
@pytest.mark.usefixtures("many_files")
def test_nothing_is_lost_under_long_load(tmp_path: Path) -> None:
    play(tmp_path, SOCKETS, seconds=600, games=40, rate=RATE)


@needs_node
def test_the_bare_server_of_the_benchmark_stores_and_shows_moves(tmp_path: Path) -> None:
    with serving(bare(tmp_path / "games.db")) as server:
        driven = drive([server], bare_stock(5, 2), 1, folder=tmp_path, rate=20)
    with closing(sqlite3.connect(tmp_path / "games.db")) as store:
        stored = set(store.execute("SELECT game, version FROM entries"))
    acked = [line.split()[:2] for line in (tmp_path / "acked").read_text("ascii").splitlines()]
    assert (driven.errors, driven.why) == (0, ())
    assert stored == {(game, int(version)) for game, version in acked} != set()
