"""Anatomy of a game: all its settled positions, by value and by what moves keep it."""

import ctypes
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from itertools import combinations

from qttt.copies import IndependentCopies
from qttt.engine import Solver
from qttt.engine.builder import Keys, entry_of, position_keys
from qttt.engine.enumeration import count_positions
from qttt.engine.kernel import library
from qttt.engine.kernel_api import UNITS_PER_POINT, WORTHS, QtttAnatomy
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
        Column(
            "checksum",
            "text",
            "BLAKE2b of values and counts of moves, in the order of keys; of eight marks, of final "
            "boards",
        ),
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
PLIES = DataTable(
    "anatomy_plies",
    "The same positions, if one side wins, by the length of perfect play.",
    "qttt book anatomy",
    (
        Column("marks", "integer", "number of marks"),
        Column("winner", "text", "who has more points at the end"),
        Column("plies", "integer", "moves and collapses to the end"),
        Column("positions", "integer", "number of positions"),
    ),
)
CHOICES = DataTable(
    "anatomy_choices",
    "The choices of a collapse after one more mark in these positions, by what they are worth.",
    "qttt book anatomy",
    (
        Column("marks", "integer", "number of marks with the one that closes the loop"),
        Column("worth", "number", "difference of the values of both outcomes, in points"),
        Column("choices", "integer", "number of marks that close a loop, in all positions"),
    ),
)
CHUNK = 4096
"""Positions in one kernel call."""
LAST = 8
"""The greatest number of marks of a settled position on 3×3 before the end."""
Report = Callable[[int, int], None]


@dataclass
class PositionLevel(IndependentCopies):
    """Counts of the positions of one number of marks. Values and losses are in half points."""

    marks: int
    values: Counter[int] = field(default_factory=Counter)
    plies: Counter[tuple[bool, int]] = field(default_factory=Counter)
    keeping: Counter[int] = field(default_factory=Counter)
    worths: Counter[int] = field(default_factory=Counter)
    only: int = 0
    idle: int = 0
    errs: float = 0
    loses: float = 0
    digest: bytes = b""

    def add(self, value: int, plies: int, moves: tuple[int, int, int], count: int) -> None:
        """Count positions; ``moves``: legal, of these keeping the value, and the loss of all."""
        legal, keeping, lost = moves
        self.values[value] += count
        self.plies[value > 0, plies] += count * (value != 0)
        self.keeping[keeping] += count
        self.only += count * (keeping == 1 < legal)
        self.idle += count * (keeping == legal > 1)
        self.errs += count * (1 - keeping / legal)
        self.loses += count * lost / legal / 2

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
            yield (self.marks, value / 2, count)

    def rows_by_moves(self) -> Iterator[Row]:
        """Yield the rows of ``KEEPING``."""
        for moves, count in sorted(self.keeping.items()):
            yield (self.marks, moves, count)

    def rows_by_plies(self) -> Iterator[Row]:
        """Yield the rows of ``PLIES``."""
        for (x_wins, plies), count in sorted((+self.plies).items(), reverse=True):
            yield (self.marks, "X" if x_wins else "O", plies, count)

    def rows_by_worth(self) -> Iterator[Row]:
        """Yield the rows of ``CHOICES``."""
        for worth, count in sorted((+self.worths).items()):
            yield (self.marks + 1, worth / 2, count)


def levels(
    marks: int, table: Tablebase | None = None, report: Report = lambda done, total: None
) -> Iterator[PositionLevel]:
    """Yield the levels of 0 to ``marks`` marks under ``goff``.

    A ``table`` of more marks than the shipped one saves searching. Memory: 50 bytes for each
    position of at most seven marks while they are enumerated; eight marks add nothing to it.

    Raises ``MissingExtraError`` for eight marks without numpy.
    """
    last = [last_level(report)] if marks == LAST else []
    rules = Rules()
    solver = Solver(rules, tablebase=table or shipped_tablebase(rules))
    for number, keys in enumerate(position_keys(solver, min(marks, LAST - 1))):
        yield _level_of(solver, number, keys, report)
    yield from last


def _level_of(solver: Solver, marks: int, keys: Keys, report: Report) -> PositionLevel:
    """Evaluate the positions with these keys."""
    total = len(keys) // 2
    records, worths = (QtttAnatomy * CHUNK)(), (ctypes.c_int64 * WORTHS)()
    counts, digest = Counter[bytes](), blake2b(digest_size=8)
    size = ctypes.sizeof(QtttAnatomy)
    for first in range(0, total, CHUNK):
        count = min(CHUNK, total - first)
        at = ctypes.byref(keys, 16 * first)
        library().qttt_table_anatomy(solver.memory, at, count, records, worths)
        part = bytes(records)
        pieces = [part[n : n + size] for n in range(0, count * size, size)]
        counts.update(pieces)
        digest.update(b"".join(_hashed(marks, record) for record in pieces))
        report(first + count, total)
    level = PositionLevel(marks, worths=Counter(dict(enumerate(worths))), digest=digest.digest())
    for record, count in sorted(counts.items()):
        anatomy = QtttAnatomy.from_buffer_copy(record)
        entry = entry_of(solver.rules, marks, anatomy.score)
        moves = (anatomy.legal, anatomy.keeping, anatomy.lost)
        level.add(round(2 * entry.value), entry.plies or 0, moves, count)
    return level


@cache
def _hashed(marks: int, record: bytes) -> bytes:
    """The value and the counts of moves of a record, as in the checksum."""
    anatomy = QtttAnatomy.from_buffer_copy(record)
    value = entry_of(Rules(), marks, anatomy.score).value
    return struct.pack("<bBB", round(value * UNITS_PER_POINT), anatomy.keeping, anatomy.legal)


def last_level(report: Report = lambda done, total: None) -> PositionLevel:
    """Evaluate the positions of eight marks by their final boards (``last_mark``)."""
    from .last_mark import LEADS, count_final_boards

    total = count_positions(Rules())[LAST]
    counts, digest = count_final_boards(lambda done: report(done, total))
    level = PositionLevel(LAST, digest=digest)
    for numbers, count in counts.items():
        leads = sorted(Counter(dict(zip(LEADS, numbers, strict=True))).elements(), reverse=True)
        if len(leads) == 1:
            level.add(leads[0], 1, (1, 1, 0), count)
            continue
        pairs = list(combinations(leads, 2))
        value = leads[1]
        losses = [value - worse for _, worse in pairs]
        level.add(value, 2, (len(pairs), losses.count(0), sum(losses)), count)
        for better, worse in pairs:
            level.worths[better - worse] += count
    return level
