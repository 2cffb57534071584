"""The database behind a store: its connections, its transactions, and what goes wrong with them.

SQLite has one connection that writes and a few that read beside it, all of one file in WAL mode:
who writes waits for nobody who reads. A transaction that writes begins by taking the file's lock,
so that two processes may share one file. PostgreSQL has a pool, and rows are locked instead. Either
way a commit returns when the disk has it.
"""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, nullcontext
from functools import lru_cache, wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from qttt.extras import requires_extra

from .errors import StoreCorrupt, StoreError, StoreUnavailable

T = TypeVar("T")

OLDEST_SQLITE = (3, 37, 0)
"""The first that has strict tables."""
PATIENCE = 5
"""Seconds to wait for a connection, a lock, or an answer to one statement (twice as long)."""
READERS = 4

# A checkpoint writes pages into the file itself and syncs twice; 32 MiB apart, it is seldom. Only
# macOS knows fullfsync, where fsync alone does not reach the disk.
_ALL: tuple[str, ...] = ("PRAGMA foreign_keys = ON", f"PRAGMA busy_timeout = {PATIENCE * 1000}")
_WRITER: tuple[str, ...] = (
    *_ALL,
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA wal_autocheckpoint = 8192",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -32768",
)
_READER = (*_ALL, "PRAGMA query_only = ON")

_OUR_FAULT = (IntegrityError, ProgrammingError)
_UNSTORABLE = (OverflowError, UnicodeError)
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_DAMAGED_STATES = ("XX001", "XX002")
"""PostgreSQL's ``data_corrupted`` and ``index_corrupted``."""
_DATA = "22"
"""PostgreSQL's class of errors in data that was sent."""


