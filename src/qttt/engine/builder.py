"""Builds tablebases by retrograde analysis.

Level *n* has the positions of *n* marks, enumerated as kernel keys. Levels are scored in reverse:
the last one by search, each earlier one from entries of the next in the solver's transposition
table. Builds are deterministic, byte for byte.
"""

import ctypes
import hashlib
import math
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from qttt.game import Rules
from qttt.notation.files import replace_file

from .kernel import encode_rules, library
from .kernel_api import TABLE_LEVELS, TABLE_SYMBOLS, UNITS_PER_POINT, QtttTableHeader
from .solver import Solver
from .tablebase import (
    CELLS_AT,
    MAGIC,
    PADDING,
    ProgressCallback,
    Tablebase,
    TablebaseEntry,
    TablebaseError,
    tablebase_digest,
)

CHUNK = 4096
"""Positions scored in one kernel call; at most a second, so that Ctrl-C works."""

_HALF_POINT = 64
"""Score of half a point; each ply subtracts 1."""

Keys = ctypes.Array[ctypes.c_uint64]
"""The kernel's keys of positions, two words each."""


def build_tablebase(
    rules: Rules,
    marks: int,
    path: str | os.PathLike[str],
    *,
    entries: int | None = None,
    progress: ProgressCallback = lambda done, total: None,
) -> None:
    """Write the tablebase of every position with at most ``marks`` marks, 0 to 7.

    Progress is saved next to ``path`` in a file ending in ``.part``, from which an interrupted
    build resumes. Cost on 3×3: 5 s for 4 marks, 20 s for 5, 60 s for 6 and 4 GB of memory for 7;
    with fewer marks 24 bytes of memory for each of the solver's ``entries``.

    Raises:
        UnsolvableError: The board has more than nine squares.
        ValueError: ``marks`` is out of range.
    """
    if not 0 <= marks < min(TABLE_LEVELS, rules.board.size):
        maximum = min(TABLE_LEVELS, rules.board.size) - 1
        raise ValueError(f"marks must be from 0 to {maximum} under these rules, not {marks}")
    solver = Solver(rules, entries or 1 << min(23, 14 + 2 * marks))
    levels = list(position_keys(solver, marks))
    scores = _Scores(Path(f"{os.fspath(path)}.part"), rules, [len(keys) // 2 for keys in levels])
    for level in reversed(range(marks + 1)):
        scores.fill(solver, level, levels[level], progress)
    table = _pack(rules, levels, scores)
    replace_file(path, table)
    scores.path.unlink()


def count_entries(table: Tablebase) -> Counter[TablebaseEntry]:
    """Count the positions of a tablebase by entry. Cost: 1 s per million positions."""
    solver, counts = Solver(table.rules, entries=0, tablebase=table), Counter[TablebaseEntry]()
    for marks, keys in enumerate(position_keys(solver, table.marks)):
        scores = (ctypes.c_int16 * (len(keys) // 2))()
        library().qttt_table_score(solver.memory, keys, len(scores), scores)
        for score, count in Counter(scores).items():
            counts[entry_of(table.rules, marks, score)] += count
    return counts


def entry_of(rules: Rules, marks: int, score: int) -> TablebaseEntry:
    """Decode a score (``kernel/solver.h``), which is relative to the player to place a mark."""
    ahead = score if marks % 2 == 0 else -score
    if rules.chooser == "chance":
        return TablebaseEntry(ahead / UNITS_PER_POINT, None)
    halves = -(-abs(score) // _HALF_POINT)
    return TablebaseEntry(
        (halves if ahead > 0 else -halves) / 2, halves * _HALF_POINT - abs(score) or None
    )


def position_keys(solver: Solver, marks: int) -> Iterator[Keys]:
    """Yield the keys of all positions of 0, 1, 2 … ``marks`` marks."""
    keys: Keys = (ctypes.c_uint64 * 2)()
    yield keys
    size = solver.rules.board.size
    for level in range(1, marks + 1):
        # As on 3×3; the order of the keys, and so the checksums of the book, depend on it.
        bits = min(4 + 4 * level, max(11 + 2 * level, 5 * level - 8))
        if not solver.rules.is_quantum:  # far fewer positions
            bits = min(bits, (len(keys) * size).bit_length())
        keys = _expand(solver, keys, bits)
        yield keys


def _expand(solver: Solver, keys: Keys, bits: int) -> Keys:
    """The keys one mark later; retries with a larger hash set if 2^``bits`` slots are too few."""
    count = -1
    while count < 0:
        slots = (ctypes.c_uint64 * (2 << bits))()
        count = library().qttt_table_expand(solver.memory, keys, len(keys) // 2, slots, bits)
        bits += 1
    library().qttt_table_gather(slots, bits - 1)
    gathered: Keys = (ctypes.c_uint64 * (2 * count)).from_buffer_copy(slots)
    return gathered


class _Scores:
    """The scores computed so far, last level first, mirrored to the ``.part`` file.

    Each chunk is followed by a digest: a damaged or half-written chunk is scored again, and so are
    all chunks after it.
    """

    def __init__(self, path: Path, rules: Rules, counts: list[int]) -> None:
        self.path = path
        self.counts = counts
        self._id = repr((MAGIC, encode_rules(rules), counts)).encode()
        self._chunks: list[bytes] = []
        self._resume()

    def level(self, level: int) -> bytes:
        """Return the scores of one level, two bytes each."""
        start = 2 * sum(self.counts[level + 1 :])
        return b"".join(self._chunks)[start : start + 2 * self.counts[level]]

    def fill(self, solver: Solver, level: int, keys: Keys, progress: ProgressCallback) -> None:
        """Score the rest of this level; later levels must be complete."""
        before, total = sum(self.counts[level + 1 :]), sum(self.counts)
        done = sum(map(len, self._chunks)) // 2 - before
        for first in range(done, self.counts[level], CHUNK):
            n = min(CHUNK, self.counts[level] - first)
            chunk = (ctypes.c_uint64 * (2 * n)).from_buffer(keys, 16 * first)
            scores = (ctypes.c_int16 * n)()
            library().qttt_table_score(solver.memory, chunk, n, scores)
            self._append(bytes(scores))
            progress(before + first + n, total)

    def _append(self, scores: bytes) -> None:
        self._chunks.append(scores)
        with self.path.open("ab") as file:
            file.write(scores + self._digest(len(self._chunks) - 1))

    def _digest(self, chunk: int) -> bytes:
        data = self._id + chunk.to_bytes(4, "little") + self._chunks[chunk]
        return hashlib.blake2b(data, digest_size=16).digest()

    def _resume(self) -> None:
        """Read the intact chunks of an earlier build and truncate the rest."""
        data = self.path.read_bytes() if self.path.exists() else b""
        at = 0
        for count in reversed(self.counts):
            for first in range(0, count, CHUNK):
                end = at + 2 * min(CHUNK, count - first)
                self._chunks.append(data[at:end])
                if data[end : end + 16] != self._digest(len(self._chunks) - 1):
                    self._chunks.pop()
                    self.path.write_bytes(data[:at])
                    return
                at = end + 16


def _pack(rules: Rules, levels: list[Keys], scores: _Scores) -> bytes:
    """The bytes of the file (format: ``QtttTableHeader``)."""
    symbols, meanings = _rank_scores(levels, scores)
    keys: Keys = (ctypes.c_uint64 * sum(map(len, levels)))()
    at = ctypes.addressof(keys)
    for level in levels:
        ctypes.memmove(at, level, ctypes.sizeof(level))
        at += ctypes.sizeof(level)
    cells, segment = dimensions(len(keys) // 2)
    seed, cell = _fill_cells(keys, symbols, cells, segment)
    bits = max(1, max(cell, default=0).bit_length())
    body = _pack_cells(cell, bits) + bytes(PADDING)
    counts = [len(level) // 2 for level in levels]
    head = QtttTableHeader(
        magic=tuple(MAGIC),
        rules=tuple(encode_rules(rules)),
        marks=len(levels) - 1,
        bits=bits,
        bytes=CELLS_AT + len(body),
        cells=cells,
        segment=segment,
        seed=seed,
        count=tuple(counts),
        score=tuple(meanings),
    )
    head.digest = tuple(tablebase_digest(bytes(head) + body))
    return bytes(head) + body


def _rank_scores(levels: list[Keys], scores: _Scores) -> tuple[bytes, list[tuple[int, ...]]]:
    """Each position's symbol, first level first, and each level's scores by symbol."""
    symbols = b""
    by_symbol: list[tuple[int, ...]] = []
    for level, keys in enumerate(levels):
        n = len(keys) // 2
        raw = (ctypes.c_int16 * n).from_buffer_copy(scores.level(level))
        ranks, meanings = (ctypes.c_uint8 * n)(), (ctypes.c_int16 * TABLE_SYMBOLS)()
        if library().qttt_table_rank(raw, n, ranks, meanings) < 0:
            raise TablebaseError(
                f"positions of {level} marks have more than {TABLE_SYMBOLS} different scores"
            )
        symbols += bytes(ranks)
        by_symbol.append(tuple(meanings))
    return symbols, by_symbol


def dimensions(n: int) -> tuple[int, int]:
    """Number of cells and segment size for ``n`` keys (binary fuse filter, Graf & Lemire 2022)."""
    segment = 1 << max(2, min(18, int(math.log(max(n, 2), 3.33) + 2.25)))
    factor = max(1.125, 0.875 + 0.25 * math.log(1e6) / math.log(max(n, 3)))
    segments = max(3, -(-int(n * factor) // segment))
    return segments * segment, segment


def _fill_cells(keys: Keys, symbols: bytes, cells: int, segment: int) -> tuple[int, bytes]:
    """The first seed for which construction succeeds, and the cells."""
    n = len(symbols)
    cell, scratch = (ctypes.c_uint8 * cells)(), (ctypes.c_uint32 * (2 * (n + cells)))()
    for seed in range(1000):
        if library().qttt_table_fill(keys, symbols, n, seed, cells, segment, cell, scratch):
            return seed, bytes(cell)
    raise TablebaseError(f"no seed below 1000 works for {n} positions")


def _pack_cells(cell: bytes, bits: int) -> bytes:
    """Cells of ``bits`` bits, the first in the lowest bits; neighbours are merged three times."""
    groups = -(-len(cell) // 8)
    lanes = int.from_bytes(cell, "little")
    for width in (1, 2, 4):
        even = int.from_bytes((b"\xff" * width + bytes(width)) * (4 * groups // width), "little")
        lanes = lanes & even | (lanes >> 8 * width & even) << bits * width
    wide, packed = lanes.to_bytes(8 * groups, "little"), bytearray(bits * groups)
    for k in range(bits):
        packed[k::bits] = wide[k::8]
    return bytes(packed[: -(-len(cell) * bits // 8)])
