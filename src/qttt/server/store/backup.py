"""Copies of a store that can be trusted: made while it is used, checked before they count.

That is for SQLite. PostgreSQL has its own: ``pg_dump --format=custom`` and ``pg_restore``;
``examine`` checks the logs of either.
"""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex

from sqlalchemy import text

from .database import Database, connect, make_file, read_url, told
from .errors import StoreCorrupt, StoreError
from .verifying import verify_some

PAGE = 1000
"""How many games are verified at a time."""


async def back_up(url: str, target: Path) -> int:
    """Write the store at ``url`` as it is now to the file ``target``; how many games are in it.

    The server may go on meanwhile. Whatever happens, ``target`` is what it was or a whole copy that
    was checked. Raises ``StoreError`` if it cannot be done, ``StoreCorrupt`` if a log is damaged.
    """
    source = _path(url)
    if not source.is_file():
        raise StoreError(f"there is no store at {source} to back up")
    with _beside(target) as copy:
        await asyncio.to_thread(_vacuum, source, copy)
        return await _checked(copy)


async def restore(backup: Path, url: str) -> int:
    """Make the store at ``url`` out of a backup; how many games are in it.

    Raises ``StoreError`` if something is there already, ``StoreCorrupt`` for a damaged backup.
    """
    target = _path(url)
    for path in (target, *(Path(f"{target}{end}") for end in ("-wal", "-shm"))):
        if path.exists():
            raise StoreError(
                f"{path} is there: stop the server and move away {target} and all whose names "
                "begin with that"
            )
    if not backup.is_file():
        raise StoreError(f"there is no backup at {backup}")
    with _beside(target) as copy:
        await asyncio.to_thread(_vacuum, backup, copy)
        return await _checked(copy)


async def examine(database: Database) -> int:
    """Verify every game; how many there are.

    Raises ``StoreCorrupt``, naming the first that is damaged.
    """
    count, last = 0, ""
    if database.is_sqlite:
        await _check_pages(database)
    while some := await _verify_after(database, last):
        count, last = count + len(some), some[-1]
    return count


async def _check_pages(database: Database) -> None:
    async with database.read() as connection:
        for pragma in ("integrity_check", "foreign_key_check"):
            row = (await connection.execute(text(f"PRAGMA {pragma}"))).first()
            if row is not None and row[0] != "ok":
                raise StoreCorrupt(f"{database.place} is damaged: {row[0]}; restore a backup")


async def _verify_after(database: Database, last: str) -> list[str]:
    async with database.read() as connection:
        return await verify_some(connection, last, PAGE)


async def _checked(copy: Path) -> int:
    async with connect(str(copy)) as database:
        return await examine(database)


def _path(url: str) -> Path:
    parsed = read_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise StoreError("PostgreSQL is backed up by pg_dump --format=custom, and by pg_restore")
    return Path(parsed.database or "")


def _vacuum(source: Path, target: Path) -> None:
    """Copy one state of the database, without its empty pages; who writes to it does not wait."""
    with told(str(source)), closing(sqlite3.connect(source, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """An empty file, which becomes ``target``, synced, unless something is raised."""
    copy = target.resolve().with_name(f".qttt-{token_hex(8)}.tmp")
    with told(str(target)):
        make_file(copy)
        try:
            yield copy
            _sync(copy)
            copy.replace(target.resolve())
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
        if os.name == "posix":  # elsewhere a folder cannot be opened
            _sync(copy.parent)


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
