"""From what the qubits of a loop showed to the bit of the coin, and how noisy they were.

In a GHZ state every qubit of the loop tells which collapse it is, so each has a vote: the majority
decides, and in a draw the qubit of the closing mark. Qubits that show something else than the
collapse that was decided on, stems too, are noise: without any, there are none.
"""

from typing import NamedTuple

from .circuit import Circuit


class Vote(NamedTuple):
    """What one shot comes to: the ``bit``, and how many of its ``qubits`` contradict it."""

    bit: int
    disagreeing: int
    qubits: int

    @property
    def noise(self) -> float:
        """The share of qubits that contradict the bit."""
        return self.disagreeing / self.qubits


def decode(circuit: Circuit, shot: str) -> Vote:
    """The vote of one ``shot``: a 0 or 1 for each wire, that of wire 0 first.

    Raises ``ValueError`` for a circuit that is no loop's, and for a shot of another circuit.

    >>> from .circuit import coin_circuit
    >>> decode(coin_circuit(3), "110")
    Vote(bit=1, disagreeing=1, qubits=3)
    """
    if circuit.state != "GHZ":
        raise ValueError("a W state decides nothing: only the circuit of a loop is a coin")
    if len(shot) != len(circuit.wires) or set(shot) - {"0", "1"}:
        raise ValueError(f"{shot!r} is no shot of {len(circuit.wires)} qubits")
    shown = [int(bit) ^ (wire in _flipped(circuit)) for wire, bit in enumerate(shot)]
    voters = _voters(circuit)
    ones = sum(shown[wire] for wire in voters)
    bit = shown[0] if 2 * ones == len(voters) else int(2 * ones > len(voters))
    wanted = [bit if wire in voters else 0 for wire in range(len(shot))]
    return Vote(bit, sum(a != b for a, b in zip(shown, wanted, strict=True)), len(shot))


def _flipped(circuit: Circuit) -> set[int]:
    """The wires that show 1 in the first collapse."""
    return {gate.wire for gate in circuit.gates if gate.kind == "x"}


def _voters(circuit: Circuit) -> set[int]:
    """The wires that tell the two collapses apart: all but stems."""
    return {gate.wire for gate in circuit.gates if gate.kind in ("h", "cnot")}
