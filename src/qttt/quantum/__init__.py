"""Quantum states and circuits of positions, devices that run circuits, and their use as coins.

Every bit carries its measurement, so that it can be audited. Optional packages are imported only
when their device is used.
"""

from .amplitude import Amplitude
from .circuit import Angle, Circuit, Gate, Wire, circuits, coin_circuit, loop_circuit
from .decoding import Vote, decode
from .errors import DeviceError, ProofError
from .measurement import Measurement
from .overlap import overlap
from .pool import Pool
from .qasm import cqasm3, openqasm3
from .source import PATIENCE, Device, Quantum, Shot, Source, System
from .sources import NAMES, source
from .state import Factor, SquareOdds, State, Term, state
from .text import circuit_text

__all__ = [
    "NAMES",
    "PATIENCE",
    "Amplitude",
    "Angle",
    "Circuit",
    "Device",
    "DeviceError",
    "Factor",
    "Gate",
    "Measurement",
    "Pool",
    "ProofError",
    "Quantum",
    "Shot",
    "Source",
    "SquareOdds",
    "State",
    "System",
    "Term",
    "Vote",
    "Wire",
    "circuit_text",
    "circuits",
    "coin_circuit",
    "cqasm3",
    "decode",
    "loop_circuit",
    "openqasm3",
    "overlap",
    "source",
    "state",
]
