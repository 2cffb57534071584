"""Opens the database of a store, whose address is a path or a URL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from qttt.server.errors import StoreError

from .database import Database
from .postgres import open_postgres
from .sqlite import open_sqlite


@contextmanager
def connect(url: str, statement_timeout_s: int = 0) -> Iterator[Database]:
    """Open the database at ``url``; a missing SQLite file is created.

    ``statement_timeout_s`` limits statements on PostgreSQL, unless it is 0.
    Raises ``StoreError`` if ``url`` is not valid.
    """
    parsed = parse_url(url)
    is_file = parsed.get_backend_name() == "sqlite"
    database = open_sqlite(parsed) if is_file else open_postgres(parsed, statement_timeout_s)
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


def store_file(url: str) -> Path | None:
    """Return the file of a store, None for PostgreSQL. Raises ``StoreError`` as ``parse_url``."""
    parsed = parse_url(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


_EXPECTED = "the store must be a file path, sqlite:///path or postgresql://user@host/database"
