"""Counting everything, exactly: games, what random play comes to, and positions.

On boards of at most nine squares. Games are counted and weighed in the kernel
(``kernel/census.c`` says how); positions are counted without listing them.
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

from .kernel import checked, encode_places, library
from .solver import Solver

# --- games -----------------------------------------------------------------------------------

_BASE = 1 << 48
_WORDS = 14
"""What the kernel remembers of one position, in words of eight bytes."""


class _Wide(ctypes.Structure):
    _fields_ = (("high", ctypes.c_uint64), ("low", ctypes.c_uint64))


class _Census(ctypes.Structure):
    """``QtttCensus``."""

    _fields_ = (("games", ctypes.c_uint64 * 3), ("weight", _Wide * 3), ("lead", _Wide * 2))


@dataclass(frozen=True, slots=True)
class Census:
    """All complete games that begin at a position, by who has more points in the end.

    ``probabilities`` has those of a win of X, a win of O and a draw if each ply is a random legal
    move, and ``mean`` is the mean of points of X minus points of O then.
    """

    x_wins: int
    o_wins: int
    draws: int
    probabilities: tuple[Fraction, Fraction, Fraction]
    mean: Fraction

    @property
    def games(self) -> int:
        """How many different sequences of plies there are from the position to an end."""
        return self.x_wins + self.o_wins + self.draws


def census(position: Position, entries: int = 1 << 21) -> Census:
    """Count the games from ``position``, and weigh them as random play does; both are exact.

    Cost from the empty board on 3×3: 3 s, 10 s where pair loops are forbidden, and 112 bytes of
    memory for each of ``entries``; fewer make it slower, never different.

    Raises ``UnsolvableError`` for boards of more than nine squares.

    >>> census(Position(Rules.preset("classic3"))).games
    255168
    """
    solver = Solver(position.rules, entries=0)
    memory, raw = (ctypes.c_uint64 * (_WORDS * entries))(), _Census()
    error = library().qttt_census(
        solver.memory,
        encode_places(position),
        len(position.marks),
        memory,
        ctypes.sizeof(memory),
        ctypes.byref(raw),
    )
    checked(position, error)
    x, o, neither = (_BASE * each.high + each.low for each in raw.weight)
    x_lead, o_lead = (_BASE * each.high + each.low for each in raw.lead)
    whole = x + o + neither
    shares = (Fraction(x, whole), Fraction(o, whole), Fraction(neither, whole))
    x_wins, o_wins, draws = raw.games
    return Census(x_wins, o_wins, draws, shares, Fraction(x_lead - o_lead, 2 * whole))


# --- positions -------------------------------------------------------------------------------

_Orbits = tuple[int, int, int]
"""How many orbits of 1, 2 and 4 places there are: a symmetry of a board has no others."""

_LENGTHS = (1, 2, 4)


def positions(rules: Rules) -> tuple[int, ...]:
    """How many settled positions of 0, 1, 2 … marks a game can arrive at.

    Of positions that differ by a symmetry of the board, or by subscripts that do not matter
    (``kernel/table.c``), one is counted: a table has an entry for each. They are not listed. By
    Burnside's lemma there are as many as a symmetry leaves unchanged, on average over all.
    Cost on 3×3: 1 s.

    Raises ``UnsolvableError`` for boards of more than nine squares.

    >>> positions(Rules.preset("classic3"))
    (1, 3, 12, 38, 108, 153, 183, 357, 444)
    """
    Solver(rules, entries=0)  # refuses boards that are too large
    symmetries, unchanged = rules.board.symmetries(), Counter[int]()
    for symmetry in symmetries:
        for (opened, x, o), boards in _classical_parts(rules, _cycles(symmetry)).items():
            for forest, count in _quantum_parts(rules, opened):
                marks = _places(x) + _places(o) + _places(forest)
                unchanged[marks] += boards * count * _markings(rules, marks, forest, x, o)
    return tuple(unchanged[marks] // len(symmetries) for marks in range(rules.board.size))


def _cycles(symmetry: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The squares, those together that the symmetry moves to each other's places."""
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
    """The boards of classical marks that the symmetry leaves unchanged, if a game can go on there.

    They are counted by the lengths of the cycles of open squares, and by the orbits of X and of O.
    """
    found = Counter[tuple[tuple[int, ...], _Orbits, _Orbits]]()
    for owners in product("-XO", repeat=len(cycles)):
        squares = {
            owner: {s for c, whose in zip(cycles, owners, strict=True) if whose == owner for s in c}
            for owner in "-XO"
        }
        if not _can_go_on(rules, squares["-"], squares["X"], squares["O"]):
            continue
        lengths = [
            tuple(len(c) for c, whose in zip(cycles, owners, strict=True) if whose == owner)
            for owner in "-XO"
        ]
        found[lengths[0], _orbits(lengths[1]), _orbits(lengths[2])] += 1
    return found


