"""The classical ensemble: all realities of a position and their probabilities (R5, R6, R8).

An entanglement without a loop is a tree: k − 1 marks (edges) on k squares (vertices). Each reality
leaves one square empty and orients every edge away from it, so there are k equally likely
realities (as a quantum state, a W state of k qubits). An entanglement with a loop has as many marks
as squares and two realities (a GHZ state).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

from .moves import Pair

Landing = dict[int, int]
"""Mark → the square that it lands on."""


@dataclass(frozen=True)
class Loop:
    """A pending loop (R6).

    ``marks`` and ``squares`` are those on the loop itself, in ascending order; ``closing`` is the
    mark that closed it; ``stems`` are the other marks of the entanglement.
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

    __hash__ = None  # type: ignore[assignment]  # `marks` is not hashable

    @property
    def is_loop(self) -> bool:
        """True if it contains a pending loop, that is, as many marks as squares."""
        return len(self.marks) == len(self.squares)

    @property
    def count(self) -> int:
        """The number of realities."""
        return 2 if self.is_loop else len(self.squares)

    @cached_property
    def closing(self) -> int:
        """The latest mark: the closing mark if there is a loop."""
        return max(self.marks)

    def landing(self, empty: int) -> Landing:
        """Return where the marks land if ``empty`` stays empty, without a closing mark.

        Walks outwards from ``empty``: each mark lands at its far end. If there is a loop, this is
        the collapse that puts the closing mark on ``empty`` (R8).
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
        """Return where all marks land if the closing mark lands on ``square`` (R8)."""
        return {**self.landing(square), self.closing: square}

    def realities(self) -> Iterator[Landing]:
        """Yield each possible landing of the marks."""
        if self.is_loop:
            return (self.collapse(square) for square in self.marks[self.closing])
        return (self.landing(empty) for empty in self.squares)

    def odds(self) -> dict[int, dict[int, Fraction]]:
        """The probability of each square, for each mark: mark → {square: probability}.

        Cost: linear. A mark divides the tree in two; it lands on one side if and only if the empty
        square is on the other.
        """
        if self.is_loop:
            return _mean(list(self.realities()))
        root, total = self.squares[0], len(self.squares)
        landing = self.landing(root)
        weight = dict.fromkeys(self.squares, 1)
        for mark, far in reversed(landing.items()):
            weight[self._other_end(mark, far)] += weight[far]
        return {
            mark: {
                far: Fraction(total - weight[far], total),
                self._other_end(mark, far): Fraction(weight[far], total),
            }
            for mark, far in landing.items()
        }

    def loop(self) -> Loop | None:
        """The pending loop, if there is one."""
        if not self.is_loop:
            return None
        first, second = self.realities()
        on_loop = sorted(mark for mark in self.marks if first[mark] != second[mark])
        return Loop(
            closing=self.closing,
            marks=tuple(on_loop),
            squares=tuple(sorted(first[mark] for mark in on_loop)),
            stems=tuple(sorted(set(self.marks) - set(on_loop))),
        )

    @cached_property
    def _edges(self) -> dict[int, list[tuple[int, int]]]:
        """Adjacency list: square → (mark, other square) of its marks, without a closing mark."""
        edges: dict[int, list[tuple[int, int]]] = {square: [] for square in self.squares}
        excluded = self.closing if self.is_loop else None
        for mark, (a, b) in self.marks.items():
            if mark != excluded:
                edges[a].append((mark, b))
                edges[b].append((mark, a))
        return edges

    def _other_end(self, mark: int, square: int) -> int:
        a, b = self.marks[mark]
        return b if square == a else a


@dataclass(frozen=True)
class Ensemble:
    """All realities of a position: the product of the realities of its ``parts``.

    ``classical`` maps each classical mark to its square.

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
        """The number of realities, computed without listing them (R5)."""
        return prod(part.count for part in self.parts)

    def __iter__(self) -> Iterator[Landing]:
        """Yield each reality as mark → square, for every mark."""
        return _products(dict(self.classical), self.parts)

    def odds(self) -> dict[int, dict[int, Fraction]]:
        """The exact probability of each square, for each mark: mark → {square: probability}."""
        certain = {mark: {square: Fraction(1)} for mark, square in self.classical.items()}
        entangled = (item for part in self.parts for item in part.odds().items())
        return dict(sorted([*certain.items(), *entangled]))


def _products(chosen: Landing, parts: Sequence[Entanglement]) -> Iterator[Landing]:
    if not parts:
        yield chosen
        return
    for landing in parts[0].realities():
        yield from _products(chosen | landing, parts[1:])


def _mean(landings: list[Landing]) -> dict[int, dict[int, Fraction]]:
    odds: dict[int, dict[int, Fraction]] = {}
    for landing in landings:
        for mark, square in landing.items():
            row = odds.setdefault(mark, {})
            row[square] = row.get(square, Fraction(0)) + Fraction(1, len(landings))
    return odds
