"""Opening a store and creating its tables."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, inspect, select, text

from .accounts import AccountStore
from .database import TIMEOUT_S, Database, connect, translate_errors
from .errors import StoreError
from .games import GameStore
from .lobby import LobbyStore
from .people import PeopleStore
from .processes import ProcessStore
from .rooms import RoomStore
from .schema import SCHEMA_VERSION, TABLES, schema_version

USE_WAL = "PRAGMA journal_mode = WAL"
BUSY_RETRY_S = 0.02

_LOCK = text("SELECT pg_advisory_xact_lock(7488770)")
"""Prevents processes that start together from creating the tables twice; any number will do."""


class Store:
    """All persistent data of a server. ``open_store`` opens one."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.games = GameStore(database)
        self.people = PeopleStore(database)
        self.accounts = AccountStore(database)
        self.lobby = LobbyStore(database)
        self.rooms = RoomStore(database)
        self.processes = ProcessStore(database)


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """Open the store at ``url`` (see ``parse_url``), which is created if it is missing.

    Raises ``StoreError`` if ``url`` is not usable or another version of qttt created the store, and
    ``StoreUnavailable`` if it cannot be reached.
    """
    async with connect(url) as database:
        if database.is_sqlite:
            await _use_wal(database)
        async with database.write() as connection:
            await connection.run_sync(create_tables)
        await check_schema(database)
        yield Store(database)


async def check_schema(database: Database) -> bool:
    """Return whether the tables exist.

    Raises ``StoreError`` if another version of qttt created them.
    """
    async with database.read() as connection:
        version = await connection.run_sync(read_version)
    if version not in (None, SCHEMA_VERSION):
        raise StoreError(
            f"{database.location} was created by another version of qttt (schema {version}, not "
            f"{SCHEMA_VERSION}): keep it for that version, or start with a new store: --data"
        )
    return version is not None


def create_tables(connection: Connection) -> None:
    """Create the tables within the connection's transaction, unless the store has a version."""
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)
    if read_version(connection) is None:
        TABLES.create_all(connection, checkfirst=False)
        connection.execute(schema_version.insert(), {"version_num": SCHEMA_VERSION})


def read_version(connection: Connection) -> str | None:
    """Return the version of the store's schema, or None if it has no tables."""
    if not inspect(connection).has_table(schema_version.name):
        return None
    version: str = connection.execute(select(schema_version.c.version_num)).scalar_one()
    return version


async def _use_wal(database: Database) -> None:
    """Set the journal mode, which is stored in the file, outside a transaction."""
    with translate_errors(database.location):
        async with database.writer.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None  # noqa: S101  not None while the connection is open
            mode = await set_wal(raw)
    if mode != "wal":
        raise StoreError(
            f"{database.location} is on a file system without shared memory, such as a network "
            "share; move it to a local disk, or use PostgreSQL"
        )


async def set_wal(connection: Any) -> str:
    """Set it on an ``aiosqlite.Connection`` and return it.

    SQLite does not wait for other processes that set it at the same time, whatever the timeout.
    """
    end = time.monotonic() + TIMEOUT_S
    while True:
        try:
            ((mode,),) = await connection.execute_fetchall(USE_WAL)
            return str(mode)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            await asyncio.sleep(BUSY_RETRY_S)
