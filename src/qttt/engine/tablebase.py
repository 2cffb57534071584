"""Tables of positions: the value and distance of every position of up to so many marks.

``kernel/tablebase.c`` draws the file. A table answers a probe in well under a microsecond in the
kernel; a solver that has one attached looks positions up instead of searching them.
"""

import ctypes
import hashlib
import mmap
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from struct import Struct
from typing import NamedTuple

from qttt.game import Position, Rules
from qttt.game.rules import VALUES

from .kernel import UNIT, RawMoveValue, checked, encode_places, encode_rules, fits, library

FOLDER = Path(__file__).parent / "_tables"
MAGIC = b"QTTTtab1"
LEVELS = 7
SYMBOLS = 256
HEADER = Struct("<8s9sBB5xQIIQ")
COUNTS = Struct("<8I")
SCORES = Struct(f"<{LEVELS * SYMBOLS}h")
DIGEST_AT = HEADER.size + COUNTS.size + SCORES.size
DIGEST_SIZE = 32
CELLS_AT = DIGEST_AT + DIGEST_SIZE
PADDING = 8


class TableError(ValueError):
    """This file is no table, or it is damaged, or it is for other rules."""


class Entry(NamedTuple):
    """What a table knows of a position: as ``value`` and ``plies`` of a ``MoveValue``."""

    value: float
    plies: int | None


@dataclass(frozen=True, slots=True)
class Header:
    """What a table says of itself: ``counts[n]`` positions of *n* marks, up to ``marks``."""

    rules: Rules
    marks: int
    bits: int
    size: int
    cells: int
    segment: int
    seed: int
    counts: tuple[int, ...]

    @property
    def positions(self) -> int:
        """How many positions it knows, up to symmetry and subscripts that do not matter."""
        return sum(self.counts)


class Tablebase:
    """A table, mapped into memory from its file.

    The file is checked against its digest (BLAKE2b-256) when it is opened. Raises ``TableError``
    if it is not whole, ``OSError`` if it cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            if os.fstat(file.fileno()).st_size < CELLS_AT + PADDING:
                raise TableError(f"{self.path} is too short to be a table of positions")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        self.header = _checked_header(self._map, self.path)
        self._view = (ctypes.c_uint8 * len(self._map)).from_buffer(self._map)
        self._prober = (ctypes.c_uint64 * (library().qttt_solver_bytes(0) // 8 + 1))()
        size = ctypes.sizeof(self._prober)
        library().qttt_solver_init(self._prober, size, encode_rules(self.rules))
        self.attach(self._prober)

    def __repr__(self) -> str:
        return f"Tablebase({str(self.path)!r})"

    @property
    def rules(self) -> Rules:
        """Which game it is for."""
        return self.header.rules

    @property
    def marks(self) -> int:
        """It knows every position of at most so many marks."""
        return self.header.marks

    def attach(self, solver: ctypes.Array[ctypes.c_uint64]) -> None:
        """Let the kernel's solver in that memory use this table."""
        error = library().qttt_solver_attach(solver, self._view, len(self._view))
        if error:
            raise TableError(f"{self.path} does not fit its own header (error {error})")

    def probe(self, position: Position) -> Entry | None:
        """The value of ``position``, and how long the game lasts; None if it is not in the table.

        Pending loops follow from their two collapses, and finished games from the board. Raises
        ``ValueError`` for a position of other rules. Cost: some 3 µs, nearly all of it Python.
        """
        if position.rules != self.rules:
            raise ValueError(f"{self.path} is for {self.rules}, not for {position.rules}")
        raw = RawMoveValue()
        places = encode_places(position)
        known = library().qttt_probe(self._prober, places, len(position.marks), ctypes.byref(raw))
        if not checked(position, known):
            return None
        return Entry(raw.value / UNIT, raw.plies or None)


@cache
def shipped_table(rules: Rules) -> Tablebase | None:
    """The table that comes with this package for these rules, if there is one."""
    for path in sorted(FOLDER.glob("*.qtb")):
        if fits(rules) and path.read_bytes()[8:17] == encode_rules(rules):
            return Tablebase(path)
    return None


def digest(table: bytes | mmap.mmap) -> bytes:
    """BLAKE2b-256 of everything in a table but its digest."""
    return hashlib.blake2b(table[:DIGEST_AT] + table[CELLS_AT:], digest_size=DIGEST_SIZE).digest()


def decode_rules(code: bytes) -> Rules:
    """The rules that ``encode_rules`` wrote. Raises ``ValueError`` if there are none such."""
    choices = zip(VALUES.items(), code[3:], strict=True)
    switches = {name: known[value] for (name, known), value in choices if value < len(known)}
    if len(switches) < len(VALUES):
        raise ValueError(f"no switches have the numbers {[*code[3:]]}")
    return Rules(rows=code[0], cols=code[1], line=code[2] or None, **switches)  # type: ignore[arg-type]


def _checked_header(table: mmap.mmap, path: Path) -> Header:
    magic, rules, marks, bits, size, cells, segment, seed = HEADER.unpack_from(table)
    if magic != MAGIC:
        raise TableError(f"{path} is no table of positions, or one of another version")
    if size != len(table):
        raise TableError(f"{path} has {len(table)} bytes instead of {size}: copy it again")
    if digest(table) != table[DIGEST_AT:CELLS_AT]:
        raise TableError(f"{path} is damaged: its digest does not fit; copy or build it again")
    counts = COUNTS.unpack_from(table, HEADER.size)[: marks + 1]
    try:
        game = decode_rules(rules)
    except ValueError as error:
        raise TableError(f"{path} is for rules that there are not: {error}") from error
    return Header(game, marks, bits, size, cells, segment, seed, counts)
