"""Sources: fair bits, measurements, timeouts, errors and pools."""

import sqlite3
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from threading import Event

import pytest

from qttt.extras import MissingExtraError
from qttt.game import Rules
from qttt.play import check_coin, measured_coin
from qttt.quantum import (
    Circuit,
    DeviceError,
    Measurement,
    Pool,
    circuits,
    cqasm3,
    decode,
    loop_circuit,
    open_source,
)
from qttt.quantum.audit import AuditStatus, audit
from qttt.quantum.qx import QX
from qttt.quantum.source import DeviceSource, Shot, SystemSource, run_with_timeout
from tests.quantum.positions import PAIR, STEM, random_positions
from tests.quantum.simulator import probabilities

LOOP = loop_circuit(STEM)


def chi_square(found: Counter[str], likely: dict[str, float], shots: int) -> float:
    return sum((found[one] - shots * p) ** 2 / (shots * p) for one, p in likely.items())


def worst(freedom: float) -> float:
    """A value that chi square exceeds with a probability below 10⁻⁴ (Wilson, Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 3.72 * sqrt(2 / (9 * freedom))) ** 3


# --- statistics ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["os", "qx"])
def test_a_source_is_a_coin(name: str) -> None:
    check_coin(measured_coin(open_source(name, seed=1)))


def test_bits_of_the_simulator_are_fair_and_independent() -> None:
    bits = [each.bit for each in open_source("qx", seed=1).fetch(2000)]
    pairs = Counter(f"{one}{other}" for one, other in zip(bits[::2], bits[1::2], strict=True))
    assert chi_square(pairs, dict.fromkeys(("00", "01", "10", "11"), 0.25), 1000) < worst(3)


def test_outcomes_of_random_positions_match_the_reference_simulator() -> None:
    device, shots = QX(Random(2)), 150
    count = 0
    for position in random_positions(Rules.parse("goff"), 4, seed=3):
        for circuit in circuits(position):
            if 2 < len(circuit.wires) < 8 and count < 12:
                likely = probabilities(circuit)
                found = Counter(shot.bits for shot in device.run(circuit, shots))
                assert set(found) <= set(likely)
                assert chi_square(found, likely, shots) < worst(len(likely) - 1)
                count += 1
    assert count == 12


def test_a_seed_makes_a_simulator_reproducible() -> None:
    def bits(seed: int) -> tuple[Measurement, ...]:
        noon = "2026-01-01T12:00:00+00:00"
        return DeviceSource(QX(Random(seed)), clock=lambda: noon).fetch(8)

    assert bits(5) == bits(5) != bits(6)


# --- audits of measurements ------------------------------------------------------------------


def test_a_shot_of_the_simulator_can_be_repeated() -> None:
    measurement = open_source("qx", seed=4).toss(LOOP)
    assert measurement.circuit == cqasm3(LOOP)
    assert measurement.bit == decode(LOOP, measurement.only_shot).bit
    assert [finding.status for finding in audit(measurement, STEM)] == [AuditStatus.RIGHT] * 3
    forged = [[*audit(replace(measurement, seed=seed), STEM)][-1] for seed in range(40)]
    wrong = [finding for finding in forged if finding.status is AuditStatus.WRONG]
    assert 5 < len(wrong) < 35
    assert f"not {measurement.only_shot}" in wrong[0].text


def test_a_simulator_of_another_version_is_not_run_again() -> None:
    measurement = replace(open_source("qx", seed=4).toss(LOOP), backend="QX simulator 0.1")
    last = [*audit(measurement, STEM)][-1]
    assert last.status is AuditStatus.UNKNOWN
    assert last.text.endswith("that was QX simulator 0.1")
    other = [*audit(replace(measurement, source="qiskit"), STEM)][-1]
    assert other.text.endswith("QX simulator 0.1 is not rerun")


def test_the_operating_system_has_no_circuit() -> None:
    measurement = SystemSource().toss(LOOP)
    assert (measurement.source, measurement.backend) == ("os", "operating system")
    assert (measurement.circuit, measurement.counts) == ("", {})


@pytest.mark.parametrize("name", ["", "dice", "os:x", "qx:x", "pool", "pool:"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(DeviceError, match=f"unknown source of coins {name!r}: choose from os"):
        open_source(name)


# --- devices that fail -----------------------------------------------------------------------


class Fake:
    """A device with given results."""

    name, backend = "fake", "Fake 1"

    def __init__(self, *shots: str) -> None:
        self.shots = shots

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        return tuple(Shot(bits, "9", None, number) for number, bits in enumerate(self.shots))


class Silent(Fake):
    """A device that blocks until ``released``."""

    def __init__(self) -> None:
        super().__init__("000")
        self.released, self.has_responded = Event(), False

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        self.released.wait(60)
        self.has_responded = True
        return super().run(circuit, shots)


def test_a_device_that_does_not_respond_times_out() -> None:
    silent = Silent()
    with pytest.raises(DeviceError, match=r"^fake did not respond within 0\.05 seconds$"):
        DeviceSource(silent, timeout_s=0.05).fetch(1)
    assert not silent.has_responded
    silent.released.set()


def test_a_device_without_shots() -> None:
    with pytest.raises(DeviceError, match="Fake 1 returned no shots"):
        DeviceSource(Fake()).fetch(3)


def test_an_invalid_shot() -> None:
    with pytest.raises(DeviceError, match="invalid response of Fake 1: '0x0' is not a shot of"):
        DeviceSource(Fake("0x0")).fetch(1)


def test_fewer_shots_give_fewer_bits_and_more_are_dropped() -> None:
    device = DeviceSource(Fake("000", "111", "110"))
    assert [(each.bit, each.job, each.shot) for each in device.fetch(9)] == [
        (0, "9", 0),
        (1, "9", 1),
        (1, "9", 2),
    ]
    assert len(device.fetch(2)) == 2


def test_other_errors_of_the_device_propagate() -> None:
    with pytest.raises(ZeroDivisionError):
        run_with_timeout(1, lambda: 1 // 0, "test")


def test_missing_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("qxelarator", "qiskit", "qiskit_aer", "quantuminspire"):
        monkeypatch.setitem(sys.modules, package, None)
    for name in ("qx", "qiskit", "qiskit:a:b", "qi"):
        extra = name.partition(":")[0]
        with pytest.raises(MissingExtraError, match=rf" 'qttt\[{extra}\]'$"):
            open_source(name)


# --- pools -----------------------------------------------------------------------------------


def test_a_pool_returns_each_bit_once_oldest_first(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "coins")
    bits = open_source("qx", seed=1).fetch(5)
    pool.add(bits)
    assert pool.counts() == (5, 0)
    coin = open_source(f"pool:{pool.path}")
    assert [coin.toss(LOOP) for _ in range(5)] == list(bits)
    assert pool.counts() == (0, 5)
    with pytest.raises(DeviceError, match=r"the pool .*coins is empty: fill it with qttt coins f"):
        coin.toss(LOOP)
    assert pool.measurements() == list(bits)


def test_concurrent_readers_of_a_pool_get_different_bits(tmp_path: Path) -> None:
    Pool(tmp_path / "coins").add(open_source("qx", seed=1).fetch(60))
    with ThreadPoolExecutor(8) as threads:
        seeds = [*threads.map(lambda _: Pool(tmp_path / "coins").take().seed, range(60))]
    assert len(set(seeds)) == 60


def test_a_pool_can_fill_another(tmp_path: Path) -> None:
    one, other = Pool(tmp_path / "one"), Pool(tmp_path / "other")
    one.add(open_source("qx", seed=1).fetch(3))
    other.add(open_source(f"pool:{one.path}").fetch(9))
    assert (one.counts(), other.counts()) == ((0, 3), (3, 0))


def test_a_bit_of_a_pool_fits_any_loop(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "coins")
    pool.add(open_source("qx", seed=1).fetch(1))
    findings = [*audit(pool.take(), PAIR)]
    assert findings[0].text == "the circuit is that of any loop, made beforehand"
    assert {finding.status for finding in findings} == {AuditStatus.RIGHT}


def test_files_that_are_not_pools(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"there is no pool .*none: create it with qttt coins"):
        Pool(tmp_path / "none").take()
    (tmp_path / "text").write_text("x" * 200)
    with pytest.raises(
        DeviceError, match=r"the pool .*text cannot be used: file is not a database"
    ):
        Pool(tmp_path / "text").take()
    with pytest.raises(DeviceError, match=r"the pool .*cannot be used: unable to open database"):
        Pool(tmp_path / "no" / "folder").add([])


@pytest.mark.parametrize("value", ["null", "7", "7.5", "x'7b7d'"])
def test_a_pool_with_a_measurement_that_is_not_text(tmp_path: Path, value: str) -> None:
    pool = Pool(tmp_path / "coins")
    with closing(sqlite3.connect(pool.path)) as file, file:  # without the type of the column
        file.execute("create table coins (id integer primary key, measurement, used text)")
        file.execute(f"insert into coins (measurement) values ({value})")
    file.close()
    for read in (pool.measurements, pool.take):
        with pytest.raises(DeviceError, match=r"coins is damaged: a measurement is not text$"):
            read()


def test_a_damaged_pool(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "coins")
    pool.add(open_source("os").fetch(1))
    with closing(sqlite3.connect(pool.path)) as file, file:
        file.execute("update coins set measurement = '{}'")
    file.close()
    with pytest.raises(DeviceError, match=r"coins is damaged: the measurement lacks its backend"):
        pool.take()
    with pytest.raises(DeviceError, match=r"coins is empty: fill it with qttt coins fetch"):
        pool.take()
