"""Quantum Inspire with a fake SDK: results, timeouts and errors."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.quantum import DeviceError, coin_circuit, cqasm3
from qttt.quantum.inspire import Inspire
from qttt.quantum.source import DeviceSource

COIN = coin_circuit()


class FakeApi:
    """A platform with two machines, one of them offline, and one job."""

    def __init__(
        self,
        *,
        states: Sequence[str] = ("completed",),
        raw: object = ("000", "111", "011"),
        counts: object = None,
        job: object = 17,
        message: str = "",
    ) -> None:
        self.states, self.job, self.message = list(states), job, message
        self.raw = list(raw) if isinstance(raw, tuple) else raw
        self.counts = counts
        self.sent: list[tuple[str, int, int]] = []
        self.cancelled: list[int] = []

    def get_backend_types(self) -> list[Any]:
        return [
            SimpleNamespace(id=1, name="Tuna-9", status=SimpleNamespace(value="offline")),
            SimpleNamespace(id=2, name="QX emulator", status=SimpleNamespace(value="idle")),
        ]

    def send(self, program: Path, machine: int, shots: int) -> object:
        self.sent.append((program.read_text("utf-8"), machine, shots))
        return self.job

    def get_job(self, job_id: int) -> Any:
        state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
        return SimpleNamespace(status=SimpleNamespace(value=state), message=self.message)

    def get_results(self, job_id: int) -> list[Any]:
        if self.raw is NotImplemented:
            return []
        return [SimpleNamespace(raw_data=self.raw, results=self.counts)]

    def cancel_planned_jobs(self, job_ids: list[int]) -> None:
        self.cancelled += job_ids


def inspire(api: FakeApi, timeout_s: float = 9) -> Inspire:
    return Inspire(api=api, timeout_s=timeout_s, pause=lambda _: None)


def test_a_job_is_submitted_and_polled() -> None:
    api = FakeApi(states=("planned", "running", "completed"))
    shots = inspire(api).run(COIN, 3)
    assert [shot.bits for shot in shots] == ["000", "111", "110"]
    assert [(shot.job, shot.number) for shot in shots] == [("17", 0), ("17", 1), ("17", 2)]
    assert api.sent == [(cqasm3(COIN), 2, 3)]


def test_a_measurement_names_the_machine_and_the_job() -> None:
    first, _, last = DeviceSource(inspire(FakeApi())).fetch(3)
    assert first.origin == "Quantum Inspire QX emulator, job 17, shot 0"
    assert (last.bit, last.counts) == (1, {"110": 1})


def test_one_shot_needs_no_order() -> None:
    shots = inspire(FakeApi(raw=None, counts={"011": 1})).run(COIN, 1)
    assert [shot.bits for shot in shots] == ["110"]


def test_partial_results_are_kept() -> None:
    assert len(DeviceSource(inspire(FakeApi(raw=("000",)))).fetch(100)) == 1


def test_a_machine_must_be_online() -> None:
    assert Inspire("QX emulator", api=FakeApi()).backend == "Quantum Inspire QX emulator"
    for name in ("Tuna-9", "Salmon"):
        message = f"no machine '{name}' of Quantum Inspire is online; online: QX emul"
        with pytest.raises(DeviceError, match=message):
            Inspire(name, api=FakeApi())


def test_a_queued_job_is_cancelled_after_the_timeout() -> None:
    api = FakeApi(states=("planned",))
    with pytest.raises(DeviceError, match="job 17 is still planned after 0 seconds"):
        inspire(api, timeout_s=0).run(COIN, 1)
    assert api.cancelled == [17]


@pytest.mark.parametrize("timeout_s", [2, 30, 600])
def test_a_queued_job_is_cancelled_before_its_source_gives_up(
    timeout_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the platform accepts the job slowly."""
    now = 0.0

    def spend(seconds: float) -> None:
        nonlocal now
        now += seconds

    class SlowApi(FakeApi):
        def send(self, program: Path, machine: int, shots: int) -> object:
            spend(timeout_s / 4)
            return super().send(program, machine, shots)

    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr("qttt.quantum.inspire.time", clock)
    api = SlowApi(states=("planned",))
    device = Inspire(api=api, timeout_s=timeout_s, pause=spend)
    with pytest.raises(DeviceError, match="job 17 is still planned after"):
        DeviceSource(device).fetch(1)
    assert api.cancelled == [17]
    assert timeout_s / 2 <= now < timeout_s


def test_a_running_job_is_not_cancelled() -> None:
    api = FakeApi(states=("running",))
    with pytest.raises(DeviceError, match="job 17 is still running after 0 seconds"):
        inspire(api, timeout_s=0).run(COIN, 1)
    assert api.cancelled == []


def raising(error: Exception) -> Callable[..., Any]:
    def call(*_: object, **__: object) -> None:
        raise error

    return call


@pytest.mark.parametrize(
    ("api", "message"),
    [
        (FakeApi(states=("failed",), message="no qubits"), "QX emulator: job 17 failed: no qubits"),
        (FakeApi(states=("cancelled",)), "job 17 cancelled: no reason given"),
        (FakeApi(job=None), "QX emulator accepted the program, but returned no job number"),
        (FakeApi(raw=NotImplemented), "job 17 is done, but has no result"),
        (FakeApi(raw=None, counts={}), "job 17 is done, but has no shots"),
        (FakeApi(raw=None, counts=None), "job 17 is done, but has no shots"),
        (
            FakeApi(raw=None, counts={"000": 5}),
            "job 17 has only counts, but coins need single",
        ),
        (FakeApi(raw=None, counts="what?"), "job 17 has only counts, but coins need single"),
    ],
)
def test_errors_of_jobs(api: FakeApi, message: str) -> None:
    with pytest.raises(DeviceError, match=message):
        inspire(api).run(COIN, 5)


@pytest.mark.parametrize("call", ["send", "get_job", "get_results"])
def test_errors_of_the_sdk_are_device_errors(call: str) -> None:
    api = FakeApi()
    setattr(api, call, raising(ConnectionError("no\n network")))
    with pytest.raises(DeviceError, match="unexpected response of Quantum Inspire: no network"):
        inspire(api).run(COIN, 1)


def test_an_error_without_a_message() -> None:
    api = FakeApi()
    setattr(api, "get_job", raising(TimeoutError()))  # noqa: B010  mypy rejects assigning to a method
    with pytest.raises(DeviceError, match="unexpected response of Quantum Inspire: TimeoutError"):
        inspire(api).run(COIN, 1)
