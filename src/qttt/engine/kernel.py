"""ctypes binding of the kernel's shared library.

``kernel/qttt.h`` documents the functions. A call costs about 1 µs, so the interface is coarse;
calls release the GIL.
"""

import ctypes
from functools import cache
from pathlib import Path

from qttt.game import (
    Collapse,
    IllegalMoveError,
    IllegalMoveReason,
    IllegalPositionError,
    Line,
    Move,
    Placement,
    Player,
    Points,
    Position,
    Rules,
    Termination,
)
from qttt.game.rules import SWITCH_VALUES

FOLDER = Path(__file__).parent / "_kernel"
MAX_SQUARES = 64
SOLVER_SQUARES = 9
CLASSICAL_SQUARES = 16
UNITS_PER_POINT = 32
SEARCH_UNITS_PER_POINT = 131072
_COLLAPSE = 255
_MAX_MOVES = MAX_SQUARES * (MAX_SQUARES - 1) // 2
_MAX_LINES = 4 * MAX_SQUARES
_BAD_RULES, _BAD_POSITION, _TOO_LARGE, _BAD_MEMORY, _ILLEGAL = -1, -2, -3, -4, -10

_ILLEGAL_REASONS = (
    IllegalMoveReason.OFF_BOARD,
    IllegalMoveReason.GAME_OVER,
    IllegalMoveReason.LOOP_PENDING,
    IllegalMoveReason.NO_LOOP,
    IllegalMoveReason.NOT_ON_LOOP,
    IllegalMoveReason.NOT_OPEN,
    IllegalMoveReason.ONE_SQUARE,
    IllegalMoveReason.TWO_SQUARES,
    IllegalMoveReason.PAIR_LOOP,
)
_TERMINATIONS = (Termination.LINE, Termination.FULL, Termination.BLOCKED)


class KernelError(RuntimeError):
    """The kernel library is missing, or does not support this board."""


class _Line(ctypes.Structure):
    _fields_ = (
        ("squares", ctypes.c_uint64),
        ("player", ctypes.c_int32),
        ("time", ctypes.c_int32),
    )


class _Outcome(ctypes.Structure):
    _fields_ = (
        ("x", ctypes.c_int32),
        ("o", ctypes.c_int32),
        ("termination", ctypes.c_int32),
        ("lines", ctypes.c_int32),
        ("line", _Line * _MAX_LINES),
    )


class RawSurvey(ctypes.Structure):
    """``QtttSurvey``."""

    _fields_ = (
        ("outcome", _Outcome),
        ("loop", ctypes.c_uint64),
        ("stems", ctypes.c_uint64),
        ("decider", ctypes.c_int32),
        ("closing", ctypes.c_int32),
        ("entanglement", ctypes.c_uint8 * MAX_SQUARES),
    )


class RawOdds(ctypes.Structure):
    """``QtttOdds``."""

    _fields_ = (
        ("square", ctypes.c_uint8 * 2),
        ("share", ctypes.c_uint8 * 2),
        ("of", ctypes.c_uint8),
    )


class RawEnsemble(ctypes.Structure):
    """``QtttEnsemble``."""

    _fields_ = (("count", ctypes.c_uint64), ("odds", RawOdds * MAX_SQUARES))


class RawMoveValue(ctypes.Structure):
    """``QtttMoveValue``."""

    _fields_ = (
        ("move", ctypes.c_uint8 * 2),
        ("exact", ctypes.c_uint8),
        ("plies", ctypes.c_uint8),
        ("value", ctypes.c_int32),
    )


class RawAnalysis(ctypes.Structure):
    """``QtttAnalysis``."""

    _fields_ = (
        ("nodes", ctypes.c_uint64),
        ("value", ctypes.c_int32),
        ("exact", ctypes.c_int32),
        ("moves", ctypes.c_int32),
        ("line_length", ctypes.c_int32),
        ("move", RawMoveValue * 36),
        ("line", ctypes.c_uint8 * 2 * 32),
    )


class RawLevel(ctypes.Structure):
    """``QtttLevel``."""

    _fields_ = (
        ("cutoff_nodes", ctypes.c_uint64),
        ("max_nodes", ctypes.c_uint64),
        ("weight", ctypes.c_int32 * 3),
        ("depth", ctypes.c_int32),
        ("cutoff_depth", ctypes.c_int32),
    )


