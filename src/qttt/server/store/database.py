"""The database of a store: transactions, statements, and the errors of drivers.

A transaction is a synchronous function of its connection, which runs in a thread: passing each
statement to a thread costs more than executing it. Commits return after the data is synced.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache, partial, wraps
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    Insert,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    event,
    select,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from qttt.server.errors import StoreCorrupt, StoreError, StoreUnavailable

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

T = TypeVar("T")
P = ParamSpec("P")
Part = TypeVar("Part", bound="StorePart")
Method: TypeAlias = Callable[Concatenate[Part, Connection, P], T]
AsyncMethod: TypeAlias = Callable[Concatenate[Part, P], Coroutine[Any, Any, T]]

TIMEOUT_S = 5
"""Timeout for a connection or a lock."""
STATEMENT_TIMEOUT_S = 2 * TIMEOUT_S
"""Timeout for a statement of the server on PostgreSQL."""
ANSWER_TIMEOUT_S = 3 * TIMEOUT_S
"""Timeout for a transaction, including its time in the queue."""
MAX_VALUES = 500
"""Values in one statement; databases accept some ten thousand."""
PAGE_SIZE = 5_000
"""Rows that one query of the clean-up reads."""
MAX_DEADLOCKS = 3
"""Deadlocks after which a transaction is run again; each is detected after a second."""
_DEADLOCK = "40P01"
_CURSOR = "qttt.cursor"
"""Where a connection keeps its cursor."""

_PROGRAM_ERRORS = (IntegrityError, ProgrammingError)
_VALUE_ERRORS = (OverflowError, UnicodeError)
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_DAMAGED_STATES = ("XX001", "XX002")
"""PostgreSQL's ``data_corrupted`` and ``index_corrupted``."""
_MISSING_RIGHT = "42501"
RIGHTS = (
    "give this user the right to read and write the file, the files whose names begin with it, and "
    "their folder"
)
"""What to do about a file of SQLite that cannot be written."""


class Database(NamedTuple):
    """An open database; made by ``connecting.connect``."""

    location: str
    writer: Engine
    reader: Engine
    write_threads: ThreadPoolExecutor
    read_threads: ThreadPoolExecutor

    @property
    def is_sqlite(self) -> bool:
        return self.writer.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a read-only transaction in this thread, which can take long."""
        with translate_errors(self.location), self.reader.begin() as connection:
            yield connection

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in one transaction, rolled back on any exception; return its result.

        It is run again if PostgreSQL has rolled it back to resolve a deadlock.
        A transaction that has begun runs to its end, even if the caller is cancelled.
        """
        return await self._run(self.write_threads, self.writer, work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in one read-only transaction; return its result."""
        return await self._run(self.read_threads, self.reader, work)

    async def _run(
        self, threads: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]
    ) -> T:
        loop = asyncio.get_running_loop()
        with translate_errors(self.location):
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT_S):
                    return await loop.run_in_executor(threads, _run, engine, work)
            except TimeoutError as error:
                raise TimeoutError(f"no answer within {ANSWER_TIMEOUT_S} s") from error


def _run(engine: Engine, work: Callable[[Connection], T]) -> T:
    for _ in range(MAX_DEADLOCKS):
        try:
            return _run_once(engine, work)
        except DBAPIError as error:
            if _state(error.orig) != _DEADLOCK:
                raise
    return _run_once(engine, work)


def _run_once(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


class StorePart:
    """Some tables of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _has_any(self, query: Select[Any]) -> bool:
        """Return whether the query has a row; unlike a change, this does not block writers."""
        first = query.limit(1)
        return await self._database.read(
            lambda connection: connection.execute(first).first() is not None
        )

    async def _delete_in_batches(
        self,
        key: Column[str],
        which: Sequence[ColumnElement[bool]],
        delete: Callable[[Sequence[str], Connection], None],
    ) -> None:
        """Call ``delete`` with the keys of matching rows, at most ``MAX_VALUES`` at a time.

        ``delete`` checks them again. The whole table is read, ``PAGE_SIZE`` rows in a query, so
        that none takes long.
        """
        after = ""
        while True:
            rest = key > after
            ends = await self._scalars(
                select(key).where(rest).order_by(key).offset(PAGE_SIZE - 1).limit(1)
            )
            page = and_(rest, key <= ends[0]) if ends else rest
            for ids in chunks(await self._scalars(select(key).where(page, *which))):
                await self._database.write(partial(delete, ids))
            if not ends:
                break
            after = ends[0]

    async def _scalars(self, query: Select[T]) -> Sequence[T]:
        return await self._database.read(lambda connection: connection.scalars(query).all())


def reads(method: Method[Part, P, T]) -> AsyncMethod[Part, P, T]:
    """Decorate a method of a ``StorePart`` to run in a read-only transaction."""
    return _in_transaction(Database.read, method)


def writes(method: Method[Part, P, T]) -> AsyncMethod[Part, P, T]:
    """Decorate a method of a ``StorePart`` to run in a transaction."""
    return _in_transaction(Database.write, method)


def _in_transaction(
    run: Callable[[Database, Callable[[Connection], T]], Coroutine[Any, Any, T]],
    method: Method[Part, P, T],
) -> AsyncMethod[Part, P, T]:
    @wraps(method)
    async def call(self: Part, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await run(
            self._database, lambda connection: method(self, connection, *args, **kwargs)
        )

    return call


def begin_with(engine: Engine, statement: str) -> None:
    """Start each transaction of an engine with ``statement``, not when the driver decides."""

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)


def insert(connection: Connection, table: Table) -> "sqlite.Insert | postgresql.Insert":
    """Return an INSERT that supports ON CONFLICT."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)


def insert_new(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert a row; False, changing nothing, if there is one with the same key."""
    # Python's driver of SQLite counts no inserted rows in Turkish locales before Python 3.13.
    new = insert(connection, table).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(new, row).first() is not None


def upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    *,
    changed: Iterable[str],
    keys: Sequence[str] = (),
) -> None:
    """Insert rows, and change those columns of rows that exist already.

    ``keys`` identify a row; by default the primary key.
    """
    if not rows:
        return
    new = insert(connection, table)
    put = new.on_conflict_do_update(
        index_elements=keys or table.primary_key.columns.keys(),
        set_={name: new.excluded[name] for name in changed},
    )
    connection.execute(put, rows)


def chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield parts of at most ``MAX_VALUES``."""
    for start in range(0, len(values), MAX_VALUES):
        yield values[start : start + MAX_VALUES]


def execute_many(
    connection: Connection, statement: Insert | Update, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Execute the statement once per row of positional parameters.

    Takes half the time of ``connection.execute`` with dictionaries. One row is not sent in a
    pipeline, as psycopg sends many, which would take twice as long.
    """
    if rows:
        sql = _compile(statement, connection.dialect)
        with _cursor(connection) as cursor:
            if len(rows) == 1:
                cursor.execute(sql, rows[0])
            else:
                cursor.executemany(sql, list(rows))


def select_in(
    connection: Connection, query: Select[Any], column: ColumnElement[Any], values: Sequence[Any]
) -> Sequence[Sequence[Any]]:
    """Return the rows of a query in which ``column`` is one of ``values``, which is not empty.

    Takes a third of the time of ``column.in_(values)``: the SQL is cached for 1, 2, 4, 8 … values,
    and shorter lists are padded with the last value.
    """
    size = 1 << (len(values) - 1).bit_length()
    sql = _compile_in(query, column, size, connection.dialect)
    with _cursor(connection) as cursor:
        cursor.execute(sql, (*values, *[values[-1]] * (size - len(values))))
        return cursor.fetchall()


@contextmanager
def _cursor(connection: Connection) -> Iterator[DBAPICursor]:
    """Yield a cursor of the driver, whose errors are raised as SQLAlchemy's.

    It is kept as long as the driver's connection, with what it has prepared.
    """
    driver = connection.dialect.loaded_dbapi
    if (cursor := connection.info.get(_CURSOR)) is None:
        cursor = connection.info[_CURSOR] = connection.connection.cursor()
    try:
        yield cursor
    except driver.Error as error:
        raise DBAPIError.instance(None, None, error, driver.Error) from error


@lru_cache(64)
def _compile_in(query: Select[Any], column: ColumnElement[Any], size: int, dialect: Dialect) -> str:
    parameters = [bindparam(f"value_{number}", type_=column.type) for number in range(size)]
    return str(query.where(column.in_(parameters)).compile(dialect=dialect))


@lru_cache(32)
def _compile(statement: Insert | Update, dialect: Dialect) -> str:
    return str(statement.compile(dialect=dialect))


@contextmanager
def translate_errors(location: str) -> Iterator[None]:
    """Convert errors of the driver into those of a store at ``location``."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error, _PROGRAM_ERRORS) and _state(error.orig) != _MISSING_RIGHT:
            raise
        raise _store_error(location, error.orig or error, isinstance(error, DataError)) from error
    except (sqlite3.Error, OSError, *_VALUE_ERRORS) as error:
        raise _store_error(location, error) from error


def _state(error: BaseException | None) -> str:
    """Return the code of an error of PostgreSQL, otherwise an empty string."""
    return getattr(error, "sqlstate", None) or ""


def _store_error(location: str, cause: BaseException, is_value_error: bool = False) -> Exception:
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    state = _state(cause)
    if code in _DAMAGED or state in _DAMAGED_STATES:
        return StoreCorrupt(
            f"{location} is damaged ({cause}): stop the server, keep the file for diagnosis, and "
            "restore the last backup"
        )
    if is_value_error or isinstance(cause, (OverflowError, ValueError)):
        return ValueError(
            f"{location} cannot store text with NUL or lone surrogates, nor integers over 63 bits"
        )
    reason = str(cause).partition("\n")[0]
    # On Windows, a file that another program uses is the same error.
    if isinstance(cause, PermissionError) and os.name == "posix":
        return StoreError(f"{location}: {reason}: {RIGHTS}")
    if code == sqlite3.SQLITE_READONLY:
        return StoreUnavailable(f"{location}: {reason}: {RIGHTS}")
    if state == _MISSING_RIGHT:
        return StoreUnavailable(
            f"{location}: {reason}: the user of the store must own the database and its tables, or "
            "be granted this right"
        )
    return StoreUnavailable(
        f"{location}: {reason}; it is unknown whether the change was stored: try again later"
    )
