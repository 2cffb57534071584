"""Exact counts of games and positions, and exact results of random play.

The kernel counts games on boards of at most nine squares (method: ``kernel/enumerate.c``).
Positions are counted without enumerating them, on boards of at most 16.
"""

import ctypes
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm, prod

from qttt.game import Position, Rules

from .analysis import UnsolvableError
from .kernel import check_result, encode_places, library
from .kernel_api import QtttGameCounts
from .solver import Solver
from .stoppable import run_stoppable

# --- games -----------------------------------------------------------------------------------

_BASE = 1 << 48
"""Weight of ``QtttWide.high``."""
_ENTRY_WORDS = 14
"""Size of the kernel's cache entry for one position, in 8-byte words."""


@dataclass(frozen=True, slots=True)
class GameCounts:
    """Complete games from a position, by winner, and the result of uniformly random play.

    ``probabilities`` are those of an X win, an O win and a draw; ``mean`` is the expectation of
    X's points minus O's.
    """

    x_wins: int
    o_wins: int
    draws: int
    probabilities: tuple[Fraction, Fraction, Fraction]
    mean: Fraction

    @property
    def games(self) -> int:
        """Number of distinct move sequences to the end of the game."""
        return self.x_wins + self.o_wins + self.draws


def count_games(position: Position, entries: int = 1 << 21) -> GameCounts:
    """Count the games from ``position``, and compute the exact results of random play.

    Cost from the empty 3×3 board: 3 s, 10 s if pair loops are forbidden, and 112 bytes of memory
    for each of ``entries``, the cache size; a smaller cache is slower, with the same result.

    Raises ``UnsolvableError`` for boards of more than nine squares.

    >>> count_games(Position(Rules.preset("classic3"))).games
    255168
    """
    solver = Solver(position.rules, entries=0)
    memory, raw = (ctypes.c_uint64 * (_ENTRY_WORDS * entries))(), QtttGameCounts()
    places = encode_places(position)
    error = run_stoppable(
        lambda stop: library().qttt_enumerate(
            *(solver.memory, places, len(position.marks)),
            *(memory, ctypes.sizeof(memory), stop, ctypes.byref(raw)),
        )
    )
    check_result(position, error)
    x, o, neither = (_BASE * count.high + count.low for count in raw.weight)
    x_lead, o_lead = (_BASE * count.high + count.low for count in raw.lead)
    total = x + o + neither
    probabilities = (Fraction(x, total), Fraction(o, total), Fraction(neither, total))
    x_wins, o_wins, draws = raw.games
    return GameCounts(x_wins, o_wins, draws, probabilities, Fraction(x_lead - o_lead, 2 * total))


# --- positions -------------------------------------------------------------------------------

_Orbits = tuple[int, int, int]
"""Numbers of orbits of 1, 2 and 4 places; board symmetries have no other lengths."""

_LENGTHS = (1, 2, 4)
_MAX_SQUARES = 16
_DIGIT = 32
"""Bits of a number of boards: there are at most 3^16."""


def count_positions(rules: Rules) -> tuple[int, ...]:
    """Count the reachable positions without a loop, by number of marks from 0.

    Positions that differ only by a symmetry of the board, or by subscripts that do not matter
    (``kernel/table.c``), count once, as in a tablebase. Cost: 15 ms on 3×3, 0.4 s on 4×4.

    Raises ``UnsolvableError`` for boards of more than 16 squares.

    >>> count_positions(Rules.preset("classic3"))
    (1, 3, 12, 38, 108, 153, 183, 357, 444)
    """
    return tuple(ensembles.total() for ensembles in count_ensembles(rules))


