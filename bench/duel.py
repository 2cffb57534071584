"""Matches between two tree searches at equal processor time per move.

``python -m bench.duel RULES FIRST SECOND`` prints the share of the points of FIRST, for example::

    python -m bench.duel "krist rows=5 cols=5" everything plain --ms 20 --games 200
    python -m bench.duel krist build/new.so everything
    python -m bench.duel qubic5 everything:time=4 everything
    python -m bench.duel krist everything:evaluator=shipped everything

A side is ``everything`` or ``plain``, the search of the built kernel with all its features or none,
or a library that was compiled from other sources of the kernel and has the same functions;
``:time=4`` gives it four times the processor time, and ``:evaluator=FILE`` learned weights. Each
opening of two random marks is played twice, with sides exchanged. Processor time instead of
wall-clock time, so other programs hardly matter; simulations per move are printed to see what the
time was spent on. A search whose memory is full goes on, but its tree does not grow: for long ones,
give them more with ``--megabytes``.
"""

import argparse
import ctypes
import mmap
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import inf, sqrt
from random import Random
from typing import TypeVar

from qttt.engine.evaluator import LearnedEvaluator, shipped_evaluator, weights_for
from qttt.engine.kernel import decode_move, encode_places, encode_rules, library
from qttt.engine.kernel_api import FUNCTIONS, QtttReport
from qttt.engine.search import ALL_FEATURES, PLAIN_UCT
from qttt.game import Move, Player, Position, Rules

Clock = Callable[[], float]
T = TypeVar("T")
MOST_MEGABYTES = 1 << 20
FIRST_RUN = 100
"""Simulations before the first look at the clock."""
OPENING_MARKS = 2
OPTION = re.compile(r":(\w+)=")
"""Begins an option; other colons belong to a path, such as ``C:\\new.dll``."""
FEATURES = {"everything": ALL_FEATURES, "plain": PLAIN_UCT}


@dataclass
class Side:
    """A search, with what it has spent.

    ``budget`` multiplies the time for a move; ``evaluator`` is a file, ``shipped`` or empty. The
    tree has ``megabytes`` of memory, of 2^20 bytes each.
    """

    library: ctypes.CDLL
    features: int = ALL_FEATURES
    budget: float = 1
    evaluator: str = ""
    megabytes: int = 64
    moves: int = 0
    simulations: int = 0
    seconds: float = 0

    @classmethod
    def parse(cls, text: str) -> "Side":
        """Parse a name. Raises ``ValueError`` with the reason."""
        name, *options = OPTION.split(text)
        given = dict(zip(options[::2], options[1::2], strict=True))
        if unknown := given.keys() - {"time", "evaluator"}:
            raise ValueError(f"no options {[*unknown]}: write time=NUMBER or evaluator=FILE")
        budget, evaluator = _positive(given.get("time", "1")), given.get("evaluator", "")
        side = library() if name in FEATURES else _opened(name)
        return cls(side, FEATURES.get(name, ALL_FEATURES), budget, evaluator)

    def choose(self, position: Position, seconds: float, seed: int, clock: Clock) -> Move:
        """Search for this time and return the best move."""
        start = clock()
        size = self.megabytes << 20
        pages = mmap.mmap(-1, size, access=mmap.ACCESS_COPY)
        memory = (ctypes.c_char * size).from_buffer(pages)
        rules, places = encode_rules(position.rules), encode_places(position)
        where = (rules, places, len(position.marks))
        weights = _weights(self.evaluator, position.rules)
        if self.library.qttt_search_init(memory, size, True, *where, self.features, *weights):
            raise ValueError(f"this kernel cannot search {position!r}")
        done, used, wanted = 0, 0.0, FIRST_RUN
        while wanted:
            is_open = self.library.qttt_search_run(memory, seed + done, done + wanted, None)
            done, used = done + wanted, clock() - start
            wanted = _next_run(done, used, seconds * self.budget) if is_open else 0
        report = QtttReport()
        self.library.qttt_search_report(memory, ctypes.byref(report))
        self.moves, self.simulations = self.moves + 1, self.simulations + report.simulations
        self.seconds += used
        return decode_move(*report.candidate[report.best].move)

    def __str__(self) -> str:
        moves = max(self.moves, 1)
        return f"{1e3 * self.seconds / moves:.1f} ms, {self.simulations / moves:,.0f} simulations"


