"""Circuits give the realities of the ensemble, with equal probabilities."""

from collections import Counter
from math import prod
from xml.etree.ElementTree import fromstring

import pytest

from qttt.game import Board, Position, Rules
from qttt.notation import read
from qttt.quantum import (
    Circuit,
    circuit_text,
    circuits,
    coin_circuit,
    cqasm3,
    loop_circuit,
    openqasm2,
    openqasm3,
)
from qttt.quantum.circuit import columns, span
from qttt.quantum.svg import circuits_svg
from tests.golden import circuits as golden
from tests.golden.tables import GOLDEN
from tests.quantum.positions import PAIR, STEM, bit_of, random_positions
from tests.quantum.simulator import probabilities

BOARD = Board(3, 3)
POSITIONS = [
    position
    for rules in ("goff", "krist rows=2 cols=5")
    for position in random_positions(Rules.parse(rules), 12)
    if position.quantum
]


def test_circuits_match_the_golden_data() -> None:
    assert (GOLDEN / "circuits.tsv").read_text("utf-8") == golden.circuits_text()


def test_all_realities_are_equally_likely() -> None:
    for position in POSITIONS:
        realities = list(position.ensemble())
        parts = circuits(position)
        for circuit in parts:
            expected = {
                "".join(bit_of(wire, reality, position) for wire in circuit.wires)
                for reality in realities
            }
            found = probabilities(circuit)
            assert set(found) == expected
            assert all(found[one] == pytest.approx(1 / len(expected)) for one in expected)
        assert prod(len(probabilities(circuit)) for circuit in parts) == len(realities)


def test_odds_match_the_wires() -> None:
    """A loop's mark is on its second square with the probability that its wire is 1."""
    for position in (PAIR, STEM):
        circuit, odds = loop_circuit(position), position.ensemble().odds()
        found = probabilities(circuit)
        for number, wire in enumerate(circuit.wires):
            ones = sum(each for bits, each in found.items() if bits[number] == "1")
            second = max(position.quantum[wire.number])
            assert ones == pytest.approx(float(odds[wire.number].get(second, 0)))


def test_wire_0_is_the_coin() -> None:
    for position in POSITIONS:
        if position.has_loop:
            first = loop_circuit(position).wires[0]
            assert first.number == len(position.marks)
            assert position.legal_moves[0][0] == min(position.quantum[first.number])


def test_a_position_without_a_loop_has_no_loop_circuit() -> None:
    with pytest.raises(ValueError, match=r"^no loop is pending in 12$"):
        loop_circuit(read("12").position)
    assert circuits(Position()) == ()


def test_columns_keep_the_order_on_every_wire_and_nothing_overlaps() -> None:
    for circuit in {c for position in POSITIONS for c in circuits(position)}:
        drawn = columns(circuit)
        assert Counter(gate for column in drawn for gate in column) == Counter(circuit.gates)
        for wire in range(len(circuit.wires)):
            by_column = [
                [g for g in column if span(g)[0] <= wire <= span(g)[1]] for column in drawn
            ]
            assert all(len(gates) <= 1 for gates in by_column)
            order = [gate for gates in by_column for gate in gates]
            assert order == [g for g in circuit.gates if span(g)[0] <= wire <= span(g)[1]]


def test_text_has_a_line_of_equal_length_for_each_wire() -> None:
    for circuit in circuits(read("12 25 59 34 46 15").position):
        lines = circuit_text(circuit, BOARD).splitlines()
        assert len(lines) == len(circuit.wires)
        assert len(set(map(len, lines))) == 1
        assert circuit_text(circuit, BOARD, unicode=False).isascii()


def test_picture_is_standalone_and_has_a_title() -> None:
    position = read("12 25 59 34 15").position
    picture = circuits_svg(circuits(position), BOARD)
    root = fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root[0].text == "The GHZ state of X5, X1, O2, X3; The W state of 3, 4"
    assert "<script" not in picture
    assert "://" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert picture == circuits_svg(circuits(position), BOARD)
    assert fromstring(circuits_svg((), BOARD)).find("{*}g") is None


def test_programs_have_a_line_for_each_gate() -> None:
    circuit = loop_circuit(STEM)
    assert cqasm3(circuit).splitlines()[5:] == [
        "H q[0]",
        "CNOT q[0], q[1]",
        "CNOT q[1], q[2]",
        "X q[1]",
        "X q[2]",
        "X q[3]",
        *(f"b[{wire}] = measure q[{wire}]" for wire in range(4)),
    ]
    (*head, last) = openqasm2(circuit).splitlines()[4:]
    assert (head[0], last) == ("h q[0];", "measure q[3] -> b[3];")
    *_, h, cnot, register, bits = openqasm3(circuit).splitlines()[: -len(circuit.gates)]
    assert h.startswith("gate x a {")
    assert cnot == "gate cnot c, a { h a; ctrl @ U(0, 0, 3.14159265358979) c, a; h a; }"
    assert (register, bits) == ("qubit[4] q;", "bit[4] b;")
    assert openqasm3(circuit).splitlines()[-len(circuit.gates)] == "h q[0];"


def test_angles_in_programs() -> None:
    (tree,) = circuits(read("12 23").position)
    assert "Ry(0.955316618124509) q[2]" in cqasm3(tree)
    assert "ry(0.955316618124509) q[2];" in openqasm3(tree)
    assert "ry(0.955316618124509) q[2];" in openqasm2(tree)
    for program in (cqasm3, openqasm2, openqasm3):
        assert "pi" not in program(tree)


@pytest.mark.parametrize("circuit", [loop_circuit(STEM), coin_circuit(), coin_circuit(5)])
def test_a_coin_has_two_sides(circuit: Circuit) -> None:
    assert list(probabilities(circuit).values()) == pytest.approx([0.5, 0.5])
