"""What stores of older schemas lack: the value of each column that was added since.

Whoever adds a column that cannot be null adds its value here; a test imports an export of every
schema.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import Column, Connection, Table, bindparam, select, update
from sqlalchemy.exc import SQLAlchemyError

from qttt.server.errors import StoreError
from qttt.server.games.game import GameState
from qttt.texts.folders import REFERENCE

from .columns import TABLES
from .schema import games, open_games, ratings, rooms, schema_version, seats, users
from .store import create_tables, read_version
from .verify import read_logs, verify_some

BATCH_SIZE = 500
"""Rows read or written at once."""

Row: TypeAlias = dict[str, Any]
Retention: TypeAlias = Mapping[str, int]
"""How long data is kept, in milliseconds, by kind (``retention_ms``)."""

MISSING: Mapping[Column[Any], Callable[[Row, Retention], Any]] = {
    rooms.c.expires: lambda row, keep: row["created"] + keep["room"],
    rooms.c.language: lambda row, keep: REFERENCE,
    rooms.c.is_locked: lambda row, keep: False,
    games.c.turn: lambda row, keep: "",  # until all entries are there
    seats.c.is_private: lambda row, keep: False,  # until all games are there
    open_games.c.is_private: lambda row, keep: False,
    ratings.c.is_listed: lambda row, keep: False,  # until all users are there
}
"""The value of a column that a row lacks, in milliseconds if it is a time."""


def store_turns(connection: Connection) -> None:
    """Store the seat that decides in each unfinished game."""
    after, unfinished = "", select(games.c.id).where(games.c.result == "").order_by(games.c.id)
    changed = update(games).where(games.c.id == bindparam("game")).values(turn=bindparam("seat"))
    while ids := connection.scalars(unfinished.where(games.c.id > after).limit(BATCH_SIZE)).all():
        rows = [
            {"game": game, "seat": str(GameState.replay(*log).decider or "")}
            for game, log in read_logs(connection, ids).items()
        ]
        connection.execute(changed, rows)
        after = ids[-1]


def copy_privacy(connection: Connection) -> None:
    """Copy which games are private."""
    private = select(games.c.id).where(games.c.private)
    for table in (seats, open_games):
        changed = update(table).where(table.c.game.in_(private))
        connection.execute(changed.values(is_private=True))


def copy_listing(connection: Connection) -> None:
    """Copy which users are listed on the leaderboards."""
    listed = select(users.c.id).where(users.c.listed)
    changed = update(ratings).where(ratings.c.user.in_(listed))
    connection.execute(changed.values(is_listed=True))


DERIVED: Mapping[Column[Any], Callable[[Connection], None]] = {
    games.c.turn: store_turns,
    seats.c.is_private: copy_privacy,
    open_games.c.is_private: copy_privacy,
    ratings.c.is_listed: copy_listing,
}
"""How a missing column is derived from other rows, once all are there."""


def stored_tables() -> dict[str, Table]:
    """Return the tables with data by name; their rows reference earlier ones only."""
    return {table.name: table for table in TABLES.sorted_tables if table is not schema_version}


class RowLoader:
    """Inserts the rows of a store of this schema or an older one into new tables.

    The methods raise ``ValueError`` for rows that do not fit this schema.
    """

    def __init__(self, connection: Connection, keep: Retention) -> None:
        self._connection = connection
        self._keep = keep
        self._tables = stored_tables()
        self._columns: list[Column[Any]] = []
        self._missing: list[Column[Any]] = []
        self._derived: set[Callable[[Connection], None]] = set()
        self._rows: list[Row] = []

    def begin(self, name: str, columns: list[str]) -> list[Column[Any]]:
        """Begin a table, whose rows have these columns, and return them."""
        self._flush()
        self._columns = [self._column(name, column) for column in columns]
        others = [column for column in self._tables[name].columns if column.name not in columns]
        self._missing = [other for other in others if other in MISSING]
        if lost := [other for other in others if not (other.nullable or other in MISSING)]:
            raise ValueError(f"there is no value for column {lost[0].name} of {name}")
        self._derived |= {DERIVED[other] for other in others if other in DERIVED}
        return self._columns

    def add(self, cells: list[Any]) -> None:
        """Insert a row of the table."""
        row = {column.name: cell for column, cell in zip(self._columns, cells, strict=True)}
        row |= {column.name: MISSING[column](row, self._keep) for column in self._missing}
        self._rows.append(row)
        if len(self._rows) == BATCH_SIZE:
            self._flush()

    def finish(self) -> None:
        """Derive missing columns after the last row."""
        self._flush()
        for derive in self._derived:
            derive(self._connection)

    def _flush(self) -> None:
        if self._rows:
            self._connection.execute(self._columns[0].table.insert(), self._rows)
            self._rows.clear()

    def _column(self, table: str, name: str) -> Column[Any]:
        known = self._tables.get(table)
        if known is None or name not in known.columns:
            raise ValueError(
                f"this version has no column {name} of {table}: use the version that wrote it, or "
                "a newer one"
            )
        return known.columns[name]


def fill_store(
    connection: Connection,
    location: str,
    load: Callable[[RowLoader], None],
    keep: Retention,
    problem: str,
) -> int:
    """Create the tables of a new store, add the rows, and verify the games; return their number.

    Raises ``StoreError``, which begins with ``problem``, if the rows do not fit.
    """
    if read_version(connection) is not None:
        raise StoreError(f"{location} contains a store: use an empty database")
    create_tables(connection)
    try:
        load(RowLoader(connection, keep))
    except (ValueError, LookupError, TypeError, SQLAlchemyError) as error:
        cause = getattr(error, "orig", None) or error
        raise StoreError(f"{problem}: {cause}") from error
    count, verified = 0, [""]
    while verified := verify_some(connection, verified[-1], BATCH_SIZE):
        count += len(verified)
    return count
