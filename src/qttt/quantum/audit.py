"""Whether a measurement can have decided what it is said to have decided."""

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple

from qttt.extras import MissingExtraError
from qttt.game import Position

from .circuit import Circuit, coin_circuit, loop_circuit
from .decoding import Vote, decode
from .errors import DeviceError, ProofError
from .measurement import Measurement
from .qasm import cqasm3
from .qx import QX


class Grade(StrEnum):
    """What an audit can say of something."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "not checked"


class Finding(NamedTuple):
    """One thing that was looked at, and what came out."""

    grade: Grade
    text: str


def audit(measurement: Measurement, position: Position) -> Iterator[Finding]:
    """What can be said of the measurement for the loop that is pending in ``position``."""
    if not measurement.circuit:
        yield Finding(
            Grade.UNKNOWN, f"a bit of {measurement.backend}, which leaves nothing to check"
        )
        return
    circuit = _circuit(measurement, position)
    if circuit is None:
        yield Finding(Grade.WRONG, "the circuit is neither that of the loop nor a plain coin")
        return
    what = "this loop" if circuit.wires[0].kind == "mark" else "any loop, made beforehand"
    yield Finding(Grade.RIGHT, f"the circuit is that of {what}")
    yield _decoded(measurement, circuit)
    yield _origin(measurement)


def _circuit(measurement: Measurement, position: Position) -> Circuit | None:
    """The circuit that was measured, if it can have decided this loop."""
    fitting = (loop_circuit(position), coin_circuit())
    return next((each for each in fitting if cqasm3(each) == measurement.circuit), None)


def vote_of(measurement: Measurement, position: Position) -> Vote | None:
    """How the qubits voted; None for a bit that no circuit of that loop has measured."""
    circuit = _circuit(measurement, position)
    try:
        return decode(circuit, measurement.only_shot) if circuit else None
    except ValueError:
        return None


def _decoded(measurement: Measurement, circuit: Circuit) -> Finding:
    try:
        vote = decode(circuit, measurement.only_shot)
    except ValueError as error:
        return Finding(Grade.WRONG, str(error))
    if vote.bit != measurement.bit:
        return Finding(
            Grade.WRONG, f"{measurement.only_shot} decodes to {vote.bit}, not {measurement.bit}"
        )
    agree = vote.qubits - vote.disagreeing
    text = f"{measurement.only_shot} decodes to {vote.bit}; {agree} of {vote.qubits} qubits agree"
    return Finding(Grade.RIGHT, text)


def _origin(measurement: Measurement) -> Finding:
    """Whether the shot is that of its seed; of a device only the device knows."""
    if measurement.seed is None:
        job = f"job {measurement.job}" if measurement.job else "this shot"
        return Finding(Grade.UNKNOWN, f"whether {measurement.backend} measured it: it knows {job}")
    try:
        return _repeated(measurement)
    except (DeviceError, MissingExtraError) as error:
        return Finding(Grade.UNKNOWN, f"whether seed {measurement.seed} gives it: {error}")


def _repeated(measurement: Measurement) -> Finding:
    if measurement.source != QX.name:
        raise DeviceError(f"{measurement.backend} is not asked again")
    here = QX(Random())
    if here.backend != measurement.backend:
        raise DeviceError(f"this is {here.backend}, that was {measurement.backend}")
    again = here.again(measurement.circuit, measurement.seed or 0).bits
    if again != measurement.only_shot:
        text = f"seed {measurement.seed} gives {again}, not {measurement.only_shot}"
        return Finding(Grade.WRONG, text)
    return Finding(Grade.RIGHT, f"seed {measurement.seed} gives the same again")


def check(measurement: Measurement, position: Position) -> None:
    """Raise ``ProofError`` if something about it is wrong."""
    for finding in audit(measurement, position):
        if finding.grade is Grade.WRONG:
            raise ProofError(finding.text)
