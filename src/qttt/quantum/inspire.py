"""Quantum Inspire, quantum computers and simulators over a network: the extra ``qi``.

Its kit for Python knows who is logged in (``qi login``), sends a program and is asked for the job
until that is done. Each call of it may take as long as the network likes; ``Quantum`` waits for
all of them together no longer than it is told to.
"""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from qttt.extras import MissingExtraError, requires_extra

from .circuit import Circuit
from .errors import DeviceError
from .qasm import cqasm3
from .source import PATIENCE, Shot

PAUSE = 1.0
"""Seconds between two questions about a job."""


class Api(Protocol):
    """The platform, as ``Kit`` speaks to it."""

    def get_backend_types(self) -> Sequence[Any]:
        """The machines; each has an ``id``, a ``name`` and a ``status``."""

    def send(self, program: Path, machine: int, shots: int) -> object:
        """Send a program; the number of the job."""

    def get_job(self, job_id: int) -> Any:
        """A job with its ``status`` and, if it failed, a ``message``."""

    def get_results(self, job_id: int) -> Sequence[Any]:
        """Results, each with ``results`` (counts) and, in their order, ``raw_data``."""

    def cancel_planned_jobs(self, job_ids: list[int]) -> None:
        """Cancel what has not begun."""


class Inspire:
    """A machine of Quantum Inspire: that of this name, or the first that is not offline.

    A job that is not done after ``patience`` seconds is cancelled. Raises ``DeviceError`` if
    nobody is logged in, or there is no such machine.
    """

    name = "qi"

    def __init__(
        self,
        machine: str = "",
        *,
        api: Api | None = None,
        patience: float = PATIENCE,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._patience, self._pause = patience, pause
        with _as_device():
            self._api: Api = api or Kit()
            self._machine = _machine(self._api.get_backend_types(), machine)
        self.backend = f"Quantum Inspire {self._machine.name}"

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        """One job of so many shots; fewer if the machine has measured fewer."""
        with _as_device():
            job = self._send(cqasm3(circuit), shots)
            self._wait(job)
            results = self._api.get_results(job)
        if not results:
            raise DeviceError(f"{self.backend}: job {job} is done, but has no result")
        bits = _in_order(results[-1], f"{self.backend}: job {job}")
        return tuple(Shot(shown[::-1], str(job), None, number) for number, shown in enumerate(bits))

    def _send(self, program: str, shots: int) -> int:
        with tempfile.TemporaryDirectory(prefix="qttt-") as folder:
            file = Path(folder) / "coin.cq"
            file.write_text(program, "utf-8")
            job = self._api.send(file, self._machine.id, shots)
        if not isinstance(job, int):
            raise DeviceError(f"{self.backend} took the program, but named no job")
        return job

    def _wait(self, job: int) -> None:
        """Return when the job is done."""
        begun = time.monotonic()
        while (state := _word(self._api.get_job(job).status)) in ("planned", "running"):
            if time.monotonic() - begun >= self._patience:
                if state == "planned":
                    self._api.cancel_planned_jobs([job])
                raise DeviceError(
                    f"{self.backend}: job {job} is still {state} after {self._patience:g} seconds"
                )
            self._pause(PAUSE)
        if state != "completed":
            why = getattr(self._api.get_job(job), "message", "") or "no reason given"
            raise DeviceError(f"{self.backend}: job {job} {state}: {why}")


def _in_order(result: Any, what: str) -> list[str]:
    """The shots as they were taken; one alone needs no order. Raises ``DeviceError``."""
    if isinstance(result.raw_data, list) and result.raw_data:
        return [str(shown) for shown in result.raw_data]
    counts = result.results
    if isinstance(counts, Mapping) and list(counts.values()) == [1]:
        return [str(next(iter(counts)))]
    if not counts:
        raise DeviceError(f"{what} is done, but no shot of it")
    raise DeviceError(f"{what} tells no shots one by one, and bits cannot be made of counts")


def _machine(machines: Sequence[Any], name: str) -> Any:
    up = [each for each in machines if _word(each.status) != "offline"]
    for each in up:
        if name in ("", each.name):
            return each
    known = ", ".join(each.name for each in up) or "none"
    what = f"machine {name!r} of Quantum Inspire" if name else "machine of Quantum Inspire"
    raise DeviceError(f"there is no {what} at work now; there are: {known}")


def _word(status: object) -> str:
    """The value of an enumeration, which is a text."""
    return str(getattr(status, "value", status))


@contextlib.contextmanager
def _as_device() -> Iterator[None]:
    """Makes the errors of the kit those of a device."""
    try:
        yield
    except (DeviceError, MissingExtraError):
        raise
    except Exception as error:
        text = " ".join(str(error).split()) or type(error).__name__
        raise DeviceError(f"Quantum Inspire does not answer as it should: {text}") from error


class Kit:
    """The kit for whoever is logged in on this computer.

    Its class ``Api`` prints, and begins to log people in; what that is made of does neither.
    Raises ``MissingExtraError`` without the kit, ``DeviceError`` if nobody is logged in.
    """

    def __init__(self) -> None:
        with requires_extra("qi"):
            from quantuminspire.managers import auth_manager, config_manager, resource_manager
        config = config_manager.ConfigManager()
        host = config.get("default_host")
        if auth_manager.AuthManager(config.user_settings).login_required(host):
            raise DeviceError("nobody is logged in to Quantum Inspire on this computer: qi login")
        self._owner = config.user_settings.auths[host].owner_id
        self._resources: Any = resource_manager.ResourceManager()
        self._options: Any = resource_manager.JobOptions
        self.get_backend_types = self._resources.get_backend_types
        self.get_job = self._resources.get_job
        self.get_results = self._resources.get_results
        self.cancel_planned_jobs = self._resources.cancel_planned_jobs

    def send(self, program: Path, machine: int, shots: int) -> object:
        """Send a program, in a project of its own; the number of the job."""
        options = self._options(
            project_name="qttt",
            project_description="Coins for quantum tic-tac-toe",
            algorithm_name="coin",
            file_path=program,
            backend_type_id=machine,
            number_of_shots=shots,
            raw_data_enabled=True,
        )
        return self._resources.run_job_submission_flow(options, self._owner).job_id
