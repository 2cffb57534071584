"""Circuits as text: one line for each qubit, time from left to right."""

from collections.abc import Sequence

from qttt.game import Board
from qttt.game.arguments import checked

from .circuit import Circuit, Gate, columns, label, span

_ASCII = str.maketrans("─┼●⊕−†", "-|o+-'")


@checked
def circuit_text(circuit: Circuit, board: Board, *, unicode: bool = True) -> str:
    """Draw one circuit; each line is a wire.

    >>> from .circuit import loop_circuit
    >>> from qttt.game import Position
    >>> position = Position.after((0, 1), (1, 2), (0, 2))
    >>> print(circuit_text(loop_circuit(position), position.rules.board))
    X3 ─H─●─────M─
    X1 ───⊕─●─X─M─
    O2 ─────⊕─X─M─
    """
    names = [wire.name(board) for wire in circuit.wires]
    width = max(map(len, names))
    cells = [_column(gates, len(names)) for gates in columns(circuit)]
    lines = [
        f"{name:<{width}} ─{'─'.join(column[wire] for column in cells)}─"
        for wire, name in enumerate(names)
    ]
    text = "\n".join(lines)
    return text if unicode else text.translate(_ASCII)


def _column(gates: Sequence[Gate], wires: int) -> list[str]:
    """The text of each wire in one column, all of equal width."""
    signs = ["─"] * wires
    for gate in gates:
        if gate.control is None:
            signs[gate.wire] = f"[{label(gate)}]" if gate.angle else label(gate)
            continue
        top, bottom = span(gate)
        signs[top : bottom + 1] = ["┼"] * (bottom + 1 - top)
        signs[gate.control], signs[gate.wire] = "●", "⊕"
    width = max(map(len, signs))
    return [f"{sign:─^{width}}" for sign in signs]
