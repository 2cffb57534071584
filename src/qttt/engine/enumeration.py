"""Exact counts of games and positions, and exact results of random play.

For boards of at most nine squares. The kernel counts games (method: ``kernel/enumerate.c``);
positions are counted without enumerating them.
"""

import ctypes
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, perm, prod

from qttt.game import Position, Rules

from .kernel import check_result, encode_places, library
from .kernel_api import QtttGameCounts
from .solver import Solver

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
    error = library().qttt_enumerate(
        solver.memory,
        encode_places(position),
        len(position.marks),
        memory,
        ctypes.sizeof(memory),
        ctypes.byref(raw),
    )
    check_result(position, error)
    x, o, neither = (_BASE * each.high + each.low for each in raw.weight)
    x_lead, o_lead = (_BASE * each.high + each.low for each in raw.lead)
    total = x + o + neither
    probabilities = (Fraction(x, total), Fraction(o, total), Fraction(neither, total))
    x_wins, o_wins, draws = raw.games
    return GameCounts(x_wins, o_wins, draws, probabilities, Fraction(x_lead - o_lead, 2 * total))


# --- positions -------------------------------------------------------------------------------

_Orbits = tuple[int, int, int]
"""Numbers of orbits of 1, 2 and 4 places; board symmetries have no other lengths."""

_LENGTHS = (1, 2, 4)


def count_positions(rules: Rules) -> tuple[int, ...]:
    """Count the reachable positions without a loop, by number of marks from 0.

    Positions that differ only by a symmetry of the board, or by subscripts that do not matter
    (``kernel/table.c``), count once, as in a tablebase. Uses Burnside's lemma: the count
    is the mean, over all symmetries, of the number of positions that a symmetry fixes. Cost on 3×3:
    1 s.

    Raises ``UnsolvableError`` for boards of more than nine squares.

    >>> count_positions(Rules.preset("classic3"))
    (1, 3, 12, 38, 108, 153, 183, 357, 444)
    """
    Solver(rules, entries=0)  # rejects boards that are too large
    symmetries, fixed = rules.board.symmetries(), Counter[int]()
    for symmetry in symmetries:
        for (opened, x, o), boards in _classical_parts(rules, _cycles(symmetry)).items():
            for forest, count in _quantum_parts(rules, opened):
                marks = _place_count(x) + _place_count(o) + _place_count(forest)
                fixed[marks] += boards * count * _markings(rules, marks, forest, x, o)
    return tuple(fixed[marks] // len(symmetries) for marks in range(rules.board.size))


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
) -> Counter[tuple[tuple[int, ...], _Orbits, _Orbits]]:
    """Count the unfinished boards of classical marks that a symmetry fixes.

    Keys are the cycle lengths of open squares, X's orbits and O's.
    """
    counts = Counter[tuple[tuple[int, ...], _Orbits, _Orbits]]()
    for owners in product("-XO", repeat=len(cycles)):
        squares = {
            owner: {s for c, o in zip(cycles, owners, strict=True) if o == owner for s in c}
            for owner in "-XO"
        }
        if not _is_unfinished(rules, squares["-"], squares["X"], squares["O"]):
            continue
        lengths = [
            tuple(len(c) for c, o in zip(cycles, owners, strict=True) if o == owner)
            for owner in "-XO"
        ]
        counts[lengths[0], _orbits(lengths[1]), _orbits(lengths[2])] += 1
    return counts


def _is_unfinished(rules: Rules, opened: set[int], x: set[int], o: set[int]) -> bool:
    """Whether these classical marks are reachable and do not end the game."""
    if len(opened) <= (rules.last_square == "empty"):
        return False
    shortest_loop = 3 if rules.pair_loops == "forbidden" else 2
    if rules.is_quantum and 0 < len(x) + len(o) < shortest_loop:
        return False
    lines = rules.board.lines(rules.line) if rules.line and rules.ends == "line" else ()
    return not any(x.issuperset(line) or o.issuperset(line) for line in lines)


def _quantum_parts(rules: Rules, opened: tuple[int, ...]) -> Iterator[tuple[_Orbits, int]]:
    """Count the fixed forests of quantum marks with which the game is not over."""
    if not rules.is_quantum:
        yield (0, 0, 0), 1
        return
    for forest, count in _forests(tuple(sorted(opened))).items():
        is_blocked = rules.pair_loops == "forbidden" and sum(opened) == 2 and forest != (0, 0, 0)
        if not is_blocked:
            yield forest, count


@cache
def _forests(lengths: tuple[int, ...]) -> Counter[_Orbits]:
    """Count the forests fixed by a permutation of squares with these cycle lengths.

    Keys are their orbits of pairs. Forests grow orbit by orbit; the state of the dynamic program
    is the partition of squares into trees.
    """
    starts = [sum(lengths[:i]) for i in range(len(lengths))]
    image = {
        start + i: start + (i + 1) % length
        for start, length in zip(starts, lengths, strict=True)
        for i in range(length)
    }
    grown = Counter({(tuple(image), (0, 0, 0)): 1})
    for orbit in _pair_orbits(image):
        extra = _orbits((len(orbit),))
        for (trees, orbits), count in list(grown.items()):
            if joined := _join(trees, orbit):
                a, b, c = map(sum, zip(orbits, extra, strict=True))
                grown[joined, (a, b, c)] += count
    forests = Counter[_Orbits]()
    for (_, orbits), count in grown.items():
        forests[orbits] += count
    return forests


def _pair_orbits(image: dict[int, int]) -> Iterator[list[tuple[int, int]]]:
    left = set(combinations(image, 2))
    while left:
        orbit = [min(left)]
        while (pair := _sorted(image[orbit[-1][0]], image[orbit[-1][1]])) != orbit[0]:
            orbit.append(pair)
        left.difference_update(orbit)
        yield orbit


def _join(trees: tuple[int, ...], pairs: list[tuple[int, int]]) -> tuple[int, ...] | None:
    """The trees after adding these pairs; None if that closes a loop.

    ``trees`` maps each square to the first square of its tree.
    """
    for a, b in pairs:
        low, high = _sorted(trees[a], trees[b])
        if low == high:
            return None
        trees = tuple(low if tree == high else tree for tree in trees)
    return trees


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


def _orbits(lengths: tuple[int, ...]) -> _Orbits:
    return lengths.count(1), lengths.count(2), lengths.count(4)


def _sorted(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
