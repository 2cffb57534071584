"""Any backend of Qiskit, the simulator Aer unless another is named: the extra ``qiskit``."""

from importlib import import_module
from random import Random
from typing import Any

from qttt.extras import requires_extra

from .circuit import Circuit, Gate
from .errors import DeviceError
from .source import Shot


class Qiskit:
    """A ``backend`` of Qiskit whose ``run`` takes ``shots`` and ``memory``.

    A simulator's seeds are drawn by ``rng``; a device without seeds, ``rng`` None, has job names.
    """

    name = "qiskit"

    def __init__(self, backend: Any, rng: Random | None = None) -> None:
        self._backend, self._rng = backend, rng
        told = getattr(backend, "backend_version", None)
        self.backend = " ".join(filter(None, ["Qiskit", backend.name, told and str(told)]))

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        """One job of so many shots."""
        qiskit = _module("qiskit")
        made = qiskit.transpile(_built(qiskit, circuit), self._backend)
        seed = None if self._rng is None else self._rng.getrandbits(31)
        seeded = {} if seed is None else {"seed_simulator": seed}
        try:
            job = self._backend.run(made, shots=shots, memory=True, **seeded)
            memory = job.result().get_memory()
        except qiskit.QiskitError as error:
            raise DeviceError(f"{self.backend}: {error}") from error
        # The last bit stands first there.
        return tuple(
            Shot(str(bits)[::-1], str(job.job_id()), seed, number)
            for number, bits in enumerate(memory)
        )


def load() -> None:
    """Import Qiskit. Raises ``MissingExtraError`` if it is not installed."""
    _module("qiskit")


def aer(rng: Random, **options: object) -> Qiskit:
    """The simulator Aer, with options of its own such as a noise model."""
    return Qiskit(_module("qiskit_aer").AerSimulator(**options), rng)


def named(text: str) -> Qiskit:
    """The backend that ``package.module:callable`` returns. Raises ``DeviceError`` without one."""
    _module("qiskit")
    module, _, name = text.partition(":")
    try:
        factory = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise DeviceError(f"there is no backend {text!r}, as module:callable: {error}") from error
    return Qiskit(factory())


def _built(qiskit: Any, circuit: Circuit) -> Any:
    count = len(circuit.wires)
    made = qiskit.QuantumCircuit(count, count)
    for gate in circuit.gates:
        _add(made, gate)
    return made


def _add(made: Any, gate: Gate) -> None:
    if gate.kind == "measure":
        made.measure(gate.wire, gate.wire)
    elif gate.control is not None:
        made.cx(gate.control, gate.wire)
    elif gate.angle is not None:
        made.ry(gate.angle.radians, gate.wire)
    else:
        getattr(made, gate.kind)(gate.wire)


def _module(name: str) -> Any:
    with requires_extra("qiskit"):
        return import_module(name)
