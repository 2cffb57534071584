"""Sources of bits: the protocols ``Device`` and ``Source``, and their adapters.

A ``Device`` runs circuits; ``DeviceSource`` makes it a ``Source`` of coins, with a timeout.
``SystemSource`` is a source that needs no device.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from secrets import randbits
from threading import Thread
from typing import NamedTuple, NoReturn, Protocol, TypeVar

from qttt.copies import IndependentCopies
from qttt.extras import MissingExtraError

from .circuit import Circuit, coin_circuit
from .measurement import DeviceError, Measurement, measurement_of, utc_now

DEFAULT_TIMEOUT_S = 30.0
"""Default timeout of a device's job, in seconds."""

T = TypeVar("T")


class Shot(NamedTuple):
    """The measured ``bits`` of one run, from wire 0, and the job or seed that they belong to."""

    bits: str
    job: str = ""
    seed: int | None = None
    number: int | None = None


class Device(Protocol):
    """A simulator or quantum computer that runs circuits."""

    @property
    def name(self) -> str:
        """The name of the source, such as ``qx``."""

    @property
    def backend(self) -> str:
        """Description of the machine or program, with its version if known."""

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        """Run one job and return 1 to ``shots`` shots in the order of measurement.

        Raises ``DeviceError`` if there are none.
        """


class Source(Protocol):
    """A source of fair bits."""

    @property
    def name(self) -> str:
        """Name on the command line."""

    def toss(self, circuit: Circuit) -> Measurement:
        """Measure a bit for the loop of this circuit. Raises ``DeviceError``."""

    def fetch(self, count: int) -> tuple[Measurement, ...]:
        """Measure 1 to ``count`` bits for any loop in one job. Raises ``DeviceError``."""


class DeviceSource(IndependentCopies):
    """The coins of a ``device``, with a timeout of ``timeout_s`` seconds for each job."""

    def __init__(
        self,
        device: Device,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        clock: Callable[[], str] = utc_now,
    ) -> None:
        self.name, self._device, self._timeout_s, self._clock = (
            device.name,
            device,
            timeout_s,
            clock,
        )

    def toss(self, circuit: Circuit) -> Measurement:
        """Measure one shot of this circuit."""
        return self._measure(circuit, 1)[0]

    def fetch(self, count: int) -> tuple[Measurement, ...]:
        """Measure up to ``count`` shots of a GHZ state of three qubits."""
        return self._measure(coin_circuit(), count)

    def _measure(self, circuit: Circuit, count: int) -> tuple[Measurement, ...]:
        shots = run_with_timeout(
            self._timeout_s, lambda: self._device.run(circuit, count), self.name
        )
        time = self._clock()
        if not shots:
            raise DeviceError(f"{self._device.backend} returned no shots")
        return tuple(self._measurement(circuit, shot, time) for shot in shots[:count])

    def _measurement(self, circuit: Circuit, shot: Shot, time: str) -> Measurement:
        try:
            return measurement_of(
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
            raise DeviceError(f"invalid response of {self._device.backend}: {error}") from error


class SystemSource:
    """The operating system's random numbers."""

    name = "os"

    def __init__(self, clock: Callable[[], str] = utc_now) -> None:
        self._clock = clock

    def toss(self, circuit: Circuit) -> Measurement:
        """Return a bit, for any loop."""
        return self.fetch(1)[0]

    def fetch(self, count: int) -> tuple[Measurement, ...]:
        """Return ``count`` bits."""
        bits = [randbits(1) for _ in range(count)]
        time = self._clock()
        return tuple(Measurement(self.name, "operating system", time, bit) for bit in bits)


@contextmanager
def device_errors(context: str) -> Iterator[None]:
    """Convert all errors of a device's software to ``DeviceError`` but ``MissingExtraError``.

    Their types are not specified: packages raise their own, those of the network or any other.
    ``context`` begins the message.
    """
    try:
        yield
    except (DeviceError, MissingExtraError):
        raise
    except Exception as error:
        text = " ".join(str(error).split()) or type(error).__name__
        raise DeviceError(f"{context}: {text}") from error


def run_with_timeout(seconds: float, work: Callable[[], T], name: str) -> T:
    """Call ``work`` in a thread and return or raise its result.

    Raises ``DeviceError`` after ``seconds``; the thread is then abandoned.
    """
    results: SimpleQueue[Callable[[], T]] = SimpleQueue()

    def run() -> None:
        try:
            value = work()
        except BaseException as error:  # noqa: BLE001  raised again by the caller
            results.put(_raising(error))
        else:
            results.put(lambda: value)

    Thread(target=run, daemon=True, name=f"qttt-{name}").start()
    try:
        result = results.get(timeout=seconds)
    except Empty:
        raise DeviceError(f"{name} did not respond within {seconds:g} seconds") from None
    return result()


def _raising(error: BaseException) -> Callable[[], NoReturn]:
    def raise_error() -> NoReturn:
        raise error

    return raise_error
