"""The quantum state of a position, exactly, as separable factors.

The circuits of a position (``qttt.quantum.circuits``) prepare this state: a W state for each tree
and a GHZ state for a pending loop. A stem is in a basis state, although the rules count it as part
of the entanglement (R5). A classical mark has no qubit.

Every basis state of a factor is one way for its marks to land. So it can also be written as a
state of the marks, each of them a register whose basis states are the squares of the board::

    |state⟩ = 1/√N · (|reality 1⟩ + |reality 2⟩ + ... + |reality N⟩)

``qttt.quantum.overlap`` compares positions in this form. The two forms of a tree differ in their
entanglement: a single mark on two squares is a Bell state of the squares, but an unentangled
register in superposition.

All amplitudes are real and positive and only the basis of squares is measured, so there is no
interference in this game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log2, prod
from typing import Literal, NamedTuple

from qttt.game import Entanglement, Loop, Position, player_of
from qttt.game.arguments import checked

from .amplitude import Amplitude
from .circuit import Wire

Kind = Literal["W", "GHZ", "basis"]
ONE = Fraction(1)


class Term(NamedTuple):
    """One basis state of a factor: the bits of its wires, and the squares where its marks land.

    ``landing`` is in the order of the wires if these are marks, otherwise in ascending order.
    """

    bits: str
    landing: Mapping[int, int]
    amplitude: Amplitude

    @property
    def probability(self) -> Fraction:
        """The probability of measuring this state (Born's rule)."""
        return self.amplitude.square


class SquareOdds(NamedTuple):
    """The probabilities that a square gets an X, an O, or stays empty; their sum is 1."""

    x: Fraction
    o: Fraction
    empty: Fraction


@dataclass(frozen=True, slots=True)
class Factor:
    """A tensor factor of the state that cannot be split further.

    A basis state has one term, a GHZ state two, a W state one for each wire, all with the same
    amplitude.
    """

    kind: Kind
    wires: tuple[Wire, ...]
    terms: tuple[Term, ...]

    __hash__ = None  # type: ignore[assignment]  # landings are not hashable

    @property
    def norm(self) -> Fraction:
        """⟨factor|factor⟩, which is 1."""
        return sum((term.probability for term in self.terms), Fraction(0))

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks that it places, in ascending order."""
        return tuple(sorted(self.terms[0].landing))

    def __str__(self) -> str:
        return self.ket()

    def ket(self, *, unicode: bool = True) -> str:
        """Format the factor in Dirac notation; the first bit belongs to the first wire.

        >>> print(*quantum_state(Position.after((0, 1), (1, 2), (4, 5))).factors, sep="  ⊗  ")
        1/√3 (|100⟩ + |010⟩ + |001⟩)  ⊗  1/√2 (|10⟩ + |01⟩)
        """
        close = "⟩" if unicode else ">"
        kets = [f"|{term.bits}{close}" for term in self.terms]
        if len(kets) == 1:
            return kets[0]
        return f"{self.terms[0].amplitude.text(unicode=unicode)} ({' + '.join(kets)})"

    def odds(self) -> dict[int, dict[int, Fraction]]:
        """Return the probabilities of squares for each mark: mark → {square: probability}."""
        odds: dict[int, dict[int, Fraction]] = {mark: {} for mark in self.marks}
        for term in self.terms:
            for mark, square in term.landing.items():
                odds[mark][square] = odds[mark].get(square, 0) + term.probability
        return {mark: dict(sorted(places.items())) for mark, places in odds.items()}

    def schmidt(self, *wires: Wire) -> tuple[Fraction, ...]:
        """Return the squared Schmidt coefficients of these wires against the factor's others.

        They are the nonzero eigenvalues of the reduced state of either side, largest first: (1,)
        if one side is empty, (j/k, 1 − j/k) for j of the k wires of a W state, (1/2, 1/2) for a GHZ
        state. Raises ``ValueError`` for a wire of another factor.
        """
        if unknown := [wire for wire in wires if wire not in self.wires]:
            raise ValueError(f"this {self.kind} state has no wire {unknown[0]}")
        inside, count = len(set(wires)), len(self.wires)
        if self.kind == "basis" or inside in (0, count):
            return (ONE,)
        share = Fraction(1, 2) if self.kind == "GHZ" else Fraction(inside, count)
        return max(share, 1 - share), min(share, 1 - share)

    def purity(self, *wires: Wire) -> Fraction:
        """Return the trace of ρ², where ρ is the reduced state of these wires.

        It is 1 if they are not entangled with the others.
        """
        return sum((coefficient**2 for coefficient in self.schmidt(*wires)), Fraction(0))

    def entropy(self, *wires: Wire) -> float:
        """Return the entanglement entropy of these wires in bits: −tr ρ log₂ ρ.

        It is 1 for one square of a W state of two, 0.918... of three, and 1 for a mark of a loop.
        """
        return sum(
            -float(coefficient) * log2(coefficient)
            for coefficient in self.schmidt(*wires)
            if coefficient != 1
        )


@dataclass(frozen=True, slots=True)
class QuantumState:
    """The state of a position: the tensor product of ``factors``, and the ``classical`` marks.

    Factors are the GHZ state of a pending loop, its stems, then the trees in the order of their
    first marks. ``classical`` is mark → square.
    """

    position: Position
    classical: Mapping[int, int]
    factors: tuple[Factor, ...]

    __hash__ = None  # type: ignore[assignment]

    @property
    def norm(self) -> Fraction:
        """⟨state|state⟩, the product over the factors, which is 1."""
        return prod((factor.norm for factor in self.factors), start=ONE)

    @property
    def is_product(self) -> bool:
        """Whether no qubits are entangled: every factor has a single wire."""
        return all(len(factor.wires) == 1 for factor in self.factors)

    def odds(self) -> dict[int, dict[int, Fraction]]:
        """Return the probabilities of squares for each mark: mark → {square: probability}.

        By Born's rule they equal the odds of the ensemble. Cost: linear in the size of the factors.
        """
        odds = {mark: {square: ONE} for mark, square in self.classical.items()}
        for factor in self.factors:
            odds |= factor.odds()
        return dict(sorted(odds.items()))

    def squares(self) -> dict[int, SquareOdds]:
        """Return the probabilities of X, O and empty for each square of the board."""
        taken = {square: {"X": Fraction(0), "O": Fraction(0)} for square in self._board}
        for mark, places in self.odds().items():
            for square, probability in places.items():
                taken[square][player_of(mark)] += probability
        return {
            square: SquareOdds(odds["X"], odds["O"], 1 - odds["X"] - odds["O"])
            for square, odds in taken.items()
        }

    def amplitude(self, reality: Mapping[int, int]) -> Amplitude:
        """Return ⟨reality|state⟩, where ``reality`` is mark → square for every mark.

        0 if the reality is impossible. Raises ``ValueError`` if it places other marks.
        """
        if set(reality) != set(range(1, len(self.position.marks) + 1)):
            count = len(self.position.marks)
            raise ValueError(f"a reality of this position must place marks 1 to {count}")
        if any(reality[mark] != square for mark, square in self.classical.items()):
            return Amplitude(Fraction(0))
        return prod((_amplitude(factor, reality) for factor in self.factors), start=Amplitude(ONE))

    def mark_purity(self, mark: int) -> Fraction:
        """Return the trace of ρ², where ρ is the reduced state of the mark's register.

        It is 1 if the mark is not entangled: classical, a stem, or alone in its tree. Raises
        ``ValueError`` for an unknown mark.
        """
        if not 1 <= mark <= len(self.position.marks):
            raise ValueError(f"no mark {mark}: the number of marks is {len(self.position.marks)}")
        factor = next((factor for factor in self.factors if mark in factor.marks), None)
        return ONE if factor is None else _mark_purity(factor, mark)

    @property
    def _board(self) -> range:
        return self.position.rules.board.squares


@checked
def quantum_state(position: Position) -> QuantumState:
    """Return the quantum state of ``position``. Cost: O(k²) for a tree on k squares.

    >>> here = quantum_state(Position.after((0, 1), (1, 4), (4, 8), (0, 4)))
    >>> [(factor.kind, str(factor)) for factor in here.factors]
    [('GHZ', '1/√2 (|011⟩ + |100⟩)'), ('basis', '|1⟩')]
    >>> here.norm, here.odds()[3], here.squares()[1].x
    (Fraction(1, 1), {8: Fraction(1, 1)}, Fraction(1, 2))
    """
    ensemble = position.ensemble()
    trees = sorted((part for part in ensemble.parts if not part.is_loop), key=_first_mark)
    loops = [(part, loop) for part in ensemble.parts if (loop := part.loop())]
    loop_factors = [factor for part, loop in loops for factor in _loop(part, loop)]
    return QuantumState(position, ensemble.classical, (*loop_factors, *map(_tree, trees)))


def _first_mark(part: Entanglement) -> int:
    return min(part.marks)


def _tree(part: Entanglement) -> Factor:
    """A W state; the 1 marks the empty square."""
    amplitude = Amplitude(Fraction(1, part.count))
    terms = [
        Term(
            "".join(str(int(square == empty)) for square in part.squares),
            dict(sorted(landing.items())),
            amplitude,
        )
        for empty, landing in zip(part.squares, part.realities(), strict=True)
    ]
    return Factor("W", tuple(Wire("square", square) for square in part.squares), tuple(terms))


def _loop(part: Entanglement, loop: Loop) -> Iterator[Factor]:
    """The GHZ state of the loop, closing mark first, then a basis state for each stem.

    In the first term the closing mark lands on the first square of its pair.
    """
    others = (mark for mark in loop.marks if mark != loop.closing)
    yield _marks("GHZ", (loop.closing, *others), part)
    for stem in loop.stems:
        yield _marks("basis", (stem,), part)


def _marks(kind: Kind, marks: tuple[int, ...], part: Entanglement) -> Factor:
    """The factor of these marks of an entanglement with a loop."""
    collapses = [{mark: reality[mark] for mark in marks} for reality in part.realities()]
    landings = collapses if kind == "GHZ" else collapses[:1]
    amplitude = Amplitude(Fraction(1, len(landings)))
    terms = [Term(_bits(landing, part), landing, amplitude) for landing in landings]
    return Factor(kind, tuple(Wire("mark", mark) for mark in marks), tuple(terms))


def _bits(landing: Mapping[int, int], part: Entanglement) -> str:
    """A bit for each mark: 1 if it lands on the second square of its pair."""
    return "".join(str(int(square == max(part.marks[mark]))) for mark, square in landing.items())


def _amplitude(factor: Factor, reality: Mapping[int, int]) -> Amplitude:
    amplitudes = (
        term.amplitude
        for term in factor.terms
        if all(reality[mark] == square for mark, square in term.landing.items())
    )
    return next(amplitudes, Amplitude(Fraction(0)))


def _mark_purity(factor: Factor, mark: int) -> Fraction:
    """The sum of all squared elements of the mark's density matrix.

    Terms are coherent if the other marks land on the same squares. All amplitudes are equal, so
    the product of two is the probability of a term.
    """
    coherent: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for term in factor.terms:
        others = tuple(sorted(item for item in term.landing.items() if item[0] != mark))
        coherent.setdefault(others, []).append(term.landing[mark])
    elements: dict[tuple[int, int], Fraction] = {}
    for row, column in _pairs(coherent.values()):
        element = elements.get((row, column), Fraction(0))
        elements[row, column] = element + factor.terms[0].probability
    return sum((element**2 for element in elements.values()), Fraction(0))


def _pairs(groups: Iterable[list[int]]) -> Iterator[tuple[int, int]]:
    return ((row, column) for group in groups for row in group for column in group)
