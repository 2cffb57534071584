"""Circuits on QX give the realities of the ensemble, with equal frequencies."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from random import Random

import pytest

from qttt.game import Position, Rules
from qttt.quantum import Circuit, circuits
from qttt.quantum.battery import SIGNIFICANCE_LEVEL, chi_square
from qttt.quantum.circuit import Angle
from qttt.quantum.qx import QX
from tests.quantum.positions import bit_of, random_positions

RULES = ("goff", "qubic3", "krist rows=2 cols=5")


def entangled(rules: str, seed: int) -> Iterator[Position]:
    """Positions of random games with more than one reality."""
    positions = random_positions(Rules.parse(rules), 1000, seed)
    return (position for position in positions if position.ensemble().count > 1)


def measured(parts: Sequence[Circuit], device: QX, shots: int) -> Counter[str]:
    """Counts of the joint outcomes of all circuits."""
    runs = [device.run(circuit, shots) for circuit in parts]
    return Counter("".join(shot.bits for shot in each) for each in zip(*runs, strict=True))


def realities(position: Position) -> list[str]:
    """The outcome that corresponds to each reality."""
    wires = [wire for circuit in circuits(position) for wire in circuit.wires]
    return [
        "".join(bit_of(wire, reality, position) for wire in wires)
        for reality in position.ensemble()
    ]


def square_of(outcomes: list[str], parts: Sequence[Circuit], device: QX, expected: int) -> float:
    """Chi square for an ``expected`` count per outcome; infinite if there was another outcome."""
    counts = measured(parts, device, expected * len(outcomes))
    if not set(counts) <= set(outcomes):
        return inf
    return sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)


def check_frequencies(positions: int, seed: int) -> None:
    """Test each position, and the total of all positions two-sided."""
    device, squares, freedom = QX(Random(seed)), 0.0, 0
    for rules in RULES:
        for position in islice(entangled(rules, seed), positions):
            outcomes = realities(position)
            square = square_of(outcomes, circuits(position), device, 20)
            assert chi_square(square, len(outcomes) - 1) > SIGNIFICANCE_LEVEL, position
            squares, freedom = squares + square, freedom + len(outcomes) - 1
    assert 1e-5 < chi_square(squares, freedom) < 1 - 1e-5


def test_realities_are_measured_equally_often() -> None:
    check_frequencies(positions=3, seed=1)


@pytest.mark.nightly
def test_realities_of_hundreds_of_positions_are_measured_equally_often() -> None:
    check_frequencies(positions=120, seed=2)


def test_a_slightly_wrong_circuit_is_rejected() -> None:
    """A tree of three squares whose first rotation has 1/2 instead of 2/3."""
    position, device = Position.after((0, 1), (1, 2)), QX(Random(3))
    (tree,) = circuits(position)
    gates = tuple(gate._replace(angle=_half(gate.angle)) for gate in tree.gates)
    wrong = replace(tree, gates=gates)
    outcomes = realities(position)
    assert chi_square(square_of(outcomes, [tree], device, 200), 2) > SIGNIFICANCE_LEVEL
    assert chi_square(square_of(outcomes, [wrong], device, 200), 2) < SIGNIFICANCE_LEVEL


def _half(angle: Angle | None) -> Angle | None:
    return angle and angle._replace(share=1, of=2)
