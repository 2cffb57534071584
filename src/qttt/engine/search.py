"""Monte-Carlo tree search, for boards that the solver does not support.

Implemented in the kernel (``kernel/simulate.c``). Proven values are backed up the tree, so near the
end of a game the estimate is exact.
"""

import ctypes
import mmap
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from random import Random

from qttt.copies import Uncopyable
from qttt.forks import renew_after_fork
from qttt.game import Move, Position
from qttt.game.arguments import checked, checked_class

from .evaluator import LearnedEvaluator, weights_for
from .kernel import (
    HAS_THREADS,
    KernelError,
    check_result,
    decode_move,
    encode_places,
    encode_rules,
    library,
)
from .kernel_api import (
    MAX_SIMULATIONS,
    MIN_VISITS,
    SEARCH_UNITS_PER_POINT,
    Error,
    Feature,
    QtttExample,
    QtttReport,
)
from .stoppable import RunningCalls

DEFAULT_MEGABYTES = 64
_BASE_BYTES = 1 << 20
_BYTES_PER_SIMULATION = 1 << 10
_SLICE = 500
"""Simulations between two looks at the clock where there are no threads."""
_REPORT_INTERVAL_S = 0.1


PLAIN_UCT = Feature(0)
"""UCT with random playouts (Kocsis and Szepesvári 2006)."""

ALL_FEATURES = Feature.ALL_FEATURES


@dataclass(frozen=True, slots=True)
class Candidate:
    """The estimate for one move.

    - ``value``: the expectation of X's points minus O's, exact if ``is_proven``.
    - ``visits``: the number of simulations of this move; symmetric moves share theirs.
    """

    move: Move
    value: float
    visits: int
    is_proven: bool

    @property
    def is_reliable(self) -> bool:
        """Whether the value is proven, or estimated from enough visits to show it."""
        return self.is_proven or self.visits >= MIN_VISITS


@dataclass(frozen=True, slots=True)
class Estimate:
    """The result of a search so far.

    - ``value``: the expectation of X's points minus O's, exact if ``is_proven``.
    - ``move``: the best move; None if the game is over or chance decides.
    - ``candidates``: the legal moves with their values, in the order of ``legal_moves``.
    - ``line``: the principal variation up to the first coin.
    - ``simulations``: the number of simulated games.
    - ``nodes``: the size of the tree, which stops growing when ``is_memory_full``.
    - ``seconds``: the time of all runs together.
    - ``is_learned``: whether an evaluator judged, instead of random games.
    """

    position: Position
    value: float
    is_proven: bool
    move: Move | None
    candidates: tuple[Candidate, ...]
    line: tuple[Move, ...]
    simulations: int
    nodes: int
    is_memory_full: bool
    seconds: float
    is_learned: bool


EstimateCallback = Callable[[Estimate], None]


