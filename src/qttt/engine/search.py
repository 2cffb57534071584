"""Tree search: a good move and an estimate of its worth, on boards that nobody has solved.

Monte-Carlo tree search in the kernel (``kernel/simulate.c``). What can be proven is proven: near
the end of a game the estimate is the exact value.
"""

import ctypes
import mmap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntFlag
from random import Random

from qttt.game import Move, Position

from .kernel import (
    FINE,
    KernelError,
    RawReport,
    checked,
    decode_move,
    encode_places,
    encode_rules,
    library,
)

MEGABYTES = 64
_BAD_MEMORY = -4
_LEAST_BYTES = 1 << 20
_BYTES_A_SIMULATION = 1 << 10
_MOST_SIMULATIONS = 1 << 40
_TICK = 0.002
_REPORT = 0.1


class Feature(IntFlag):
    """What the search does beyond plain UCT; ``kernel/qttt.h`` says what each is."""

    PRIOR = 1
    LATER = 2
    PROOFS = 4
    ENDINGS = 8
    SHARING = 16
    STEERING = 32
    SIDES = 64


PLAIN = Feature(0)
"""UCT with random playouts, as Kocsis and Szepesvári (2006) have it."""

EVERYTHING = ~PLAIN


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the search thinks of one move.

    ``value`` is the expected points of X minus points of O; it is exact if ``proven``. ``visits``
    is how many simulations went this way; moves that are symmetric share theirs.
    """

    move: Move
    value: float
    visits: int
    proven: bool


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the search has found out about a position by now.

    ``value`` is the expected points of X minus points of O, exact if ``proven``; ``move`` is the
    one to play, None after the end and where a coin decides. ``candidates`` are in the order of
    ``legal_moves``. ``line`` is what both would play, as far as it was thought about, up to the
    first coin. ``nodes`` is the size of the tree; if it is ``full``, the memory was too small for
    it to grow on.
    """

    position: Position
    value: float
    proven: bool
    move: Move | None
    candidates: tuple[Candidate, ...]
    line: tuple[Move, ...]
    simulations: int
    nodes: int
    full: bool
    seconds: float


Progress = Callable[[Estimate], None]


class Search:
    """A tree for one position, which grows as long as it is told to.

    ``megabytes`` is all the memory that it will ever use. Raises ``KernelError`` for boards of
    more than 64 squares, ``ValueError`` for memory that is too small for the position.
    """

    def __init__(
        self, position: Position, *, megabytes: float = MEGABYTES, features: Feature = EVERYTHING
    ) -> None:
        size = int(megabytes * (1 << 20))
        rules, places = encode_rules(position.rules), encode_places(position)
        if size < mmap.PAGESIZE:
            raise ValueError(f"megabytes={megabytes} is too small for a search")
        self.position = position
        self._pages = mmap.mmap(-1, size)
        self._memory = (ctypes.c_char * size).from_buffer(self._pages)
        error = library().qttt_search_init(
            self._memory, size, rules, places, len(position.marks), int(features) & 127
        )
        if error == _BAD_MEMORY:
            raise ValueError(f"megabytes={megabytes} is too small for a search of {position!r}")
        checked(position, error)
        self._seconds = 0.0

    def run(
        self,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        seed: int = 0,
        stop: threading.Event | None = None,
        progress: Progress | None = None,
    ) -> Estimate:
        """Let the tree grow to so many ``simulations`` in all, or for ``seconds``.

        It ends sooner if ``stop`` is set or the position is proven. While it runs ``progress`` is
        called ten times a second; an error that it raises ends the search and is passed on. With
        one thread and no clock the same ``seed`` gives the same result on every machine.

        Raises ``ValueError`` without any limit, and for limits and threads that are not positive.
        """
        _check_limits(simulations, seconds, threads, stop)
        seeds, flag, start = Random(seed), ctypes.c_int32(0), time.perf_counter()
        workers = [
            threading.Thread(
                target=library().qttt_search_run,
                args=(self._memory, seeds.getrandbits(64), _most(simulations), ctypes.byref(flag)),
            )
            for _ in range(threads)
        ]
        for worker in workers:
            worker.start()
        told = 0.0
        try:
            for passed in _ticks(workers, start):
                if (seconds is not None and passed >= seconds) or (stop and stop.is_set()):
                    break
                if progress and passed >= told + _REPORT:
                    told = passed
                    progress(self._estimate(self._seconds + passed))
        finally:
            flag.value = 1
            for worker in workers:
                worker.join()
            self._seconds += time.perf_counter() - start
        return self.estimate

    @property
    def estimate(self) -> Estimate:
        """What is known by now."""
        return self._estimate(self._seconds)

    def _estimate(self, seconds: float) -> Estimate:
        raw = RawReport()
        error = library().qttt_search_report(self._memory, ctypes.byref(raw))
        if error:
            raise KernelError(f"the kernel has lost its tree (error {error})")
        candidates = tuple(
            Candidate(decode_move(*c.move), c.value / FINE, c.visits, bool(c.proven))
            for c in raw.candidate[: raw.moves]
        )
        return Estimate(
            position=self.position,
            value=raw.value / FINE,
            proven=bool(raw.proven),
            move=None if raw.best < 0 else candidates[raw.best].move,
            candidates=candidates,
            line=tuple(decode_move(*move) for move in raw.line[: raw.line_length]),
            simulations=raw.simulations,
            nodes=raw.nodes,
            full=bool(raw.full),
            seconds=seconds,
        )


def search(
    position: Position,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    megabytes: float | None = None,
    features: Feature = EVERYTHING,
    seed: int = 0,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """``Search.run`` on a tree of its own, in 64 ``megabytes``, or less for few simulations.

    Raises what ``Search`` and ``Search.run`` raise.

    >>> position = Position.after((0, 1), (1, 2))
    >>> search(position, simulations=100).move in position.legal_moves
    True
    """
    _check_limits(simulations, seconds, threads, stop)
    size = _enough(simulations) if megabytes is None else megabytes
    tree = Search(position, megabytes=size, features=features)
    return tree.run(
        simulations=simulations,
        seconds=seconds,
        threads=threads,
        seed=seed,
        stop=stop,
        progress=progress,
    )


def _ticks(workers: Sequence[threading.Thread], start: float) -> Iterator[float]:
    """The seconds since ``start``, every few milliseconds until all workers are done."""
    while alive := [worker for worker in workers if worker.is_alive()]:
        alive[0].join(_TICK)
        yield time.perf_counter() - start


def _enough(simulations: int | None) -> float:
    """Megabytes for a tree of so many simulations: clearing memory takes longer than a few."""
    wanted = _LEAST_BYTES + _BYTES_A_SIMULATION * _most(simulations)
    return min(MEGABYTES, wanted / (1 << 20))


def _most(simulations: int | None) -> int:
    return _MOST_SIMULATIONS if simulations is None else min(simulations, _MOST_SIMULATIONS)


def _check_limits(
    simulations: int | None, seconds: float | None, threads: int, stop: threading.Event | None
) -> None:
    if simulations is None and seconds is None and stop is None:
        raise ValueError("a search needs an end: simulations, seconds, or an event that stops it")
    for name, limit in (("simulations", simulations), ("seconds", seconds), ("threads", threads)):
        if limit is not None and limit <= 0:
            raise ValueError(f"{name} must be positive, not {limit}")
