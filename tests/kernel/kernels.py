"""A common interface to all builds of the kernel: bytes in, bytes out, errors as negative numbers.

``Native`` is the shared library, called through ctypes; ``tests.kernel.wasm`` has the WebAssembly.
"""

import ctypes
from functools import cache
from typing import NamedTuple, Protocol

from qttt.engine.kernel import library
from qttt.engine.kernel_api import (
    QtttAnalysis,
    QtttEnsemble,
    QtttEvaluation,
    QtttMoveValue,
    QtttReport,
    QtttSurvey,
)

MOVE_BYTES = 2
NEXT_BYTES = 128
MOST_MOVES = 2016
COLLAPSE = 255


class Line(NamedTuple):
    """``QtttLine``."""

    squares: int
    player: int
    time: int


class Ending(NamedTuple):
    """``QtttOutcome``: half points, termination, lines."""

    x: int
    o: int
    termination: int
    lines: tuple[Line, ...]


class Outlook(NamedTuple):
    """All results of the kernel for a position and its legal moves.

    ``moves`` are the bytes of ``qttt_legal``; ``after`` has the places after each move.
    """

    moves: bytes
    after: tuple[bytes, ...]
    ending: Ending | None
    paths: int
    """``perft`` of two plies."""


class Kernel(Protocol):
    """The functions of ``kernel/qttt.h``; the length of ``places`` is the number of marks × 2."""

    def legal(self, rules: bytes, places: bytes) -> bytes | int: ...
    def play(self, rules: bytes, places: bytes, first: int, second: int) -> bytes | int: ...
    def outcome(self, rules: bytes, places: bytes) -> Ending | int: ...
    def perft(self, rules: bytes, places: bytes, plies: int) -> int: ...
    def playouts(
        self, rules: bytes, places: bytes, seed: int, games: int
    ) -> tuple[int, int, tuple[int, ...]]: ...
    def outlook(self, rules: bytes, places: bytes) -> Outlook: ...
    def replies(self, rules: bytes, places: bytes) -> tuple[int, ...]: ...
    def survey(self, rules: bytes, places: bytes) -> QtttSurvey: ...
    def ensemble(self, rules: bytes, places: bytes) -> QtttEnsemble: ...
    def realities(self, rules: bytes, places: bytes, first: int, count: int) -> list[bytes]: ...
    def solver(self, rules: bytes, entries: int) -> "KernelSolver": ...
    def evaluate(self, rules: bytes, places: bytes, evaluator: bytes) -> QtttEvaluation | int: ...
    def tree(
        self, rules: bytes, places: bytes, features: int, size: int, evaluator: bytes = b""
    ) -> "KernelTree": ...


class KernelSolver(Protocol):
    def solve(
        self, places: bytes, nodes: int, depth: int, *, stopped: bool = False
    ) -> QtttAnalysis:
        """``stopped``: the stop flag is set from the start."""

    def attach(self, table: bytes) -> int: ...
    def probe(self, places: bytes) -> QtttMoveValue | None: ...


class KernelTree(Protocol):
    """A search of a position in ``size`` bytes."""

    def run(self, seed: int, simulations: int, *, stopped: bool = False) -> bool:
        """Return whether the position is still open; ``stopped`` as above."""

    def report(self) -> QtttReport: ...


def is_open(result: int) -> bool:
    """Convert the result of ``qttt_search_run``, which is not an error."""
    assert result in (0, 1)
    return result == 1


def conceivable(size: int) -> list[tuple[int, int]]:
    """The moves tested by ``replies``: all squares and one beyond each edge, and collapses."""
    around = range(-1, size + 1)
    return [(first, second) for first in around for second in (*around, COLLAPSE)]


def size_of(rules: bytes) -> int:
    return rules[0] * rules[1]


def split(raw: bytes, size: int, count: int) -> list[bytes]:
    return [raw[i * size : (i + 1) * size] for i in range(count)]


def read_ending(raw: bytes) -> Ending:
    x, o, termination, lines = (int.from_bytes(raw[i : i + 4], "little") for i in (0, 4, 8, 12))
    return Ending(x, o, termination, tuple(_line(raw[16 + 16 * i :]) for i in range(lines)))


def _line(raw: bytes) -> Line:
    fields = (raw[0:8], raw[8:12], raw[12:16])
    return Line(*(int.from_bytes(field, "little") for field in fields))


ENDING_BYTES = 16 + 16 * 256