@checked_class
class Search(Uncopyable):
    """A search tree for one position, kept between runs; it uses at most ``megabytes``.

    A forked process has a copy of the tree, or a new one if it was running at that time.

    With an ``evaluator`` it judges positions by learned weights instead of random games; AMAF, move
    priors and guided playouts of ``features`` have no effect then.

    Raises:
        EvaluatorError: The evaluator is for other rules.
        KernelError: The board has more than 64 squares.
        ValueError: The memory is too small for the position.
    """

    copying = "create another search of its position"

    def __init__(
        self,
        position: Position,
        *,
        megabytes: float = DEFAULT_MEGABYTES,
        features: Feature = ALL_FEATURES,
        evaluator: LearnedEvaluator | None = None,
    ) -> None:
        size = int(megabytes * (1 << 20))
        rules, places = encode_rules(position.rules), encode_places(position)
        if size < mmap.PAGESIZE:
            raise ValueError(f"megabytes={megabytes} is too small for a search")
        self.position = position
        self.evaluator = evaluator
        weights = weights_for(evaluator, position.rules) if evaluator else (None, 0)
        # A private mapping: a forked process gets a copy of the tree, and pages cost less.
        self._pages = mmap.mmap(-1, size, access=mmap.ACCESS_COPY)
        self._memory = (ctypes.c_char * size).from_buffer(self._pages)
        self._root = (rules, places, len(position.marks), int(features) & 127, *weights)
        error = self._init(is_zero=True)
        if error == Error.BAD_MEMORY:
            raise ValueError(f"megabytes={megabytes} is too small for a search of {position!r}")
        check_result(position, error)
        self._running = set[object]()
        renew_after_fork(self, Search._renew)

    def _init(self, *, is_zero: bool = False) -> int:
        """Begin a new tree, and return the kernel's error code."""
        self._seconds = 0.0
        memory = (self._memory, len(self._memory), is_zero)
        return int(library().qttt_search_init(*memory, *self._root))

    def _renew(self) -> None:
        """Begin a new tree if threads were changing it when this process was forked."""
        if self._running:
            self._running.clear()
            self._init()

    def run(
        self,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        seed: int = 0,
        stop: threading.Event | None = None,
        progress: EstimateCallback | None = None,
    ) -> Estimate:
        """Search until the tree has ``simulations`` simulations in total, or for ``seconds``.

        The search ends earlier if ``stop`` is set, the position is proven, or the tree has 2³¹ − 1
        simulations, the most that are counted. It calls ``progress`` ten times per second; an
        exception in ``progress`` ends the search and propagates. With one thread and no time limit,
        the result depends only on ``seed``, not on the machine.

        Raises:
            ValueError: There is no limit, or a limit or ``threads`` is not positive.
        """
        _check_limits(simulations, seconds, threads, stop)
        start, reported, running = time.perf_counter(), 0.0, object()
        seeds, goal = Random(seed), _capped(simulations)
        is_watched = seconds is not None or stop is not None or progress is not None
        steps = (
            self._in_threads(threads, seeds, goal)
            if HAS_THREADS
            else self._in_slices(_SLICE if is_watched else goal, seeds, goal)
        )
        self._running.add(running)
        try:
            with closing(steps):
                for _ in steps:
                    elapsed = time.perf_counter() - start
                    if (seconds is not None and elapsed >= seconds) or (stop and stop.is_set()):
                        break
                    if progress and elapsed >= reported + _REPORT_INTERVAL_S:
                        reported = elapsed
                        progress(self._estimate(self._seconds + elapsed))
        finally:
            if running in self._running:  # otherwise ``progress`` has forked, and this is the child
                self._running.remove(running)
                self._seconds += time.perf_counter() - start
        return self.estimate

    def _in_threads(self, threads: int, seeds: Random, goal: int) -> Generator[None, None, None]:
        """Search in threads; yield every few milliseconds. Closing it ends the search."""
        calls = [partial(self._run_kernel, seeds.getrandbits(64), goal) for _ in range(threads)]
        with RunningCalls(calls) as running:
            while not running.have_ended():
                yield

    def _run_kernel(self, seed: int, goal: int, stop: object) -> bool:
        """Return whether the position is still open."""
        return int(library().qttt_search_run(self._memory, seed, goal, stop)) > 0

    def _in_slices(self, size: int, seeds: Random, goal: int) -> Generator[None, None, None]:
        """Search in this thread; yield after each ``size`` simulations."""
        total, is_open = self.estimate.simulations, True
        while total < goal and is_open:
            total = min(total + size, goal)
            is_open = self._run_kernel(seeds.getrandbits(64), total, None)
            yield

    @property
    def estimate(self) -> Estimate:
        """The result so far."""
        return self._estimate(self._seconds)

    def _estimate(self, seconds: float) -> Estimate:
        raw = QtttReport()
        error = library().qttt_search_report(self._memory, ctypes.byref(raw))
        if error:
            raise KernelError(f"the search tree in memory is damaged (error {error})")
        candidates = tuple(
            Candidate(
                decode_move(*c.move), c.value / SEARCH_UNITS_PER_POINT, c.visits, bool(c.proven)
            )
            for c in raw.candidate[: raw.moves]
        )
        return Estimate(
            position=self.position,
            value=raw.value / SEARCH_UNITS_PER_POINT,
            is_proven=bool(raw.proven),
            move=None if raw.best < 0 else candidates[raw.best].move,
            candidates=candidates,
            line=tuple(decode_move(*move) for move in raw.line[: raw.line_length]),
            simulations=raw.simulations,
            nodes=raw.nodes,
            is_memory_full=bool(raw.full),
            seconds=seconds,
            is_learned=self.evaluator is not None,
        )


def examples_of(tree: Search, count: int, seed: int, visits: int) -> list[QtttExample]:
    """Return at most ``count`` examples to train with.

    They are of the root, and of nodes with this many ``visits``, drawn from ``seed``.
    """
    examples = (QtttExample * count)()
    written = library().qttt_search_examples(tree._memory, seed, visits, count, examples)
    return examples[:written]


@checked
def search(
    position: Position,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    megabytes: float | None = None,
    features: Feature = ALL_FEATURES,
    evaluator: LearnedEvaluator | None = None,
    seed: int = 0,
    stop: threading.Event | None = None,
    progress: EstimateCallback | None = None,
) -> Estimate:
    """Run a new ``Search`` with up to 64 megabytes, or ``megabytes`` if given.

    Parameters and errors are those of ``Search`` and ``Search.run``.

    >>> position = Position.after((0, 1), (1, 2))
    >>> search(position, simulations=100).move in position.legal_moves
    True
    """
    _check_limits(simulations, seconds, threads, stop)
    size = _megabytes_for(simulations) if megabytes is None else megabytes
    tree = Search(position, megabytes=size, features=features, evaluator=evaluator)
    return tree.run(
        simulations=simulations,
        seconds=seconds,
        threads=threads,
        seed=seed,
        stop=stop,
        progress=progress,
    )


def _megabytes_for(simulations: int | None) -> float:
    """A short search gets less memory, since clearing 64 MB would take longer than the search."""
    size = _BASE_BYTES + _BYTES_PER_SIMULATION * _capped(simulations)
    return min(DEFAULT_MEGABYTES, size / (1 << 20))


def _capped(simulations: int | None) -> int:
    return MAX_SIMULATIONS if simulations is None else min(simulations, MAX_SIMULATIONS)


def _check_limits(
    simulations: int | None, seconds: float | None, threads: int, stop: threading.Event | None
) -> None:
    if simulations is None and seconds is None and stop is None:
        raise ValueError("a search needs a limit: simulations, seconds or a stop event")
    for name, limit in (("simulations", simulations), ("seconds", seconds), ("threads", threads)):
        if limit is not None and limit <= 0:
            raise ValueError(f"{name} must be positive, not {limit}")
