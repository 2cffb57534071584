"""The exact solver for boards of at most nine squares."""

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from qttt.game import Move, Player, Position, Rules

from .kernel import (
    SOLVER_SQUARES,
    UNIT,
    KernelError,
    RawAnalysis,
    checked,
    decode_move,
    encode_places,
    encode_rules,
    library,
)
from .tablebase import Tablebase, shipped_table

MAX_ENTRIES = 1 << 32


class UnsolvableError(ValueError):
    """The board has more than nine squares: too many for the exact solver."""


class Depth(IntEnum):
    """How much to find out: ``VALUE`` of the position, ``VALUES`` of its moves, and plies."""

    VALUE = 0
    VALUES = 1
    DISTANCES = 2


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What one move is worth.

    ``value`` is points of X minus points of O if both play perfectly from then on: a multiple of
    1/32 and therefore exact as a float. ``plies`` is how many more plies the game then lasts, this
    move included, if who is better off hurries and who is worse off delays; None for a value of 0
    and where chance decides, since nobody hurries there. If the search was stopped before the
    value was known, ``exact`` is False and ``value`` is only what is sure for who decides.
    """

    move: Move
    value: float
    plies: int | None
    exact: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of a position and of each legal move, in the order of ``legal_moves``.

    ``line`` is a principal variation, ``nodes`` the number of positions searched.
    """

    position: Position
    value: float
    exact: bool
    moves: tuple[MoveValue, ...]
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that nobody who decides here could improve on.

        Value comes first; then the winner hurries and the loser delays. Where chance decides, all.
        """
        who = self.position.to_move
        if not isinstance(who, Player) or not self.moves:
            return tuple(m.move for m in self.moves)
        keys = [_merit(m, who) for m in self.moves]
        return tuple(m.move for m, key in zip(self.moves, keys, strict=True) if key == max(keys))


def _merit(m: MoveValue, who: Player) -> tuple[float, int]:
    """Orders moves for the player who decides, the best last."""
    value = m.value if who is Player.X else -m.value
    plies = m.plies or 0
    return value, (-plies if value > 0 else plies)


def can_solve(position: Position) -> bool:
    """Whether ``solve`` takes this board: nine squares at most."""
    return position.rules.board.size <= SOLVER_SQUARES


class Solver:
    """A solver for one set of rules, with its own transposition table.

    What it learns about one position it uses for the next; that never changes a result, only the
    time. ``entries`` bounds its table (24 bytes each; rounded down to a power of two). One solver
    serves one call at a time; further calls wait. With a ``tablebase`` of the same rules,
    positions that it knows are looked up instead of searched.

    Raises ``UnsolvableError`` for boards of more than nine squares, ``ValueError`` for ``entries``
    that are negative or absurd and for a tablebase of other rules, ``MemoryError`` if there is not
    so much memory.
    """

    def __init__(
        self, rules: Rules, entries: int = 1 << 18, tablebase: Tablebase | None = None
    ) -> None:
        if rules.board.size > SOLVER_SQUARES:
            raise UnsolvableError(
                f"a board of {rules.rows}×{rules.cols} has {rules.board.size} squares; "
                f"the exact solver takes at most {SOLVER_SQUARES}"
            )
        if not 0 <= entries <= MAX_ENTRIES:
            raise ValueError(f"entries must be from 0 to {MAX_ENTRIES}, not {entries}")
        if tablebase is not None and tablebase.rules != rules:
            raise ValueError(f"{tablebase.path} is for {tablebase.rules}, not for {rules}")
        self.rules = rules
        self.tablebase = tablebase
        self._lock = threading.Lock()
        self._bytes = library().qttt_solver_bytes(entries)
        self.memory = (ctypes.c_uint64 * (self._bytes // 8 + 1))()
        self.clear()

    def clear(self) -> None:
        """Forgets everything learnt; an attached table stays."""
        error = library().qttt_solver_init(self.memory, self._bytes, encode_rules(self.rules))
        if error:
            raise KernelError(f"the kernel takes no solver for {self.rules!r} (error {error})")
        if self.tablebase is not None:
            self.tablebase.attach(self.memory)

    def solve(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: threading.Event | None = None,
        depth: Depth = Depth.DISTANCES,
    ) -> Analysis:
        """The value of ``position`` and of each legal move under perfect play.

        Stops early after about ``nodes`` positions, after ``seconds``, or when ``stop`` is set;
        the analysis then says which values are exact. Raises ``ValueError`` for a position of
        other rules or a budget that is not positive.

        Cost from a cold table on 3×3: some 10 ms for the empty board's value, 50 ms for every
        move with its plies, less than 1 ms after six marks.
        """
        if position.rules != self.rules:
            raise ValueError(f"this solver is for {self.rules}, not for {position.rules}")
        for name, budget in (("nodes", nodes), ("seconds", seconds)):
            if budget is not None and budget <= 0:
                raise ValueError(f"{name} must be positive, not {budget}")
        raw = RawAnalysis()
        places, marks = encode_places(position), len(position.marks)
        start = time.perf_counter()
        with self._lock, _watch(seconds, stop) as flag:
            error = library().qttt_solve(
                self.memory, places, marks, nodes or 0, flag, depth, ctypes.byref(raw)
            )
        checked(position, error)
        return _analysis(position, raw, time.perf_counter() - start)


@cache
def shared_solver(rules: Rules) -> Solver:
    """The solver that all callers of ``solve`` with these rules share.

    It uses the table that is shipped for these rules, if there is one: ``tablebase`` tells.
    """
    return Solver(rules, tablebase=shipped_table(rules))


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    depth: Depth = Depth.DISTANCES,
) -> Analysis:
    """``Solver.solve`` with a solver that is kept for later calls.

    Raises ``UnsolvableError`` for boards of more than nine squares.

    >>> solve(Position()).value
    0.5
    """
    solver = shared_solver(position.rules)
    return solver.solve(position, nodes=nodes, seconds=seconds, stop=stop, depth=depth)


@contextmanager
def _watch(seconds: float | None, stop: threading.Event | None) -> Iterator[object]:
    """A flag in memory that becomes nonzero when time is up or ``stop`` is set."""
    if seconds is None and stop is None:
        yield None
        return
    flag, done = ctypes.c_int32(0), threading.Event()
    deadline = None if seconds is None else time.monotonic() + seconds

    def watch() -> None:
        while not done.wait(0.001):
            late = deadline is not None and time.monotonic() >= deadline
            if late or (stop is not None and stop.is_set()):
                flag.value = 1
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield ctypes.byref(flag)
    finally:
        done.set()
        watcher.join()


def _analysis(position: Position, raw: RawAnalysis, seconds: float) -> Analysis:
    return Analysis(
        position=position,
        value=raw.value / UNIT,
        exact=bool(raw.exact),
        moves=tuple(
            MoveValue(decode_move(*m.move), m.value / UNIT, m.plies or None, bool(m.exact))
            for m in raw.move[: raw.moves]
        ),
        line=tuple(decode_move(*move) for move in raw.line[: raw.line_length]),
        nodes=raw.nodes,
        seconds=seconds,
    )