def aligned(data: bytes) -> ctypes.Array[ctypes.c_uint64]:
    """Return a copy at an address that is a multiple of 8."""
    copy = (ctypes.c_uint64 * (len(data) // 8 + 1))()
    ctypes.memmove(copy, data, len(data))
    return copy


class Native:
    """The shared library that ``qttt.engine`` uses."""

    def __init__(self) -> None:
        self._lib = library()
        self._moves = ctypes.create_string_buffer(MOST_MOVES * MOVE_BYTES)
        self._next = ctypes.create_string_buffer(NEXT_BYTES)
        self._ending = ctypes.create_string_buffer(ENDING_BYTES)

    def legal(self, rules: bytes, places: bytes) -> bytes | int:
        count: int = self._lib.qttt_legal(rules, places, len(places) // 2, self._moves)
        return count if count < 0 else ctypes.string_at(self._moves, count * MOVE_BYTES)

    def play(self, rules: bytes, places: bytes, first: int, second: int) -> bytes | int:
        marks: int = self._lib.qttt_play(rules, places, len(places) // 2, first, second, self._next)
        return marks if marks < 0 else ctypes.string_at(self._next, marks * 2)

    def outcome(self, rules: bytes, places: bytes) -> Ending | int:
        over: int = self._lib.qttt_outcome(rules, places, len(places) // 2, self._ending)
        return read_ending(self._ending.raw) if over == 1 else over

    def perft(self, rules: bytes, places: bytes, plies: int) -> int:
        paths: int = self._lib.qttt_perft(rules, places, len(places) // 2, plies, None)
        return paths

    def playouts(
        self, rules: bytes, places: bytes, seed: int, games: int
    ) -> tuple[int, int, tuple[int, ...]]:
        state, totals = ctypes.c_uint64(seed), (ctypes.c_int64 * 5)()
        plies: int = self._lib.qttt_playouts(
            rules, places, len(places) // 2, ctypes.byref(state), games, totals, None
        )
        return plies, state.value, tuple(totals)

    def outlook(self, rules: bytes, places: bytes) -> Outlook:
        moves = self.legal(rules, places)
        assert isinstance(moves, bytes)
        after = []
        for i in range(0, len(moves), MOVE_BYTES):
            child = self.play(rules, places, moves[i], moves[i + 1])
            assert isinstance(child, bytes)
            after.append(child)
        ending = self.outcome(rules, places)
        paths = self.perft(rules, places, 2)
        return Outlook(moves, tuple(after), None if isinstance(ending, int) else ending, paths)

    def replies(self, rules: bytes, places: bytes) -> tuple[int, ...]:
        play, marks, scratch = self._lib.qttt_play, len(places) // 2, self._next
        return tuple(
            play(rules, places, marks, first, second, scratch)
            for first, second in conceivable(size_of(rules))
        )

    def survey(self, rules: bytes, places: bytes) -> QtttSurvey:
        raw = QtttSurvey()
        assert self._lib.qttt_survey(rules, places, len(places) // 2, ctypes.byref(raw)) == 0
        return raw

    def ensemble(self, rules: bytes, places: bytes) -> QtttEnsemble:
        raw = QtttEnsemble()
        assert self._lib.qttt_ensemble(rules, places, len(places) // 2, ctypes.byref(raw)) == 0
        return raw

    def realities(self, rules: bytes, places: bytes, first: int, count: int) -> list[bytes]:
        marks = len(places) // 2
        squares = ctypes.create_string_buffer(max(0, count) * marks)
        listed = self._lib.qttt_realities(rules, places, marks, first, count, squares)
        return split(squares.raw, marks, listed)

    def solver(self, rules: bytes, entries: int) -> "NativeSolver":
        return NativeSolver(self._lib, rules, entries)

    def evaluate(self, rules: bytes, places: bytes, evaluator: bytes) -> QtttEvaluation | int:
        raw, weights = QtttEvaluation(), aligned(evaluator)
        error: int = self._lib.qttt_evaluate(
            rules, places, len(places) // 2, weights, len(evaluator), ctypes.byref(raw)
        )
        return error or raw

    def tree(
        self, rules: bytes, places: bytes, features: int, size: int, evaluator: bytes = b""
    ) -> "NativeTree":
        return NativeTree(self._lib, rules, places, features, size, evaluator)


class NativeSolver:
    def __init__(self, lib: ctypes.CDLL, rules: bytes, entries: int) -> None:
        self._lib = lib
        size = lib.qttt_solver_bytes(entries)
        self._memory = (ctypes.c_uint64 * (size // 8 + 1))()
        assert lib.qttt_solver_init(self._memory, size, rules) == 0

    def solve(
        self, places: bytes, nodes: int, depth: int, *, stopped: bool = False
    ) -> QtttAnalysis:
        raw, flag = QtttAnalysis(), ctypes.c_int32(1)
        stop = ctypes.byref(flag) if stopped else None
        error = self._lib.qttt_solve(
            self._memory, places, len(places) // 2, nodes, stop, depth, ctypes.byref(raw)
        )
        assert error == 0
        return raw

    def attach(self, table: bytes) -> int:
        self._table = ctypes.create_string_buffer(table, len(table))
        error: int = self._lib.qttt_solver_attach(self._memory, self._table, len(table))
        return error

    def probe(self, places: bytes) -> QtttMoveValue | None:
        raw = QtttMoveValue()
        known = self._lib.qttt_probe(self._memory, places, len(places) // 2, ctypes.byref(raw))
        assert known in (0, 1)
        return raw if known else None


class NativeTree:
    def __init__(
        self,
        lib: ctypes.CDLL,
        rules: bytes,
        places: bytes,
        features: int,
        size: int,
        evaluator: bytes,
    ) -> None:
        self._lib, self._memory = lib, (ctypes.c_uint64 * (size // 8))()
        self._evaluator = aligned(evaluator) if evaluator else None
        position = (rules, places, len(places) // 2)
        weights = (self._evaluator, len(evaluator))
        assert lib.qttt_search_init(self._memory, size, 0, *position, features, *weights) == 0

    def run(self, seed: int, simulations: int, *, stopped: bool = False) -> bool:
        flag = ctypes.c_int32(1)
        stop = ctypes.byref(flag) if stopped else None
        return is_open(self._lib.qttt_search_run(self._memory, seed, simulations, stop))

    def report(self) -> QtttReport:
        raw = QtttReport()
        assert self._lib.qttt_search_report(self._memory, ctypes.byref(raw)) == 0
        return raw


@cache
def native() -> Native:
    return Native()
