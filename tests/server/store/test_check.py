"""``check_store`` passes both databases, and finds what is wrong with broken ones."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from qttt.server.games import Append, Appended, Entry, Terms
from qttt.server.store import Ladder, Log, Room, SqlStore, Store, Summary, User, open_store
from qttt.server.store.check import StoreFault, check_store
from qttt.server.store.schema import entries, games
from tests.selection import by_day
from tests.server.postgres import Cluster

from .conftest import numbers

Make = Callable[[], AbstractAsyncContextManager[Store]]


def on_sqlite(folder: Path, break_it: Callable[[SqlStore], None] = lambda store: None) -> Make:
    @asynccontextmanager
    async def make() -> AsyncIterator[SqlStore]:
        async with open_store(str(folder / f"{next(numbers)}.db")) as store:
            break_it(store)
            yield store

    return make


async def test_sqlite_keeps_the_promises(quick_path: Path) -> None:
    await check_store(on_sqlite(quick_path))


async def test_postgresql_keeps_the_promises(cluster: Cluster) -> None:
    @asynccontextmanager
    async def make() -> AsyncIterator[SqlStore]:
        async with open_store(await cluster.create(f"check{next(numbers)}")) as store:
            yield store

    await check_store(make)


class Broken:
    """A part of a store of which one thing is wrong; all others are as they should be."""

    def __init__(self, good: Any) -> None:
        self.good = good

    def __getattr__(self, name: str) -> Any:
        return getattr(self.good, name)


class Forgetful(Broken):
    """Drops what the game had where something does not fit."""

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        answers: list[Appended] = await self.good.append(batch)
        async with self.good._database.write() as connection:
            for each, answer in zip(batch, answers, strict=True):
                if answer == "conflict":
                    await connection.execute(delete(entries).where(entries.c.game == each.game))
        return answers


class Piecemeal(Broken):
    """Stores entry by entry, so that half of an append may be stored."""

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        answers: list[Appended] = []
        for each in batch:
            told = [await self.one(each, entry) for entry in each.entries]
            answers.append(next((answer for answer in told if answer != "stored"), "stored"))
        return answers

    async def one(self, append: Append, entry: Entry) -> Appended:
        (answer,) = await self.good.append([append._replace(entries=(entry,))])
        told: Appended = answer
        return told


class AllOrNothing(Broken):
    """One conflict spoils the whole batch."""

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        told: list[Appended] = []
        for each in batch:
            told += await self.good.append([each])
            if told[-1] != "stored":
                return told + [told[-1]] * (len(batch) - len(told))
        return told


class Unordered(Broken):
    """Gives the entries as they happen to lie there."""

    async def load(self, game: str) -> Log | None:
        log = await self.good.load(game)
        turned: Log | None = log and log._replace(entries=log.entries[::-1])
        return turned

    async def load_all(self, games: Sequence[str]) -> list[Log]:
        logs = [await self.load(game) for game in games]
        return [log for log in logs if log]


class Repeating(Broken):
    """Knows no ids, so what is sent twice is stored twice where it fits."""

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        told: list[Appended] = await self.good.append(
            [
                each._replace(entries=tuple(entry._replace(id="") for entry in each.entries))
                for each in batch
            ]
        )
        return told


class Postponing(Broken):
    """Leaves it to others to begin the games that begin with an append."""

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        told: list[Appended] = await self.good.append([e._replace(begins=None) for e in batch])
        return told


class Generous(Broken):
    """Looks whether a seek is there, and takes it afterwards."""

    async def take_seek(self, seek: str, terms: Terms, now: int, own: str = "") -> bool:
        if await self.good.seek(seek, now) is None:
            return False
        await asyncio.sleep(0.01)
        await self.good.take_seek(seek, terms, now, own)
        return True


class Forgetting(Broken):
    """Drops a seek that was taken, so that nobody who was away hears of it."""

    async def found(self, users: Sequence[str]) -> list[tuple[str, str]]:
        return []


class Hasty(Broken):
    """Looks whether a room is as it was, and changes it afterwards."""

    async def change(self, room: Room, games: Sequence[Terms]) -> bool:
        found = await self.good.room(room.code)
        await asyncio.sleep(0.01)
        await self.good.change(room, games)
        return bool(found) and found.version == room.version - 1


class TwiceRated(Broken):
    """Does not remember which games are in the ratings."""

    async def rate(self, game: str, ladder: Ladder, change: Any) -> bool:
        async with self.good._database.write() as connection:
            await connection.execute(update(games).where(games.c.id == game).values(owed=True))
        done: bool = await self.good.rate(game, ladder, change)
        return done


class Immortal(Broken):
    """Honours tokens that have expired."""

    async def holder(self, token: bytes, now: int) -> Any:
        return await self.good.holder(token, 0)


class Lenient(Broken):
    """Lets a recovery code be used again."""

    async def recover(self, key: str, code: bytes, password: str, now: int) -> User | None:
        user: User | None = await self.good.recover(key, code, password, now)
        if user:
            await self.good.add_code(user.id, code, now, now + 1)
        return user


class Copied(Broken):
    """Does not look how often a passkey has been used."""

    async def use_passkey(self, passkey: bytes, count: int, now: int) -> bool:
        await self.good.use_passkey(passkey, count, now)
        return True


class Faithful(Broken):
    """Keeps the names of those who have left."""

    async def forget_names(self, limit: int) -> int:
        return 0


class Unchained(Broken):
    """Takes names out of games, and leaves their chains as they were."""

    async def forget_names(self, limit: int) -> int:
        async with self.good._database.read() as connection:
            before = (await connection.execute(select(games.c.id, games.c.digest))).all()
        done: int = await self.good.forget_names(limit)
        async with self.good._database.write() as connection:
            for game, old in before:
                await connection.execute(update(games).where(games.c.id == game).values(digest=old))
        return done


class Careless(Broken):
    """Lets a name have several owners by adding to its key."""

    async def claim_name(self, user: str, name: str, key: str, password: str) -> bool:
        done: bool = await self.good.claim_name(user, name, key + user, password)
        return done


class Skipping(Broken):
    """Pages by time only, so games that began together are skipped or shown twice."""

    async def archive(
        self, user: str, limit: int, before: str = "", *, private: bool = False
    ) -> list[Summary]:
        last = await self.good.summary(before) if before else None
        all_of_them = await self.good.archive(user, 1000, private=private)
        after = [each for each in all_of_them if not last or _at(each) < _at(last)]
        return after[:limit]


def _at(summary: Summary) -> int:
    return summary.terms.created


BROKEN: list[tuple[str, type[Broken], str]] = [
    ("games", Forgetful, "entry 1 is missing"),
    ("games", Piecemeal, "after conflicts"),
    ("games", AllOrNothing, "a batch"),
    ("games", Unordered, "the entries"),
    ("games", Repeating, "the entries"),
    ("games", Postponing, "the games that began"),
    ("games", Skipping, "the archive"),
    ("people", TwiceRated, "rated later"),
    ("people", Immortal, "an expired one"),
    ("people", Careless, "one name claimed by many"),
    ("accounts", Lenient, "the same code again"),
    ("accounts", Copied, "counts that go up"),
    ("accounts", Faithful, "a rated game waits for its rating"),
    ("accounts", Unchained, "its digest is not that of entry 2"),
    ("lobby", Generous, "how many took one seek"),
    ("lobby", Forgetting, "who is told, once"),
    ("rooms", Hasty, "how many changed one room"),
]


@pytest.mark.parametrize("fault", by_day(BROKEN[:1], BROKEN), ids=lambda fault: fault[1].__name__)
async def test_a_broken_store_is_found_out(
    quick_path: Path, fault: tuple[str, type[Broken], str]
) -> None:
    part, broken, found = fault

    def break_it(store: SqlStore) -> None:
        setattr(store, part, broken(getattr(store, part)))

    with pytest.raises(StoreFault, match=found):
        await check_store(on_sqlite(quick_path, break_it))
