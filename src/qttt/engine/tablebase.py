"""Tablebases: value and distance of every position with at most N marks.

File format: ``kernel/tablebase.c``. A probe takes well under 1 µs in the kernel; a solver with an
attached tablebase looks positions up instead of searching them.
"""

import ctypes
import hashlib
import mmap
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

from qttt.game import Position, Rules
from qttt.game.rules import SWITCH_VALUES

from .kernel import check_result, encode_places, encode_rules, is_supported, library
from .kernel_api import UNITS_PER_POINT, QtttMoveValue, QtttTableHeader

FOLDER = Path(__file__).parent / "_tables"
MAGIC = b"QTTTtab2"
DIGEST_AT = QtttTableHeader.digest.offset
CELLS_AT = ctypes.sizeof(QtttTableHeader)
PADDING = 8

ProgressCallback = Callable[[int, int], None]
"""Called with the number of positions processed and the total."""


class TablebaseError(ValueError):
    """The file is not a tablebase, is damaged, or has other rules."""


class TablebaseEntry(NamedTuple):
    """The entry of a position; ``value`` and ``plies`` as in ``MoveValue``."""

    value: float
    plies: int | None


@dataclass(frozen=True, slots=True)
class TablebaseHeader:
    """The header of a tablebase: ``counts[n]`` positions of *n* marks, for *n* up to ``marks``.

    The other fields are documented in ``kernel/qttt.h``.
    """

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
        """Number of positions, up to symmetry and subscripts that do not matter."""
        return sum(self.counts)


class Tablebase:
    """A tablebase, memory-mapped from its file.

    The file's digest (BLAKE2b-256) is checked on opening. It is immutable, so copies are the same
    object. A pickle has the path and the digest, and opens the file again; a file of this package
    is opened where the package is then installed.

    Replace an open file, as ``build_tablebase`` does, instead of overwriting it: its new bytes
    would be read as values, and a truncated file ends the process.

    Raises:
        TablebaseError: The file is damaged or not a tablebase.
        OSError: The file cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            if os.fstat(file.fileno()).st_size < CELLS_AT + PADDING:
                raise TablebaseError(f"{self.path} is too short to be a tablebase")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        self.header = _checked_header(self._map, self.path)
        self._view = (ctypes.c_uint8 * len(self._map)).from_buffer(self._map)
        self._prober = (ctypes.c_uint64 * (library().qttt_solver_bytes(0) // 8 + 1))()
        size = ctypes.sizeof(self._prober)
        library().qttt_solver_init(self._prober, size, encode_rules(self.rules))
        self.attach(self._prober)

    def __repr__(self) -> str:
        return f"Tablebase({str(self.path)!r})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        is_shipped = self.path.parent == FOLDER
        path = self.path.name if is_shipped else str(self.path.absolute())
        return _reopen, (type(self), path, self._map[DIGEST_AT:CELLS_AT])

    @property
    def rules(self) -> Rules:
        """The rules of its positions."""
        return self.header.rules

    @property
    def marks(self) -> int:
        """It holds every position with at most this many marks."""
        return self.header.marks

    def attach(self, solver: ctypes.Array[ctypes.c_uint64]) -> None:
        """Attach it to a kernel solver, given the solver's memory."""
        error = library().qttt_solver_attach(solver, self._view, len(self._view))
        if error:
            raise TablebaseError(f"{self.path} contradicts its own header (error {error})")

    def probe(self, position: Position) -> TablebaseEntry | None:
        """Look up ``position``; None if it has too many marks.

        Pending loops are derived from their two collapses, finished games from the board. Raises
        ``ValueError`` for a position of other rules. Cost: 3 µs, nearly all of it Python.
        """
        if position.rules != self.rules:
            raise ValueError(f"{self.path} is for {self.rules}, not for {position.rules}")
        raw = QtttMoveValue()
        places = encode_places(position)
        is_stored = library().qttt_probe(
            self._prober, places, len(position.marks), ctypes.byref(raw)
        )
        if not check_result(position, is_stored):
            return None
        return TablebaseEntry(raw.value / UNITS_PER_POINT, raw.plies or None)


def _reopen(kind: type[Tablebase], path: str, digest: bytes) -> Tablebase:
    table = kind(FOLDER / path)  # FOLDER only if the path is not absolute
    if table._map[DIGEST_AT:CELLS_AT] != digest:
        raise TablebaseError(
            f"{table.path} is another tablebase than the pickled one: pickle it again"
        )
    return table


@cache
def shipped_tablebase(rules: Rules) -> Tablebase | None:
    """Return the tablebase for these rules in this package, if any."""
    for path in sorted(FOLDER.glob("*.qtb")):
        code = bytes(_raw_header(path.read_bytes()).rules)
        if is_supported(rules) and code == encode_rules(rules):
            return Tablebase(path)
    return None


def tablebase_digest(table: bytes | mmap.mmap) -> bytes:
    """Return the BLAKE2b-256 of a file without its digest field."""
    size = CELLS_AT - DIGEST_AT
    return hashlib.blake2b(table[:DIGEST_AT] + table[CELLS_AT:], digest_size=size).digest()


def decode_rules(code: bytes) -> Rules:
    """Decode the bytes of ``encode_rules``. Raises ``ValueError`` for unknown switches."""
    choices = zip(SWITCH_VALUES.items(), code[3:], strict=True)
    switches = {name: values[n] for (name, values), n in choices if n < len(values)}
    if len(switches) < len(SWITCH_VALUES):
        raise ValueError(f"unknown switch numbers {[*code[3:]]}")
    return Rules(rows=code[0], cols=code[1], line=code[2] or None, **switches)  # type: ignore[arg-type]


def _raw_header(table: bytes | mmap.mmap) -> QtttTableHeader:
    return QtttTableHeader.from_buffer_copy(table[:CELLS_AT])


def _checked_header(table: mmap.mmap, path: Path) -> TablebaseHeader:
    raw = _raw_header(table)
    if table[: len(MAGIC)] != MAGIC:
        raise TablebaseError(f"{path} is not a tablebase, or has another version")
    if raw.bytes != len(table):
        raise TablebaseError(f"{path} has {len(table)} bytes instead of {raw.bytes}: copy it again")
    if tablebase_digest(table) != table[DIGEST_AT:CELLS_AT]:
        raise TablebaseError(
            f"{path} is damaged: its digest does not match; copy or build it again"
        )
    try:
        rules = decode_rules(bytes(raw.rules))
    except ValueError as error:
        raise TablebaseError(f"{path} has invalid rules: {error}") from error
    return TablebaseHeader(
        rules,
        raw.marks,
        raw.bits,
        raw.bytes,
        raw.cells,
        raw.segment,
        raw.seed,
        tuple(raw.count[: raw.marks + 1]),
    )
