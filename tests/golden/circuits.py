"""Generates the golden circuits.

python -m tests.golden.circuits
"""

from random import Random

from qttt.game import Node, Position, Rules
from qttt.notation import format_moves
from qttt.quantum import Circuit, circuits
from qttt.quantum.circuit import Gate
from tests.golden.tables import GOLDEN

CIRCUITS = """\
# The quantum circuits of a position, one for each separable part, that of a pending loop first.
# One row each; columns are separated by one tab.
#
# rules     a preset and what differs from it
# moves     from the empty board, separated by one space
# circuits  separated by " | ": the state, its wires (squares or marks), ":", its gates. h0 and x0
#           are on wire 0, c01 is a CNOT that wire 0 controls, m0 measures; r1+2/3 turns wire 1 by
#           the angle whose sine is the root of 2/3, r1-2/3 back. Wires from 10 up are a, b, c ...
#
# rules	moves	circuits
"""

RULES = ("goff", "no-pair-loops", "krist rows=2 cols=5", "qubic4", "qubic5")
GAMES = 12
"""Number of random games per set of rules; a few positions of each are written."""

KINDS = {"h": "h", "x": "x", "ry": "r", "cnot": "c", "measure": "m"}


def circuits_text() -> str:
    """Different positions of random games, with their circuits."""
    rows = {
        f"{rules}\t{moves}\t{format_circuits(position)}\n"
        for rules in RULES
        for moves, position in positions(Rules.parse(rules))
    }
    return CIRCUITS + "".join(sorted(rows))


def positions(rules: Rules) -> list[tuple[str, Position]]:
    """Some positions of random games, and the moves that lead there."""
    rng = Random(str(rules))
    return [found for _ in range(GAMES) for found in _game(rules, rng)]


def _game(rules: Rules, rng: Random) -> list[tuple[str, Position]]:
    """The position before each collapse of a random game, and one other position."""
    node, found = Node(Position(rules)), []
    while moves := node.position.legal_moves:
        if node.position.quantum and (node.position.has_loop or rng.random() < 0.1):
            found.append((format_moves(node), node.position))
        node = node.play(rng.choice(moves))
    return found[:4]


def format_circuits(position: Position) -> str:
    """Format all circuits of a position for a row."""
    return " | ".join(_format(circuit, position) for circuit in circuits(position))


def _format(circuit: Circuit, position: Position) -> str:
    wires = " ".join(wire.name(position.rules.board) for wire in circuit.wires)
    return f"{circuit.state} {wires}: {' '.join(map(_gate, circuit.gates))}"


def _gate(gate: Gate) -> str:
    control = "" if gate.control is None else _digit(gate.control)
    angle = gate.angle
    turn = f"{'+' if angle.sign > 0 else '-'}{angle.share}/{angle.of}" if angle else ""
    return f"{KINDS[gate.kind]}{control}{_digit(gate.wire)}{turn}"


def _digit(wire: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[wire]


if __name__ == "__main__":
    (GOLDEN / "circuits.tsv").write_text(circuits_text(), encoding="utf-8", newline="\n")
