"""Anatomy of a game: all its settled positions of few marks, by value and by what moves keep it."""

import ctypes
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from qttt.engine import Solver
from qttt.engine.builder import Keys, position_keys
from qttt.engine.kernel import library
from qttt.engine.kernel_api import UNITS_PER_POINT
from qttt.engine.tablebase import Tablebase, shipped_tablebase
from qttt.game import Rules

from .tables import Column, DataTable, Row

ANATOMY = DataTable(
    "anatomy",
    "Settled positions of `goff` by number of marks, one of each class under symmetry and labels.",
    "qttt book anatomy",
    (
        Column("marks", "integer", "number of marks"),
        Column("positions", "integer", "positions without a loop, before the end"),
        Column("x_ahead", "integer", "of those, won by X under perfect play"),
        Column("equal", "integer", "drawn"),
        Column("o_ahead", "integer", "won by O"),
        Column("only_moves", "integer", "exactly one of several moves keeps the value"),
        Column("idle", "integer", "all of several moves keep the value"),
        Column("random_errs", "number", "mean share of moves that lose value"),
        Column("random_loses", "number", "mean loss of a random move, in points"),
        Column("checksum", "text", "BLAKE2b of values and counts of moves, in the order of keys"),
    ),
)
VALUES = DataTable(
    "anatomy_values",
    "The same positions by value.",
    "qttt book anatomy",
    (
        Column("marks", "integer", "number of marks"),
        Column("value", "number", "points of X minus points of O"),
        Column("positions", "integer", "number of positions"),
    ),
)
KEEPING = DataTable(
    "anatomy_moves",
    "The same positions by the number of moves that keep the value.",
    "qttt book anatomy",
    (
        Column("marks", "integer", "number of marks"),
        Column("moves", "integer", "number of moves that keep the value"),
        Column("positions", "integer", "number of positions"),
    ),
)
CHUNK = 4096
"""Positions in one kernel call."""
ILLEGAL = 1 << 24
"""Stands for the value of an illegal action."""
RECORD = struct.Struct("<bBBH")
"""What is stored of a position: its value, keeping and legal moves, and what all moves lose."""
HASHED = 3
"""Bytes of a record in the checksum."""
Report = Callable[[int, int], None]


@dataclass
class PositionLevel:
    """Counts of the positions of one number of marks."""

    marks: int
    values: Counter[int] = field(default_factory=Counter)
    keeping: Counter[int] = field(default_factory=Counter)
    only: int = 0
    idle: int = 0
    errs: float = 0
    loses: float = 0
    digest: bytes = b""

    def add(self, record: bytes, count: int) -> None:
        """Count positions with the same record."""
        value, keeping, legal, lost = RECORD.unpack(record)
        self.values[value] += count
        self.keeping[keeping] += count
        self.only += count * (keeping == 1 < legal)
        self.idle += count * (keeping == legal > 1)
        self.errs += count * (1 - keeping / legal)
        self.loses += count * lost / legal / UNITS_PER_POINT

    @property
    def positions(self) -> int:
        """The number of positions."""
        return sum(self.values.values())

    def row(self) -> Row:
        """Return the row of ``ANATOMY``."""
        count = self.positions
        ahead = sum(n for value, n in self.values.items() if value > 0)
        behind = sum(n for value, n in self.values.items() if value < 0)
        means = (round(self.errs / count, 6), round(self.loses / count, 6))
        balance = (ahead, count - ahead - behind, behind)
        return (self.marks, count, *balance, self.only, self.idle, *means, self.digest.hex())

    def rows_by_value(self) -> Iterator[Row]:
        """Yield the rows of ``VALUES``."""
        for value, count in sorted(self.values.items()):
            yield (self.marks, value / UNITS_PER_POINT, count)

    def rows_by_moves(self) -> Iterator[Row]:
        """Yield the rows of ``KEEPING``."""
        for moves, count in sorted(self.keeping.items()):
            yield (self.marks, moves, count)


def levels(
    marks: int,
    folder: Path,
    table: Tablebase | None = None,
    report: Report = lambda done, total: None,
) -> Iterator[PositionLevel]:
    """Yield the levels of 0 to ``marks`` marks under ``goff``.

    A ``table`` of one mark more makes it a look-up; otherwise positions are searched with the
    shipped one. Five bytes for each position are kept in ``folder``, from which an interrupted run
    continues; ``remove_records`` deletes them. Memory: 50 bytes for each position of the last level
    while it is enumerated, then 16.
    """
    rules = Rules()
    solver = Solver(rules, tablebase=table or shipped_tablebase(rules))
    for number, keys in enumerate(position_keys(solver, marks)):
        path = _records(folder, number)
        _write_records(solver, keys, path, report)
        yield _summarize(number, path)


def remove_records(folder: Path, marks: int) -> None:
    """Delete the files of ``levels``."""
    for number in range(marks + 1):
        _records(folder, number).unlink(missing_ok=True)


def _records(folder: Path, marks: int) -> Path:
    return folder / f"anatomy_{marks}.part"


def _summarize(marks: int, path: Path) -> PositionLevel:
    level, hashed, counts = PositionLevel(marks), blake2b(digest_size=8), Counter[bytes]()
    with path.open("rb") as file:
        while part := file.read(CHUNK * RECORD.size):
            records = [part[n : n + RECORD.size] for n in range(0, len(part), RECORD.size)]
            counts.update(records)
            hashed.update(b"".join(record[:HASHED] for record in records))
    for record, count in sorted(counts.items()):
        level.add(record, count)
    level.digest = hashed.digest()
    return level


def _write_records(solver: Solver, keys: Keys, path: Path, report: Report) -> None:
    """Append the records that are missing; a chunk that was not finished is written again."""
    count, chunk = len(keys) // 2, CHUNK * RECORD.size
    with path.open("ab") as file:
        if file.tell() == count * RECORD.size:
            return
        complete = min(file.tell(), count * RECORD.size) // chunk
        file.truncate(complete * chunk)
        for first in range(complete * CHUNK, count, CHUNK):
            part = min(CHUNK, count - first)
            file.write(b"".join(_solved(solver, ctypes.byref(keys, 16 * first), part)))
            file.flush()
            report(first + part, count)


def _solved(solver: Solver, keys: object, part: int) -> Iterator[bytes]:
    """Solve positions and yield their records."""
    size = solver.rules.board.size
    actions = size * (size + 1) // 2
    places = (ctypes.c_uint8 * (2 * size * part))()
    values, players = (ctypes.c_int32 * part)(), (ctypes.c_uint8 * part)()
    found = (ctypes.c_int32 * (actions * part))(*[ILLEGAL] * (actions * part))
    library().qttt_table_places(solver.memory, keys, part, places)
    solved = library().qttt_solve_many(solver.memory, places, part, None, values, players, found)
    if solved != part:
        raise RuntimeError(f"the kernel solved {solved} of {part} positions")
    listed = list(found)
    for n in range(part):
        row, value = listed[n * actions : (n + 1) * actions], values[n]
        illegal = row.count(ILLEGAL)
        legal = actions - illegal
        lost = abs(value * legal - (sum(row) - illegal * ILLEGAL))
        yield RECORD.pack(value, row.count(value), legal, lost)