class RawChoice(ctypes.Structure):
    """``QtttChoice``."""

    _fields_ = (
        *((name, ctypes.c_uint64) for name in ("nodes", "max_cutoffs", "min_cutoffs")),
        *((name, ctypes.c_int32) for name in ("depth", "cutoff", "stopped", "best", "value")),
        ("moves", ctypes.c_int32),
        ("move_value", ctypes.c_int32 * MAX_SQUARES),
    )


class RawCandidate(ctypes.Structure):
    """``QtttCandidate``."""

    _fields_ = (
        ("move", ctypes.c_uint8 * 2),
        ("proven", ctypes.c_uint8),
        ("reserved", ctypes.c_uint8),
        ("value", ctypes.c_int32),
        ("visits", ctypes.c_uint32),
    )


class RawReport(ctypes.Structure):
    """``QtttReport``."""

    _fields_ = (
        ("simulations", ctypes.c_uint64),
        ("nodes", ctypes.c_uint64),
        *((name, ctypes.c_int32) for name in ("value", "proven", "full", "best", "moves")),
        ("line_length", ctypes.c_int32),
        ("line", ctypes.c_uint8 * 2 * 64),
        ("candidate", RawCandidate * _MAX_MOVES),
    )


class RawArrays(ctypes.Structure):
    """``QtttArrays``: addresses of a batch's arrays."""

    _fields_ = tuple(
        (name, ctypes.c_void_p)
        for name in ("places", "observations", "legal", "players", "done", "rewards")
    )


@cache
def library() -> ctypes.CDLL:
    """Load the native kernel. Raises ``KernelError`` if it is not built."""
    return _declare_types(ctypes.CDLL(_library_path()))


@cache
def library_with_gil() -> ctypes.PyDLL:
    """Load the kernel for calls so short that releasing the GIL would cost more than they do.

    No argument types are declared: pass ctypes objects or 32-bit ``int``.
    """
    return ctypes.PyDLL(_library_path())


def _library_path() -> str:
    for path in sorted(FOLDER.glob("qttt.*")):
        if path.suffix in {".so", ".dylib", ".dll"}:
            return str(path)
    raise KernelError(f"there is no kernel library in {FOLDER}: build it with make kernel")


def _declare_types(lib: ctypes.CDLL) -> ctypes.CDLL:
    position = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int32)
    pointer, i32, i64, size = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.c_size_t
    u32, u64 = ctypes.c_uint32, ctypes.c_uint64
    for name, result, arguments in (
        ("qttt_legal", i32, (*position, pointer)),
        ("qttt_play", i32, (*position, i32, i32, pointer)),
        ("qttt_outcome", i32, (*position, pointer)),
        ("qttt_survey", i32, (*position, pointer)),
        ("qttt_ensemble", i32, (*position, pointer)),
        ("qttt_realities", i32, (*position, u64, i32, pointer)),
        ("qttt_perft", i64, (*position, i32)),
        ("qttt_playouts", i64, (*position, pointer, i64, pointer)),
        ("qttt_solver_bytes", size, (size,)),
        ("qttt_solver_init", i32, (pointer, size, ctypes.c_char_p)),
        ("qttt_solver_attach", i32, (pointer, pointer, size)),
        ("qttt_probe", i32, (pointer, ctypes.c_char_p, i32, pointer)),
        ("qttt_table_expand", i64, (pointer, pointer, i64, pointer, i32)),
        ("qttt_table_gather", i64, (pointer, i32)),
        ("qttt_table_score", i32, (pointer, pointer, i64, pointer)),
        ("qttt_table_rank", i32, (pointer, i64, pointer, pointer)),
        ("qttt_table_fill", i32, (pointer, ctypes.c_char_p, i64, u64, u32, u32, pointer, pointer)),
        ("qttt_enumerate", i32, (pointer, ctypes.c_char_p, i32, pointer, size, pointer)),
        (
            "qttt_solve",
            i32,
            (pointer, ctypes.c_char_p, i32, u64, pointer, i32, pointer),
        ),
        (
            "qttt_classical_solve",
            i32,
            (*position, u64, pointer, i32, pointer, u64, pointer),
        ),
        ("qttt_search_init", i32, (pointer, size, *position, u32)),
        ("qttt_search_run", i64, (pointer, u64, u64, pointer)),
        ("qttt_search_report", i32, (pointer, pointer)),
        ("qttt_classical_choose", i32, (*position, pointer, pointer, pointer)),
        ("qttt_batch_bytes", size, (i64,)),
        (
            "qttt_batch_init",
            i32,
            (pointer, size, ctypes.c_char_p, i64, pointer, i32, u64, u64),
        ),
        ("qttt_batch_reset", i32, (pointer, i64, i64, pointer, u64)),
        ("qttt_batch_check", i64, (pointer, pointer, i64, i64)),
        ("qttt_batch_step", i64, (pointer, pointer, i64, i64)),
        ("qttt_batch_sample", i32, (pointer, pointer, i64, i64)),
        ("qttt_batch_act", i32, (pointer, i32)),
        ("qttt_batch_load", i32, (pointer, i64, ctypes.c_char_p, i32, pointer)),
        ("qttt_batch_streams", i32, (pointer, i64, pointer)),
        ("qttt_batch_copy", i32, (pointer, i64, pointer, i64)),
        ("qttt_probe_many", i64, (pointer, pointer, i64, pointer, pointer, pointer)),
        ("qttt_solve_many", i64, (pointer, pointer, i64, *(pointer,) * 4)),
        ("qttt_table_places", i32, (pointer, pointer, i64, pointer)),
    ):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


