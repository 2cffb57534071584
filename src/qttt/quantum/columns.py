"""Layout of a circuit in columns, each gate as early as possible."""

from .circuit import Circuit, Gate


def columns(circuit: Circuit) -> tuple[tuple[Gate, ...], ...]:
    """Return the gates, column by column.

    A CNOT also occupies the wires that its line crosses; measurements share the last column.
    """
    placed: list[list[Gate]] = []
    free = [0] * len(circuit.wires)
    for gate in circuit.gates:
        if gate.kind == "measure":
            continue
        top, bottom = span(gate)
        column = max(free[top : bottom + 1])
        placed += [[] for _ in range(column + 1 - len(placed))]
        placed[column].append(gate)
        free[top : bottom + 1] = [column + 1] * (bottom + 1 - top)
    last = tuple(gate for gate in circuit.gates if gate.kind == "measure")
    return (*map(tuple, placed), last)


def span(gate: Gate) -> tuple[int, int]:
    """Return the first and the last wire that a gate is drawn on."""
    ends = (gate.wire, gate.wire if gate.control is None else gate.control)
    return min(ends), max(ends)


def label(gate: Gate) -> str:
    """Return the label of a gate; that of Ry has the square of the sine of its angle."""
    if gate.angle is None:
        return {"h": "H", "x": "X", "measure": "M"}[gate.kind]
    return f"Ry {'−' * (gate.angle.sign < 0)}{gate.angle.share}/{gate.angle.of}"
