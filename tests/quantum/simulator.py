"""A simple state-vector simulator of the five gates, as a reference for circuits."""

from math import cos, sin, sqrt

from qttt.quantum import Circuit
from qttt.quantum.circuit import Gate

Matrix = tuple[tuple[float, float], tuple[float, float]]


def amplitudes(circuit: Circuit) -> dict[str, float]:
    """The nonzero amplitudes by basis state; wire 0 is the first character."""
    count = len(circuit.wires)
    state = [0.0] * 2**count
    state[0] = 1.0
    for gate in circuit.gates:
        state = _after(gate, state)
    by_bits = {f"{number:0{count}b}"[::-1]: amplitude for number, amplitude in enumerate(state)}
    return {bits: amplitude for bits, amplitude in by_bits.items() if abs(amplitude) > 1e-6}


def probabilities(circuit: Circuit) -> dict[str, float]:
    """The nonzero probabilities by outcome."""
    return {bits: amplitude**2 for bits, amplitude in amplitudes(circuit).items()}


def _after(gate: Gate, state: list[float]) -> list[float]:
    """Apply a gate; wire i is bit i of a state's number."""
    if gate.kind == "measure":
        return state
    (a, b), (c, d) = _matrix(gate)
    bit, control = 1 << gate.wire, 0 if gate.control is None else 1 << gate.control
    after = list(state)
    for zero in range(len(state)):
        if not zero & bit and zero & control == control:
            one = zero | bit
            after[zero] = a * state[zero] + b * state[one]
            after[one] = c * state[zero] + d * state[one]
    return after


def _matrix(gate: Gate) -> Matrix:
    if gate.angle is not None:
        half = gate.angle.radians / 2
        return (cos(half), -sin(half)), (sin(half), cos(half))
    if gate.kind == "h":
        return (sqrt(0.5), sqrt(0.5)), (sqrt(0.5), -sqrt(0.5))
    return (0.0, 1.0), (1.0, 0.0)
