"""Ordinary tic-tac-toe: the levels of a known program, and every board of 16 squares solved.

The program is TicTacToe-AI (BoogieJay 2017): alpha-beta with X as MAX, moves in reading order, no
table. Its levels differ in how they weigh the lines that only one player has marks in,

    Eval = C1·X3 + C2·X2 + C3·X1 − (C1·O3 + C2·O2 + C3·O1)

where X3 counts the lines with three X and one empty square, and so on. Where lines are not four
squares long, X3 counts those that lack one mark of X, X2 those that lack two, X1 those that lack
three. A finished game outweighs any Eval: ``WON`` for X, as much less for O, 0 for nobody.
"""

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from qttt.game import Move, Placement, Player, Position, Rules

from .analysis import Analysis, Depth, UnsolvableError, analysed, check_budget, watching
from .kernel import (
    CLASSICAL_SQUARES,
    RawAnalysis,
    RawChoice,
    RawLevel,
    checked,
    encode_places,
    encode_rules,
    library,
)

WON = 1_000_000
MOST_WEIGHT = 1000
ENTRIES = 1 << 16
"""Half a megabyte for each set of rules; a larger table would hardly save a node."""

_TICK = 0.005


# --- the levels ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EvalLevel:
    """How such a level searches.

    ``weights`` are C1, C2 and C3, from -1000 to 1000. ``depth`` is in plies, None for no limit.
    When ``cutoff_seconds`` or ``cutoff_nodes`` are over, the cut-off strikes: everything that is
    entered from then on is searched at most ``cutoff_depth`` plies further. When ``most_seconds``
    or ``most_nodes`` are over, the search ends with the best move so far. A node limit makes both
    repeatable; None is no limit.

    Raises ``ValueError`` for a number that is out of range.
    """

    weights: tuple[int, int, int]
    depth: int | None = None
    cutoff_depth: int = 7
    cutoff_seconds: float | None = 1.0
    most_seconds: float | None = 4.0
    cutoff_nodes: int | None = None
    most_nodes: int | None = None

    def __post_init__(self) -> None:
        if any(abs(weight) > MOST_WEIGHT for weight in self.weights):
            raise ValueError(f"weights go from -{MOST_WEIGHT} to {MOST_WEIGHT}: {self.weights}")
        for name in ("depth", "cutoff_depth", "most_seconds", "cutoff_nodes", "most_nodes"):
            limit = getattr(self, name)
            if limit is not None and limit <= 0:
                raise ValueError(f"{name} must be positive, not {limit}")

    def as_raw(self) -> RawLevel:
        """The level as the kernel reads it."""
        return RawLevel(
            cutoff_nodes=self.cutoff_nodes or 0,
            most_nodes=self.most_nodes or 0,
            weight=self.weights,
            depth=self.depth or 0,
            cutoff_depth=self.cutoff_depth,
        )


