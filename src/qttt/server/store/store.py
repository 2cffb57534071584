"""Opening a store and creating its tables."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection

from qttt.server.errors import StoreError

from .accounts import AccountStore
from .columns import TABLES, add_postgres_options
from .connecting import connect
from .database import STATEMENT_TIMEOUT_S, TIMEOUT_S, Database, translate_errors
from .games import GameStore
from .homework import HomeworkStore
from .lobby import LobbyStore
from .people import PeopleStore
from .polls import PollStore
from .processes import ProcessStore
from .push import PushStore
from .ratings import RatingStore
from .rooms import RoomStore
from .schema import OLDEST_SCHEMA, SCHEMA_VERSION, schema_version

USE_WAL = "PRAGMA journal_mode = WAL"
BUSY_RETRY_S = 0.02

ENCODINGS = ("UTF8", "SQL_ASCII")
"""Encodings of databases of PostgreSQL that store all texts; SQL_ASCII stores bytes."""
NEW_DATABASE = "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
"""Options of a database that stores all texts, whatever the locale of the cluster is."""
_ENCODING_AND_RIGHT = text(
    "SELECT current_setting('server_encoding'), quote_ident(current_user), "
    "quote_ident(current_schema()), has_schema_privilege(current_schema(), 'CREATE')"
)

LOCK = text("SELECT pg_advisory_xact_lock(7488770)")
"""Prevents processes that start together from creating the tables twice; any number will do."""


class Store:
    """All persistent data of a server. ``open_store`` opens one."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.games = GameStore(database)
        self.people = PeopleStore(database)
        self.accounts = AccountStore(database)
        self.ratings = RatingStore(database)
        self.lobby = LobbyStore(database)
        self.rooms = RoomStore(database)
        self.polls = PollStore(database)
        self.homework = HomeworkStore(database)
        self.processes = ProcessStore(database)
        self.push = PushStore(database)


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """Open the store at ``url`` (see ``parse_url``), which is created if it is missing.

    Raises ``StoreError`` if ``url`` is not usable or another version of qttt created the store, and
    ``StoreUnavailable`` if it cannot be reached.
    """
    with connect(url, STATEMENT_TIMEOUT_S) as database:
        await asyncio.to_thread(_create, database)
        yield Store(database)


def check_schema(database: Database) -> bool:
    """Return whether the tables exist. Raises ``StoreError`` if they are of another schema."""
    with database.reading() as connection:
        version = read_version(connection)
    if version not in (None, SCHEMA_VERSION):
        raise StoreError(_other_schema(database.location, version))
    return version is not None


def require_store(database: Database) -> None:
    """Raise ``StoreError`` unless the tables exist and have this schema."""
    if not check_schema(database):
        raise StoreError(_no_store(database.location))


def outdated_version(database: Database) -> str | None:
    """Return the older schema of a store that can be upgraded; None if it has this one.

    Raises ``StoreError`` if there is no store, or no way.
    """
    with database.reading() as connection:
        version = read_version(connection)
    if version is None:
        raise StoreError(_no_store(database.location))
    if version != SCHEMA_VERSION and not _can_upgrade(version):
        raise StoreError(_other_schema(database.location, version))
    return None if version == SCHEMA_VERSION else version


def read_version(connection: Connection) -> str | None:
    """Return the version of the store's schema, or None if it has no tables.

    Raises ``StoreError`` for tables that another program created.
    """
    inspector = inspect(connection)
    if not inspector.has_table(schema_version.name):
        if others := sorted(TABLES.tables.keys() & set(inspector.get_table_names())):
            raise StoreError(
                f"this database has a table {others[0]} that is not of qttt: use another store"
            )
        return None
    version: str = connection.execute(select(schema_version.c.version_num)).scalar_one()
    return version


def _no_store(location: str) -> str:
    return f"there is no store at {location}: it has no tables; qttt serve creates them"


def _can_upgrade(version: str) -> bool:
    return version.isdecimal() and OLDEST_SCHEMA <= int(version) < int(SCHEMA_VERSION)


def _other_schema(location: str, version: str) -> str:
    """Return the problem of a store of another version, and what to do."""
    age, way = "an older", "stop the server and run qttt store upgrade, which keeps a copy"
    if not _can_upgrade(version):
        way = "it cannot be upgraded; use that version, or start with a new store: --data"
        if version.isdecimal() and int(version) > int(SCHEMA_VERSION):
            age, way = "a newer", "use that version, or start with a new store: --data"
    schemas = f"schema {version}, not {SCHEMA_VERSION}"
    return f"{location} was written by {age} version of qttt ({schemas}): {way}"


def _create(database: Database) -> None:
    """Create the tables, unless they exist, in one process at a time."""
    check_schema(database)
    with translate_errors(database.location):
        if database.is_sqlite:
            _use_wal(database)
        with database.writer.begin() as connection:
            create_tables(connection)
    check_schema(database)


def create_tables(connection: Connection) -> None:
    """Create the tables within the connection's transaction, unless the store has a version."""
    if connection.dialect.name == "postgresql":
        connection.execute(LOCK)
        add_postgres_options()
    if read_version(connection) is None:
        check_creatable(connection)
        TABLES.create_all(connection, checkfirst=False)
        connection.execute(schema_version.insert(), {"version_num": SCHEMA_VERSION})


def check_creatable(connection: Connection) -> None:
    """Raise ``StoreError`` if the tables cannot be created in this database of PostgreSQL."""
    if connection.dialect.name != "postgresql":
        return
    encoding, user, schema, has_right = connection.execute(_ENCODING_AND_RIGHT).one()
    if encoding not in ENCODINGS:
        raise StoreError(
            f"the database has the encoding {encoding}: create another one with {NEW_DATABASE}"
        )
    if schema is None:
        raise StoreError(
            f"{user} can use no schema of search_path: set search_path, or grant USAGE"
        )
    if not has_right:
        raise StoreError(
            f"{user} cannot create tables: GRANT CREATE ON SCHEMA {schema} TO {user}, or make it "
            "the owner of the database"
        )


def _use_wal(database: Database) -> None:
    """Set the journal mode, which is stored in the file, outside a transaction."""
    with closing(database.writer.raw_connection()) as connection:
        mode = set_wal(connection)
    if mode != "wal":
        raise StoreError(
            f"{database.location} is on a file system without shared memory, such as a network "
            "share; move it to a local disk, or use PostgreSQL"
        )


def set_wal(connection: DBAPIConnection) -> str:
    """Set the journal mode of SQLite, and return it.

    SQLite does not wait for other processes that set it at the same time, whatever the timeout.
    """
    end = time.monotonic() + TIMEOUT_S
    while True:
        try:
            with closing(connection.cursor()) as cursor:
                cursor.execute(USE_WAL)
                ((mode,),) = cursor.fetchall()
                return str(mode)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(BUSY_RETRY_S)
