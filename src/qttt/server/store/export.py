"""Exports: all rows of a store as lines of JSON, for another database or a newer version of qttt.

The first line names the format, the last one has the number of rows. Each table is a line with its
name and columns, followed by one line for each row. Bytes are in base 64.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, LargeBinary, select

from qttt.notation.files import is_file
from qttt.server.errors import StoreError
from qttt.server.retention import retention_ms

from .backup import atomic_replacement, check_absent, check_replaceable
from .connecting import connect, store_file
from .database import Database, translate_errors
from .older import BATCH_SIZE, Retention, RowLoader, fill_store, stored_tables
from .packing import pack_json
from .schema import games
from .store import require_store

HEADER = {"format": "qttt store", "version": 1}
_SQLITE_MAGIC = b"SQLite format 3\0"


def export_store(url: str, target: Path) -> int:
    """Write all rows of the store at ``url``, as of one moment, to the file ``target``.

    The server may be running. ``target`` is replaced atomically. Returns the number of games.
    Raises ``StoreError``, also if ``target`` is a SQLite database, such as a store or its backup.
    """
    check_replaceable(target, url)
    if _is_sqlite(target):
        raise StoreError(f"{target} is a SQLite database: choose another file for the export")
    with connect(url) as database:
        require_store(database)
        with (
            atomic_replacement(target) as copy,
            copy.open("w", encoding="utf-8") as file,
            _snapshot(database) as connection,
        ):
            return _write(connection, file)


def import_store(source: Path, url: str, keep: Retention | None = None) -> int:
    """Create the store at ``url`` from an export, and verify its games; return their number.

    The export may be of an older schema; ``keep`` is how long data is kept that had no end then.
    Raises ``StoreError`` if the store exists or the file is not a whole export, ``StoreCorrupt``
    if a game is damaged. Nothing is stored then.
    """
    if not is_file(source):
        raise StoreError(f"there is no export at {source}")
    target = store_file(url)
    if target is None:
        return _fill(url, source, keep or retention_ms({}))
    check_absent(target)
    with atomic_replacement(target, target) as copy:
        return _fill(str(copy), source, keep or retention_ms({}))


def _is_sqlite(file: Path) -> bool:
    if not is_file(file):
        return False
    with translate_errors(str(file)), file.open("rb") as opened:
        return opened.read(len(_SQLITE_MAGIC)) == _SQLITE_MAGIC


@contextmanager
def _snapshot(database: Database) -> Iterator[Connection]:
    """Open a transaction in which all queries see the store at one moment."""
    with translate_errors(database.location), database.reader.connect() as connection:
        if not database.is_sqlite:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection.execution_options(yield_per=BATCH_SIZE)


def _write(connection: Connection, file: IO[str]) -> int:
    def write(line: object) -> None:
        file.write(pack_json(line) + "\n")

    counts: dict[str, int] = {}
    write(HEADER)
    for name, table in stored_tables().items():
        write({"table": name, "columns": table.columns.keys()})
        counts[name] = 0
        for row in connection.execute(select(table)):
            write(
                [b64encode(value).decode() if isinstance(value, bytes) else value for value in row]
            )
            counts[name] += 1
    write({"rows": sum(counts.values())})
    return counts[games.name]


def _fill(url: str, source: Path, keep: Retention) -> int:
    """Create a new store with the rows of the export, in one transaction."""

    def load(loader: RowLoader) -> None:
        with source.open(encoding="utf-8") as file:
            _read(loader, file)

    with (
        connect(url) as database,
        translate_errors(database.location),
        database.writer.begin() as connection,
    ):
        problem = f"{source} cannot be imported"
        return fill_store(connection, database.location, load, keep, problem)


def _read(loader: RowLoader, file: IO[str]) -> None:
    """Insert the rows of an export. Raises ``ValueError`` and others if it is not a whole one."""
    if json.loads(next(file, "null")) != HEADER:
        raise ValueError(f"its first line is not {json.dumps(HEADER)}")
    binary, total = list[bool](), 0
    for number, line in enumerate(file, 2):
        match json.loads(line):
            case list(cells):
                loader.add(_decode(binary, cells))
                total += 1
            case {"table": str(name), "columns": list(names)}:
                columns = loader.begin(name, names)
                binary = [isinstance(column.type, LargeBinary) for column in columns]
            case {"rows": written} if written == total:
                return loader.finish()
            case _:
                raise ValueError(f"line {number} is not part of an export")
    raise ValueError("its last lines are missing")


def _decode(binary: list[bool], cells: list[Any]) -> list[Any]:
    return [
        b64decode(cell) if is_binary and cell else cell
        for is_binary, cell in zip(binary, cells, strict=True)
    ]
