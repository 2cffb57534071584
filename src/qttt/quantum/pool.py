"""Pool of bits that were measured in advance, with their measurements, in a file.

The file is an SQLite database, so each bit is used at most once, even by concurrent games and
after crashes. Used bits stay in it, with the time of use.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from qttt.copies import IndependentCopies
from qttt.game.arguments import checked_class
from qttt.notation.files import is_file

from .circuit import Circuit
from .measurement import DeviceError, Measurement, utc_now
from .source import device_errors

LOCK_TIMEOUT_S = 5.0

_TABLE = "create table if not exists coins (id integer primary key, measurement text, used text)"


class PoolCounts(NamedTuple):
    """The numbers of ``unused`` and ``used`` bits."""

    unused: int
    used: int


@checked_class
class Pool(IndependentCopies):
    """The pool in the file at ``path``, which the first ``add`` creates."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def add(self, measurements: Iterable[Measurement]) -> None:
        """Add bits atomically. Raises ``DeviceError`` if the file cannot be used."""
        rows = [(measurement.to_json(),) for measurement in measurements]
        with self._open() as file:
            file.execute(_TABLE)
            file.executemany("insert into coins (measurement) values (?)", rows)

    def take(self) -> Measurement:
        """Take the oldest unused bit; it is marked as used on disk before it is returned.

        Raises ``DeviceError`` if none is left, or the file cannot be used.
        """
        self._check_exists()
        with self._open() as file:
            row = file.execute(
                "select id, measurement from coins where used is null order by id limit 1"
            ).fetchone()
            if row is None:
                raise DeviceError(f"the pool {self.path} is empty: fill it with qttt coins fetch")
            file.execute("update coins set used = ? where id = ?", (utc_now(), row[0]))
        return self._read(row[1])

    def counts(self) -> PoolCounts:
        """Count the bits. Raises ``DeviceError`` if the file cannot be used."""
        self._check_exists()
        with self._open() as file:
            used, total = file.execute("select count(used), count(*) from coins").fetchone()
        return PoolCounts(total - used, used)

    def measurements(self) -> list[Measurement]:
        """Return all bits, used or not, oldest first. Raises ``DeviceError``."""
        self._check_exists()
        with self._open() as file:
            rows = file.execute("select measurement from coins order by id").fetchall()
        return [self._read(row[0]) for row in rows]

    def _read(self, text: object) -> Measurement:
        """Parse a row; in a damaged file it can have any type."""
        if not isinstance(text, str):
            raise DeviceError(f"the pool {self.path} is damaged: a measurement is not text")
        try:
            return Measurement.from_json(json.loads(text))
        except ValueError as error:
            raise DeviceError(f"the pool {self.path} is damaged: {error}") from error

    def _check_exists(self) -> None:
        with self._file_errors():
            exists = is_file(self.path)
        if not exists:
            raise DeviceError(f"there is no pool {self.path}: create it with qttt coins fetch")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file in one transaction, which is on disk at the end."""
        with self._file_errors():
            file = sqlite3.connect(self.path, timeout=LOCK_TIMEOUT_S, isolation_level=None)
            with closing(file):
                file.execute("pragma synchronous = full")
                file.execute("begin immediate")
                yield file
                file.execute("commit")

    def _file_errors(self) -> AbstractContextManager[None]:
        return device_errors(f"the pool {self.path} cannot be used")


class PoolSource(IndependentCopies):
    """A pool as a source of coins."""

    name = "pool"

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def toss(self, circuit: Circuit) -> Measurement:
        """Take a bit from the pool; it can decide any loop."""
        return self._pool.take()

    def fetch(self, count: int) -> tuple[Measurement, ...]:
        """Take up to ``count`` bits, for another pool."""
        unused = self._pool.counts().unused
        return tuple(self._pool.take() for _ in range(max(1, min(count, unused))))
