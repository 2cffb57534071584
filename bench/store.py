"""The server's store: appends per second, each batch synced before the next.

In wall-clock time, since most of it is the disk.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Identity, Terms, new_game_id
from qttt.server.store.entities import User
from qttt.server.store.store import Store, open_store

from .figures import Figure

GAMES = 500
"""Concurrent games; a batch has moves of some of them."""


def store(quick: bool) -> Iterator[Figure]:
    """Measure SQLite, in a temporary file."""
    rounds = 20 if quick else 200
    with TemporaryDirectory(prefix="qttt-bench-") as folder:
        for size, target in ((1, None), (10, None), (100, 20_000)):
            path = Path(folder) / f"{size}.db"
            seconds = asyncio.run(appending(str(path), size, rounds))
            name = f"moves stored and synced, {size} at a time, SQLite"
            yield Figure(name, size / seconds, "moves/s", target, "more")


async def appending(url: str, size: int, rounds: int) -> float:
    """Return the median time of a batch of ``size`` appends."""
    async with open_store(url) as store:
        versions = dict.fromkeys(await begin(store), 0)
        rng, taken = Random(1), []
        for _ in range(rounds):
            games = rng.sample(sorted(versions), size)
            batch = [AppendRequest(game, (move(versions[game] + 1, rng),), 1) for game in games]
            start = time.perf_counter()
            await store.games.append(batch)
            taken.append(time.perf_counter() - start)
            versions.update((game, versions[game] + 1) for game in games)
    return median(taken)


async def begin(store: Store) -> Sequence[str]:
    """Create ``GAMES`` games between two players."""
    anna, bert = Identity("a", "Anna"), Identity("b", "Bert")
    for who in (anna, bert):
        await store.people.add_user(User(who.user, who.name, 1, key=who.name))
    made = [Terms(new_game_id(), "goff", "-", anna, bert, "300+5", True, 1) for _ in range(GAMES)]
    for terms in made:
        await store.games.create(terms)
    return [terms.game for terms in made]


def move(version: int, rng: Random) -> LogEntry:
    """Return a typical move."""
    return LogEntry(version, EntryKind.MOVE, "X", "12", version, 350, f"{rng.getrandbits(64):016x}")
