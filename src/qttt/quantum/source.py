"""Where bits come from: a protocol that a device fits into with one method, and what waits for it.

A ``Device`` runs circuits. A ``Source`` makes coins of them, and the operating system is one that
needs no circuit. Nothing here waits longer than it is told to.
"""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from secrets import randbits
from threading import Thread
from typing import NamedTuple, NoReturn, Protocol, TypeVar

from .circuit import Circuit, coin_circuit
from .errors import DeviceError
from .measurement import Measurement, measured, now

PATIENCE = 30.0
"""How many seconds a device may take, unless somebody says otherwise."""

T = TypeVar("T")


class Shot(NamedTuple):
    """What one run of a circuit showed, a 0 or 1 for each wire, wire 0 first; and whose it is."""

    bits: str
    job: str = ""
    seed: int | None = None
    number: int | None = None


class Device(Protocol):
    """Something that runs circuits: a simulator, or a quantum computer far away."""

    @property
    def name(self) -> str:
        """What the source is called: ``qx``."""

    @property
    def backend(self) -> str:
        """Which machine or program it is, with its version if there is one; in words."""

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        """Up to so many shots, one at least, in the order in which they were taken, in one job.

        Raises ``DeviceError`` if there are none, for whatever reason.
        """


class Source(Protocol):
    """A source of fair bits."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""

    def toss(self, circuit: Circuit) -> Measurement:
        """A bit for the loop of this circuit. Raises ``DeviceError``."""

    def fetch(self, count: int) -> tuple[Measurement, ...]:
        """Up to so many bits for any loop, at least one, in one job. Raises ``DeviceError``."""


class Quantum:
    """The coins of a ``device``, which has ``patience`` seconds for each job."""

    def __init__(
        self, device: Device, patience: float = PATIENCE, clock: Callable[[], str] = now
    ) -> None:
        self.name, self._device, self._patience, self._clock = (
            device.name,
            device,
            patience,
            clock,
        )

    def toss(self, circuit: Circuit) -> Measurement:
        """One shot of this circuit."""
        return self._measure(circuit, 1)[0]

    def fetch(self, count: int) -> tuple[Measurement, ...]:
        """So many shots of three qubits that show the same."""
        return self._measure(coin_circuit(), count)

    def _measure(self, circuit: Circuit, count: int) -> tuple[Measurement, ...]:
        shots = within(self._patience, lambda: self._device.run(circuit, count), self.name)
        time = self._clock()
        if not shots:
            raise DeviceError(f"{self._device.backend} measured nothing")
        return tuple(self._measurement(circuit, shot, time) for shot in shots[:count])

    def _measurement(self, circuit: Circuit, shot: Shot, time: str) -> Measurement:
        try:
            return measured(
                circuit,
                shot.bits,
                source=self.name,
                backend=self._device.backend,
                time=time,
                job=shot.job,
                seed=shot.seed,
                number=shot.number,
            )
        except ValueError as error:
            raise DeviceError(f"{self._device.backend} answered nonsense: {error}") from error


class System:
    """The operating system's randomness, which no quantum computer has made."""

    name = "os"

    def __init__(self, clock: Callable[[], str] = now) -> None:
        self._clock = clock

    def toss(self, circuit: Circuit) -> Measurement:
        """A bit, whatever the loop."""
        return self.fetch(1)[0]

    def fetch(self, count: int) -> tuple[Measurement, ...]:
        """So many bits."""
        bits = [randbits(1) for _ in range(count)]
        time = self._clock()
        return tuple(Measurement(self.name, "operating system", time, bit) for bit in bits)


def within(seconds: float, work: Callable[[], T], name: str) -> T:
    """What ``work`` returns or raises, if that takes no longer than so many seconds.

    Raises ``DeviceError`` if it does; what it then still does is of no consequence.
    """
    answers: SimpleQueue[Callable[[], T]] = SimpleQueue()

    def run() -> None:
        try:
            value = work()
        except BaseException as error:  # noqa: BLE001  raised again, where it is waited for
            answers.put(_raising(error))
        else:
            answers.put(lambda: value)

    Thread(target=run, daemon=True, name=f"qttt-{name}").start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise DeviceError(f"{name} did not answer in {seconds:g} seconds") from None
    return answer()


def _raising(error: BaseException) -> Callable[[], NoReturn]:
    def answer() -> NoReturn:
        raise error

    return answer
