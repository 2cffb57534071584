"""The database of a store: connections, transactions and translation of errors.

A transaction is a synchronous function of its connection, which runs in a thread: passing each
statement to a thread costs more than executing it.

SQLite uses one write connection and a few read connections to one file in WAL mode, so readers do
not block the writer. A write transaction starts with BEGIN IMMEDIATE, so several processes can
share one file. PostgreSQL uses a pool and row locks. Commits return after the data is synced.
"""

import asyncio
import errno
import os
import sqlite3
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import lru_cache, partial, wraps
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import (
    URL,
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
    create_engine,
    event,
    make_url,
    select,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    InvalidatePoolError,
    ProgrammingError,
)
from sqlalchemy.pool import ConnectionPoolEntry

from qttt.extras import requires_extra
from qttt.server.errors import StoreCorrupt, StoreError, StoreUnavailable

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

T = TypeVar("T")
P = ParamSpec("P")
Part = TypeVar("Part", bound="StorePart")
Method: TypeAlias = Callable[Concatenate[Part, Connection, P], T]
AsyncMethod: TypeAlias = Callable[Concatenate[Part, P], Coroutine[Any, Any, T]]

OLDEST_SQLITE = (3, 37, 0)
"""The first version with strict tables."""
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
_CURSOR, _USED_AT = "qttt.cursor", "qttt.used_at"
"""Where a connection keeps its cursor, and the end of its last transaction."""
MAX_DEADLOCKS = 3
"""Deadlocks after which a transaction is run again; each is detected after a second."""
_DEADLOCK = "40P01"
SQLITE_READERS = 2
POSTGRES_CONNECTIONS = 8
MAX_IDLE_S = 1.0
"""A connection to PostgreSQL that was idle for longer is tested before it is used."""

# A checkpoint writes pages into the main file and syncs twice; one per 32 MiB keeps that rare.
# fullfsync exists on macOS only, where fsync alone does not flush the disk's cache.
_WRITER: tuple[str, ...] = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA wal_autocheckpoint = 8192",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -8192",
)
_READER = ("PRAGMA query_only = ON",)

_OPTIONS = ("lock_timeout", "statement_timeout", "synchronous_commit")
_COUNT_OPTIONS = "SELECT count(*) FROM pg_settings WHERE source = 'client' AND name = ANY(%s)"

_PROGRAM_ERRORS = (IntegrityError, ProgrammingError)
_VALUE_ERRORS = (OverflowError, UnicodeError)
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_DAMAGED_STATES = ("XX001", "XX002")
"""PostgreSQL's ``data_corrupted`` and ``index_corrupted``."""
_MISSING_RIGHT = "42501"


class Database(NamedTuple):
    """An open database; made by ``connect``."""

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
def connect(url: str, statement_timeout_s: int = 0) -> Iterator[Database]:
    """Open the database at ``url``; a missing SQLite file is created.

    ``statement_timeout_s`` limits statements on PostgreSQL, unless it is 0.
    Raises ``StoreError`` if ``url`` is not valid.
    """
    parsed = parse_url(url)
    is_file = parsed.get_backend_name() == "sqlite"
    database = _open_sqlite(parsed) if is_file else _open_postgres(parsed, statement_timeout_s)
    try:
        yield database
    finally:
        database.read_threads.shutdown()
        database.write_threads.shutdown()
        database.reader.dispose()
        database.writer.dispose()


def parse_url(url: str) -> URL:
    """Parse ``sqlite:///file``, ``postgresql://…`` or a file path, and set the driver.

    >>> parse_url("games.db").render_as_string()
    'sqlite:///games.db'
    """
    try:
        parsed = make_url(url) if "://" in url else URL.create("sqlite", database=url)
    except ArgumentError as error:
        raise StoreError(f"{_EXPECTED}; this is neither a path nor a URL") from error
    except ValueError as error:
        raise StoreError(f"{_EXPECTED}; the port of this URL is no number") from error
    name = parsed.get_backend_name()
    if name == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed.set(drivername="sqlite")
    if name in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    problem = "sqlite without a file" if name == "sqlite" else f"a URL of {name}"
    raise StoreError(f"{_EXPECTED}; this is {problem}")


_EXPECTED = "the store must be a file path, sqlite:///path or postgresql://user@host/database"


def _open_sqlite(url: URL) -> Database:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(f"SQLite {oldest} or newer is required, found {sqlite3.sqlite_version}")
    path = Path(url.database or "")
    with translate_errors(str(path)):
        create_store_file(path.resolve(), path)
        if not os.access(path, os.R_OK):  # SQLite gives no reason
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return Database(
        str(path),
        _sqlite_engine(url, "BEGIN IMMEDIATE", _WRITER, 1),
        _sqlite_engine(url, "BEGIN", _READER, SQLITE_READERS),
        ThreadPoolExecutor(1, "qttt-write"),
        ThreadPoolExecutor(SQLITE_READERS, "qttt-read"),
    )


