"""The exact solver: at most twelve squares, or sixteen of ordinary tic-tac-toe."""

import ctypes
import threading
import time
from functools import cache
from typing import Any

from qttt.copies import IndependentCopies
from qttt.forks import renew_after_fork
from qttt.game import Position, Rules
from qttt.game.arguments import checked, checked_class

from .analysis import Analysis, UnsolvableError, check_budget, to_analysis
from .classical import is_solved, solve_classical
from .kernel import (
    KernelError,
    check_result,
    encode_places,
    encode_rules,
    is_supported,
    library,
)
from .kernel_api import (
    MAX_SQUARES,
    SOLVER_SQUARES,
    UNITS_PER_POINT,
    WIDE_SQUARES,
    Error,
    QtttAnalysis,
    SolveDepth,
)
from .stoppable import held, run_stoppable
from .tablebase import Tablebase, shipped_tablebase

ENTRIES, WIDE_ENTRIES, MAX_ENTRIES = 1 << 18, 1 << 22, 1 << 32
_ALLOCATED = frozenset({"_init", "lock", "_bytes", "memory"})
"""The attributes of a solver that its copies allocate."""


@checked
def can_solve(position: Position) -> bool:
    """Whether ``solve`` answers at once: nine squares, or sixteen of ordinary tic-tac-toe."""
    return position.rules.board.size <= SOLVER_SQUARES or is_solved(position.rules)


@checked_class
class Solver(IndependentCopies):
    """A solver for one set of rules, with its own transposition table.

    The table makes later calls faster and never changes a result. ``entries`` is its size (24 bytes
    each; rounded down to a power of two). Positions in ``tablebase`` are looked up instead of
    searched. Thread-safe: calls run one after another. Copies start with an empty table.

    Boards of ten to twelve squares need a ``wide`` solver, with a larger table, of 101 MB. Boards
    of ten squares take about a second, of twelve half a minute to hours.

    Raises:
        UnsolvableError: The board has more than twelve squares, or more than nine without ``wide``;
            or its values can be finer than 1/32 points: chance decides pair loops on twelve.
        ValueError: ``entries`` is out of range, or the tablebase is for other rules.
        MemoryError: There is not enough memory for ``entries``.
    """

    def __init__(
        self,
        rules: Rules,
        entries: int | None = None,
        tablebase: Tablebase | None = None,
        *,
        wide: bool = False,
    ) -> None:
        if entries is None:
            entries = WIDE_ENTRIES if wide else ENTRIES
        limit = WIDE_SQUARES if wide else SOLVER_SQUARES
        if rules.board.size > limit:
            raise UnsolvableError(
                f"a board of {rules.rows}×{rules.cols} has {rules.board.size} squares; "
                f"the exact solver supports at most {limit}"
            )
        if not 0 <= entries <= MAX_ENTRIES:
            raise ValueError(f"entries must be from 0 to {MAX_ENTRIES}, not {entries}")
        if tablebase is not None and tablebase.rules != rules:
            raise ValueError(f"{tablebase.path} is for {tablebase.rules}, not for {rules}")
        self.rules = rules
        self.tablebase = tablebase
        self._entries, self._wide = entries, wide
        self._allocate()

    def _allocate(self) -> None:
        self._init = library().qttt_solver_init_wide if self._wide else library().qttt_solver_init
        self.lock = threading.Lock()
        self._bytes = library().qttt_solver_bytes(self._entries)
        self.memory = (ctypes.c_uint64 * (self._bytes // 8 + 1))()
        self.clear()
        renew_after_fork(self, Solver._renew)

    def _renew(self) -> None:
        """Empty a table to which another thread was writing when this process was forked."""
        if self.lock.locked():
            self.lock = threading.Lock()
            self.clear()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _ALLOCATED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._allocate()

    def clear(self) -> None:
        """Empty the transposition table; the tablebase stays attached."""
        error = self._init(self.memory, self._bytes, encode_rules(self.rules))
        if error == Error.TOO_LARGE:
            raise UnsolvableError(
                "coins can decide six pair loops on a board of 12 squares, which gives values "
                f"finer than 1/{UNITS_PER_POINT}: forbid pair loops, or let a player choose"
            )
        if error:
            raise KernelError(f"the kernel cannot solve {self.rules!r} (error {error})")
        if self.tablebase is not None:
            self.tablebase.attach(self.memory)

    def solve(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: threading.Event | None = None,
        depth: SolveDepth = SolveDepth.DISTANCES,
    ) -> Analysis:
        """Return the value of ``position`` and of each legal move under perfect play.

        The search ends early after about ``nodes`` positions, after ``seconds``, or when ``stop``
        is set; ``is_exact`` then marks the values that are final. Cost from a cold table on 3×3: 10
        ms for the empty board's value, 50 ms for every move with its plies, less than 1 ms after
        six marks. On more than nine squares it can take minutes; Ctrl-C ends it.

        Raises:
            ValueError: The position has other rules, or a budget is not positive.
        """
        if position.rules != self.rules:
            raise ValueError(f"this solver is for {self.rules}, not for {position.rules}")
        check_budget(nodes, seconds)
        raw = QtttAnalysis()
        places, marks = encode_places(position), len(position.marks)
        start = time.perf_counter()

        def run(flag: object) -> int:
            with held(self.lock, flag) as is_held:
                solver = self if is_held else Solver(self.rules, 0, self.tablebase, wide=self._wide)
                return int(
                    library().qttt_solve(
                        solver.memory, places, marks, nodes or 0, flag, depth, ctypes.byref(raw)
                    )
                )

        error = run_stoppable(run, seconds=seconds, stop=stop, is_short=not self._wide)
        check_result(position, error)
        return to_analysis(position, raw, time.perf_counter() - start)


def _advice(rules: Rules) -> str:
    """Return what to do about a board that is too big, to follow the reason."""
    if is_supported(rules):
        return "; search can estimate its value"
    return f", and search at most {MAX_SQUARES}: choose a smaller board"


@cache
def shared_solver(rules: Rules) -> Solver:
    """Return the solver that ``solve`` uses for these rules, with the shipped tablebase if any."""
    wide = rules.board.size > SOLVER_SQUARES
    return Solver(rules, tablebase=shipped_tablebase(rules), wide=wide)


@checked
def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    depth: SolveDepth = SolveDepth.DISTANCES,
) -> Analysis:
    """Solve with the ``shared_solver``; parameters and result as ``Solver.solve``.

    Ordinary tic-tac-toe on more than nine squares uses ``solve_classical``. Raises
    ``UnsolvableError`` unless ``can_solve``.

    >>> solve(Position()).value, solve(Position(Rules.preset("classic4"))).value
    (0.5, 0.0)
    """
    rules = position.rules
    try:
        if not rules.is_quantum and rules.board.size > SOLVER_SQUARES:
            return solve_classical(position, nodes=nodes, seconds=seconds, stop=stop, depth=depth)
        solver = shared_solver(rules)
    except UnsolvableError as error:
        raise UnsolvableError(f"{error}{_advice(rules)}") from error
    return solver.solve(position, nodes=nodes, seconds=seconds, stop=stop, depth=depth)
