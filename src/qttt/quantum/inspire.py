"""Quantum Inspire, a cloud platform of quantum computers and simulators: the extra ``qi``.

Its SDK handles the login (``qi login``) and submits jobs, which are polled until they are done. Its
calls have no timeouts; ``DeviceSource`` limits their total time.
"""

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from qttt.copies import Uncopyable
from qttt.extras import requires_extra

from .circuit import Circuit
from .measurement import DeviceError
from .qasm import cqasm3
from .source import DEFAULT_TIMEOUT_S, Shot, device_errors

POLL_INTERVAL_S = 1.0
CANCEL_TIME_S = 5.0
"""Time for cancelling a job before the timeout, after which nothing waits for this device."""
UNEXPECTED = "unexpected response of Quantum Inspire"


class InspireApi(Protocol):
    """The methods of the platform's API that ``Inspire`` calls."""

    def get_backend_types(self) -> Sequence[Any]:
        """Return the machines, each with ``id``, ``name`` and ``status``."""

    def send(self, program: Path, machine: int, shots: int) -> object:
        """Submit a program and return the job number."""

    def get_job(self, job_id: int) -> Any:
        """Return a job, with ``status`` and, if it failed, ``message``."""

    def get_results(self, job_id: int) -> Sequence[Any]:
        """Return results, each with ``results`` (counts) and ``raw_data`` (shots in order)."""

    def cancel_planned_jobs(self, job_ids: list[int]) -> None:
        """Cancel jobs that have not started."""


class Inspire(Uncopyable):
    """A machine of Quantum Inspire: the named one, or the first that is not offline.

    A job that has not started by then is cancelled before ``run`` has taken ``timeout_s`` seconds:
    ``CANCEL_TIME_S`` before, or half of a shorter timeout.

    Raises:
        DeviceError: No user is logged in, or the machine is not available.
        MissingExtraError: The SDK is not installed.
    """

    copying = "create another one for the machine"

    name = "qi"

    def __init__(
        self,
        machine: str = "",
        *,
        api: InspireApi | None = None,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._timeout_s, self._pause = timeout_s, pause
        self._queue_timeout_s = timeout_s - min(CANCEL_TIME_S, timeout_s / 2)
        with device_errors(UNEXPECTED):
            self._api: InspireApi = api or SdkApi()
            self._machine = _machine(self._api.get_backend_types(), machine)
        self.backend = f"Quantum Inspire {self._machine.name}"

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        """Run one job of ``shots`` shots; the machine may measure fewer."""
        start = time.monotonic()
        with device_errors(UNEXPECTED):
            job = self._send(cqasm3(circuit), shots)
            self._wait(job, start)
            results = self._api.get_results(job)
        if not results:
            raise DeviceError(f"{self.backend}: job {job} is done, but has no result")
        bits = _in_order(results[-1], f"{self.backend}: job {job}")
        return tuple(Shot(shot[::-1], str(job), None, number) for number, shot in enumerate(bits))

    def _send(self, program: str, shots: int) -> int:
        with tempfile.TemporaryDirectory(prefix="qttt-") as folder:
            file = Path(folder) / "coin.cq"
            file.write_text(program, "utf-8")
            job = self._api.send(file, self._machine.id, shots)
        if not isinstance(job, int):
            raise DeviceError(f"{self.backend} accepted the program, but returned no job number")
        return job

    def _wait(self, job: int, start: float) -> None:
        limits = {"planned": self._queue_timeout_s, "running": self._timeout_s}
        while (state := _text(self._api.get_job(job).status)) in limits:
            remaining_s = start + limits[state] - time.monotonic()
            if remaining_s <= 0:
                if state == "planned":
                    self._api.cancel_planned_jobs([job])
                raise DeviceError(
                    f"{self.backend}: job {job} is still {state} after {limits[state]:g} seconds"
                )
            self._pause(min(POLL_INTERVAL_S, remaining_s))
        if state != "completed":
            reason = getattr(self._api.get_job(job), "message", "") or "no reason given"
            raise DeviceError(f"{self.backend}: job {job} {state}: {reason}")


def _in_order(result: Any, job: str) -> list[str]:
    """The shots in order of measurement. Raises ``DeviceError`` if their order is unknown."""
    if isinstance(result.raw_data, list) and result.raw_data:
        return [str(shot) for shot in result.raw_data]
    counts = result.results
    if isinstance(counts, Mapping) and list(counts.values()) == [1]:
        return [str(next(iter(counts)))]
    if not counts:
        raise DeviceError(f"{job} is done, but has no shots")
    raise DeviceError(f"{job} has only counts, but coins need single shots")


def _machine(machines: Sequence[Any], name: str) -> Any:
    online = [device for device in machines if _text(device.status) != "offline"]
    for device in online:
        if name in ("", device.name):
            return device
    known = ", ".join(device.name for device in online) or "none"
    machine = f"machine {name!r}" if name else "machine"
    raise DeviceError(f"no {machine} of Quantum Inspire is online; online: {known}")


def _text(status: object) -> str:
    """The text of a status, a string or an enumeration."""
    return str(getattr(status, "value", status))


class SdkApi(Uncopyable):
    """The API through the SDK, for the user who is logged in on this computer.

    Calls the SDK's managers directly, because its own class ``Api`` prints and starts a login.

    Raises:
        MissingExtraError: The SDK is not installed.
        DeviceError: No user is logged in.
    """

    copying = "create another one"

    def __init__(self) -> None:
        with requires_extra("qi"):
            from quantuminspire.managers import auth_manager, config_manager, resource_manager
        config = config_manager.ConfigManager()
        host = config.get("default_host")
        if auth_manager.AuthManager(config.user_settings).login_required(host):
            raise DeviceError("not logged in to Quantum Inspire: run qi login")
        self._owner = config.user_settings.auths[host].owner_id
        self._resources: Any = resource_manager.ResourceManager()
        self._options: Any = resource_manager.JobOptions
        self.get_backend_types = self._resources.get_backend_types
        self.get_job = self._resources.get_job
        self.get_results = self._resources.get_results
        self.cancel_planned_jobs = self._resources.cancel_planned_jobs

    def send(self, program: Path, machine: int, shots: int) -> object:
        """Submit a program in a new project and return the job's number."""
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
