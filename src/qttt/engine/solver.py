"""The exact solver: boards of at most nine squares, and ordinary tic-tac-toe on more."""

import ctypes
import threading
import time
from functools import cache

from qttt.game import Position, Rules

from .analysis import (
    Analysis,
    Depth,
    MoveValue,
    UnsolvableError,
    analysed,
    check_budget,
    watching,
)
from .classical import is_solved, solve_classical
from .kernel import (
    SOLVER_SQUARES,
    KernelError,
    RawAnalysis,
    checked,
    encode_places,
    encode_rules,
    library,
)
from .tablebase import Tablebase, shipped_table

__all__ = [
    "Analysis",
    "Depth",
    "MoveValue",
    "Solver",
    "UnsolvableError",
    "can_solve",
    "shared_solver",
    "solve",
]

MAX_ENTRIES = 1 << 32


def can_solve(position: Position) -> bool:
    """Whether ``solve`` takes this board: nine squares at most, sixteen of ordinary tic-tac-toe."""
    return position.rules.board.size <= SOLVER_SQUARES or is_solved(position.rules)


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
        check_budget(nodes, seconds)
        raw = RawAnalysis()
        places, marks = encode_places(position), len(position.marks)
        start = time.perf_counter()
        with self._lock, watching(seconds, stop) as flag:
            error = library().qttt_solve(
                self.memory, places, marks, nodes or 0, flag, depth, ctypes.byref(raw)
            )
        checked(position, error)
        return analysed(position, raw, time.perf_counter() - start)


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

    Where ordinary tic-tac-toe has more than nine squares, it is ``solve_classical`` that answers.
    Raises ``UnsolvableError`` unless ``can_solve``.

    >>> solve(Position()).value, solve(Position(Rules.preset("classic4"))).value
    (0.5, 0.0)
    """
    if not position.rules.is_quantum and position.rules.board.size > SOLVER_SQUARES:
        return solve_classical(position, nodes=nodes, seconds=seconds, stop=stop, depth=depth)
    solver = shared_solver(position.rules)
    return solver.solve(position, nodes=nodes, seconds=seconds, stop=stop, depth=depth)