def _can_go_on(rules: Rules, opened: set[int], x: set[int], o: set[int]) -> bool:
    """Whether a game can arrive at these classical marks and is not over for certain."""
    if len(opened) <= (rules.last_square == "empty"):
        return False
    shortest_loop = 3 if rules.pair_loops == "forbidden" else 2
    if rules.is_quantum and 0 < len(x) + len(o) < shortest_loop:
        return False
    lines = rules.board.lines(rules.line) if rules.line and rules.ends == "line" else ()
    return not any(x.issuperset(line) or o.issuperset(line) for line in lines)


def _quantum_parts(rules: Rules, opened: tuple[int, ...]) -> Iterator[tuple[_Orbits, int]]:
    """The unchanged forests of quantum marks on open squares, with which the game is not over."""
    if not rules.is_quantum:
        yield (0, 0, 0), 1
        return
    for forest, count in _forests(tuple(sorted(opened))).items():
        is_blocked = rules.pair_loops == "forbidden" and sum(opened) == 2 and forest != (0, 0, 0)
        if not is_blocked:
            yield forest, count


@cache
def _forests(lengths: tuple[int, ...]) -> Counter[_Orbits]:
    """How many forests are unchanged if their squares go round in cycles of these lengths.

    They are counted by their orbits of pairs. A forest is grown orbit by orbit; of what has grown
    it only matters which squares are in one tree.
    """
    starts = [sum(lengths[:i]) for i in range(len(lengths))]
    turned = {
        start + i: start + (i + 1) % length
        for start, length in zip(starts, lengths, strict=True)
        for i in range(length)
    }
    grown = Counter({(tuple(turned), (0, 0, 0)): 1})
    for orbit in _pair_orbits(turned):
        extra = _orbits((len(orbit),))
        for (trees, orbits), count in list(grown.items()):
            if joined := _joined(trees, orbit):
                a, b, c = map(sum, zip(orbits, extra, strict=True))
                grown[joined, (a, b, c)] += count
    forests = Counter[_Orbits]()
    for (_, orbits), count in grown.items():
        forests[orbits] += count
    return forests


def _pair_orbits(turned: dict[int, int]) -> Iterator[list[tuple[int, int]]]:
    left = set(combinations(turned, 2))
    while left:
        orbit = [min(left)]
        while (pair := _sorted(turned[orbit[-1][0]], turned[orbit[-1][1]])) != orbit[0]:
            orbit.append(pair)
        left.difference_update(orbit)
        yield orbit


def _joined(trees: tuple[int, ...], pairs: list[tuple[int, int]]) -> tuple[int, ...] | None:
    """The trees once these pairs are joined; None if that closes a loop.

    Each square has the number of the first square of its tree.
    """
    for a, b in pairs:
        low, high = _sorted(trees[a], trees[b])
        if low == high:
            return None
        trees = tuple(low if tree == high else tree for tree in trees)
    return trees


def _markings(rules: Rules, marks: int, forest: _Orbits, x: _Orbits, o: _Orbits) -> int:
    """In how many unchanged ways the pairs of a forest can be X's and O's, and get subscripts.

    Early marks are all alike; each late one must stay where it is.
    """
    whose_x, free = (marks + 1) // 2, rules.line or marks
    late_x, late_o = max(0, whose_x - free), max(0, marks - whose_x - free)
    return sum(
        prod(map(comb, forest, more))
        * perm(x[0] + more[0], late_x)
        * perm(o[0] + forest[0] - more[0], late_o)
        for more in product(*(range(n + 1) for n in forest))
        if _places(x) + _places(more) == whose_x
    )


def _places(orbits: tuple[int, ...]) -> int:
    return sum(n * length for n, length in zip(orbits, _LENGTHS, strict=True))


def _orbits(lengths: tuple[int, ...]) -> _Orbits:
    return lengths.count(1), lengths.count(2), lengths.count(4)


def _sorted(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
