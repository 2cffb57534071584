"""Ordinary tic-tac-toe: the levels of TicTacToe-AI, and a solver for up to 16 squares.

TicTacToe-AI (BoogieJay 2017) is alpha-beta with X as MAX, moves in reading order and no
transposition table. Its levels differ in the weights of lines with marks of one player only,

    Eval = C1·X3 + C2·X2 + C3·X1 − (C1·O3 + C2·O2 + C3·O1)

where X3 counts the lines that X completes with one more mark, X2 with two, X1 with three. A
finished game outweighs any Eval: ``WIN_VALUE`` for X, ``-WIN_VALUE`` for O, 0 for a draw.
"""

import ctypes
import threading
import time
from dataclasses import dataclass
from functools import lru_cache

from qttt.forks import renew_after_fork
from qttt.game import Move, Placement, Player, Position, Rules

from .analysis import Analysis, UnsolvableError, check_budget, to_analysis
from .kernel import check_result, check_threads, encode_places, encode_rules, library
from .kernel_api import CLASSICAL_SQUARES, QtttAnalysis, QtttChoice, QtttLevel, SolveDepth
from .stoppable import RunningCalls, StoppableCall, held, run_stoppable

WIN_VALUE = 1_000_000
MAX_WEIGHT = 1000
TABLE_ENTRIES = 1 << 16
"""512 KiB for each set of rules; a larger table saves hardly any nodes."""

_CUT_OFF, _END = 1, 2
"""Values of the flag of a level's search."""


# --- the levels ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EvalLevel:
    """Search parameters of a level.

    ``weights`` are C1, C2 and C3, from -1000 to 1000. ``depth`` is in plies. After
    ``cutoff_seconds`` or ``cutoff_nodes``, newly entered nodes are searched at most
    ``cutoff_depth`` plies deeper; after ``max_seconds`` or ``max_nodes``, the search ends with
    the best move so far. Node limits are deterministic. None means no limit.

    Raises:
        ValueError: A number is out of range.
    """

    weights: tuple[int, int, int]
    depth: int | None = None
    cutoff_depth: int = 7
    cutoff_seconds: float | None = 1.0
    max_seconds: float | None = 4.0
    cutoff_nodes: int | None = None
    max_nodes: int | None = None

    def __post_init__(self) -> None:
        if any(abs(weight) > MAX_WEIGHT for weight in self.weights):
            raise ValueError(
                f"weights must be from -{MAX_WEIGHT} to {MAX_WEIGHT}, not {self.weights}"
            )
        for name in ("depth", "cutoff_depth", "max_seconds", "cutoff_nodes", "max_nodes"):
            limit = getattr(self, name)
            if limit is not None and limit <= 0:
                raise ValueError(f"{name} must be positive, not {limit}")

    def as_raw(self) -> QtttLevel:
        """Return the kernel's struct."""
        return QtttLevel(
            cutoff_nodes=self.cutoff_nodes or 0,
            max_nodes=self.max_nodes or 0,
            weight=self.weights,
            depth=self.depth or 0,
            cutoff_depth=self.cutoff_depth,
        )


EVAL_LEVELS = {
    "eval-easy": EvalLevel((1, 3, 6), depth=1),
    "eval-intermediate": EvalLevel((1, 0, 0), depth=1),
    "eval-difficult": EvalLevel((6, 3, 1)),
}
"""The program's three levels, by their names in ``Level``."""


@dataclass(frozen=True, slots=True)
class EvalStatistics:
    """Cost of a search.

    ``nodes`` positions were generated, including the root; the deepest is ``depth`` plies from it.
    ``max_cutoffs`` and ``min_cutoffs`` count beta and alpha cutoffs. ``cut_off`` is True if a
    cut-off limit reduced the depth, ``stopped`` if the search ended early.
    """

    nodes: int
    depth: int
    max_cutoffs: int
    min_cutoffs: int
    cut_off: bool
    stopped: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class EvalChoice:
    """The move that a level plays, with the values of the root moves.

    ``values``, from X's view, are in the order of ``legal_moves``; shorter than that if a win was
    found or the search was stopped. The first one equal to ``value`` belongs to ``move`` and is
    exact; later ones are bounds that do not improve on it. If no move was finished, ``values`` is
    empty, ``move`` is the first legal move and ``value`` the position's Eval.
    """

    move: Move
    value: int
    values: tuple[int, ...]
    statistics: EvalStatistics


def search_classical(
    position: Position, level: EvalLevel, *, stop: threading.Event | None = None
) -> EvalChoice:
    """Return the move of ``level`` for the player to move; the first of equal moves.

    Deterministic except for ``seconds``, unless a time limit is reached. ``stop`` ends the search
    like ``max_seconds``. Speed: about 10⁸ positions per second.

    Raises:
        ValueError: The game is over, or is not ordinary tic-tac-toe that ends with a line.
    """
    _check_search(position)
    raw, parameters, code = QtttChoice(), level.as_raw(), encode_rules(position.rules)
    places, marks = encode_places(position), len(position.marks)
    start = time.perf_counter()

    def run(flag: object) -> int:
        return int(
            library().qttt_classical_choose(
                *(code, places, marks, ctypes.byref(parameters), flag, ctypes.byref(raw)),
            )
        )

    error = _run_level(run, level, stop)
    seconds = time.perf_counter() - start
    check_result(position, error)
    return EvalChoice(
        move=Placement(raw.best, raw.best),
        value=raw.value,
        values=tuple(raw.move_value[: raw.moves]),
        statistics=_statistics(raw, seconds),
    )


