"""Decoding of a loop's measured qubits to a bit, and their noise.

In a GHZ state each qubit of the loop determines the collapse, so the majority decides, or the
closing mark's qubit in a tie. Qubits that contradict the result, including stems, are noise.
"""

from typing import NamedTuple

from qttt.game.arguments import checked

from .circuit import Circuit


class Vote(NamedTuple):
    """The decoded ``bit`` of a shot, and the number of ``qubits`` ``disagreeing`` with it."""

    bit: int
    disagreeing: int
    qubits: int

    @property
    def noise(self) -> float:
        """The fraction of qubits that contradict the bit."""
        return self.disagreeing / self.qubits


@checked
def decode(circuit: Circuit, shot: str) -> Vote:
    """Decode one ``shot``: a 0 or 1 for each wire, from wire 0.

    Raises ``ValueError`` for a W state, and for a shot of another circuit.

    >>> from .circuit import coin_circuit
    >>> decode(coin_circuit(3), "110")
    Vote(bit=1, disagreeing=1, qubits=3)
    """
    if circuit.state != "GHZ":
        raise ValueError("a W state cannot be decoded: pass the circuit of a loop or a coin")
    if len(shot) != len(circuit.wires) or set(shot) - {"0", "1"}:
        raise ValueError(f"{shot!r} is not a shot of {len(circuit.wires)} qubits")
    votes = [int(bit) ^ (wire in _flipped(circuit)) for wire, bit in enumerate(shot)]
    voters = _voters(circuit)
    ones = sum(votes[wire] for wire in voters)
    bit = votes[0] if 2 * ones == len(voters) else int(2 * ones > len(voters))
    expected = [bit if wire in voters else 0 for wire in range(len(shot))]
    return Vote(bit, sum(a != b for a, b in zip(votes, expected, strict=True)), len(shot))


def _flipped(circuit: Circuit) -> set[int]:
    """The wires that are 1 in the first collapse."""
    return {gate.wire for gate in circuit.gates if gate.kind == "x"}


def _voters(circuit: Circuit) -> set[int]:
    """The wires that distinguish the collapses: all but stems."""
    return {gate.wire for gate in circuit.gates if gate.kind in ("h", "cnot")}