def count_ensembles(rules: Rules) -> tuple[Counter[int], ...]:
    """Count the positions of ``count_positions`` by number of marks and number of realities.

    Uses Burnside's lemma: a count is the mean, over all symmetries, of the number of positions that
    a symmetry fixes.
    """
    board = rules.board
    if board.size > _MAX_SQUARES:
        raise UnsolvableError(
            f"a board of {board.rows}×{board.cols} has {board.size} squares; "
            f"positions are counted on boards of at most {_MAX_SQUARES}"
        )
    symmetries = board.symmetries()
    fixed = [Counter[int]() for _ in range(board.size)]
    for symmetry in symmetries:
        for (opened, x, o), boards in _classical_parts(rules, _cycles(symmetry)).items():
            for forest, realities, count in _quantum_parts(rules, opened):
                marks = _place_count(x) + _place_count(o) + _place_count(forest)
                ways = boards * count * _markings(rules, marks, forest, x, o)
                fixed[marks][realities] += ways
    return tuple(
        Counter({realities: ways // len(symmetries) for realities, ways in sorted(counts.items())})
        for counts in fixed
    )


def _cycles(symmetry: tuple[int, ...]) -> list[tuple[int, ...]]:
    cycles = {}
    for square in range(len(symmetry)):
        cycle = [square]
        while (to := symmetry[cycle[-1]]) != square:
            cycle.append(to)
        cycles[min(cycle)] = tuple(cycle)
    return list(cycles.values())


def _classical_parts(
    rules: Rules, cycles: list[tuple[int, ...]]
) -> Counter[tuple[_Orbits, _Orbits, _Orbits]]:
    """Count the unfinished boards of classical marks that a symmetry fixes.

    Keys are the cycles of open squares, X's and O's. Here sets of cycles are numbers, and so are
    numbers of short and long cycles, of which ``rank`` is the sum. ``within[set]`` counts the sets
    without a line inside a set, by rank: the number at rank r is in 32 bits from 32 r.
    """
    long, step = max(map(len, cycles)), 1 + sum(len(cycle) == 1 for cycle in cycles)
    lines = [sum(1 << square for square in line) for line in _ending_lines(rules)]
    squares, rank = [0], [0]
    for cycle in cycles:
        mask = sum(1 << square for square in cycle)
        squares += [subset | mask for subset in squares]
        rank += [place + (1 if len(cycle) == 1 else step) for place in rank]
    allowed = [all(line & ~subset for line in lines) for subset in squares]
    within = [int(is_legal) << _DIGIT * r for is_legal, r in zip(allowed, rank, strict=True)]
    for bit in (1 << k for k in range(len(cycles))):
        for subset in range(len(within)):
            if subset & bit:
                within[subset] += within[subset ^ bit]
    of_x, counts = Counter[int](), Counter[tuple[_Orbits, _Orbits, _Orbits]]()
    for subset, is_allowed in enumerate(allowed):
        if is_allowed:
            of_x[rank[subset]] += within[~subset]
    for x, left in of_x.items():
        for o in range(rank[-1] - x + 1):
            count = left >> _DIGIT * o & (1 << _DIGIT) - 1
            parts = [_by_length(part, step, long) for part in (rank[-1] - x - o, x, o)]
            if count and _is_unfinished(rules, *map(_place_count, parts)):
                counts[parts[0], parts[1], parts[2]] += count
    return counts


def _by_length(rank: int, step: int, long: int) -> _Orbits:
    return rank % step, rank // step * (long == 2), rank // step * (long == 4)


def _ending_lines(rules: Rules) -> tuple[tuple[int, ...], ...]:
    return rules.board.lines(rules.line) if rules.line and rules.ends == "line" else ()


def _is_unfinished(rules: Rules, opened: int, x: int, o: int) -> bool:
    """Whether these numbers of squares are reachable and leave a move."""
    shortest_loop = 3 if rules.pair_loops == "forbidden" else 2
    is_reachable = not rules.is_quantum or x + o == 0 or x + o >= shortest_loop
    return is_reachable and opened > (rules.last_square == "empty")


def _quantum_parts(rules: Rules, opened: _Orbits) -> Iterator[tuple[_Orbits, int, int]]:
    """Yield orbits of pairs, realities and number of fixed forests with which play goes on."""
    if not rules.is_quantum:
        yield (0, 0, 0), 1, 1
        return
    for (forest, realities), count in _forests(*opened).items():
        is_pair = _place_count(opened) == 2 and forest != (0, 0, 0)
        if not (rules.pair_loops == "forbidden" and is_pair):
            yield forest, realities, count


@cache
def _forests(fixed: int, twos: int, fours: int) -> Counter[tuple[_Orbits, int]]:
    """Count the forests fixed by a permutation with these numbers of cycles.

    Keys are orbits of pairs, and the number of realities: the product of the sizes of all trees.

    Cycles of 2 and of 4 squares do not occur together. The first cycle, a fixed square if there is
    one, is in one of the components of ``_components``, and the rest is a forest of the others.
    """
    if fixed + twos + fours == 0:
        return Counter({((0, 0, 0), 1): 1})
    length, long = (4, fours) if fours else (2, twos)
    forests = Counter[tuple[_Orbits, int]]()
    for j in range(min(fixed, 1), fixed + 1):
        for k in range(not fixed, long + 1):
            ways = comb(fixed - 1, j - 1) * comb(long, k) if fixed else comb(long - 1, k - 1)
            left = (fixed - j, 0, long - k) if fours else (fixed - j, long - k, 0)
            for orbits, realities, count in _components(j, k, length):
                for (others, other_realities), more in _forests(*left).items():
                    a, b, c = map(sum, zip(orbits, others, strict=True))
                    forests[(a, b, c), realities * other_realities] += ways * count * more
    return forests


def _components(fixed: int, cycles: int, length: int) -> Iterator[tuple[_Orbits, int, int]]:
    """Count the trees, or orbits of trees, of some fixed squares and cycles of one length.

    Yields their orbits of pairs, their realities and their number.

    With fixed squares it is one tree: the fixed squares are a tree, and every cycle hangs under
    a fixed square or a cycle. Otherwise ``length`` trees are exchanged; or half as many, each of
    two halves joined by a pair that is turned around.
    """
    if fixed:
        size = fixed + length * cycles
        trees = fixed**fixed * size**cycles // (fixed * size)
        yield _with(fixed - 1, cycles, length), size, trees
        return
    trees = length ** (cycles - 1) * cycles**cycles // cycles**2
    yield _with(0, cycles - 1, length), cycles**length, trees
    a, b, c = _with(0, cycles - 1, length)
    joined = (a + 1, b, c) if length == 2 else (a, b + 1, c)
    yield joined, (2 * cycles) ** (length // 2), trees * cycles


def _with(fixed: int, cycles: int, length: int) -> _Orbits:
    return (fixed, cycles, 0) if length == 2 else (fixed, 0, cycles)


@cache
def _markings(rules: Rules, marks: int, forest: _Orbits, x: _Orbits, o: _Orbits) -> int:
    """Count the fixed ways to assign a forest's pairs to X and O and to number the marks.

    Early marks are interchangeable; each late one must itself be fixed.
    """
    x_marks, early = (marks + 1) // 2, rules.line or marks
    late_x, late_o = max(0, x_marks - early), max(0, marks - x_marks - early)
    return sum(
        prod(map(comb, forest, more))
        * perm(x[0] + more[0], late_x)
        * perm(o[0] + forest[0] - more[0], late_o)
        for more in product(*(range(n + 1) for n in forest))
        if _place_count(x) + _place_count(more) == x_marks
    )


def _place_count(orbits: tuple[int, ...]) -> int:
    return sum(n * length for n, length in zip(orbits, _LENGTHS, strict=True))