class ConnectionThread(NamedTuple):
    """A connection in a thread of its own; ``turn`` is had by who uses it now."""

    engine: Engine
    thread: ThreadPoolExecutor
    turn: asyncio.Lock

    async def do(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` returns, in a transaction."""
        async with self.turn:
            return await asyncio.get_running_loop().run_in_executor(self.thread, self._do, work)

    def _do(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """Do no more."""
        self.thread.shutdown()
        self.engine.dispose()


class Database(NamedTuple):
    """Where the tables are, and how to write and read them; used through ``connect``."""

    place: str
    writer: AsyncEngine
    reader: AsyncEngine
    under_way: set[asyncio.Task[Any]]
    write_thread: ConnectionThread | None = None
    read_thread: ConnectionThread | None = None

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of this machine."""
        return self.writer.dialect.name == "sqlite"

    def insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """An INSERT that can say ON CONFLICT, which both databases write alike."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work to its end, also if who waits for it is cancelled meanwhile.

        A transaction that is broken off would keep its lock until Python has thrown away all that
        remembers it, and who comes next would wait in vain.
        """
        task = asyncio.create_task(work)
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)
        return await asyncio.shield(task)

    async def write_at_once(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` returns, done in one transaction that is undone by any exception.

        On SQLite it is handed to a thread as a whole, and not statement by statement, each of
        which would cost more on its way than in the database.
        """
        with told(self.place):
            if self.write_thread:
                return await self.write_thread.do(work)
            async with self.writer.begin() as connection:
                return await connection.run_sync(work)

    async def read_at_once(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` returns, done at once as well, in a transaction that only reads."""
        with told(self.place):
            if self.read_thread:
                return await self.read_thread.do(work)
            async with self.reader.begin() as connection:
                return await connection.run_sync(work)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end, or undone by any exception."""
        with told(self.place):
            async with (
                self.write_thread.turn if self.write_thread else nullcontext(),
                self.writer.begin() as begun,
            ):
                yield begun

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state and changes nothing."""
        with told(self.place):
            async with self.reader.begin() as connection:
                yield connection


def unbroken(part: type[T]) -> type[T]:
    """Have the public methods of a part of a store finish their work; it has a ``_database``."""
    for name, method in list(vars(part).items()):
        if iscoroutinefunction(method) and not name.startswith("_"):
            setattr(part, name, _finishing(method))
    return part


def _finishing(method: Callable[..., Coroutine[Any, Any, T]]) -> Callable[..., Awaitable[T]]:
    @wraps(method)
    async def finishing(self: Any, *args: Any, **more: Any) -> T:
        database: Database = self._database
        return await database.finish(method(self, *args, **more))

    return finishing


def many(
    connection: Connection, statement: Insert | Update, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Carry out the statement for each row, which has the values of its parameters in turn.

    As ``connection.execute`` with dictionaries does, at half the cost.
    """
    if rows:
        with _cursor(connection) as cursor:
            cursor.executemany(_text(statement, connection.dialect), list(rows))


def among(
    connection: Connection, question: Select[Any], column: ColumnElement[Any], values: Sequence[Any]
) -> Sequence[Sequence[Any]]:
    """The rows of a question in which ``column`` is one of ``values``, of which there is one.

    As ``column.in_(values)`` says it, at a third of the cost: there is a text for 1, 2, 4, 8 …
    values, of which the last is repeated.
    """
    size = 1 << (len(values) - 1).bit_length()
    text = _asking(question, column, size, connection.dialect)
    with _cursor(connection) as cursor:
        cursor.execute(text, (*values, *[values[-1]] * (size - len(values))))
        return cursor.fetchall()


@contextmanager
def _cursor(connection: Connection) -> Iterator[DBAPICursor]:
    """A cursor of the driver itself, whose errors are raised as those of SQLAlchemy are."""
    driver = connection.dialect.loaded_dbapi
    with closing(connection.connection.cursor()) as cursor:
        try:
            yield cursor
        except driver.Error as error:
            raise DBAPIError.instance(None, None, error, driver.Error) from error


@lru_cache(64)
def _asking(question: Select[Any], column: ColumnElement[Any], size: int, dialect: Dialect) -> str:
    wanted = [bindparam(f"value_{number}", type_=column.type) for number in range(size)]
    return str(question.where(column.in_(wanted)).compile(dialect=dialect))


@lru_cache(32)
def _text(statement: Insert | Update, dialect: Dialect) -> str:
    return str(statement.compile(dialect=dialect))


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[Database]:
    """The database at ``url``, or in the file of that path, which is made if there is none.

    Raises ``StoreError`` for what cannot be one.
    """
    parsed = read_url(url)
    database = _file(parsed) if parsed.get_backend_name() == "sqlite" else _server(parsed)
    try:
        yield database
    finally:
        if database.under_way:
            await asyncio.wait(database.under_way)
        await database.reader.dispose()
        await database.writer.dispose()
        for each in (database.write_thread, database.read_thread):
            if each:
                each.close()


def read_url(url: str) -> URL:
    """``sqlite:///file``, ``postgresql://…`` or the path of a file, with the driver to be used.

    >>> read_url("games.db").render_as_string()
    'sqlite+aiosqlite:///games.db'
    """
    try:
        parsed = make_url(url) if "://" in url else URL.create("sqlite", database=url)
    except ArgumentError as error:
        raise StoreError(f"{_WANTED}, and this is neither") from error
    name = parsed.get_backend_name()
    if name == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed.set(drivername="sqlite+aiosqlite")
    if name in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+asyncpg")
    raise StoreError(f"{_WANTED}, and this begins with {name}")


_WANTED = "a store is a file's path, sqlite:///path or postgresql://user@host/database"


def _file(url: URL) -> Database:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(f"SQLite {oldest} or newer is needed, this is {sqlite3.sqlite_version}")
    path = Path(url.database or "")
    with told(str(path)):
        make_file(path)
    return Database(
        str(path),
        _sqlite_engine(url, "BEGIN IMMEDIATE", _WRITER, 1),
        _sqlite_engine(url, "BEGIN", _READER, READERS),
        set(),
        _connection_thread(url, "BEGIN IMMEDIATE", _WRITER),
        _connection_thread(url, "BEGIN", _READER),
    )


def make_file(path: Path) -> None:
    """Make an empty file that nobody else may read; SQLite gives its helpers the same rights."""
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _sqlite_engine(url: URL, begin: str, pragmas: tuple[str, ...], size: int) -> AsyncEngine:
    """An engine whose transactions begin as said, not when the driver thinks that they should."""
    engine = create_async_engine(
        url,
        pool_size=size,
        max_overflow=0,
        pool_timeout=PATIENCE,
        connect_args={"isolation_level": None},
    )
    _prepare(engine.sync_engine, begin, pragmas)
    return engine


def _connection_thread(url: URL, begin: str, pragmas: tuple[str, ...]) -> ConnectionThread:
    engine = create_engine(
        url.set(drivername="sqlite"),
        pool_size=1,
        max_overflow=0,
        connect_args={"isolation_level": None},
    )
    _prepare(engine, begin, pragmas)
    return ConnectionThread(engine, ThreadPoolExecutor(1, "qttt-store"), asyncio.Lock())


def _prepare(engine: Engine, begin: str, pragmas: tuple[str, ...]) -> None:
    """Have its connections begin so, and its transactions."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Any) -> None:
        connection.exec_driver_sql(begin)


def _server(url: URL) -> Database:
    with requires_extra("postgres"):
        engine = create_async_engine(
            url,
            pool_size=8,
            max_overflow=0,
            pool_timeout=PATIENCE,
            pool_pre_ping=True,
            connect_args={
                "timeout": PATIENCE,
                "command_timeout": 2 * PATIENCE,
                "server_settings": {
                    "application_name": "qttt",
                    "lock_timeout": f"{PATIENCE}s",
                    "synchronous_commit": "on",
                },
            },
        )
    place = url.render_as_string(hide_password=True)
    return Database(place, engine, engine, set())


@contextmanager
def told(place: str) -> Iterator[None]:
    """Tell what a driver raises as what it means for the store at ``place``."""
    try:
        yield
    except _OUR_FAULT:
        raise
    except DBAPIError as error:
        raise _meaning(place, error.orig or error) from error
    except (PoolTimeout, sqlite3.Error, OSError, *_UNSTORABLE) as error:
        raise _meaning(place, error) from error


def _meaning(place: str, error: BaseException) -> Exception:
    cause = error.__cause__ or error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    state = getattr(cause, "sqlstate", None) or ""
    if code in _DAMAGED or state in _DAMAGED_STATES:
        return StoreCorrupt(
            f"{place} is damaged ({cause}): stop the server, keep the file for those who want to "
            "look at it, and restore the last backup"
        )
    if isinstance(cause, (OverflowError, ValueError)) or state.startswith(_DATA):
        return ValueError(
            f"{place} holds no text with NUL or half a character, and no number of over 63 bits"
        )
    return StoreUnavailable(f"{place}: {cause}; nothing is known to be stored, try again later")