def decide_classical(
    position: Position, level: EvalLevel | str, *, stop: threading.Event | None = None
) -> tuple[Move, EvalStatistics]:
    """Return the move of a level, or of a key of ``EVAL_LEVELS``, and the cost of the search.

    Raises:
        ValueError: As ``search_classical``, or the name is unknown.
    """
    if isinstance(level, str):
        if level not in EVAL_LEVELS:
            raise ValueError(f"unknown level {level!r}: choose from {', '.join(EVAL_LEVELS)}")
        level = EVAL_LEVELS[level]
    choice = search_classical(position, level, stop=stop)
    return choice.move, choice.statistics


def _check_search(position: Position) -> None:
    rules = position.rules
    if rules.is_quantum or rules.ends != "line":
        raise ValueError(
            f"this search plays ordinary tic-tac-toe that ends with a line, not {rules}"
        )
    if not isinstance(position.to_move, Player):
        raise ValueError(f"no player can move in {position}: the game is over")


def _statistics(raw: QtttChoice, seconds: float) -> EvalStatistics:
    return EvalStatistics(
        nodes=raw.nodes,
        depth=raw.depth,
        max_cutoffs=raw.max_cutoffs,
        min_cutoffs=raw.min_cutoffs,
        cut_off=bool(raw.cutoff),
        stopped=bool(raw.stopped),
        seconds=seconds,
    )


def _run_level(call: StoppableCall, level: EvalLevel, stop: threading.Event | None) -> int:
    """Run the search; cut it off and end it at the level's times."""
    check_threads("a level of the alpha-beta program")
    start = time.monotonic()

    def is_past(limit: float | None) -> bool:
        return limit is not None and time.monotonic() >= start + limit

    with RunningCalls([call], end=_END) as running:
        while not running.have_ended():
            if is_past(level.max_seconds) or (stop is not None and stop.is_set()):
                running.stop()
            elif is_past(level.cutoff_seconds):
                running.set_flag(_CUT_OFF)
    return running.results[0]


# --- perfect play --------------------------------------------------------------------------------


def is_solved(rules: Rules) -> bool:
    """Whether ``solve_classical`` supports these rules."""
    return _is_ordinary(rules) and rules.board.size <= CLASSICAL_SQUARES


def solve_classical(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    depth: SolveDepth = SolveDepth.DISTANCES,
) -> Analysis:
    """Solve ordinary tic-tac-toe on at most 16 squares; parameters and result as ``Solver.solve``.

    Later calls with the same rules reuse the transposition table. Cost from a cold table: 3 ms for
    the empty 4×4 board with every move, less than 20 ms for any board.

    Raises:
        UnsolvableError: Not ``is_solved``.
        ValueError: A budget is not positive.
    """
    rules = position.rules
    if not _is_ordinary(rules):
        raise UnsolvableError(
            "ordinary tic-tac-toe is solved where the first line ends the game and decides it, "
            f"not under {rules}"
        )
    if rules.board.size > CLASSICAL_SQUARES:
        raise UnsolvableError(
            f"a board of {rules.rows}×{rules.cols} has {rules.board.size} squares; "
            f"ordinary tic-tac-toe is solved on at most {CLASSICAL_SQUARES}"
        )
    check_budget(nodes, seconds)
    raw, memory = QtttAnalysis(), _memory(rules)
    code, places, marks = encode_rules(rules), encode_places(position), len(position.marks)
    start = time.perf_counter()

    def run(flag: object) -> int:
        with held(memory.lock, flag) as is_held:
            table = memory.table if is_held else _Memory().table
            return int(
                library().qttt_classical_solve(
                    *(code, places, marks, nodes or 0, flag, depth),
                    *(table, TABLE_ENTRIES, ctypes.byref(raw)),
                )
            )

    error = run_stoppable(run, seconds=seconds, stop=stop, is_short=True)
    check_result(position, error)
    return to_analysis(position, raw, time.perf_counter() - start)


class _Memory:
    def __init__(self) -> None:
        self._allocate()
        renew_after_fork(self, _Memory._renew)

    def _allocate(self) -> None:
        self.lock = threading.Lock()
        self.table = (ctypes.c_uint64 * TABLE_ENTRIES)()

    def _renew(self) -> None:
        """Replace a table to which another thread was writing when this process was forked."""
        if self.lock.locked():
            self._allocate()


@lru_cache(maxsize=8)
def _memory(rules: Rules) -> _Memory:
    return _Memory()


def _is_ordinary(rules: Rules) -> bool:
    """Whether marks are classical, the first line ends the game, and two lines score as one."""
    return not rules.is_quantum and rules.ends == "line" and rules.scoring != "goff"
