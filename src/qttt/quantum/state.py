"""The quantum state that a position is: its separable factors, exactly.

The circuits of a position (``qttt.quantum.circuits``) prepare this state, amplitude by amplitude.
A tree on k squares is a W state of k qubits, one for each square, which show 1 if the square stays
empty. A pending loop is a GHZ state of a qubit for each mark on the
loop, which shows 0 if the mark lands on the first square of its pair and 1 if on the second. A
stem lands alike in both collapses: its qubit is in a basis state and entangled with nothing,
although the rules count it to the entanglement of the loop (R5). A classical mark has no qubit
any more.

Every basis state of a factor is one way for its marks to land. So the state can also be read as
one of the marks, each of them a register whose basis states are the squares of the board::

    |state⟩ = 1/√N · (|reality 1⟩ + |reality 2⟩ + ... + |reality N⟩)

That is how states of different positions are compared (``qttt.quantum.overlap``). The two ways to
read a tree differ in what is entangled with what: a single mark on two squares is a Bell state of
these squares, but one register in a superposition and nothing else.

All amplitudes are real and positive, and squares are the only basis that anything is measured in,
so that nothing in this game ever interferes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log2, prod
from typing import Literal, NamedTuple

from qttt.game import Entanglement, Loop, Position, player_of

from .amplitude import Amplitude
from .circuit import Wire

Kind = Literal["W", "GHZ", "basis"]
ONE = Fraction(1)


class Term(NamedTuple):
    """One basis state of a factor: what its wires show, and where its marks land then.

    Marks that are wires come in the order of the wires, others in ascending order.
    """

    bits: str
    landing: Mapping[int, int]
    amplitude: Amplitude

    @property
    def probability(self) -> Fraction:
        """How likely a measurement of all wires shows this (Born's rule)."""
        return self.amplitude.square


class SquareOdds(NamedTuple):
    """How likely one square gets an X, an O, or nothing; together 1."""

    x: Fraction
    o: Fraction
    empty: Fraction


@dataclass(frozen=True, slots=True)
class Factor:
    """A part of the state that is entangled with no other and cannot be split any further.

    A basis state has one term, a GHZ state two, a W state one for each wire. All amplitudes of a
    factor are equal.
    """

    kind: Kind
    wires: tuple[Wire, ...]
    terms: tuple[Term, ...]

    __hash__ = None  # type: ignore[assignment]  # the landings of its terms have none either

    @property
    def norm(self) -> Fraction:
        """⟨factor|factor⟩, the square of the norm; both are 1."""
        return sum((term.probability for term in self.terms), Fraction(0))

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks that land by it, in ascending order."""
        return tuple(sorted(self.terms[0].landing))

    def __str__(self) -> str:
        return self.ket()

    def ket(self, *, unicode: bool = True) -> str:
        """The factor in Dirac's notation; the first bit is that of the first wire.

        >>> print(*state(Position.after((0, 1), (1, 2), (4, 5))).factors, sep="  ⊗  ")
        1/√3 (|100⟩ + |010⟩ + |001⟩)  ⊗  1/√2 (|10⟩ + |01⟩)
        """
        close = "⟩" if unicode else ">"
        kets = [f"|{term.bits}{close}" for term in self.terms]
        if len(kets) == 1:
            return kets[0]
        return f"{self.terms[0].amplitude.text(unicode=unicode)} ({' + '.join(kets)})"

    def odds(self) -> dict[int, dict[int, Fraction]]:
        """How likely each of its marks lands on each square: mark → {square: probability}."""
        odds: dict[int, dict[int, Fraction]] = {mark: {} for mark in self.marks}
        for term in self.terms:
            for mark, square in term.landing.items():
                odds[mark][square] = odds[mark].get(square, 0) + term.probability
        return {mark: dict(sorted(places.items())) for mark, places in odds.items()}

    def schmidt(self, *wires: Wire) -> tuple[Fraction, ...]:
        """The squared Schmidt coefficients of these wires against the factor's other wires.

        They are the eigenvalues of the reduced state of either side, largest first, without
        zeros: (1,) if there is no other side. j of the k wires of a W state hold its 1 with
        probability j/k; one side of a GHZ state shows all that the other does. Raises
        ``ValueError`` for a wire that is not one of the factor.
        """
        if strange := [wire for wire in wires if wire not in self.wires]:
            raise ValueError(f"this {self.kind} state has no wire {strange[0]}")
        inside, count = len(set(wires)), len(self.wires)
        if self.kind == "basis" or inside in (0, count):
            return (ONE,)
        share = Fraction(1, 2) if self.kind == "GHZ" else Fraction(inside, count)
        return max(share, 1 - share), min(share, 1 - share)

    def purity(self, *wires: Wire) -> Fraction:
        """The trace of ρ², where ρ is the reduced state of these wires.

        1 if they are entangled with none of the others.
        """
        return sum((each**2 for each in self.schmidt(*wires)), Fraction(0))

    def entropy(self, *wires: Wire) -> float:
        """How strongly these wires are entangled with the others, in bits: −tr ρ log₂ ρ.

        One square of a W state of two has 1 bit, of three 0.918...; a mark of a loop has 1.
        """
        return sum(-float(each) * log2(each) for each in self.schmidt(*wires) if each != 1)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a position: the tensor product of ``factors``, beside ``classical`` marks.

    The factors of a pending loop come first, its GHZ state before its stems; then the trees in
    the order of their first marks. ``classical`` is mark → square.
    """

    position: Position
    classical: Mapping[int, int]
    factors: tuple[Factor, ...]

    __hash__ = None  # type: ignore[assignment]

    @property
    def norm(self) -> Fraction:
        """⟨state|state⟩, the square of the norm: the product over the factors. Both are 1."""
        return prod((factor.norm for factor in self.factors), start=ONE)

    @property
    def is_product(self) -> bool:
        """True if no qubit is entangled with another: every factor is one of a single wire."""
        return all(len(factor.wires) == 1 for factor in self.factors)

    def odds(self) -> dict[int, dict[int, Fraction]]:
        """How likely each mark lands on each square: mark → {square: probability}, by Born's rule.

        These are the odds of the ensemble. Cost: the sum of the sizes of the factors, not their
        product.
        """
        odds = {mark: {square: ONE} for mark, square in self.classical.items()}
        for factor in self.factors:
            odds |= factor.odds()
        return dict(sorted(odds.items()))

    def squares(self) -> dict[int, SquareOdds]:
        """How likely each square of the board gets an X, an O, or nothing."""
        taken = {square: {"X": Fraction(0), "O": Fraction(0)} for square in self._board}
        for mark, places in self.odds().items():
            for square, probability in places.items():
                taken[square][player_of(mark)] += probability
        return {
            square: SquareOdds(here["X"], here["O"], 1 - here["X"] - here["O"])
            for square, here in taken.items()
        }

    def amplitude(self, reality: Mapping[int, int]) -> Amplitude:
        """⟨reality|state⟩, where ``reality`` says for every mark on which square it is.

        0 if the position does not allow it. Raises ``ValueError`` if it places other marks.
        """
        if set(reality) != set(range(1, len(self.position.marks) + 1)):
            count = len(self.position.marks)
            raise ValueError(f"a reality of this position places marks 1 to {count}, no others")
        if any(reality[mark] != square for mark, square in self.classical.items()):
            return Amplitude(Fraction(0))
        return prod((_amplitude(factor, reality) for factor in self.factors), start=Amplitude(ONE))

    def mark_purity(self, mark: int) -> Fraction:
        """The trace of ρ², where ρ is the reduced state of that mark as a register of squares.

        1 if it is entangled with no other mark: it is classical, a stem, or alone in its tree.
        Raises ``ValueError`` if there is no such mark.
        """
        if not 1 <= mark <= len(self.position.marks):
            raise ValueError(f"there is no mark {mark}; there are {len(self.position.marks)}")
        own = next((factor for factor in self.factors if mark in factor.marks), None)
        return ONE if own is None else _mark_purity(own, mark)

    @property
    def _board(self) -> range:
        return self.position.rules.board.squares


def state(position: Position) -> State:
    """The quantum state of ``position``. Cost: the squares of its trees, each squared.

    >>> here = state(Position.after((0, 1), (1, 4), (4, 8), (0, 4)))
    >>> [(factor.kind, str(factor)) for factor in here.factors]
    [('GHZ', '1/√2 (|011⟩ + |100⟩)'), ('basis', '|1⟩')]
    >>> here.norm, here.odds()[3], here.squares()[1].x
    (Fraction(1, 1), {8: Fraction(1, 1)}, Fraction(1, 2))
    """
    ensemble = position.ensemble()
    trees = sorted((part for part in ensemble.parts if not part.is_loop), key=_first_mark)
    loops = [(part, loop) for part in ensemble.parts if (loop := part.loop())]
    looped = [factor for part, loop in loops for factor in _looped(part, loop)]
    return State(position, ensemble.classical, (*looped, *map(_tree, trees)))


def _first_mark(part: Entanglement) -> int:
    return min(part.marks)


def _tree(part: Entanglement) -> Factor:
    """A W state: the 1 is on the square that stays empty."""
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


def _looped(part: Entanglement, loop: Loop) -> Iterator[Factor]:
    """The GHZ state of the loop, the closing mark's wire first; then a basis state for each stem.

    The first term is the collapse in which the closing mark lands on the first square of its pair.
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
    """For each mark 1 if it lands on the second square of its pair."""
    return "".join(str(int(square == max(part.marks[mark]))) for mark, square in landing.items())


def _amplitude(factor: Factor, reality: Mapping[int, int]) -> Amplitude:
    """That of the one basis state of the factor in which its marks land like this."""
    found = (
        term.amplitude
        for term in factor.terms
        if all(reality[mark] == square for mark, square in term.landing.items())
    )
    return next(found, Amplitude(Fraction(0)))


def _mark_purity(factor: Factor, mark: int) -> Fraction:
    """The sum of all squared elements of the mark's density matrix.

    Where the other marks land alike, amplitudes of different squares are coherent. Equal
    amplitudes make every product of two of them the probability of a term.
    """
    alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for term in factor.terms:
        others = tuple(sorted(item for item in term.landing.items() if item[0] != mark))
        alike.setdefault(others, []).append(term.landing[mark])
    elements: dict[tuple[int, int], Fraction] = {}
    for row, column in _pairs(alike.values()):
        sum_here = elements.get((row, column), Fraction(0))
        elements[row, column] = sum_here + factor.terms[0].probability
    return sum((element**2 for element in elements.values()), Fraction(0))


def _pairs(groups: Iterable[list[int]]) -> Iterator[tuple[int, int]]:
    return ((row, column) for group in groups for row in group for column in group)
