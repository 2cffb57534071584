"""ctypes binding of the kernel's shared library.

``kernel/qttt.h`` documents the functions. A call costs about 1 µs, so the interface is coarse;
calls release the GIL.
"""

import ctypes
import sys
from functools import cache
from pathlib import Path
from typing import TypeVar

from qttt.extras import how_to_get
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

from .kernel_api import (
    COLLAPSE,
    FUNCTIONS,
    INTERFACE,
    MAX_MOVES,
    MAX_SQUARES,
    Decider,
    Error,
    IllegalMoveCode,
    QtttOutcome,
    TerminationCode,
)

L = TypeVar("L", bound=ctypes.CDLL)

HAS_THREADS = sys.platform != "emscripten"
"""False in Pyodide, where the kernel runs in the only thread."""
FOLDER = Path(__file__).parent / "_kernel"
SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}
"""How names of libraries end, where not in .so."""


class KernelError(RuntimeError):
    """The kernel library cannot be loaded, or does not support this board."""


class KernelLoadError(KernelError):
    """The kernel library is missing, damaged, for another machine, or of another version."""


@cache
def library() -> ctypes.CDLL:
    """Load the native kernel. Raises ``KernelLoadError``."""
    return declare_types(_load(ctypes.CDLL))


@cache
def library_with_gil() -> ctypes.PyDLL:
    """Load the kernel for calls so short that releasing the GIL would cost more than they do.

    No argument types are declared: pass ctypes objects or 32-bit ``int``. Raises
    ``KernelLoadError``.
    """
    return _load(ctypes.PyDLL)


def _load(kind: type[L]) -> L:
    path = _library_path()
    try:
        loaded = kind(str(path))
    except OSError as error:
        advice = how_to_get("kernel")
        raise KernelLoadError(f"cannot load {path} ({error}): remove it, then {advice}") from error
    if not _is_of_this_version(loaded):
        raise KernelLoadError(f"{path} is of another version of qttt; {how_to_get('kernel')}")
    return loaded


def _is_of_this_version(lib: ctypes.CDLL) -> bool:
    """Return whether a library has the functions and structs that ``kernel_api`` declares."""
    try:
        interface = lib.qttt_interface
    except AttributeError:
        return False
    interface.restype = ctypes.c_uint32
    return bool(interface() == INTERFACE)


def _library_path() -> Path:
    path = FOLDER / f"qttt{SUFFIXES.get(sys.platform, '.so')}"
    if not path.exists():
        raise KernelLoadError(f"there is no {path.name} in {FOLDER}; {how_to_get('kernel')}")
    return path


def check_threads(what: str) -> None:
    """Raise ``NotImplementedError`` for what needs threads where there are none."""
    if not HAS_THREADS:
        raise NotImplementedError(f"{what} needs threads, which Pyodide does not have")


def declare_types(lib: ctypes.CDLL) -> ctypes.CDLL:
    """Declare the types of all functions of a kernel, and return it."""
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


def is_supported(rules: Rules) -> bool:
    """Whether the kernel supports this board: at most 64 squares."""
    return rules.board.size <= MAX_SQUARES


def check_board(rules: Rules) -> None:
    """Raise ``KernelError`` unless ``is_supported``."""
    if not is_supported(rules):
        raise KernelError(
            f"the kernel supports boards of at most {MAX_SQUARES} squares, not {rules.board.size}"
        )


@cache
def encode_rules(rules: Rules) -> bytes:
    """Encode rules for the kernel. Raises ``KernelError`` unless ``is_supported``."""
    check_board(rules)
    switches = (SWITCH_VALUES[name].index(getattr(rules, name)) for name in SWITCH_VALUES)
    return bytes((rules.rows, rules.cols, rules.line or 0, *switches))


def encode_places(position: Position) -> bytes:
    """Return the squares of each mark, two bytes per mark."""
    places = (place if isinstance(place, tuple) else (place, place) for place in position.marks)
    return bytes(square for pair in places for square in pair)


def encode_move(move: Move) -> tuple[int, int]:
    """Return the kernel's two numbers for a move."""
    return (move.square, COLLAPSE) if isinstance(move, Collapse) else (move[0], move[1])


def decode_move(first: int, second: int) -> Move:
    """Return the move that ``encode_move`` encoded."""
    return Collapse(first) if second == COLLAPSE else Placement(first, second)


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return ``position.legal_moves``, computed by the kernel, in the same order."""
    buffer = (ctypes.c_uint8 * (2 * MAX_MOVES))()
    count = check_result(position, library().qttt_legal(*_encode(position), buffer))
    return tuple(decode_move(buffer[2 * i], buffer[2 * i + 1]) for i in range(count))


def play(position: Position, move: Move) -> Position:
    """Return ``position.play(move)``, computed by the kernel, with the same errors."""
    if any(square not in position.rules.board.squares for square in move):
        raise IllegalMoveError(move, position, IllegalMoveReason.OFF_BOARD)  # does not fit a byte
    buffer = (ctypes.c_uint8 * (2 * MAX_SQUARES))()
    count = library().qttt_play(*_encode(position), *encode_move(move), buffer)
    if count <= Error.ILLEGAL:
        reason = IllegalMoveCode(Error.ILLEGAL - count)
        raise IllegalMoveError(move, position, IllegalMoveReason[reason.name])
    pairs = ((buffer[2 * i], buffer[2 * i + 1]) for i in range(check_result(position, count)))
    return Position(position.rules, tuple(a if a == b else (a, b) for a, b in pairs))


def outcome(position: Position) -> tuple[Points, Termination, frozenset[Line]] | None:
    """Return points, termination and lines, computed by the kernel; None in unfinished games."""
    raw = QtttOutcome()
    if not check_result(position, library().qttt_outcome(*_encode(position), ctypes.byref(raw))):
        return None
    end = TerminationCode(raw.termination)
    lines = frozenset(
        Line(
            Player[Decider(line.player).name],
            tuple(s for s in range(MAX_SQUARES) if line.squares >> s & 1),
            line.time,
        )
        for line in raw.line[: raw.lines]
    )
    return Points(raw.x / 2, raw.o / 2), Termination[end.name], lines


def check_result(position: Position, result: int) -> int:
    """Return the kernel's result, or raise the error that a negative one denotes."""
    if result >= 0:
        return result
    if result == Error.BAD_POSITION:
        raise IllegalPositionError("the kernel rejects this position: no game reaches it")
    raise KernelError(f"the kernel rejects {position!r} (error {result})")


def _encode(position: Position) -> tuple[bytes, bytes, int]:
    return encode_rules(position.rules), encode_places(position), len(position.marks)
