"""Bits measured beforehand, many in one job, each with all that is known of it: a pool in a file.

The file is a database of SQLite, so that a bit is handed out once only, whatever happens and
however many games ask; bits that were used stay in it, with the time.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from .circuit import Circuit
from .errors import DeviceError
from .measurement import Measurement, now

WAIT = 5.0
"""How many seconds another program may keep the file to itself."""

_TABLE = "create table if not exists coins (id integer primary key, measurement text, used text)"


class Level(NamedTuple):
    """How many bits a pool has: ``left``, and ``used`` ones."""

    left: int
    used: int


class Pool:
    """The pool in the file at ``path``, which is made by the first ``add``."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def add(self, measurements: Iterable[Measurement]) -> None:
        """Put bits in; all or none. Raises ``DeviceError`` if the file cannot be used."""
        rows = [(each.to_json(),) for each in measurements]
        with self._open() as file:
            file.execute(_TABLE)
            file.executemany("insert into coins (measurement) values (?)", rows)

    def take(self) -> Measurement:
        """The oldest bit that was not used; from now on it is, and on the disk before it is seen.

        Raises ``DeviceError`` if none is left, or the file cannot be used.
        """
        self._check_there()
        with self._open() as file:
            row = file.execute(
                "select id, measurement from coins where used is null order by id limit 1"
            ).fetchone()
            if row is None:
                raise DeviceError(f"the pool {self.path} is empty: fill it by qttt coins fetch")
            file.execute("update coins set used = ? where id = ?", (now(), row[0]))
        return self._read(row[1])

    def level(self) -> Level:
        """How full it is. Raises ``DeviceError`` if the file cannot be used."""
        self._check_there()
        with self._open() as file:
            used, all_ = file.execute("select count(used), count(*) from coins").fetchone()
        return Level(all_ - used, used)

    def measurements(self) -> list[Measurement]:
        """Every bit that was put in, used or not, the oldest first. Raises ``DeviceError``."""
        self._check_there()
        with self._open() as file:
            rows = file.execute("select measurement from coins order by id").fetchall()
        return [self._read(row[0]) for row in rows]

    def _read(self, text: str) -> Measurement:
        try:
            return Measurement.from_json(json.loads(text))
        except ValueError as error:
            raise DeviceError(f"the pool {self.path} is damaged: {error}") from error

    def _check_there(self) -> None:
        if not self.path.is_file():
            raise DeviceError(f"there is no pool {self.path}: make it by qttt coins fetch")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The file in one transaction, which is on the disk at the end."""
        try:
            file = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
            try:
                file.execute("pragma synchronous = full")
                file.execute("begin immediate")
                yield file
                file.execute("commit")
            finally:
                file.close()
        except (sqlite3.Error, ValueError) as error:
            if isinstance(error, DeviceError):
                raise
            raise DeviceError(f"the pool {self.path} cannot be used: {error}") from error


class Pooled:
    """A pool as a source of coins: each bit comes with how it was measured, long before."""

    name = "pool"

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def toss(self, circuit: Circuit) -> Measurement:
        """A bit of the pool, whatever the loop."""
        return self._pool.take()

    def fetch(self, count: int) -> tuple[Measurement, ...]:
        """So many bits out of it, for another pool; fewer if it has fewer."""
        left = self._pool.level().left
        return tuple(self._pool.take() for _ in range(max(1, min(count, left))))
