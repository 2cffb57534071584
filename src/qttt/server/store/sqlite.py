"""A store in a file of SQLite.

One write connection and a few read connections share a file in WAL mode, so readers do not block
the writer. A write transaction starts with BEGIN IMMEDIATE, so several processes can share a file.
"""

import errno
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event

from qttt.server.errors import StoreError

from .database import RIGHTS, TIMEOUT_S, Database, begin_with, translate_errors

OLDEST_SQLITE = (3, 37, 0)
"""The first version with strict tables."""
SQLITE_READERS = 2
LOGS = ("-wal", "-shm", "-journal")
"""Ends of the names of SQLite's files beside a database, which it would apply to another one."""
BESIDE = (*LOGS, "-lock", "-lock-address")
"""Ends of the names of all files beside a store."""

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


def open_sqlite(url: URL) -> Database:
    """Open a file; create it if it is missing. Raises ``StoreError`` or ``StoreUnavailable``."""
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
        _engine(url, "BEGIN IMMEDIATE", _WRITER, 1),
        _engine(url, "BEGIN", _READER, SQLITE_READERS),
        ThreadPoolExecutor(1, "qttt-write"),
        ThreadPoolExecutor(SQLITE_READERS, "qttt-read"),
    )


def check_rights(store: Path) -> None:
    """Raise ``StoreError`` unless this user can write the store's files, or create them.

    Reads still work where one of them cannot be written, such as a file that was copied as root.
    """
    store = store.resolve()
    files = (store.with_name(store.name + ending) for ending in ("", *LOGS, "-lock"))
    with translate_errors(str(store)):  # a folder above can be closed to this user
        if not store.parent.is_dir():
            raise StoreError(f"folder {store.parent} for {store.name} does not exist")
        for path in (store.parent, *(file for file in files if file.exists())):
            if not os.access(path, os.W_OK):
                raise StoreError(
                    f"{path} cannot be written: {RIGHTS}, or choose another store with --data"
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


def _engine(url: URL, begin: str, pragmas: tuple[str, ...], size: int) -> Engine:
    """Create an engine whose transactions start with ``begin``."""
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

    begin_with(engine, begin)
    return engine
