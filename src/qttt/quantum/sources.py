"""Sources by their names on the command line."""

from random import Random, SystemRandom

from qttt.game.arguments import checked

from .inspire import Inspire
from .measurement import DeviceError
from .pool import Pool, PoolSource
from .qiskit_device import Qiskit, aer, backend_by_name, require_qiskit
from .qx import QX
from .source import (
    DEFAULT_TIMEOUT_S,
    Device,
    DeviceSource,
    Source,
    SystemSource,
    run_with_timeout,
)

SOURCE_NAMES_HELP = (
    "os (the operating system), qx (the simulator QX), qiskit (the simulator Aer), "
    "qiskit:MODULE:CALLABLE (a backend of Qiskit), qi (Quantum Inspire), qi:MACHINE, pool:FILE"
)
"""The names that ``open_source`` accepts, for help texts."""


@checked
def open_source(
    text: str, *, seed: int | None = None, timeout_s: float = DEFAULT_TIMEOUT_S
) -> Source:
    """Return the named source, with a timeout of ``timeout_s`` seconds for each job.

    ``seed`` makes simulators reproducible.

    Raises:
        DeviceError: The source is unknown or does not respond.
        MissingExtraError: Its packages are not installed.
    """
    check_source_name(text)
    name, _, rest = text.partition(":")
    if name == "os":
        return SystemSource()
    if name == "pool":
        return PoolSource(Pool(rest))
    rng = SystemRandom() if seed is None else Random(seed)
    if name == "qiskit":
        # Not in the thread of ``run_with_timeout``: Qiskit crashes after the importing thread has
        # ended.
        require_qiskit()
    return DeviceSource(
        run_with_timeout(timeout_s, lambda: _device(name, rest, rng, timeout_s), name), timeout_s
    )


def check_source_name(text: str) -> None:
    """Raise ``DeviceError`` unless ``text`` names a source, available or not."""
    name, _, rest = text.partition(":")
    if text not in ("os", "qx") and name not in ("qiskit", "qi") and not (name == "pool" and rest):
        raise DeviceError(f"unknown source of coins {text!r}: choose from {SOURCE_NAMES_HELP}")


def _device(name: str, rest: str, rng: Random, timeout_s: float) -> Device:
    if name == "qx":
        return QX(rng)
    if name == "qi":
        return Inspire(rest, timeout_s=timeout_s)
    return _qiskit(rest, rng)


def _qiskit(rest: str, rng: Random) -> Qiskit:
    return backend_by_name(rest) if rest else aer(rng)
