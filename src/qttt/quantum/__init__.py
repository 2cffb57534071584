"""Quantum states and circuits of positions, devices that run circuits, and their use as coins.

Every bit carries its measurement, so that it can be audited. Optional packages are imported only
when their device is used.
"""

from .amplitude import Amplitude
from .circuit import Circuit, circuits, coin_circuit, loop_circuit
from .decoding import decode
from .measurement import DeviceError, Measurement, ProofError
from .overlap import overlap
from .pool import Pool
from .qasm import cqasm3, openqasm2, openqasm3
from .source import DEFAULT_TIMEOUT_S, Device, Source
from .sources import open_source
from .state import Factor, QuantumState, SquareOdds, Term, quantum_state
from .text import circuit_text

__all__ = [
    "DEFAULT_TIMEOUT_S",
    "Amplitude",
    "Circuit",
    "Device",
    "DeviceError",
    "Factor",
    "Measurement",
    "Pool",
    "ProofError",
    "QuantumState",
    "Source",
    "SquareOdds",
    "Term",
    "circuit_text",
    "circuits",
    "coin_circuit",
    "cqasm3",
    "decode",
    "loop_circuit",
    "open_source",
    "openqasm2",
    "openqasm3",
    "overlap",
    "quantum_state",
]
