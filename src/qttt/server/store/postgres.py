"""A store in PostgreSQL: a pool of connections, and row locks."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from math import inf

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

from qttt.extras import requires_extra
from qttt.server.errors import StoreError

from .database import TIMEOUT_S, Database

POSTGRES_CONNECTIONS = 8
MAX_IDLE_S = 1.0
"""A connection that was idle for longer is tested before it is used."""
_USED_AT = "qttt.used_at"
"""Where a connection keeps the end of its last transaction."""
_OPTIONS = ("lock_timeout", "statement_timeout", "synchronous_commit")
_COUNT_OPTIONS = "SELECT count(*) FROM pg_settings WHERE source = 'client' AND name = ANY(%s)"


def open_postgres(url: URL, statement_timeout_s: int) -> Database:
    """Create a pool, which connects when it is used. Raises ``StoreError`` for invalid options."""
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
    """Raise ``StoreError`` if a new connection does not have the options of ``open_postgres``.

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
