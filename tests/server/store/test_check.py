"""``check_store`` passes for both databases, and fails for broken stores."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from qttt.play.log import LogEntry
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.games.terms import Terms
from qttt.server.store.entities import (
    AuthToken,
    GameLog,
    GameSummary,
    Ladder,
    Seek,
    UnratedGame,
    User,
)
from qttt.server.store.lobby import Matching
from qttt.server.store.rooms import Room
from qttt.server.store.schema import entries, games, open_games
from qttt.server.store.store import Store, open_store
from tests.selection import by_day
from tests.server.postgres import Cluster
from tests.server.store.check import StoreFault, check_store

from .conftest import numbers

Make = Callable[[], AbstractAsyncContextManager[Store]]


def on_sqlite(folder: Path, break_it: Callable[[Store], None] = lambda store: None) -> Make:
    @asynccontextmanager
    async def make() -> AsyncIterator[Store]:
        async with open_store(str(folder / f"{next(numbers)}.db")) as store:
            break_it(store)
            yield store

    return make


async def test_sqlite_conforms(quick_path: Path) -> None:
    await check_store(on_sqlite(quick_path))


@pytest.mark.nightly
async def test_postgresql_conforms(cluster: Cluster) -> None:
    @asynccontextmanager
    async def make() -> AsyncIterator[Store]:
        async with open_store(cluster.create(f"check{next(numbers)}")) as store:
            yield store

    await check_store(make)


class Broken:
    """A part of a store; subclasses override one method wrongly."""

    def __init__(self, good: Any) -> None:
        self.good = good

    def __getattr__(self, name: str) -> Any:
        return getattr(self.good, name)


class DeletesOnConflict(Broken):
    """Deletes the entries of a game on a conflict."""

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        answers: list[AppendResult] = await self.good.append(batch)
        for each, answer in zip(batch, answers, strict=True):
            if answer == "conflict":
                dropped = delete(entries).where(entries.c.game == each.game)
                await self.good._database.write(lambda c, dropped=dropped: c.execute(dropped))
        return answers


class StoresInPart(Broken):
    """Stores each entry separately, so that an append can be stored in part."""

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        answers: list[AppendResult] = []
        for each in batch:
            results = [await self.one(each, entry) for entry in each.entries]
            answers.append(next((result for result in results if result != "stored"), "stored"))
        return answers

    async def one(self, append: AppendRequest, entry: LogEntry) -> AppendResult:
        results: list[AppendResult] = await self.good.append([append._replace(entries=(entry,))])
        return results[0]


class StopsAtConflict(Broken):
    """Rejects the rest of the batch after one conflict."""

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        answers: list[AppendResult] = []
        for each in batch:
            answers += await self.good.append([each])
            if answers[-1] != "stored":
                return answers + [answers[-1]] * (len(batch) - len(answers))
        return answers


class ReversesEntries(Broken):
    """Returns entries in the wrong order."""

    async def load(self, game: str) -> GameLog | None:
        log = await self.good.load(game)
        reversed_log: GameLog | None = log and log._replace(entries=log.entries[::-1])
        return reversed_log

    async def load_all(self, games: Sequence[str]) -> list[GameLog]:
        logs = [await self.load(game) for game in games]
        return [log for log in logs if log]


class IgnoresIds(Broken):
    """Ignores ids, so duplicates are stored if their version fits."""

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        answers: list[AppendResult] = await self.good.append(
            [
                each._replace(entries=tuple(entry._replace(id="") for entry in each.entries))
                for each in batch
            ]
        )
        return answers


class SkipsRematches(Broken):
    """Does not create the games that begin with an append."""

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        answers: list[AppendResult] = await self.good.append(
            [e._replace(rematch=None) for e in batch]
        )
        return answers


class TakesSeekTwice(Broken):
    """Looks for seeks and takes one in two transactions."""

    async def place_seek(self, seek: Seek, matching: Matching, now: int) -> Terms | None:
        others = [each for each in await self.good.seeks(now, 9) if each.user != seek.user]
        await asyncio.sleep(0.01)
        placed: Terms | None = await self.good.place_seek(seek, matching, now)
        ranked = [*matching.rank([(other, None) for other in others])]
        return placed or (matching.begin(ranked[0]) if ranked else None)


class ForgetsTakenSeeks(Broken):
    """Forgets the games of taken seeks that stay."""

    async def collect_matches(self, users: Sequence[str]) -> list[tuple[str, str]]:
        return []


class IgnoresVersion(Broken):
    """Checks the version of a room and changes it in two transactions."""

    async def update(self, room: Room, *args: Any, **options: Any) -> bool:
        stored = await self.good.room(room.code)
        await asyncio.sleep(0.01)
        await self.good.update(room, *args, **options)
        return bool(stored) and stored.version == room.version - 1


class RatesTwice(Broken):
    """Forgets which games have been rated."""

    async def rate(self, game: str, ladder: Ladder, change: Any) -> bool:
        again = update(open_games).where(open_games.c.game == game).values(awaits_rating=True)
        await self.good._database.write(lambda connection: connection.execute(again))
        done: bool = await self.good.rate(game, ladder, change)
        return done


class CountsNoEarlierGames(Broken):
    """Does not count the earlier games of two players."""

    async def unrated_games(self, limit: int, skip: int = 0) -> list[UnratedGame]:
        return [each._replace(earlier=0) for each in await self.good.unrated_games(limit, skip)]


class AcceptsExpired(Broken):
    """Accepts expired tokens."""

    async def token_and_user(self, token: bytes, now: int) -> Any:
        return await self.good.token_and_user(token, 0)


class ReusesCodes(Broken):
    """Allows a second use of a recovery code."""

    async def recover(
        self, key: str, code: bytes, password: str, now: int, *sessions: object
    ) -> User | None:
        user: User | None = await self.good.recover(key, code, password, now, *sessions)
        if user:
            await self.good.add_reset_code(user.id, code, now, now + 1)
        return user


class IgnoresCounters(Broken):
    """Ignores the counter of a passkey."""

    async def use_passkey(self, passkey: bytes, count: int, now: int) -> bool:
        await self.good.use_passkey(passkey, count, now)
        return True


class KeepsNames(Broken):
    """Keeps the names of deleted users in games."""

    async def anonymize_games(self, limit: int) -> int:
        return 0


class KeepsDigests(Broken):
    """Removes names from games without recomputing the digest chains."""

    async def anonymize_games(self, limit: int) -> int:
        chosen = select(games.c.id, games.c.digest)
        before = await self.good._database.read(lambda c: c.execute(chosen).all())
        done: int = await self.good.anonymize_games(limit)
        for game, old in before:
            changed = update(games).where(games.c.id == game).values(digest=old)
            await self.good._database.write(lambda c, changed=changed: c.execute(changed))
        return done


class SharesNames(Broken):
    """Allows several owners of a name by adding to its key."""

    async def claim_name(
        self, name: str, key: str, password: str, new: AuthToken, by: bytes = b""
    ) -> bool:
        done: bool = await self.good.claim_name(name, key + new.user, password, new, by)
        return done


class PagesByTime(Broken):
    """Pages by time only, so games that began together are skipped or repeated."""

    async def archive(
        self, user: str, limit: int, before: str = "", *, private: bool = False
    ) -> list[GameSummary]:
        last = await self.good.summary(before) if before else None
        games = await self.good.archive(user, 1000, private=private)
        after = [game for game in games if not last or _created(game) < _created(last)]
        return after[:limit]


def _created(summary: GameSummary) -> int:
    return summary.terms.created


BROKEN: list[tuple[str, type[Broken], str]] = [
    ("games", DeletesOnConflict, "entry 1 is missing"),
    ("games", StoresInPart, "entries after conflicts: expected "),
    ("games", StopsAtConflict, "results of a batch"),
    ("games", ReversesEntries, "the entries"),
    ("games", IgnoresIds, "the entries"),
    ("games", SkipsRematches, "the rematches"),
    ("games", PagesByTime, "the archive"),
    ("ratings", RatesTwice, "rating it again"),
    ("ratings", CountsNoEarlierGames, "earlier games of a game"),
    ("people", AcceptsExpired, "an expired token"),
    ("people", SharesNames, "successful claims of one name"),
    ("accounts", ReusesCodes, "the same code again"),
    ("accounts", IgnoresCounters, "increasing counters"),
    ("accounts", KeepsNames, "anonymized games before rating"),
    ("accounts", KeepsDigests, "its digest does not match entry 2"),
    ("lobby", TakesSeekTwice, "users matched with one seek"),
    ("lobby", ForgetsTakenSeeks, "the game, returned once"),
    ("rooms", IgnoresVersion, "successful changes of one version"),
]


@pytest.mark.parametrize("fault", by_day(BROKEN[:1], BROKEN), ids=lambda fault: fault[1].__name__)
async def test_a_broken_store_fails_the_check(
    quick_path: Path, fault: tuple[str, type[Broken], str]
) -> None:
    part, broken, message = fault

    def break_it(store: Store) -> None:
        setattr(store, part, broken(getattr(store, part)))

    with pytest.raises(StoreFault, match=message):
        await check_store(on_sqlite(quick_path, break_it))
