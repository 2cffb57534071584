"""Whatever a device's software raises is a ``DeviceError``, for which coins have a fallback."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.play import measured_coin, named_coin, with_fallback
from qttt.quantum import DeviceError, coin_circuit, open_source
from qttt.quantum.inspire import Inspire
from qttt.quantum.qiskit_device import Qiskit
from qttt.quantum.qx import QX
from qttt.quantum.source import Device, DeviceSource
from tests.quantum.positions import PAIR
from tests.quantum.test_inspire import FakeApi


def failing(*_: object, **__: object) -> Any:
    raise ConnectionError("no\n network")


class FakeJob:
    """A job of Qiskit with one shot."""

    def job_id(self) -> str:
        return "9"

    def result(self) -> "FakeJob":
        return self

    def get_memory(self) -> list[str]:
        return ["000"]


class FakeBackend:
    """A backend of Qiskit, which is replaced too."""

    name = "Fake"

    def run(self, *_: object, **__: object) -> FakeJob:
        return FakeJob()


@pytest.fixture
def fake_qiskit(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Replace Qiskit."""
    program = SimpleNamespace(**{gate: lambda *_: None for gate in ("h", "x", "cx", "measure")})
    qiskit = SimpleNamespace(
        QuantumCircuit=lambda *_: program, transpile=lambda program, backend: program
    )
    monkeypatch.setitem(sys.modules, "qiskit", qiskit)
    return qiskit


Broken = Callable[[pytest.MonkeyPatch], Device]


def qiskit_without(owner: Callable[[], object], call: str) -> Broken:
    def device(monkeypatch: pytest.MonkeyPatch) -> Device:
        monkeypatch.setattr(owner(), call, failing)
        return Qiskit(FakeBackend())

    return device


def qx(monkeypatch: pytest.MonkeyPatch) -> Device:
    import qxelarator

    monkeypatch.setattr(qxelarator, "execute_string", failing)
    return QX(Random(1))


def inspire(call: str) -> Broken:
    def device(monkeypatch: pytest.MonkeyPatch) -> Device:
        monkeypatch.setattr(FakeApi, call, failing)
        return Inspire(api=FakeApi(), pause=lambda _: None)

    return device


BROKEN: dict[str, Broken] = {
    "Qiskit cannot compile": qiskit_without(lambda: sys.modules["qiskit"], "transpile"),
    "Qiskit cannot run": qiskit_without(lambda: FakeBackend, "run"),
    "Qiskit has no job": qiskit_without(lambda: FakeJob, "job_id"),
    "Qiskit has no result": qiskit_without(lambda: FakeJob, "result"),
    "Qiskit has no memory": qiskit_without(lambda: FakeJob, "get_memory"),
    "QX": qx,
    "Inspire has no machines": inspire("get_backend_types"),
    "Inspire cannot send": inspire("send"),
    "Inspire has no status": inspire("get_job"),
    "Inspire has no results": inspire("get_results"),
}


@pytest.mark.usefixtures("fake_qiskit")
@pytest.mark.parametrize("name", BROKEN)
def test_all_errors_of_devices_are_device_errors(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DeviceError, match=r": no network$"):
        DeviceSource(BROKEN[name](monkeypatch)).toss(coin_circuit())


@pytest.mark.usefixtures("fake_qiskit")
def test_the_fallback_of_a_backend_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    device = BROKEN["Qiskit cannot run"](monkeypatch)
    toss = with_fallback(measured_coin(DeviceSource(device)), named_coin("os"))(PAIR)
    assert toss.source == "operating system, as Qiskit Fake: no network"


@pytest.mark.usefixtures("fake_qiskit")
@pytest.mark.parametrize("make", [failing, object])
def test_a_backend_that_cannot_be_opened(
    make: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "somewhere", SimpleNamespace(make=make))
    with pytest.raises(DeviceError, match="the backend 'somewhere:make' cannot be opened: "):
        open_source("qiskit:somewhere:make")


def test_a_pool_whose_name_the_system_rejects() -> None:
    with pytest.raises(DeviceError, match=r"the pool x+ cannot be used: .*too long"):
        open_source(f"pool:{Path('x' * 300)}").toss(coin_circuit())
