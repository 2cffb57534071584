"""Sources by their names on the command line."""

from random import Random, SystemRandom

from .errors import DeviceError
from .inspire import Inspire
from .pool import Pool, Pooled
from .qiskit_device import Qiskit, aer, load, named
from .qx import QX
from .source import PATIENCE, Device, Quantum, Source, System, within

NAMES = """os (the operating system), qx (the simulator QX), qiskit (the simulator Aer), \
qiskit:MODULE:CALLABLE (a backend of Qiskit), qi (Quantum Inspire), qi:MACHINE, pool:FILE"""
"""The names that ``source`` accepts, for help texts."""


def source(text: str, *, seed: int | None = None, patience: float = PATIENCE) -> Source:
    """Return the named source, with a timeout of ``patience`` seconds for each job.

    ``seed`` makes simulators reproducible. Raises ``DeviceError`` if the source is unknown or does
    not respond, and ``MissingExtraError`` if its packages are not installed.
    """
    name, _, rest = text.partition(":")
    if text == "os":
        return System()
    if name == "pool" and rest:
        return Pooled(Pool(rest))
    rng = SystemRandom() if seed is None else Random(seed)
    if name not in ("qx", "qiskit", "qi") or (name == "qx" and rest):
        raise DeviceError(f"there is no source of coins {text!r}; there are {NAMES}")
    if name == "qiskit":
        # Not in the thread of ``within``: Qiskit crashes after the importing thread has ended.
        load()
    return Quantum(within(patience, lambda: _device(name, rest, rng, patience), name), patience)


def _device(name: str, rest: str, rng: Random, patience: float) -> Device:
    if name == "qx":
        return QX(rng)
    if name == "qi":
        return Inspire(rest, patience=patience)
    return _qiskit(rest, rng)


def _qiskit(rest: str, rng: Random) -> Qiskit:
    return named(rest) if rest else aer(rng)
