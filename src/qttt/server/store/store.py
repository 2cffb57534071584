"""Opening a store and migrating its schema."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from .accounts import AccountStore
from .database import TIMEOUT_S, Database, connect, translate_errors
from .errors import StoreError
from .games import GameStore
from .lobby import LobbyStore
from .migrations import LATEST, current_revision, migrate
from .people import PeopleStore
from .processes import ProcessStore
from .rooms import RoomStore

USE_WAL = "PRAGMA journal_mode = WAL"
BUSY_RETRY_S = 0.02


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
    """Open the store at ``url`` (see ``parse_url``), migrating its schema to the latest.

    Raises ``StoreError`` if ``url`` is not usable, ``StoreUnavailable`` if it cannot be reached.
    """
    async with connect(url) as database:
        await upgrade(database)
        yield Store(database)


async def upgrade(database: Database, target: str = LATEST) -> None:
    """Migrate the schema to ``target`` atomically, in one process at a time."""
    if database.is_sqlite:
        await _use_wal(database)
    async with database.write() as connection:
        await connection.run_sync(migrate, target)


async def schema_revision(database: Database) -> str | None:
    """Return the revision of the database's schema, or None if it is empty."""
    async with database.read() as connection:
        return await connection.run_sync(current_revision)


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
