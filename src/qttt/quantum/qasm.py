"""Circuits as programs: cQASM 3, for Quantum Inspire and QX; OpenQASM 3 and 2, for most others.

Angles are decimal numbers, since readers disagree on what ``1/2*pi`` is. Every qubit is measured,
into the bit of its number.
"""

from collections.abc import Iterable
from math import pi

from qttt.game.arguments import checked

from .circuit import Circuit, Gate

_HALF_PI, _PI = f"{pi / 2:.15g}", f"{pi:.15g}"
_GATES = {
    "h": f"gate h a {{ U({_HALF_PI}, 0, {_PI}) a; }}",
    "x": f"gate x a {{ U({_PI}, 0, {_PI}) a; }}",
    "sdg": f"gate sdg a {{ U(0, 0, -{_HALF_PI}) a; }}",
    "ry": "gate ry(t) a { U(t, 0, 0) a; }",
    "cnot": f"gate cnot c, a {{ h a; ctrl @ U(0, 0, {_PI}) c, a; h a; }}",
}
"""Gates of OpenQASM 3, from those that every reader has.

The global phase of U depends on the reader, unless its first angle is 0; so only such a U has a
control.
"""
_NAMES = {kind: kind for kind in _GATES}
_ASSIGNED = "b[{0}] = measure q[{0}]"


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
    return _text([*head, *(_line(gate, names, _ASSIGNED) for gate in circuit.gates)])


@checked
def openqasm3(circuit: Circuit) -> str:
    """Return the circuit in OpenQASM 3.0, without included files; bit i belongs to wire i."""
    count = len(circuit.wires)
    kinds = {gate.kind for gate in circuit.gates}
    if "cnot" in kinds:
        kinds.add("h")
    gates = [definition for kind, definition in _GATES.items() if kind in kinds]
    registers = [f"qubit[{count}] q;", f"bit[{count}] b;"]
    steps = (f"{_line(gate, _NAMES, _ASSIGNED)};" for gate in circuit.gates)
    return _text(["OPENQASM 3.0;", *gates, *registers, *steps])


@checked
def openqasm2(circuit: Circuit) -> str:
    """Return the circuit in OpenQASM 2.0, with its standard gates; bit i belongs to wire i."""
    count = len(circuit.wires)
    head = ["OPENQASM 2.0", 'include "qelib1.inc"', f"qreg q[{count}]", f"creg b[{count}]"]
    steps = (
        _line(gate, _NAMES | {"cnot": "cx"}, "measure q[{0}] -> b[{0}]") for gate in circuit.gates
    )
    return _text(f"{line};" for line in (*head, *steps))


def _line(gate: Gate, names: dict[str, str], measurement: str) -> str:
    if gate.kind == "measure":
        return measurement.format(gate.wire)
    # 15 digits, since the last digits of asin differ between platforms.
    angle = f"({gate.angle.radians:.15g})" if gate.angle else ""
    control = "" if gate.control is None else f"q[{gate.control}], "
    return f"{names[gate.kind]}{angle} {control}q[{gate.wire}]"


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