def create_private_file(path: Path) -> None:
    """Create an empty file with mode 600, which SQLite copies to its journal files."""
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def create_store_file(path: Path, store: Path) -> None:
    """Create a private file that belongs to the store at ``store``, or will replace it.

    As root, give it to the owner of the store, or of its folder: the server can run as that user.
    """
    if os.name != "posix" or os.geteuid() != 0:
        create_private_file(path)
    elif not path.exists():
        store = store.resolve()
        owner = (store if store.exists() else store.parent).stat()
        # Another process can be faster; a link of the folder's owner to any place is not followed.
        flags = os.O_CREAT | os.O_EXCL | os.O_RDWR
        # File systems without owners and some containers do not let root change the owner.
        with (
            suppress(FileExistsError),
            os.fdopen(os.open(path, flags, 0o600)) as file,
            suppress(PermissionError),
        ):
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)


def _sqlite_engine(url: URL, begin: str, pragmas: tuple[str, ...], size: int) -> Engine:
    """Create an engine whose transactions start with ``begin``, not when the driver decides."""
    engine = create_engine(
        url, pool_size=size, max_overflow=0, connect_args={"isolation_level": None}
    )

    @event.listens_for(engine, "connect")
    def run_pragmas(connection: Any, _: object) -> None:
        with closing(connection.cursor()) as cursor:
            cursor.execute("PRAGMA foreign_keys = ON")
            cursor.execute(f"PRAGMA busy_timeout = {round(1000 * TIMEOUT_S)}")
            for pragma in pragmas:
                cursor.execute(pragma)

    @event.listens_for(engine, "begin")
    def start(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _open_postgres(url: URL, statement_timeout_s: int) -> Database:
    timeout = 1000 * TIMEOUT_S
    values = (timeout, 1000 * statement_timeout_s, "on")
    place = url.set(drivername="postgresql").render_as_string(hide_password=True)
    with requires_extra("postgres"):
        from psycopg import ProgrammingError as InvalidOption
        from psycopg.conninfo import make_conninfo

        try:
            _, options = url.get_dialect()().create_connect_args(url)
            make_conninfo(**options)
        except (ArgumentError, InvalidOption) as error:
            raise StoreError(f"{place}: {error}") from error
        engine = create_engine(
            url,
            paramstyle="format",
            pool_size=POSTGRES_CONNECTIONS,
            max_overflow=0,
            connect_args={
                "application_name": "qttt",
                "client_encoding": "utf8",  # otherwise texts of an SQL_ASCII database are bytes
                "connect_timeout": TIMEOUT_S,
                "tcp_user_timeout": 2 * timeout,  # of sent data; of the answer by probes:
                "keepalives_idle": TIMEOUT_S,
                "keepalives_interval": 1,
                "keepalives_count": TIMEOUT_S,
                "options": " ".join(
                    f"-c {name}={value}" for name, value in zip(_OPTIONS, values, strict=True)
                ),
            },
        )
    _check_options(engine)
    _ping_idle_connections(engine)
    threads = ThreadPoolExecutor(POSTGRES_CONNECTIONS, "qttt-store")
    return Database(place, engine, engine, threads, threads)


def _check_options(engine: Engine) -> None:
    """Raise ``StoreError`` if a new connection does not have the options of ``_open_postgres``.

    Poolers can ignore them, and then commits would return before the data is synced.
    """

    @event.listens_for(engine, "connect")
    def check(connection: DBAPIConnection, _: object) -> None:
        with closing(connection.cursor()) as cursor:
            cursor.execute(_COUNT_OPTIONS, [list(_OPTIONS)])
            ((count,),) = cursor.fetchall()
        connection.rollback()
        if count < len(_OPTIONS):
            connection.close()
            raise StoreError(
                "the database ignores settings of the connection, as connection poolers do: "
                "connect to PostgreSQL itself"
            )


def _ping_idle_connections(engine: Engine) -> None:
    """Replace connections that were lost while idle, as the option ``pool_pre_ping`` does.

    That pings before each transaction, which costs as much as a statement.
    """

    @event.listens_for(engine, "checkin")
    def note(_: object, record: ConnectionPoolEntry) -> None:
        record.info[_USED_AT] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ping(connection: DBAPIConnection, record: ConnectionPoolEntry, _: object) -> None:
        if time.monotonic() - record.info.get(_USED_AT, inf) > MAX_IDLE_S:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise InvalidatePoolError from error  # the pool opens another


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
        return StoreError(
            f"{location}: {reason}: give this user the right to read and write the file, the files "
            "whose names begin with it, and their folder"
        )
    if state == _MISSING_RIGHT:
        return StoreUnavailable(
            f"{location}: {reason}: the user of the store must own the database and its tables, or "
            "be granted this right"
        )
    return StoreUnavailable(
        f"{location}: {reason}; it is unknown whether the change was stored: try again later"
    )
