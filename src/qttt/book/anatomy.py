"""Anatomy of a game: all its settled positions of few marks, by value and by what moves keep it."""

import ctypes
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

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

    def add(self, value: int, actions: list[int]) -> bytes:
        """Count one position, given the values of its actions; return what is hashed."""
        illegal = actions.count(ILLEGAL)
        legal, keeping = len(actions) - illegal, actions.count(value)
        lost = abs(value * legal - (sum(actions) - illegal * ILLEGAL))
        self.values[value] += 1
        self.keeping[keeping] += 1
        self.only += keeping == 1 < legal
        self.idle += keeping == legal > 1
        self.errs += 1 - keeping / legal
        self.loses += lost / legal / UNITS_PER_POINT
        return bytes((value & 255, keeping, legal))

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
    marks: int, table: Tablebase | None = None, report: Report = lambda done, total: None
) -> Iterator[PositionLevel]:
    """Yield the levels of 0 to ``marks`` marks under ``goff``.

    A ``table`` of one mark more makes it a look-up; otherwise positions are searched with the
    shipped one. Memory: 16 bytes for each position of the last level.
    """
    rules = Rules()
    solver = Solver(rules, tablebase=table or shipped_tablebase(rules))
    for number, keys in enumerate(position_keys(solver, marks)):
        yield _count(solver, number, keys, report)


def _count(solver: Solver, marks: int, keys: Keys, report: Report) -> PositionLevel:
    level, hashed, count = PositionLevel(marks), blake2b(digest_size=8), len(keys) // 2
    size = solver.rules.board.size
    actions = size * (size + 1) // 2
    places = (ctypes.c_uint8 * (2 * size * CHUNK))()
    values, players = (ctypes.c_int32 * CHUNK)(), (ctypes.c_uint8 * CHUNK)()
    illegal: list[ctypes.c_int32 | int] = [ILLEGAL] * (actions * CHUNK)
    found = (ctypes.c_int32 * (actions * CHUNK))()
    for first in range(0, count, CHUNK):
        part = min(CHUNK, count - first)
        found[:] = illegal
        at = ctypes.byref(keys, 16 * first)
        library().qttt_table_places(solver.memory, at, part, places)
        solved = library().qttt_solve_many(
            solver.memory, places, part, None, values, players, found
        )
        if solved != part:
            raise RuntimeError(f"the kernel solved {solved} of {part} positions")
        listed = list(found)
        for n in range(part):
            row = listed[n * actions : (n + 1) * actions]
            hashed.update(level.add(values[n], row))
        report(first + part, count)
    level.digest = hashed.digest()
    return level