EVAL_LEVELS = {
    "eval-easy": EvalLevel((1, 3, 6), depth=1),
    "eval-intermediate": EvalLevel((1, 0, 0), depth=1),
    "eval-difficult": EvalLevel((6, 3, 1)),
}
"""The three levels of the program, by the names that they have in ``Level``."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search cost.

    ``nodes`` positions were generated, the root among them; the deepest was ``depth`` plies from
    it. ``max_cutoffs`` and ``min_cutoffs`` count how often MAX-VALUE and MIN-VALUE left their loop
    early. ``cut_off`` tells that time struck and limited the depth, ``stopped`` that it ended the
    search.
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
    """The move that such a level plays, and why.

    ``values`` belong to the first of ``legal_moves``, in their order, as X sees them: to all of
    them unless a win was found or the search was stopped. The first that is equal to ``value`` is
    exact and belongs to ``move``; those after it are bounds, no better for who moves than it. If
    no move was finished, there are none, ``move`` is the first one and ``value`` is Eval of the
    position.
    """

    move: Move
    value: int
    values: tuple[int, ...]
    statistics: Statistics


def search(
    position: Position, level: EvalLevel, *, stop: threading.Event | None = None
) -> EvalChoice:
    """What ``level`` plays for the player to move; of equal moves the first.

    The same position gives the same move and the same statistics, but for the seconds, as long as
    no time strikes. ``stop`` ends the search as ``most_seconds`` does. Some 100 million positions
    a second.

    Raises ``ValueError`` if the game is over, or is not ordinary tic-tac-toe that ends with a line.
    """
    _check_search(position)
    raw = RawChoice()
    places, marks = encode_places(position), len(position.marks)
    with _clock(level, stop) as clock:
        start = time.perf_counter()
        error = library().qttt_classical_choose(
            *(encode_rules(position.rules), places, marks),
            *(ctypes.byref(level.as_raw()), clock, ctypes.byref(raw)),
        )
        seconds = time.perf_counter() - start
    checked(position, error)
    return EvalChoice(
        move=Placement(raw.best, raw.best),
        value=raw.value,
        values=tuple(raw.move_value[: raw.moves]),
        statistics=_statistics(raw, seconds),
    )


def decide_classical(
    position: Position, level: EvalLevel | str, *, stop: threading.Event | None = None
) -> tuple[Move, Statistics]:
    """The move of a level, or of the one of ``EVAL_LEVELS`` with that name, and what it cost.

    Raises the errors of ``search``, and ``ValueError`` for a name that is not there.
    """
    if isinstance(level, str):
        if level not in EVAL_LEVELS:
            raise ValueError(f"there is no level {level!r}; there are {', '.join(EVAL_LEVELS)}")
        level = EVAL_LEVELS[level]
    found = search(position, level, stop=stop)
    return found.move, found.statistics


def _check_search(position: Position) -> None:
    rules = position.rules
    if rules.is_quantum or rules.ends != "line":
        raise ValueError(
            f"this search plays ordinary tic-tac-toe that ends with a line, not {rules}"
        )
    if not isinstance(position.to_move, Player):
        raise ValueError(f"nobody can move in {position}: the game is over")


def _statistics(raw: RawChoice, seconds: float) -> Statistics:
    return Statistics(
        nodes=raw.nodes,
        depth=raw.depth,
        max_cutoffs=raw.max_cutoffs,
        min_cutoffs=raw.min_cutoffs,
        cut_off=bool(raw.cutoff),
        stopped=bool(raw.stopped),
        seconds=seconds,
    )


@contextmanager
def _clock(level: EvalLevel, stop: threading.Event | None) -> Iterator[object]:
    """What the kernel reads: 1 when the cut-off is due, 2 when the search must end."""
    clock, done, start = ctypes.c_int32(0), threading.Event(), time.monotonic()

    def wait(seconds: float | None) -> bool:
        """True if that much time has passed; False if the search is over or unwanted."""
        while seconds is None or time.monotonic() < start + seconds:
            if done.wait(_TICK) or (stop is not None and stop.is_set()):
                return False
        return True

    def run() -> None:
        if level.cutoff_seconds is not None and wait(level.cutoff_seconds):
            clock.value = 1
        wait(level.most_seconds)
        clock.value = 2

    watch = threading.Thread(target=run, daemon=True)
    watch.start()
    try:
        yield ctypes.byref(clock)
    finally:
        done.set()
        watch.join()


# --- perfect play --------------------------------------------------------------------------------


def is_solved(rules: Rules) -> bool:
    """Whether ``solve_classical`` takes these rules."""
    return _is_ordinary(rules) and rules.board.size <= CLASSICAL_SQUARES


def solve_classical(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    depth: Depth = Depth.DISTANCES,
) -> Analysis:
    """The value of ``position`` and of each legal move, as ``Solver.solve`` tells it.

    Takes ordinary tic-tac-toe on any board of at most 16 squares. What is found out is kept for
    later calls with the same rules. Every move of the empty 4×4 board costs some 3 ms from a cold
    table; no board costs 20 ms.

    Raises ``UnsolvableError`` unless ``is_solved``, and ``ValueError`` for a budget that is not
    positive.
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
    raw, memory = RawAnalysis(), _memory(rules)
    places, marks = encode_places(position), len(position.marks)
    start = time.perf_counter()
    with memory.lock, watching(seconds, stop) as flag:
        error = library().qttt_classical_solve(
            *(encode_rules(rules), places, marks, nodes or 0, flag, depth),
            *(memory.table, ENTRIES, ctypes.byref(raw)),
        )
    checked(position, error)
    return analysed(position, raw, time.perf_counter() - start)


class _Memory:
    """The transposition table for one set of rules; one call at a time uses it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.table = (ctypes.c_uint64 * ENTRIES)()


@lru_cache(maxsize=8)
def _memory(rules: Rules) -> _Memory:
    return _Memory()


def _is_ordinary(rules: Rules) -> bool:
    """Classical marks, the first line decides, and two at once are worth no more than one."""
    return not rules.is_quantum and rules.ends == "line" and rules.scoring != "goff"
