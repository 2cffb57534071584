"""Quantum Inspire, as its kit answers: whoever is away, slow or wrong costs no game."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.quantum import DeviceError, Quantum, coin_circuit, cqasm3
from qttt.quantum.inspire import Inspire

COIN = coin_circuit()


class Kit:
    """Stands for the kit: a platform with two machines, one of them offline, and one job."""

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


def inspire(kit: Kit, patience: float = 9) -> Inspire:
    return Inspire(api=kit, patience=patience, pause=lambda _: None)


def test_a_job_is_sent_waited_for_and_read() -> None:
    kit = Kit(states=("planned", "running", "completed"))
    shots = inspire(kit).run(COIN, 3)
    assert [shot.bits for shot in shots] == ["000", "111", "110"]
    assert [(shot.job, shot.number) for shot in shots] == [("17", 0), ("17", 1), ("17", 2)]
    assert kit.sent == [(cqasm3(COIN), 2, 3)]


def test_a_measurement_names_the_machine_and_the_job() -> None:
    first, _, last = Quantum(inspire(Kit())).fetch(3)
    assert first.told == "Quantum Inspire QX emulator, job 17, shot 0"
    assert (last.bit, last.counts) == (1, {"110": 1})


def test_one_shot_needs_no_order() -> None:
    shots = inspire(Kit(raw=None, counts={"011": 1})).run(COIN, 1)
    assert [shot.bits for shot in shots] == ["110"]


def test_partial_results_are_kept() -> None:
    assert len(Quantum(inspire(Kit(raw=("000",)))).fetch(100)) == 1


def test_a_machine_has_to_be_at_work() -> None:
    assert Inspire("QX emulator", api=Kit()).backend == "Quantum Inspire QX emulator"
    for name in ("Tuna-9", "Salmon"):
        message = f"there is no machine '{name}' of Quantum Inspire at work now; there are: QX emul"
        with pytest.raises(DeviceError, match=message):
            Inspire(name, api=Kit())


def test_a_job_in_a_long_queue_is_cancelled() -> None:
    kit = Kit(states=("planned",))
    with pytest.raises(DeviceError, match="job 17 is still planned after 0 seconds"):
        inspire(kit, patience=0).run(COIN, 1)
    assert kit.cancelled == [17]


def test_a_job_that_runs_is_left_alone() -> None:
    kit = Kit(states=("running",))
    with pytest.raises(DeviceError, match="job 17 is still running after 0 seconds"):
        inspire(kit, patience=0).run(COIN, 1)
    assert kit.cancelled == []


def raising(error: Exception) -> Callable[..., Any]:
    def answer(*_: object, **__: object) -> None:
        raise error

    return answer


@pytest.mark.parametrize(
    ("kit", "message"),
    [
        (Kit(states=("failed",), message="no qubits"), "QX emulator: job 17 failed: no qubits"),
        (Kit(states=("cancelled",)), "job 17 cancelled: no reason given"),
        (Kit(job=None), "QX emulator took the program, but named no job"),
        (Kit(raw=NotImplemented), "job 17 is done, but has no result"),
        (Kit(raw=None, counts={}), "job 17 is done, but no shot of it"),
        (Kit(raw=None, counts=None), "job 17 is done, but no shot of it"),
        (Kit(raw=None, counts={"000": 5}), "job 17 tells no shots one by one, and bits cannot"),
        (Kit(raw=None, counts="what?"), "job 17 tells no shots one by one, and bits cannot"),
    ],
)
def test_a_job_that_went_wrong_says_how(kit: Kit, message: str) -> None:
    with pytest.raises(DeviceError, match=message):
        inspire(kit).run(COIN, 5)


@pytest.mark.parametrize("call", ["send", "get_job", "get_results"])
def test_errors_of_the_kit_are_those_of_a_device(call: str) -> None:
    kit = Kit()
    setattr(kit, call, raising(ConnectionError("no\n network")))
    with pytest.raises(DeviceError, match="Quantum Inspire does not answer as it should: no netwo"):
        inspire(kit).run(COIN, 1)


def test_an_error_without_words_is_named() -> None:
    kit = Kit()
    setattr(kit, "get_job", raising(TimeoutError()))  # noqa: B010  mypy knows a method there
    with pytest.raises(DeviceError, match="does not answer as it should: TimeoutError"):
        inspire(kit).run(COIN, 1)
