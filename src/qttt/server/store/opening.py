"""A store on a database, opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .accounts import SqlAccounts
from .database import Database, connect, told
from .errors import StoreError
from .games import SqlGames
from .lobby import SqlLobby
from .migrations import LATEST, held, migrate
from .people import SqlPeople
from .processes import SqlProcesses
from .rooms import SqlRooms

USE_WAL = "PRAGMA journal_mode = WAL"


class SqlStore:
    """The ``Store`` in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.games = SqlGames(database)
        self.people = SqlPeople(database)
        self.accounts = SqlAccounts(database)
        self.lobby = SqlLobby(database)
        self.rooms = SqlRooms(database)
        self.processes = SqlProcesses(database)


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[SqlStore]:
    """The store at ``url``, its tables brought up to date; see ``read_url`` for what that may be.

    Raises ``StoreError`` if there can be none, and ``StoreUnavailable`` if it is away just now.
    """
    async with connect(url) as database:
        await upgrade(database)
        yield SqlStore(database)


async def upgrade(database: Database, target: str = LATEST) -> None:
    """Bring the tables to the schema ``target``; all or nothing, by one process at a time."""
    if database.is_sqlite:
        await _use_wal(database)
    async with database.write() as connection:
        await connection.run_sync(migrate, target)


async def schema_of(database: Database) -> str | None:
    """The revision of the schema that the database holds; None if it holds nothing."""
    async with database.read() as connection:
        return await connection.run_sync(held)


async def _use_wal(database: Database) -> None:
    """The mode is kept in the file. It cannot be changed in a transaction."""
    with told(database.place):
        async with database.writer.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None  # noqa: S101  a connection that is open has one
            async with raw.execute(USE_WAL) as cursor:
                (mode,) = await cursor.fetchone()
    if mode != "wal":
        raise StoreError(
            f"{database.place} is on a file system that two programs cannot share memory on, such "
            "as one of the network; put it on a disk of this machine, or use PostgreSQL"
        )
