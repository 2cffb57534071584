"""The database of a store, and the transactions of its parts.

A transaction is a synchronous function of its connection, which runs in a thread: passing each
statement to a thread costs more than executing it. Commits return after the data is synced.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Engine, Select, and_, select
from sqlalchemy.exc import DBAPIError

from .driver_errors import DEADLOCK, state_of, translate_errors
from .statements import chunks

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
PAGE_SIZE = 5_000
"""Rows that one query of the clean-up reads."""
MAX_DEADLOCKS = 3
"""Deadlocks after which a transaction is run again; each is detected after a second."""


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
            if state_of(error.orig) != DEADLOCK:
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
        """Call ``delete`` with the keys of matching rows, a chunk at a time.

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
