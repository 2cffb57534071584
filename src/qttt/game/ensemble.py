"""The classical ensemble: every reality that the quantum marks still allow (R5, R6, R8).

An entanglement without a loop is a tree: k − 1 marks on k squares. Each of its realities leaves
one square empty, and every mark then lands at its end away from that square: k realities, all
equally likely (as a quantum state, a W state of k qubits). An entanglement with a loop has as many
marks as squares and two realities (a GHZ state).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

Pair = tuple[int, int]
Landing = dict[int, int]
"""Where marks land: mark → square."""


@dataclass(frozen=True)
class Loop:
    """A cyclic entanglement (R6): its ``closing`` mark closed it, ``stems`` hang on to it.

    ``marks`` and ``squares`` are those on the loop itself, in ascending order.
    """

    closing: int
    marks: tuple[int, ...]
    squares: tuple[int, ...]
    stems: tuple[int, ...]


@dataclass(frozen=True)
class Entanglement:
    """A connected component: its squares, and its marks with their pairs (R5)."""

    squares: tuple[int, ...]
    marks: Mapping[int, Pair]

    __hash__ = None  # type: ignore[assignment]  # its mappings have none either

    @property
    def is_loop(self) -> bool:
        """True if a loop is pending in it: there is a mark for every square."""
        return len(self.marks) == len(self.squares)

    @property
    def count(self) -> int:
        """The number of realities."""
        return 2 if self.is_loop else len(self.squares)

    @cached_property
    def closing(self) -> int:
        """The last mark; if there is a loop, the one that closed it."""
        return max(self.marks)

    def landing(self, empty: int) -> Landing:
        """Where every mark but a closing one lands if ``empty`` stays free of them.

        One walk outwards from ``empty``: each mark lands at its far end. In an entanglement with
        a loop this is the collapse in which the closing mark lands on ``empty`` (R8).
        """
        edges = self._edges
        landing: Landing = {}
        reached = [empty]
        for square in reached:
            for mark, other in edges[square]:
                if mark not in landing:
                    landing[mark] = other
                    reached.append(other)
        return landing

    def collapse(self, square: int) -> Landing:
        """Where all marks land if the closing mark of the loop lands on ``square`` (R8)."""
        return {**self.landing(square), self.closing: square}

    def realities(self) -> Iterator[Landing]:
        """Each way in which the marks can land, one by one."""
        if self.is_loop:
            return (self.collapse(square) for square in self.marks[self.closing])
        return (self.landing(empty) for empty in self.squares)

    def odds(self) -> dict[int, dict[int, Fraction]]:
        """The probability of each square, for each mark: mark → {square: probability}.

        Cost: one walk over the tree. A mark cuts it into two sides; it lands on the side of one
        of its squares whenever the empty square is on the other side.
        """
        if self.is_loop:
            return _mean(list(self.realities()))
        root, total = self.squares[0], len(self.squares)
        away = self.landing(root)
        weight = dict.fromkeys(self.squares, 1)
        for mark, far in reversed(away.items()):
            weight[self._across(mark, far)] += weight[far]
        return {
            mark: {
                far: Fraction(total - weight[far], total),
                self._across(mark, far): Fraction(weight[far], total),
            }
            for mark, far in away.items()
        }

    def loop(self) -> Loop | None:
        """The loop in it, if one is pending."""
        if not self.is_loop:
            return None
        one, other = self.realities()
        on_loop = sorted(mark for mark in self.marks if one[mark] != other[mark])
        return Loop(
            closing=self.closing,
            marks=tuple(on_loop),
            squares=tuple(sorted(one[mark] for mark in on_loop)),
            stems=tuple(sorted(set(self.marks) - set(on_loop))),
        )

    @cached_property
    def _edges(self) -> dict[int, list[tuple[int, int]]]:
        """For each square the (mark, other square) of its marks, without a closing mark."""
        edges: dict[int, list[tuple[int, int]]] = {square: [] for square in self.squares}
        left_out = self.closing if self.is_loop else None
        for mark, (a, b) in self.marks.items():
            if mark != left_out:
                edges[a].append((mark, b))
                edges[b].append((mark, a))
        return edges

    def _across(self, mark: int, square: int) -> int:
        a, b = self.marks[mark]
        return b if square == a else a


@dataclass(frozen=True)
class Ensemble:
    """All realities of a position: the product of those of its separable ``parts``.

    ``classical`` says where the marks are that have landed already (mark → square).

    >>> from qttt.game import Position
    >>> ensemble = Position.after((0, 1), (1, 4)).ensemble()
    >>> ensemble.count, [dict(sorted(reality.items())) for reality in ensemble]
    (3, [{1: 1, 2: 4}, {1: 0, 2: 4}, {1: 0, 2: 1}])
    """

    classical: Mapping[int, int]
    parts: tuple[Entanglement, ...]

    __hash__ = None  # type: ignore[assignment]

    @property
    def count(self) -> int:
        """The number of realities, without listing them: a product (R5)."""
        return prod(part.count for part in self.parts)

    def __iter__(self) -> Iterator[Landing]:
        """Each reality, lazily, as mark → square for every mark."""
        return _products(dict(self.classical), self.parts)

    def odds(self) -> dict[int, dict[int, Fraction]]:
        """How likely each mark lands on each square: mark → {square: probability}, exact."""
        sure = {mark: {square: Fraction(1)} for mark, square in self.classical.items()}
        entangled = (item for part in self.parts for item in part.odds().items())
        return dict(sorted([*sure.items(), *entangled]))


def _products(chosen: Landing, parts: Sequence[Entanglement]) -> Iterator[Landing]:
    if not parts:
        yield chosen
        return
    for landing in parts[0].realities():
        yield from _products(chosen | landing, parts[1:])


def _mean(landings: list[Landing]) -> dict[int, dict[int, Fraction]]:
    """The share of these landings in which each mark lands on each square."""
    odds: dict[int, dict[int, Fraction]] = {}
    for landing in landings:
        for mark, square in landing.items():
            row = odds.setdefault(mark, {})
            row[square] = row.get(square, Fraction(0)) + Fraction(1, len(landings))
    return odds
