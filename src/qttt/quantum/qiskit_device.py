"""Backends of Qiskit, by default the simulator Aer: the extra ``qiskit``."""

from importlib import import_module
from random import Random
from typing import Any

from qttt.copies import Uncopyable
from qttt.extras import requires_extra

from .circuit import Circuit, Gate
from .source import Shot, device_errors


class Qiskit(Uncopyable):
    """A ``backend`` of Qiskit whose ``run`` takes ``shots`` and ``memory``.

    ``rng`` draws the seeds of a simulator; it is None for a device without seeds.
    """

    copying = "create another one with its backend"

    name = "qiskit"

    def __init__(self, backend: Any, rng: Random | None = None) -> None:
        self._backend, self._rng = backend, rng
        version = getattr(backend, "backend_version", None)
        self.backend = " ".join(filter(None, ["Qiskit", backend.name, version and str(version)]))

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        """Run one job."""
        qiskit = _module("qiskit")
        seed = None if self._rng is None else self._rng.getrandbits(31)
        options = {} if seed is None else {"seed_simulator": seed}
        with device_errors(self.backend):
            program = qiskit.transpile(_convert(qiskit, circuit), self._backend)
            job = self._backend.run(program, shots=shots, memory=True, **options)
            # Qiskit puts the last bit first.
            return tuple(
                Shot(str(bits)[::-1], str(job.job_id()), seed, number)
                for number, bits in enumerate(job.result().get_memory())
            )


def require_qiskit() -> None:
    """Import Qiskit. Raises ``MissingExtraError`` if it is not installed."""
    _module("qiskit")


def aer(rng: Random, **options: object) -> Qiskit:
    """Return the simulator Aer, with its options such as a noise model."""
    return Qiskit(_module("qiskit_aer").AerSimulator(**options), rng)


def backend_by_name(text: str) -> Qiskit:
    """Return the backend of the factory ``package.module:callable``. Raises ``DeviceError``."""
    _module("qiskit")
    module, _, name = text.partition(":")
    with device_errors(f"no backend {text!r}, which must be module:callable"):
        factory = getattr(import_module(module), name)
    with device_errors(f"the backend {text!r} cannot be opened"):
        return Qiskit(factory())


def _convert(qiskit: Any, circuit: Circuit) -> Any:
    count = len(circuit.wires)
    program = qiskit.QuantumCircuit(count, count)
    for gate in circuit.gates:
        _add(program, gate)
    return program


def _add(program: Any, gate: Gate) -> None:
    if gate.kind == "measure":
        program.measure(gate.wire, gate.wire)
    elif gate.control is not None:
        program.cx(gate.control, gate.wire)
    elif gate.angle is not None:
        program.ry(gate.angle.radians, gate.wire)
    else:
        getattr(program, gate.kind)(gate.wire)


def _module(name: str) -> Any:
    with requires_extra("qiskit"):
        return import_module(name)