def is_supported(rules: Rules) -> bool:
    """Whether the kernel supports this board: at most 64 squares."""
    return rules.board.size <= MAX_SQUARES


@cache
def encode_rules(rules: Rules) -> bytes:
    """Encode rules for the kernel. Raises ``KernelError`` unless ``is_supported``."""
    if not is_supported(rules):
        raise KernelError(
            f"the kernel supports boards of at most {MAX_SQUARES} squares, not {rules.board.size}"
        )
    switches = (SWITCH_VALUES[name].index(getattr(rules, name)) for name in SWITCH_VALUES)
    return bytes((rules.rows, rules.cols, rules.line or 0, *switches))


def encode_places(position: Position) -> bytes:
    """Return the squares of each mark, two bytes per mark."""
    places = (place if isinstance(place, tuple) else (place, place) for place in position.marks)
    return bytes(square for pair in places for square in pair)


def encode_move(move: Move) -> tuple[int, int]:
    """Return the kernel's two numbers for a move."""
    return (move.square, _COLLAPSE) if isinstance(move, Collapse) else (move[0], move[1])


def decode_move(first: int, second: int) -> Move:
    """Return the move that ``encode_move`` encoded."""
    return Collapse(first) if second == _COLLAPSE else Placement(first, second)


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return ``position.legal_moves``, computed by the kernel, in the same order."""
    buffer = (ctypes.c_uint8 * (2 * _MAX_MOVES))()
    count = check_result(position, library().qttt_legal(*_encode(position), buffer))
    return tuple(decode_move(buffer[2 * i], buffer[2 * i + 1]) for i in range(count))


def play(position: Position, move: Move) -> Position:
    """Return ``position.play(move)``, computed by the kernel, with the same errors."""
    if any(square not in position.rules.board.squares for square in move):
        raise IllegalMoveError(move, position, IllegalMoveReason.OFF_BOARD)  # does not fit a byte
    buffer = (ctypes.c_uint8 * (2 * MAX_SQUARES))()
    count = library().qttt_play(*_encode(position), *encode_move(move), buffer)
    if count <= _ILLEGAL:
        raise IllegalMoveError(move, position, _ILLEGAL_REASONS[_ILLEGAL - count])
    pairs = ((buffer[2 * i], buffer[2 * i + 1]) for i in range(check_result(position, count)))
    return Position(position.rules, tuple(a if a == b else (a, b) for a, b in pairs))


def outcome(position: Position) -> tuple[Points, Termination, frozenset[Line]] | None:
    """Return points, termination and lines, computed by the kernel; None in unfinished games."""
    raw = _Outcome()
    if not check_result(position, library().qttt_outcome(*_encode(position), ctypes.byref(raw))):
        return None
    lines = frozenset(
        Line(
            Player.X if line.player else Player.O,
            tuple(s for s in range(MAX_SQUARES) if line.squares >> s & 1),
            line.time,
        )
        for line in raw.line[: raw.lines]
    )
    return Points(raw.x / 2, raw.o / 2), _TERMINATIONS[raw.termination], lines


def check_result(position: Position, result: int) -> int:
    """Return the kernel's result, or raise the error that a negative one denotes."""
    if result >= 0:
        return result
    if result == _BAD_POSITION:
        raise IllegalPositionError("the kernel rejects this position: no game reaches it")
    raise KernelError(f"the kernel rejects {position!r} (error {result})")


def _encode(position: Position) -> tuple[bytes, bytes, int]:
    return encode_rules(position.rules), encode_places(position), len(position.marks)
