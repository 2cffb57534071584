"""QX, the simulator of Quantum Inspire, in this process: the extra ``qx``."""

from importlib.metadata import version
from random import Random
from typing import Any

from qttt.extras import requires_extra

from .circuit import Circuit
from .errors import DeviceError
from .qasm import cqasm3
from .source import Shot


class QX:
    """The simulator; every shot has a seed of its own, which ``rng`` draws and repeats it."""

    name = "qx"

    def __init__(self, rng: Random) -> None:
        self._simulator, self._rng = _simulator(), rng
        self.backend = f"QX simulator {version('qxelarator')}"

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        """So many runs of one shot each, as QX tells counts only and not their order."""
        program = cqasm3(circuit)
        return tuple(self.again(program, self._rng.getrandbits(31)) for _ in range(shots))

    def again(self, program: str, seed: int) -> Shot:
        """The shot that this program gives with this seed. Raises ``DeviceError``."""
        result = self._simulator.execute_string(program, iterations=1, seed=seed)
        counts = getattr(result, "results", None)
        if not isinstance(counts, dict) or len(counts) != 1:
            raise DeviceError(f"{self.backend}: {getattr(result, 'message', result)}")
        # The last bit stands first there.
        return Shot(str(next(iter(counts)))[::-1], seed=seed)


def _simulator() -> Any:
    with requires_extra("qx"):
        import qxelarator
    return qxelarator