@cache
def _weights(evaluator: str, rules: Rules) -> tuple[object, int]:
    """Return what the kernel gets for an evaluator. Raises ``ValueError``, or ``OSError``."""
    if not evaluator:
        return None, 0
    learned = shipped_evaluator(rules) if evaluator == "shipped" else LearnedEvaluator(evaluator)
    if learned is None:
        raise ValueError(f"no evaluator for {rules} is shipped")
    return weights_for(learned, rules)


def _opened(path: str) -> ctypes.CDLL:
    try:
        lib = ctypes.CDLL(path)
        for name in ("qttt_search_init", "qttt_search_run", "qttt_search_report"):
            function = getattr(lib, name)
            function.restype, function.argtypes = FUNCTIONS[name]
    except (OSError, AttributeError) as error:
        known = ", ".join(FEATURES)
        raise ValueError(f"neither {known} nor a library of the kernel: {error}") from error
    return lib


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < inf:
        raise ValueError(f"{text} is not positive")
    return number


def _next_run(done: int, used: float, seconds: float) -> int:
    """Return how many simulations to run before the next look at the clock; 0: time is up."""
    if used >= seconds:
        return 0
    possible = (seconds - used) * done / used if used else done
    return max(FIRST_RUN // 5, min(int(0.7 * possible), 4 * done))


@dataclass
class Duel:
    """The results of a match: for each opening, the share of the points of the first side."""

    shares: list[float] = field(default_factory=list)

    @property
    def games(self) -> int:
        return 2 * len(self.shares)

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def error(self) -> float:
        """The standard error of ``share``; games of one opening are not independent."""
        count = len(self.shares)
        spread = sum((share - self.share) ** 2 for share in self.shares)
        return sqrt(spread / (count - 1) / count) if count > 1 else 0.5


def duel(
    rules: Rules,
    sides: tuple[Side, Side],
    seconds: float,
    openings: int,
    *,
    seed: int = 1,
    clock: Clock = time.thread_time,
) -> Duel:
    """Play each opening twice: the first side is X, then O."""
    first, second = sides
    result = Duel()
    for number in range(openings):
        dice = f"{seed} {number}"
        as_x = _share_of_x(rules, first, second, seconds, Random(dice), clock)
        as_o = 1 - _share_of_x(rules, second, first, seconds, Random(dice), clock)
        result.shares.append((as_x + as_o) / 2)
    return result


def _share_of_x(rules: Rules, x: Side, o: Side, seconds: float, rng: Random, clock: Clock) -> float:
    """Play a game; 1 if X wins, 0.5 if it is drawn. ``rng`` also throws the coins."""
    position = Position(rules)
    while position.outcome is None:
        moves = position.legal_moves
        is_random = len(position.marks) < OPENING_MARKS or position.to_move == "chance"
        if is_random or len(moves) == 1:
            move = rng.choice(moves)
        else:
            side = x if position.to_move is Player.X else o
            move = side.choose(position, seconds, rng.getrandbits(32), clock)
        position = position.play(move)
    points = position.outcome.points
    return 0.5 if points.x == points.o else float(points.x > points.o)


def _argument(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Let ``argparse`` print the reason of a ``ValueError``."""

    def parsed(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parsed


def main(arguments: list[str] | None = None) -> None:
    """Print the result of a match."""
    parser = argparse.ArgumentParser(prog="python -m bench.duel", description=__doc__)
    parser.add_argument("rules", type=_argument(Rules.parse))
    parser.add_argument("first", type=_argument(Side.parse))
    parser.add_argument("second", type=_argument(Side.parse))
    parser.add_argument(
        "--ms", type=_argument(_positive), default=20, help="processor time for a move"
    )
    parser.add_argument("--games", type=int, default=200, help="even, because sides are exchanged")
    parser.add_argument("--megabytes", type=int, default=64, help="memory of each search")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.games < 2 or options.games % 2:
        parser.error("--games must be even and at least 2")
    if not 1 <= options.megabytes <= MOST_MEGABYTES:
        parser.error(f"--megabytes must be from 1 to {MOST_MEGABYTES}")
    sides = options.first, options.second
    for side in sides:
        side.megabytes = options.megabytes
    result = duel(options.rules, sides, options.ms / 1e3, options.games // 2, seed=options.seed)
    print(f"{100 * result.share:.1f} ± {100 * result.error:.1f} % of {result.games} games")
    print(f"first:  {sides[0]}\nsecond: {sides[1]}")


if __name__ == "__main__":
    main()
