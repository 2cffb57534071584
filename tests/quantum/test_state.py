"""States match the circuits, the ensemble and linear algebra."""

from fractions import Fraction
from itertools import combinations
from math import log2, prod

import numpy as np
import pytest
from hypothesis import given

from qttt.game import Placement, Position, Rules
from qttt.notation import read
from qttt.quantum import Amplitude, Factor, circuits, quantum_state
from qttt.quantum.circuit import Wire
from tests.golden import states as golden
from tests.golden.tables import GOLDEN
from tests.quantum.positions import PAIR, STEM, bit_of, random_positions
from tests.quantum.simulator import amplitudes
from tests.strategies import QUANTUM, positions

POSITIONS = [
    position
    for rules in ("goff", "krist rows=2 cols=5")
    for position in random_positions(Rules.parse(rules), 8)
    if position.quantum
]
MAX_REALITIES = 2_000
"""Maximum number of realities to enumerate."""


def tensor(factor: Factor) -> np.ndarray:
    """The amplitudes of all basis states of the factor, an axis for each wire."""
    dense = np.zeros((2,) * len(factor.wires))
    for term in factor.terms:
        dense[tuple(map(int, term.bits))] = float(term.amplitude)
    return dense


def schmidt(dense: np.ndarray, axes: tuple[int, ...]) -> list[float]:
    """The squared Schmidt coefficients of these axes against the others, by linear algebra."""
    rest = [axis for axis in range(dense.ndim) if axis not in axes]
    matrix = dense.transpose(*axes, *rest).reshape(prod(dense.shape[axis] for axis in axes), -1)
    squares = np.linalg.svd(matrix, compute_uv=False) ** 2
    return [float(square) for square in squares if square > 1e-9]


def splits(count: int) -> list[tuple[int, ...]]:
    """All nonempty proper subsets of ``range(count)``."""
    return [chosen for size in range(1, count) for chosen in combinations(range(count), size)]


def registers(position: Position) -> np.ndarray:
    """The amplitude of every assignment of squares to marks, an axis for each mark."""
    size, here = position.rules.board.size, quantum_state(position)
    dense = np.zeros((size,) * len(position.marks))
    for reality in position.ensemble():
        dense[tuple(reality[mark] for mark in sorted(reality))] = float(here.amplitude(reality))
    return dense


# --- golden data, circuits and ensembles ----------------------------------------------------------


def test_states_match_the_golden_data() -> None:
    assert (GOLDEN / "states.tsv").read_text("utf-8") == golden.states_text()


def test_circuits_prepare_the_same_amplitudes() -> None:
    """The circuit of a loop includes its stems, which are separate factors."""
    for position in POSITIONS:
        factors = list(quantum_state(position).factors)
        for circuit in circuits(position):
            wires, terms = list[Wire](), {"": 1.0}
            while len(wires) < len(circuit.wires):
                factor = factors.pop(0)
                wires += factor.wires
                terms = {
                    bits + term.bits: amplitude * float(term.amplitude)
                    for bits, amplitude in terms.items()
                    for term in factor.terms
                }
            assert tuple(wires) == circuit.wires
            assert amplitudes(circuit) == pytest.approx(terms)
        assert factors == []


def test_bits_match_the_landing() -> None:
    for position in POSITIONS:
        for factor in quantum_state(position).factors:
            for term in factor.terms:
                bits = "".join(bit_of(wire, term.landing, position) for wire in factor.wires)
                assert term.bits == bits


@given(positions(QUANTUM))
def test_odds_are_those_of_the_ensemble(position: Position) -> None:
    here = quantum_state(position)
    assert here.norm == 1
    assert here.odds() == position.ensemble().odds()


@given(positions(QUANTUM))
def test_odds_of_squares_are_counted_in_the_realities(position: Position) -> None:
    ensemble = position.ensemble()
    if ensemble.count > MAX_REALITIES:
        return
    for square, odds in quantum_state(position).squares().items():
        got = [mark for reality in ensemble for mark, here in reality.items() if here == square]
        assert odds.x == Fraction(sum(mark % 2 for mark in got), ensemble.count)
        assert odds.o == Fraction(sum(mark % 2 == 0 for mark in got), ensemble.count)
        assert odds.x + odds.o + odds.empty == 1


@given(positions(QUANTUM))
def test_realities_are_the_terms_all_with_one_amplitude(position: Position) -> None:
    here, ensemble = quantum_state(position), position.ensemble()
    assert prod(len(factor.terms) for factor in here.factors) == ensemble.count
    if ensemble.count <= MAX_REALITIES:
        expected = Amplitude(Fraction(1, ensemble.count))
        assert {here.amplitude(reality) for reality in ensemble} == {expected}


def placed(position: Position, move: Placement) -> list[dict[int, int]]:
    """The realities extended by a new mark on each of its free squares."""
    return [
        {**reality, len(position.marks) + 1: square}
        for reality in position.ensemble()
        for square in move
        if square not in reality.values()
    ]


def success_probability(position: Position, move: Placement) -> Fraction:
    """The probability of the projection, by the sizes of the trees that the mark joins."""
    trees = [set(part.squares) for part in position.entanglements]
    one, other = (next((t for t in trees if square in t), {square}) for square in move)
    k, m = len(one), len(other)
    return Fraction(1, k) if one == other else Fraction(k + m, 2 * k * m)


