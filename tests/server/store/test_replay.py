"""Columns that follow from a game's terms and entries are compared with its replay."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Table, update

from qttt.play.log import EntryKind, LogEntry
from qttt.server.errors import StoreCorrupt
from qttt.server.games.game import AppendRequest, GameState
from qttt.server.games.terms import Identity, Terms
from qttt.server.store.backup import verify_store
from qttt.server.store.entities import User
from qttt.server.store.schema import games, open_games, seats
from qttt.server.store.store import Store
from tests.server.store.check.common import NOW, make_terms

LIVE, OVER, OPEN = "live000000", "over000000", "open000000"
CHANGES: list[tuple[str, Table, str, Any, str]] = [
    (LIVE, games, "created", 1, f"created is 1 and not {NOW}"),
    (LIVE, games, "private", True, "private is True and not False"),
    (LIVE, games, "rated", False, "rated is False and not True"),
    (OPEN, games, "rated", True, "rated is True and not False"),
    (LIVE, games, "at", 1, f"at is 1 and not {NOW + 20}"),
    (LIVE, games, "deadline", None, f"deadline is None and not {NOW + 20 + 301_000}"),
    (LIVE, games, "result", "1-0", "result is '1-0' and not ''"),
    (OVER, games, "result", "1-0", "result is '1-0' and not '0-1'"),
    (OVER, games, "termination", "time", "termination is 'time' and not 'resignation'"),
    (LIVE, games, "turn", "O", "turn is 'O' and not 'X'"),
    (LIVE, open_games, "created", 1, f"opened is 1 and not {NOW}"),
    (LIVE, open_games, "ended", 1, "ended is 1 and not None"),
    (OVER, open_games, "ended", None, f"ended is None and not {NOW + 30}"),
    (LIVE, open_games, "check_at", None, "it is checked at None, after its deadline"),
    (LIVE, open_games, "awaits_rating", True, "it awaits a rating, but cannot be rated"),
    (LIVE, seats, "user", "carl", "its seats are not those of its terms"),
    (LIVE, seats, "seat", "Z", "its seats are not those of its terms"),
    (LIVE, seats, "created", 1, "seat X has another time of creation"),
    (LIVE, seats, "is_private", True, "seat X is private: True"),
    (LIVE, open_games, "is_private", True, "is_open_private is True and not False"),
    (LIVE, seats, "over", True, "seat X is listed as over: True"),
    (OVER, seats, "over", False, "seat X is listed as over: False"),
]
"""Changes of one column each, and what is wrong then."""


async def begin(store: Store, terms: Terms, *bodies: str) -> None:
    """Create a game and play moves; the empty one is a resignation."""
    assert await store.games.create(terms)
    game = GameState(terms)
    for version, body in enumerate(bodies, 1):
        kind = EntryKind.MOVE if body else EntryKind.RESIGN
        seat = "XO"[(version - 1) % 2]
        append = game.advance([LogEntry(version, kind, seat, body, NOW + 10 * version)])
        assert await store.games.append([append]) == ["stored"]


@pytest.fixture
async def filled(store: Store) -> Store:
    for name in ("anna", "bert", "carl"):
        await store.people.add_user(User(name, name, 1, key=name))
    await begin(store, make_terms(LIVE), "12", "23")
    await begin(store, make_terms(OVER), "12", "23", "")
    await begin(store, make_terms(OPEN, o=""))
    assert verify_store(store.database, replay=True) == 3
    return store


@pytest.mark.parametrize(
    ("game", "table", "column", "value", "message"),
    CHANGES,
    ids=lambda value: value.name if isinstance(value, Table) else str(value),
)
async def test_a_changed_column_is_detected(
    filled: Store, game: str, table: Table, column: str, value: Any, message: str
) -> None:
    chosen = table.c.id == game if table is games else table.c.game == game
    if table is seats:
        chosen &= table.c.seat == "X"
    await filled.database.write(
        lambda connection: connection.execute(update(table).where(chosen).values({column: value}))
    )
    assert verify_store(filled.database) == 3
    with pytest.raises(StoreCorrupt) as error:
        verify_store(filled.database, replay=True)
    assert str(error.value) == (
        f"game {game} is corrupt: {message}; restore the game from a backup"
    )


def test_every_column_is_verified() -> None:
    """Those of ``entries``, and these, by the hash chain."""
    changed = {(table.name, column) for _, table, column, *_ in CHANGES}
    chained = {("games", name) for name in ("id", "terms", "version", "digest", "log")}
    tables = (games, seats, open_games)
    all_columns = {(table.name, column.name) for table in tables for column in table.c}
    assert all_columns - changed - chained == {("seats", "game"), ("open_games", "game")}


async def test_a_log_that_cannot_be_replayed_is_detected(filled: Store) -> None:
    wrong = LogEntry(1, EntryKind.MOVE, "O", "12", NOW)
    assert await filled.games.append([AppendRequest(OPEN, (wrong,))]) == ["stored"]
    assert verify_store(filled.database) == 3
    with pytest.raises(StoreCorrupt, match=rf"game {OPEN} is corrupt: it cannot be replayed \("):
        verify_store(filled.database, replay=True)


async def test_a_game_that_was_called_off_is_valid(filled: Store) -> None:
    room = replace(make_terms("room000000", rated=False), room="K7MQ2X")
    await begin(filled, room, "12")
    called_off = update(seats).where(seats.c.game == room.game).values(over=True)
    await filled.database.write(lambda connection: connection.execute(called_off))
    assert verify_store(filled.database, replay=True) == 4


async def test_a_game_of_a_deleted_account_is_valid(filled: Store) -> None:
    over = replace(make_terms("gone000000"), o=Identity("carl", "Carl"))
    await begin(filled, over, "12", "23", "")
    await filled.database.write(
        lambda connection: connection.execute(update(open_games).values(awaits_rating=False))
    )
    assert await filled.accounts.delete_user("carl", NOW, NOW)
    assert await filled.accounts.anonymize_games(9) == 1
    assert verify_store(filled.database, replay=True) == 4
