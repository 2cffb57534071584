"""Circuits as programs in cQASM 3, for Quantum Inspire and QX, and OpenQASM 3."""

from collections.abc import Iterable

from qttt.game.arguments import checked

from .circuit import Circuit, Gate


@checked
def cqasm3(circuit: Circuit) -> str:
    """Return the circuit in cQASM 3.0; bit i belongs to wire i.

    >>> from .circuit import coin_circuit
    >>> print(cqasm3(coin_circuit(2)), end="")
    version 3.0
    <BLANKLINE>
    qubit[2] q
    bit[2] b
    <BLANKLINE>
    H q[0]
    CNOT q[0], q[1]
    b[0] = measure q[0]
    b[1] = measure q[1]
    """
    count = len(circuit.wires)
    head = ["version 3.0", "", f"qubit[{count}] q", f"bit[{count}] b", ""]
    names = {"h": "H", "x": "X", "sdg": "Sdag", "ry": "Ry", "cnot": "CNOT"}
    return _text([*head, *(_line(gate, names) for gate in circuit.gates)])


@checked
def openqasm3(circuit: Circuit) -> str:
    """Return the circuit in OpenQASM 3.0; bit i belongs to wire i."""
    count = len(circuit.wires)
    head = ["OPENQASM 3.0", 'include "stdgates.inc"', f"qubit[{count}] q", f"bit[{count}] b"]
    names = {"h": "h", "x": "x", "sdg": "sdg", "ry": "ry", "cnot": "cx"}
    return _text(f"{line};" for line in [*head, *(_line(gate, names) for gate in circuit.gates)])


def _line(gate: Gate, names: dict[str, str]) -> str:
    if gate.kind == "measure":
        return f"b[{gate.wire}] = measure q[{gate.wire}]"
    # 15 digits, since the last digits of asin differ between platforms.
    angle = f"({gate.angle.radians:.15g})" if gate.angle else ""
    control = "" if gate.control is None else f"q[{gate.control}], "
    return f"{names[gate.kind]}{angle} {control}q[{gate.wire}]"


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
