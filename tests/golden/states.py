"""Generates the golden states.

python -m tests.golden.states
"""

from qttt.game import Position, Rules
from qttt.quantum import Factor, quantum_state
from tests.golden.circuits import RULES, positions
from tests.golden.tables import GOLDEN

STATES = """\
# The quantum state of a position: its separable factors, those of a pending loop first.
# One row each; columns are separated by one tab.
#
# rules   a preset and what differs from it
# moves   from the empty board, separated by one space
# states  separated by " | ": W, GHZ or basis (a stem), its wires (squares or marks), "=", its kets
#
# rules	moves	states
"""


def states_text() -> str:
    """Positions of ``circuits.tsv`` with their states."""
    rows = {
        f"{rules}\t{moves}\t{format_states(position)}\n"
        for rules in RULES
        for moves, position in positions(Rules.parse(rules))
    }
    return STATES + "".join(sorted(rows))


def format_states(position: Position) -> str:
    """Format all factors of a position for a row."""
    return " | ".join(_format(factor, position) for factor in quantum_state(position).factors)


def _format(factor: Factor, position: Position) -> str:
    wires = " ".join(wire.name(position.rules.board) for wire in factor.wires)
    return f"{factor.kind} {wires} = {factor}"


if __name__ == "__main__":
    (GOLDEN / "states.tsv").write_text(states_text(), encoding="utf-8", newline="\n")
