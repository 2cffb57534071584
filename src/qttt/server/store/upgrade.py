"""Upgrades of a store of an older schema, in place; what it was is kept.

A file is copied, and replaced by a new one; in PostgreSQL the old tables are moved to another
schema in the transaction that creates and fills the new ones. So a process that is killed leaves
either the old store or the new one.
"""

import filecmp
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.schema import CreateSchema

from qttt.server.errors import StoreError

from .backup import atomic_replacement, vacuum
from .columns import TABLES
from .connecting import connect, store_file
from .database import translate_errors
from .older import BATCH_SIZE, Retention, RowLoader, fill_store, stored_tables
from .schema import schema_version
from .store import LOCK, outdated_version

_LOCK_OLD = text(f"LOCK TABLE {schema_version.name} IN ACCESS EXCLUSIVE MODE")
"""No server of the older version can start meanwhile: it would wait to read its schema."""
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'qttt' "
    "AND datname = current_database() AND pid <> pg_backend_pid()"
)


class Upgrade(NamedTuple):
    """The number of games in an upgraded store, its old schema, and where that is kept."""

    games: int
    schema: str
    kept: str


def upgrade_store(url: str, keep: Retention) -> Upgrade | None:
    """Upgrade the store at ``url``; None if it has this version's schema.

    ``keep`` is how long data is kept that had no end before. The caller holds the lock of a file.
    Raises ``StoreError`` and changes nothing if that is not possible,
    ``StoreCorrupt`` if a game is damaged.
    """
    with connect(url) as database:
        version = outdated_version(database)
    if version is None:
        return None
    if file := store_file(url):
        return _upgrade_file(file.resolve(), version, keep)
    return _upgrade_tables(url, version, keep)


def _upgrade_file(path: Path, version: str, keep: Retention) -> Upgrade:
    kept = path.with_name(f"{path.stem}.schema-{version}{path.suffix}")
    _leave_wal(path)
    with atomic_replacement(path, path) as new:
        with (
            connect(str(path)) as database,
            database.reading() as old,
            connect(str(new)) as target,
            target.writer.begin() as connection,
        ):
            games = fill_store(connection, str(new), _copier(old), keep, _problem(str(path)))
            # A reader in this journal mode prevents changes until the old file is copied too.
            _keep(path, kept)
        if Path(f"{path}-wal").exists():
            raise _in_use(path)
    return Upgrade(games, version, str(kept))


def _leave_wal(path: Path) -> None:
    """Move all changes into the file, which is possible only if no process has it open."""
    with translate_errors(str(path)), closing(sqlite3.connect(path)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise _in_use(path) from error


def _in_use(path: Path) -> StoreError:
    return StoreError(f"{path} is in use: stop the server and all programs that have it open")


def _keep(path: Path, kept: Path) -> None:
    """Copy the old file, unless an upgrade that was killed did."""
    with atomic_replacement(kept, path) as copy:
        vacuum(path, copy)
        if kept.exists() and not filecmp.cmp(copy, kept, shallow=False):
            raise StoreError(f"{kept} is of an earlier upgrade: move it away")


def _upgrade_tables(url: str, version: str, keep: Retention) -> Upgrade:
    with connect(url) as database:
        with database.reading() as connection:
            _check_alone(connection, database.location)
        with translate_errors(database.location), database.writer.begin() as connection:
            connection.execute(LOCK)
            connection.execute(_LOCK_OLD)
            _check_alone(connection, database.location)
            schema = _move_tables(connection, version)
            copy, problem = _copier(connection, schema), _problem(database.location)
            games = fill_store(connection, database.location, copy, keep, problem)
    return Upgrade(games, version, f"schema {schema} of the same database")


def _check_alone(connection: Connection, location: str) -> None:
    if others := connection.scalar(_OTHERS):
        raise StoreError(f"{location} is in use by {others} connections: stop all servers of qttt")


def _move_tables(connection: Connection, version: str) -> str:
    """Move the tables to a new schema of PostgreSQL, and return its name."""
    schema, inspector = f"qttt_schema_{version}", inspect(connection)
    if schema in inspector.get_schema_names():
        raise StoreError(f"there is a schema {schema} of an earlier upgrade: rename or drop it")
    connection.execute(CreateSchema(schema))
    for name in TABLES.tables.keys() & set(inspector.get_table_names()):
        connection.execute(text(f'ALTER TABLE "{name}" SET SCHEMA {schema}'))
    return schema


def _problem(location: str) -> str:
    return f"{location} cannot be upgraded"


def _copier(old: Connection, schema: str | None = None) -> Callable[[RowLoader], None]:
    """Return a function that copies the rows of the old tables, which are in that schema."""
    inspector = inspect(old)
    stored = set(inspector.get_table_names(schema))
    options = {"yield_per": BATCH_SIZE, "schema_translate_map": {None: schema}}

    def copy(loader: RowLoader) -> None:
        for name in stored_tables():
            if name in stored:
                names = [column["name"] for column in inspector.get_columns(name, schema)]
                columns = loader.begin(name, names)
                for row in old.execute(select(*columns), execution_options=options):
                    loader.add(list(row))
        loader.finish()

    return copy
