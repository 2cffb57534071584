"""Backends of Qiskit: Aer with and without noise. Needs the extra ``qiskit``."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.game import Position, Rules
from qttt.play import check_coin, measured_coin
from qttt.quantum import (
    DeviceError,
    circuits,
    coin_circuit,
    decode,
    loop_circuit,
    open_source,
)
from qttt.quantum.qiskit_device import Qiskit, aer
from qttt.quantum.source import DeviceSource
from tests.quantum.positions import random_positions
from tests.quantum.simulator import probabilities

qiskit = pytest.importorskip("qiskit", reason="to enable: pip install 'qttt[qiskit]'")
qiskit_aer = pytest.importorskip("qiskit_aer", reason="to enable: pip install 'qttt[qiskit]'")
AerSimulator: Any = qiskit_aer.AerSimulator


def test_aer_is_a_coin() -> None:
    check_coin(measured_coin(open_source("qiskit", seed=1)), tosses=60)


def test_one_job_has_one_seed_and_many_shots() -> None:
    one, other = (DeviceSource(aer(Random(3))).fetch(50) for _ in range(2))
    assert [each.counts for each in one] == [each.counts for each in other]
    assert len({(each.job, each.seed) for each in one}) == 1
    assert [each.shot for each in one] == [*range(50)]
    assert one[0].backend.startswith("Qiskit aer_simulator")


def test_outcomes_match_the_reference_simulator() -> None:
    device, count = aer(Random(2)), 0
    for position in random_positions(Rules.parse("goff"), 2, seed=3):
        for circuit in circuits(position):
            if 2 < len(circuit.wires) < 8 and count < 5:
                likely = probabilities(circuit)
                found = Counter(shot.bits for shot in device.run(circuit, 2000))
                assert set(found) <= set(likely)
                for bits, probability in likely.items():
                    spread = (2000 * probability * (1 - probability)) ** 0.5
                    assert abs(found[bits] - 2000 * probability) < 5 * spread
                count += 1
    assert count == 5


def test_noise_is_outvoted_and_measured() -> None:
    model = qiskit_aer.noise.NoiseModel()
    model.add_all_qubit_readout_error([[0.9, 0.1], [0.1, 0.9]])
    circuit = coin_circuit(5)
    shots = aer(Random(1), noise_model=model).run(circuit, 2000)
    votes = [decode(circuit, shot.bits) for shot in shots]
    assert sum(vote.disagreeing for vote in votes) / 10_000 == pytest.approx(0.1, abs=0.02)
    assert sum(vote.bit for vote in votes) == pytest.approx(1000, abs=120)


def test_any_backend_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(make=lambda: AerSimulator())
    monkeypatch.setitem(sys.modules, "somewhere", module)
    (measurement,) = open_source("qiskit:somewhere:make").fetch(1)
    assert (measurement.seed, bool(measurement.job)) == (None, True)


@pytest.mark.parametrize("name", ["nowhere:make", "json:nothing", "json", "json:"])
def test_unknown_backends(name: str) -> None:
    with pytest.raises(DeviceError, match=f"no backend '{name}', which must be module:callable: "):
        open_source(f"qiskit:{name}")


def test_qiskit_can_be_imported_by_the_first_job(tmp_path: Path) -> None:
    """In a new process, since the importing thread matters."""
    pool = str(tmp_path / "coins.pool")
    command = [sys.executable, "-m", "qttt", "coins", "fetch", pool, "--source", "qiskit"]
    done = subprocess.run([*command, "--bits", "8"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Measured   8 bits, ")


def test_errors_of_the_backend_are_device_errors() -> None:
    class Offline(AerSimulator):  # type: ignore[misc]
        def run(self, *_: Any, **__: Any) -> Any:
            raise qiskit.QiskitError("offline")

    with pytest.raises(DeviceError, match=r"Qiskit aer_simulator .*: .*offline"):
        Qiskit(Offline()).run(coin_circuit(), 1)


def test_a_loop_that_is_too_large_for_the_backend() -> None:
    from qiskit.providers.fake_provider import GenericBackendV2

    position = Position.after(*[(number, (number + 1) % 6) for number in range(6)])
    with pytest.raises(DeviceError, match=r"Qiskit generic_backend_5q.*: .*5"):
        DeviceSource(Qiskit(GenericBackendV2(5))).toss(loop_circuit(position))
