"""A process that appends to a store and reports what was acknowledged, until done or killed.

    python -m tests.server.store.appender URL ACKS SEED BATCHES [PRAGMA…]

ACKS is a file, or - for standard output; each line holds a game, a version and the id of that
entry. Several tasks append concurrently, each to its own games, and create more games. The pragmas
are run on the write connection after those of the store.
"""

import asyncio
import os
import random
import sys
from dataclasses import dataclass, field

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.game import AppendRequest
from qttt.server.store import sqlite
from qttt.server.store.entities import User
from qttt.server.store.store import Store, open_store
from tests.server.store.check.common import make_terms

TASKS = 3


@dataclass
class Appender:
    store: Store
    acks: int
    rng: random.Random
    versions: dict[str, int] = field(default_factory=dict)

    async def run(self, batches: int) -> None:
        for _ in range(batches):
            if len(self.versions) < 3 or self.rng.random() < 0.05:
                await self.begin()
            batch = [self.entries(game) for game in self.some_games()]
            answers = await self.store.games.append(batch)
            assert answers == ["stored"] * len(batch), answers
            lines = (f"{each.game} {e.version} {e.id}\n" for each in batch for e in each.entries)
            os.write(self.acks, "".join(lines).encode())
            for each in batch:
                self.versions[each.game] = each.entries[-1].version

    async def begin(self) -> None:
        terms = make_terms()
        assert await self.store.games.create(terms)
        self.versions[terms.game] = 0

    def some_games(self) -> list[str]:
        return self.rng.sample(sorted(self.versions), self.rng.randint(1, len(self.versions)))

    def entries(self, game: str) -> AppendRequest:
        first = self.versions[game] + 1
        versions = range(first, first + self.rng.randint(1, 3))
        entries = (LogEntry(v, EntryKind.MOVE, "X", "12", v, 7, f"{game}-{v}") for v in versions)
        return AppendRequest(game, tuple(entries), first)


async def main(url: str, acks: str, seed: str, batches: str, *pragmas: str) -> None:
    sqlite._WRITER += tuple(f"PRAGMA {pragma}" for pragma in pragmas)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    file = sys.stdout.fileno() if acks == "-" else os.open(acks, flags)
    async with open_store(url) as store:
        for name in ("anna", "bert"):
            await store.people.add_user(User(name, name, 1, key=name))
        tasks = (Appender(store, file, random.Random(f"{seed}-{i}")) for i in range(TASKS))
        await asyncio.gather(*(task.run(int(batches)) for task in tasks))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
