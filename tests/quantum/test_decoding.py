"""Decoding by majority, and noise."""

import pytest

from qttt.game import Position
from qttt.notation import read
from qttt.quantum import circuits, coin_circuit, decode, loop_circuit
from qttt.quantum.decoding import Vote
from tests.quantum.positions import PAIR, STEM
from tests.quantum.simulator import probabilities


@pytest.mark.parametrize("position", [PAIR, STEM])
def test_without_noise_wire_0_is_the_bit(position: Position) -> None:
    circuit = loop_circuit(position)
    for shot in probabilities(circuit):
        assert decode(circuit, shot) == Vote(int(shot[0]), 0, len(circuit.wires))


def test_one_flipped_qubit_is_outvoted() -> None:
    circuit = loop_circuit(STEM)
    for shot in probabilities(circuit):
        for wire in range(len(circuit.wires)):
            noisy = shot[:wire] + "10"[int(shot[wire])] + shot[wire + 1 :]
            vote = decode(circuit, noisy)
            assert (vote.bit, vote.disagreeing) == (int(shot[0]), 1)
            assert vote.noise == 0.25


def test_in_a_tie_the_closing_mark_decides() -> None:
    circuit = loop_circuit(PAIR)
    assert sorted(probabilities(circuit)) == ["01", "10"]
    assert decode(circuit, "00") == Vote(0, 1, 2)
    assert decode(circuit, "11") == Vote(1, 1, 2)


def test_a_stem_has_no_vote() -> None:
    circuit = loop_circuit(read("12 23 34 12").position)
    assert [wire.number for wire in circuit.wires] == [4, 1, 2, 3]
    shot = next(iter(probabilities(circuit)))
    flipped = shot[:2] + "".join("10"[int(bit)] for bit in shot[2:])
    assert decode(circuit, flipped) == Vote(int(shot[0]), 2, 4)


@pytest.mark.parametrize("shot", ["", "00", "0000", "0a0", "0 1"])
def test_a_shot_of_another_circuit(shot: str) -> None:
    with pytest.raises(ValueError, match=f"{shot!r} is not a shot of 3 qubits"):
        decode(coin_circuit(), shot)


def test_a_tree_cannot_be_decoded() -> None:
    (tree,) = circuits(read("12").position)
    with pytest.raises(ValueError, match="a W state cannot be decoded: pass the circuit of a loop"):
        decode(tree, "01")
