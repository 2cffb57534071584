"""Audit of a measurement: whether it can have decided a given loop."""

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple

from qttt.extras import MissingExtraError
from qttt.game import Position

from .circuit import Circuit, coin_circuit, loop_circuit
from .decoding import Vote, decode
from .measurement import DeviceError, Measurement, ProofError, parse_time
from .qasm import cqasm3
from .qx import QX


class AuditStatus(StrEnum):
    """The result of one check."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "not checked"


class AuditFinding(NamedTuple):
    """One check and its result."""

    status: AuditStatus
    text: str


def audit(measurement: Measurement, position: Position) -> Iterator[AuditFinding]:
    """Check the measurement against the loop pending in ``position``."""
    if not measurement.circuit:
        yield AuditFinding(
            AuditStatus.UNKNOWN, f"a bit from {measurement.backend}, which cannot be checked"
        )
        return
    circuit = _circuit(measurement, position)
    if circuit is None:
        yield AuditFinding(
            AuditStatus.WRONG, "the circuit is neither that of the loop nor a plain coin"
        )
        return
    loop = "this loop" if circuit.wires[0].kind == "mark" else "any loop, made beforehand"
    yield AuditFinding(AuditStatus.RIGHT, f"the circuit is that of {loop}")
    yield _check_bit(measurement, circuit)
    yield _check_origin(measurement)


def _circuit(measurement: Measurement, position: Position) -> Circuit | None:
    """The circuit that was measured, if it can have decided this loop."""
    candidates = (loop_circuit(position), coin_circuit())
    return next(
        (candidate for candidate in candidates if cqasm3(candidate) == measurement.circuit), None
    )


def vote_of(measurement: Measurement, position: Position) -> Vote | None:
    """Return the vote of the qubits; None if the circuit is not of that loop."""
    circuit = _circuit(measurement, position)
    try:
        return decode(circuit, measurement.only_shot) if circuit else None
    except ValueError:
        return None


def _check_bit(measurement: Measurement, circuit: Circuit) -> AuditFinding:
    try:
        vote = decode(circuit, measurement.only_shot)
    except ValueError as error:
        return AuditFinding(AuditStatus.WRONG, str(error))
    if vote.bit != measurement.bit:
        return AuditFinding(
            AuditStatus.WRONG,
            f"{measurement.only_shot} decodes to {vote.bit}, not {measurement.bit}",
        )
    agree = vote.qubits - vote.disagreeing
    text = f"{measurement.only_shot} decodes to {vote.bit}; {agree} of {vote.qubits} qubits agree"
    return AuditFinding(AuditStatus.RIGHT, text)


def _check_origin(measurement: Measurement) -> AuditFinding:
    """Check that the seed reproduces the shot; jobs of a device cannot be checked here."""
    if measurement.seed is None:
        job = f"job {measurement.job}" if measurement.job else "this shot"
        return AuditFinding(
            AuditStatus.UNKNOWN, f"whether {measurement.backend} measured it: only it knows {job}"
        )
    try:
        return _check_seed(measurement)
    except (DeviceError, MissingExtraError) as error:
        return AuditFinding(
            AuditStatus.UNKNOWN, f"whether seed {measurement.seed} reproduces the shot: {error}"
        )


def _check_seed(measurement: Measurement) -> AuditFinding:
    if measurement.source != QX.name:
        raise DeviceError(f"{measurement.backend} is not rerun")
    simulator = QX(Random())
    if simulator.backend != measurement.backend:
        raise DeviceError(f"this is {simulator.backend}, that was {measurement.backend}")
    bits = simulator.run_seed(measurement.circuit, measurement.seed or 0).bits
    if bits != measurement.only_shot:
        text = f"seed {measurement.seed} gives {bits}, not {measurement.only_shot}"
        return AuditFinding(AuditStatus.WRONG, text)
    return AuditFinding(AuditStatus.RIGHT, f"seed {measurement.seed} reproduces the shot")


def is_of_loop(measurement: Measurement, position: Position) -> bool:
    """Return whether this loop's circuit was measured; other bits can be made beforehand."""
    return measurement.circuit == cqasm3(loop_circuit(position))


def shot_key(measurement: Measurement) -> object:
    """Return a key that identifies a shot; unique for bits without a seed or job.

    A seed reproduces its shots in any job.
    """
    if measurement.seed is not None:
        return measurement.backend, measurement.seed, measurement.shot
    return (measurement.backend, measurement.job, measurement.shot) if measurement.job else object()


def check_measurement(measurement: Measurement, position: Position) -> None:
    """Raise ``ProofError`` if the audit finds something wrong."""
    for finding in audit(measurement, position):
        if finding.status is AuditStatus.WRONG:
            raise ProofError(finding.text)


def measurement_rows(toss: Measurement, loop: Position) -> Iterator[tuple[str, str]]:
    """Yield the measurement of a coin toss for a loop as names and values."""
    yield "Coin", toss.source
    yield "Bit", str(toss.bit)
    if vote := vote_of(toss, loop):
        yield "Measured", toss.only_shot
        yield "Qubits agree", f"{vote.qubits - vote.disagreeing} of {vote.qubits}"
    for name, value in {"Job": toss.job, "Shot": toss.shot, "Seed": toss.seed}.items():
        if value not in ("", None):
            yield name, str(value)
    yield "At", f"{parse_time(toss.time):%H:%M:%S %Z}"
