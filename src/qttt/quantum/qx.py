"""QX, the simulator of Quantum Inspire, in-process: the extra ``qx``."""

from importlib.metadata import version
from random import Random
from typing import Any

from qttt.copies import IndependentCopies
from qttt.extras import requires_extra

from .circuit import Circuit
from .measurement import DeviceError
from .qasm import cqasm3
from .source import Shot, device_errors


class QX(IndependentCopies):
    """The simulator; each shot has its own seed, drawn by ``rng``, which reproduces it."""

    name = "qx"

    def __init__(self, rng: Random) -> None:
        _simulator()
        self._rng = rng
        self.backend = f"QX simulator {version('qxelarator')}"

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        """Run each shot separately, since QX returns counts without their order."""
        program = cqasm3(circuit)
        return tuple(self.run_seed(program, self._rng.getrandbits(31)) for _ in range(shots))

    def run_seed(self, program: str, seed: int) -> Shot:
        """Run one shot with a given seed. Raises ``DeviceError``."""
        with device_errors(self.backend):
            result = _simulator().execute_string(program, iterations=1, seed=seed)
        counts = getattr(result, "results", None)
        if not isinstance(counts, dict) or len(counts) != 1:
            raise DeviceError(f"{self.backend}: {getattr(result, 'message', result)}")
        # QX puts the last bit first.
        return Shot(str(next(iter(counts)))[::-1], seed=seed)


def _simulator() -> Any:
    with requires_extra("qx"):
        import qxelarator
    return qxelarator
