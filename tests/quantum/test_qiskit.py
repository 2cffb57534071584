"""Backends of Qiskit: Aer, with and without noise. Runs where the extra ``qiskit`` is installed."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.game import Rules
from qttt.play import check_coin, measured_coin
from qttt.quantum import DeviceError, Quantum, circuits, coin_circuit, decode, openqasm3, source
from qttt.quantum.qiskit_device import Qiskit, aer
from tests.quantum.positions import by_chance
from tests.quantum.simulator import probabilities

qiskit = pytest.importorskip("qiskit", reason="to enable: pip install 'qttt[qiskit]'")
qiskit_aer = pytest.importorskip("qiskit_aer", reason="to enable: pip install 'qttt[qiskit]'")
AerSimulator: Any = qiskit_aer.AerSimulator


def test_aer_is_a_coin() -> None:
    check_coin(measured_coin(source("qiskit", seed=1)), tosses=60)


def test_one_job_has_one_seed_and_many_shots() -> None:
    one, other = (Quantum(aer(Random(3))).fetch(50) for _ in range(2))
    assert [each.counts for each in one] == [each.counts for each in other]
    assert len({(each.job, each.seed) for each in one}) == 1
    assert [each.shot for each in one] == [*range(50)]
    assert one[0].backend.startswith("Qiskit aer_simulator")


def test_outcomes_are_those_of_the_oracle() -> None:
    device, tried = aer(Random(2)), 0
    for position in by_chance(Rules.parse("goff"), 2, seed=3):
        for circuit in circuits(position):
            if 2 < len(circuit.wires) < 8 and tried < 5:
                likely = probabilities(circuit)
                found = Counter(shot.bits for shot in device.run(circuit, 2000))
                assert set(found) <= set(likely)
                for shown, probability in likely.items():
                    spread = (2000 * probability * (1 - probability)) ** 0.5
                    assert abs(found[shown] - 2000 * probability) < 5 * spread
                tried += 1
    assert tried == 5


def test_noise_is_outvoted_and_seen() -> None:
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
    (measurement,) = source("qiskit:somewhere:make").fetch(1)
    assert (measurement.seed, bool(measurement.job)) == (None, True)


@pytest.mark.parametrize("name", ["nowhere:make", "json:nothing", "json", "json:"])
def test_a_name_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(DeviceError, match=f"there is no backend '{name}', as module:callable: "):
        source(f"qiskit:{name}")


def test_a_program_that_has_not_imported_qiskit_can_ask_it(tmp_path: Path) -> None:
    """In a process of its own: this one has imported it, and where that is done matters."""
    pool = str(tmp_path / "coins.pool")
    command = [sys.executable, "-m", "qttt", "coins", "fetch", pool, "--source", "qiskit"]
    done = subprocess.run([*command, "--bits", "8"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Measured   8 bits, ")


def test_an_error_of_the_backend_is_one_of_the_device() -> None:
    class Away(AerSimulator):  # type: ignore[misc]
        def run(self, *_: Any, **__: Any) -> Any:
            raise qiskit.QiskitError("in repair")

    with pytest.raises(DeviceError, match=r"Qiskit aer_simulator .*: .*in repair"):
        Qiskit(Away()).run(coin_circuit(), 1)


def test_openqasm_says_what_is_run() -> None:
    """Read by Qiskit, where it can read OpenQASM 3 at all."""
    pytest.importorskip("qiskit_qasm3_import", reason="to enable: pip install qiskit-qasm3-import")
    qasm3 = pytest.importorskip("qiskit.qasm3")
    for position in by_chance(Rules.parse("goff"), 1):
        for circuit in circuits(position):
            assert len(qasm3.loads(openqasm3(circuit)).data) == len(circuit.gates)
