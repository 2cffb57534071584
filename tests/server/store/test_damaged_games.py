"""A damaged game is skipped and logged once; all others go on, also behind many damaged ones.

Queries are limited to one game, so that the damaged one fills them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from qttt.play import named_coin
from qttt.play.log import EntryKind, LogEntry
from qttt.server.errors import StoreCorrupt
from qttt.server.game_errors import log_game_error
from qttt.server.games.game import AppendRequest
from qttt.server.net import runner
from qttt.server.net.runner import HubRunner
from qttt.server.people import ratings
from qttt.server.people.ratings import update_ratings
from qttt.server.retention import DAY_MS
from qttt.server.store.entities import Ladder, User
from qttt.server.store.ratings import Change
from qttt.server.store.rooms import RoomGame
from qttt.server.store.schema import games
from qttt.server.store.store import Store, open_store
from tests.server.busy import without_downtime
from tests.server.store.check.common import NOW, make_terms
from tests.server.store.check.rooms import PAIR, ROOM

GAMES = ("bad0000000", "good000000")
END = LogEntry(1, EntryKind.RESIGN, "X", "", NOW + 1)


async def begin(store: Store, *, rated: bool = True) -> None:
    for game in GAMES:
        assert await store.games.create(make_terms(game, rated=rated))


async def finish(store: Store) -> None:
    for game in GAMES:
        ended = AppendRequest(game, (END,), None, "0-1", "resignation")
        assert await store.games.append([ended]) == ["stored"]


async def damage(store: Store, **columns: str) -> None:
    """Change columns of the first game; by default its terms become unreadable."""
    changed = columns or {"terms": "[]"}
    damaged = update(games).where(games.c.id == GAMES[0]).values(changed)
    await store.database.write(lambda connection: connection.execute(damaged))


async def rate(store: Store) -> list[int]:
    await begin(store)
    await finish(store)
    await damage(store)
    return [await update_ratings(store.ratings) for _ in range(2)]


async def rate_no_result(store: Store) -> list[int]:
    await begin(store)
    await finish(store)
    await damage(store, result="?")
    return [await update_ratings(store.ratings) for _ in range(2)]


async def rate_unreadable_rows(store: Store) -> list[int]:
    real = store.ratings.rate

    async def rate_readable(game: str, ladder: Ladder, change: Change) -> bool:
        if game == GAMES[0]:
            raise StoreCorrupt("damaged")
        return await real(game, ladder, change)

    await begin(store)
    await finish(store)
    store.ratings.rate = rate_readable  # type: ignore[method-assign]
    return [await update_ratings(store.ratings) for _ in range(2)]


async def anonymize(store: Store) -> list[int]:
    await begin(store, rated=False)
    await finish(store)
    assert await store.accounts.delete_user("anna", NOW, NOW)
    await damage(store)
    return [await store.accounts.anonymize_games(1) for _ in range(2)]


async def fold(store: Store) -> list[int]:
    await begin(store, rated=False)
    await finish(store)
    await damage(store)
    return [await store.games.fold(NOW + 2, 1) for _ in range(2)]


async def list_games(store: Store) -> list[int]:
    for age, game in enumerate(GAMES):
        assert await store.games.create(make_terms(game, created=NOW - age))
    await damage(store)
    return [len(await store.games.live_games(1)), len(await store.games.current_games("anna")) - 1]


async def check_deadlines(store: Store) -> list[int]:
    await begin(store)
    await damage(store)
    with without_downtime():
        async with asyncio.timeout(60), HubRunner(store, named_coin("os"), lambda: NOW + DAY_MS):
            while len(await store.games.live_games(1)):
                await asyncio.sleep(0.01)
    return [1, 0]


async def close_room(store: Store) -> list[int]:
    await store.rooms.add(ROOM)
    listed = tuple(RoomGame(game, 0, 1, 2) for game in GAMES)
    room = replace(ROOM, version=2, members=PAIR, games=listed)
    begun = [replace(make_terms(game, rated=False), room=ROOM.code) for game in GAMES]
    assert await store.rooms.update(room, begun)
    await damage(store)
    closed = [await store.rooms.delete_expired(ROOM.expires, NOW) for _ in range(2)]
    return [len(rooms.codes) for rooms in closed]


@pytest.mark.parametrize(
    "work",
    [
        *(rate, rate_no_result, rate_unreadable_rows, anonymize),
        *(fold, list_games, check_deadlines, close_room),
    ],
)
async def test_a_damaged_game_holds_up_no_other(
    work: Callable[[Store], Awaitable[list[int]]],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ratings, "BATCH_SIZE", 1)
    monkeypatch.setattr(runner, "MAX_OVERDUE", 1)
    monkeypatch.setattr(runner, "OVERDUE_CHECK_S", 0.01)
    log_game_error.cache_clear()
    async with open_store(str(tmp_path / "games.db")) as store:
        for name in ("Anna", "Bert", "Cleo"):
            await store.people.add_user(User(name.lower(), name, NOW, key=name.lower()))
        assert await work(store) == [1, 0]
    (logged,) = caplog.records
    assert logged.message == "game skipped"
    assert GAMES[0] in vars(logged)["problem"]
