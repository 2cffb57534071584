"""Circuits that QX runs come to the realities of the ensemble, each as often as the others."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from random import Random

import pytest

from qttt.game import Position, Rules
from qttt.quantum import Angle, Circuit, circuits
from qttt.quantum.battery import FALSE_ALARM, chi_square
from qttt.quantum.qx import QX
from tests.quantum.positions import by_chance, shown

RULES = ("goff", "qubic3", "krist rows=2 cols=5")


def entangled(rules: str, seed: int) -> Iterator[Position]:
    """Positions with more than one reality, of games that chance plays."""
    played = by_chance(Rules.parse(rules), 1000, seed)
    return (position for position in played if position.ensemble().count > 1)


def measured(parts: Sequence[Circuit], device: QX, shots: int) -> Counter[str]:
    """How often the qubits of all circuits together showed what, measured so many times."""
    runs = [device.run(circuit, shots) for circuit in parts]
    return Counter("".join(shot.bits for shot in each) for each in zip(*runs, strict=True))


def realities(position: Position) -> list[str]:
    """The same for each reality."""
    wires = [wire for circuit in circuits(position) for wire in circuit.wires]
    return [
        "".join(shown(wire, reality, position) for wire in wires) for reality in position.ensemble()
    ]


def square_of(wanted: list[str], parts: Sequence[Circuit], device: QX, expected: int) -> float:
    """Chi square, if each reality is expected so often; infinite if there was another one."""
    found = measured(parts, device, expected * len(wanted))
    if not set(found) <= set(wanted):
        return inf
    return sum((found[each] - expected) ** 2 / expected for each in wanted)


def agree(positions: int, seed: int) -> None:
    """No position is far from its ensemble, and all together are neither too far nor too near."""
    device, squares, freedom = QX(Random(seed)), 0.0, 0
    for rules in RULES:
        for position in islice(entangled(rules, seed), positions):
            wanted = realities(position)
            square = square_of(wanted, circuits(position), device, 20)
            assert chi_square(square, len(wanted) - 1) > FALSE_ALARM, position
            squares, freedom = squares + square, freedom + len(wanted) - 1
    assert 1e-5 < chi_square(squares, freedom) < 1 - 1e-5


def test_realities_are_measured_as_often_as_the_ensemble_says() -> None:
    agree(positions=6, seed=1)


@pytest.mark.nightly
def test_realities_of_hundreds_of_positions_are() -> None:
    agree(positions=120, seed=2)


def test_a_circuit_that_is_slightly_wrong_is_found_out() -> None:
    """The test of the test: a tree of three squares whose first turn takes 1/2 for 2/3."""
    position, device = Position.after((0, 1), (1, 2)), QX(Random(3))
    (tree,) = circuits(position)
    turned = tuple(gate._replace(angle=_half(gate.angle)) for gate in tree.gates)
    wrong = replace(tree, gates=turned)
    wanted = realities(position)
    assert chi_square(square_of(wanted, [tree], device, 200), 2) > FALSE_ALARM
    assert chi_square(square_of(wanted, [wrong], device, 200), 2) < FALSE_ALARM


def _half(angle: Angle | None) -> Angle | None:
    return angle and angle._replace(share=1, of=2)
