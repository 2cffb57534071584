"""Backups of SQLite stores, made while the server runs and verified before they are kept.

PostgreSQL stores are backed up with ``pg_dump --format=custom`` and ``pg_restore``;
``verify_store`` verifies the logs of either database.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from sqlalchemy import Connection, text

from qttt.notation.files import is_file
from qttt.notation.locks import lock, unlock
from qttt.server.errors import StoreCorrupt, StoreError

from .connecting import connect, store_file
from .database import Database, translate_errors
from .sqlite import BESIDE, LOGS, create_private_file, create_store_file
from .store import require_store
from .verify import replay_some, verify_some

BATCH_SIZE = 1000
"""Games verified per query."""
LEFTOVER_AGE_S = 24 * 60 * 60
"""A temporary file that was not written for this long belongs to no running process."""


def create_backup(url: str, target: Path) -> int:
    """Write a snapshot of the store at ``url`` to the file ``target``.

    The server may be running. ``target`` is replaced atomically, by a verified copy.

    Returns:
        The number of games in the backup.

    Raises:
        StoreError: There is no SQLite store at ``url``, ``target`` is a store that servers use, a
            log is beside it, or the copy cannot be written.
        StoreCorrupt: A log is damaged.
    """
    source = _path(url)
    if not is_file(source):
        raise StoreError(f"there is no store at {source} to back up")
    check_replaceable(target, url)
    _require_store(source)
    with atomic_replacement(target) as copy:
        vacuum(source, copy)
        return _examine_file(copy)


def restore(backup: Path, url: str) -> int:
    """Create the store at ``url`` from a backup; return the number of games in it.

    Raises ``StoreError`` if ``url`` already exists, ``StoreCorrupt`` if the backup is damaged.
    """
    target = _path(url)
    check_absent(target)
    if not is_file(backup):
        raise StoreError(f"there is no backup at {backup}")
    _require_store(backup)
    with atomic_replacement(target, target) as copy:
        vacuum(backup, copy)
        return _examine_file(copy)


def verify_store(database: Database, *, replay: bool = False) -> int:
    """Verify the hash chain of every game; return their number.

    With ``replay``, which takes five times as long, also verify what follows from the log.

    Raises ``StoreCorrupt``, naming the first damaged game.
    """
    require_store(database)
    if database.is_sqlite:
        _check_pages(database)
    count = _verify_all(database, verify_some)
    if replay:
        _verify_all(database, replay_some)
    return count


def check_absent(target: Path) -> None:
    """Raise ``StoreError`` if there is a SQLite store at ``target``, or what is left of one."""
    for path in (target, *(Path(f"{target}{end}") for end in LOGS)):
        if path.exists():
            raise StoreError(
                f"{path} already exists: stop the server and move away {target} and all files "
                "whose names begin with it"
            )


def check_replaceable(target: Path, url: str) -> None:
    """Raise ``StoreError`` if ``target`` is the store at ``url`` or another that servers use.

    This includes the files beside such a store, and what a killed process left beside ``target``.
    """
    path, store = str(target.resolve()), store_file(url)
    owners = [Path(path.removesuffix(end)) for end in BESIDE if path.endswith(end)]
    is_store = store and store.exists() and target.exists() and target.samefile(store)
    with translate_errors(str(target)):
        is_locked = _is_locked(Path(f"{path}-lock"))
    if is_store or is_locked or any(map(is_file, owners)):
        raise StoreError(f"{target} belongs to a store that servers use: choose another file")
    for log in (Path(path + end) for end in LOGS):
        if log.exists():
            raise StoreError(
                f"{log} is in the way: if no program uses {target}, move {log.name} away; "
                "otherwise choose another file"
            )


def _is_locked(path: Path) -> bool:
    """Return whether a server holds this lock, whose file it leaves when it ends."""
    if not path.exists():
        return False
    with path.open("rb+") as file:
        try:
            lock(file)
        except OSError:
            return True
        unlock(file)
    return False


def _check_pages(database: Database) -> None:
    with database.reading() as connection:
        for pragma in ("integrity_check", "foreign_key_check"):
            row = connection.execute(text(f"PRAGMA {pragma}")).first()
            if row is not None and row[0] != "ok":
                raise StoreCorrupt(f"{database.location} is damaged: {row[0]}; restore a backup")


def _verify_all(database: Database, verify: Callable[[Connection, str, int], list[str]]) -> int:
    count, verified = 0, [""]
    while verified:
        with database.reading() as connection:
            verified = verify(connection, verified[-1], BATCH_SIZE)
        count += len(verified)
    return count


def _require_store(file: Path) -> None:
    with connect(str(file)) as database:
        require_store(database)


def _examine_file(copy: Path) -> int:
    with connect(str(copy)) as database:
        return verify_store(database)


def _path(url: str) -> Path:
    file = store_file(url)
    if file is None:
        raise StoreError("back up PostgreSQL with pg_dump --format=custom and pg_restore")
    return file


def vacuum(source: Path, target: Path) -> None:
    """Copy a snapshot of the database without its free pages, not blocking writers."""
    with (
        translate_errors(str(source)),
        closing(sqlite3.connect(source, isolation_level=None)) as connection,
    ):
        connection.execute("VACUUM INTO ?", (str(target),))


@contextmanager
def atomic_replacement(target: Path, store: Path | None = None) -> Iterator[Path]:
    """Yield an empty file that is synced and renamed to ``target`` unless an error is raised.

    If it is for the server, ``store`` names its store, whose owner gets the file.
    """
    copy = target.resolve().with_name(f".qttt-{token_hex(8)}.tmp")
    with translate_errors(str(target)):
        remove_leftovers(copy.parent)
        create_store_file(copy, store) if store else create_private_file(copy)
        try:
            yield copy
            _sync(copy)
            copy.replace(target.resolve())
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
        if os.name == "posix":  # only there can a directory be opened
            _sync(copy.parent)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files that killed processes left in the folder a day ago or earlier."""
    for path in folder.glob(".qttt-*.tmp*"):
        with suppress(FileNotFoundError, PermissionError):  # of another process, or another user's
            if path.stat().st_mtime < time.time() - LEFTOVER_AGE_S:
                path.unlink()


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