def test_placing_a_mark_projects_on_realities_without_a_square_taken_twice() -> None:
    """The new mark is (|a⟩ + |b⟩)/√2; the projected product has equal amplitudes."""
    for position in POSITIONS:
        for move in position.legal_moves[:6]:
            if isinstance(move, Placement) and move[0] != move[1]:
                left = placed(position, move)
                realities = position.play(move).ensemble()
                assert sorted(map(sorted, (reality.items() for reality in left))) == sorted(
                    map(sorted, (reality.items() for reality in realities))
                )
                probability = Fraction(len(left), 2 * position.ensemble().count)
                assert probability == success_probability(position, move)


# --- separability ----------------------------------------------------------------------------


def test_no_factor_can_be_split_and_coefficients_are_those_of_linear_algebra() -> None:
    factors = [factor for position in POSITIONS for factor in quantum_state(position).factors]
    for factor in {str(each): each for each in factors}.values():
        dense = tensor(factor)
        for axes in splits(len(factor.wires)):
            wires = [factor.wires[axis] for axis in axes]
            found = schmidt(dense, axes)
            assert len(found) == 2
            assert found == pytest.approx([float(each) for each in factor.schmidt(*wires)])
            assert float(factor.purity(*wires)) == pytest.approx(sum(each**2 for each in found))
            entropy = -sum(each * log2(each) for each in found)
            assert factor.entropy(*wires) == pytest.approx(entropy)


def test_marks_are_separable_exactly_between_factors() -> None:
    """As registers of squares: the Schmidt rank is 1 exactly if a split cuts no factor."""
    few = [each for each in (*POSITIONS, PAIR, STEM) if len(each.marks) <= 4]
    assert any(len(quantum_state(each).factors) > 1 for each in few)
    for position in few:
        dense = registers(position)
        for axes in splits(len(position.marks)):
            inside = {axis + 1 for axis in axes}
            cut = [
                factor
                for factor in quantum_state(position).factors
                if set(factor.marks) & inside and set(factor.marks) - inside
            ]
            assert (len(schmidt(dense, axes)) == 1) == (cut == [])


def test_purity_of_a_mark_is_that_of_its_density_matrix() -> None:
    for position in POSITIONS:
        if len(position.marks) > 4:
            continue
        dense = registers(position)
        for mark in range(1, len(position.marks) + 1):
            own = np.moveaxis(dense, mark - 1, 0).reshape(dense.shape[0], -1)
            density = own @ own.T
            purity = float(np.trace(density @ density))
            assert float(quantum_state(position).mark_purity(mark)) == pytest.approx(purity)


def test_a_first_mark_entangles_its_squares_and_nothing_else() -> None:
    here = quantum_state(read("12").position)
    (factor,) = here.factors
    assert str(factor) == "1/√2 (|10⟩ + |01⟩)"
    assert (factor.entropy(factor.wires[0]), factor.purity(factor.wires[0])) == (1, Fraction(1, 2))
    assert (factor.entropy(), factor.entropy(*factor.wires)) == (0, 0)
    assert here.mark_purity(1) == 1
    assert not here.is_product


def test_stems_are_separate_factors_and_classical_marks_have_no_qubit() -> None:
    here = quantum_state(read("12 12 @1 45 56 69 46").position)
    assert here.classical == {1: 1, 2: 0}
    assert [(factor.kind, factor.marks) for factor in here.factors] == [
        ("GHZ", (3, 4, 6)),
        ("basis", (5,)),
    ]
    assert [here.mark_purity(mark) for mark in (1, 3, 5)] == [1, Fraction(1, 2), 1]
    assert here.factors[1].schmidt(Wire("mark", 5)) == (Fraction(1),)
    assert quantum_state(read("12 12 @1").position).is_product


# --- text, and errors --------------------------------------------------------


def test_kets_in_ascii() -> None:
    kets = [
        factor.ket(unicode=False) for factor in quantum_state(read("12 23 45").position).factors
    ]
    assert kets == ["1/sqrt(3) (|100> + |010> + |001>)", "1/sqrt(2) (|10> + |01>)"]
    assert Amplitude(Fraction(2, 3)).text(unicode=False) == "sqrt(2/3)"


def test_amplitudes_are_multiplied_with_amplitudes_only() -> None:
    with pytest.raises(TypeError):
        Amplitude(Fraction(1, 2)) * 2


def test_unknown_wires_and_marks() -> None:
    here = quantum_state(read("12").position)
    with pytest.raises(ValueError, match=r"this W state has no wire Wire\(kind='mark', number=1\)"):
        here.factors[0].schmidt(Wire("mark", 1))
    with pytest.raises(ValueError, match="no mark 2: the number of marks is 1"):
        here.mark_purity(2)
    with pytest.raises(ValueError, match="this position must place marks 1 to 1"):
        here.amplitude({1: 0, 2: 1})


def test_impossible_realities_have_amplitude_0() -> None:
    here = quantum_state(read("12 12 @1 34").position)
    assert float(here.amplitude({1: 1, 2: 0, 3: 3})) == pytest.approx(2**-0.5)
    assert here.amplitude({1: 0, 2: 1, 3: 3}).square == 0
    assert here.amplitude({1: 1, 2: 0, 3: 4}).square == 0
