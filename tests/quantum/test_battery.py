"""The battery rejects broken coins, each by the intended test, and accepts fair ones."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from qttt.quantum import Pool, open_source
from qttt.quantum.battery import (
    MIN_BITS,
    SIGNIFICANCE_LEVEL,
    BatteryResult,
    _streak,
    battery,
    chi_square,
    failed_tests,
)
from tests.quantum.coins import BROKEN, biased, bits_of, fair, some

# --- broken coins ------------------------------------------------------------------------------


@pytest.mark.parametrize(("coin", "test"), BROKEN.items(), ids=[each.__name__ for each in BROKEN])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_broken_coin_is_rejected(
    coin: Callable[[Random], Iterator[int]], test: str, seed: int
) -> None:
    assert test in failed_tests(battery(some(coin, 100_000, seed)))


def test_every_test_rejects_some_coin() -> None:
    assert {each.test for each in battery(some(fair, MIN_BITS, 1))} == set(BROKEN.values())


# --- fair coins --------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [MIN_BITS, 4321, 100_000])
def test_a_fair_coin_passes(count: int) -> None:
    assert failed_tests(battery(some(fair, count, 5))) == ()


def small_p_values(coins: int, bits: int, limit: float) -> Counter[str]:
    """Count p-values of at most ``limit`` by test, for ``coins`` fair coins."""
    findings = (each for seed in range(coins) for each in battery(some(fair, bits, seed)))
    return Counter(finding.test for finding in findings if finding.p <= limit)


def test_p_values_are_calibrated() -> None:
    """About 40 of 400 fair coins have a p-value of at most 0.1 in a test."""
    small = small_p_values(400, MIN_BITS, 0.1)
    assert max(small.values()) < 40 + 4 * sqrt(400 * 0.1 * 0.9)
    assert small["balance"] > 20


@pytest.mark.nightly
def test_small_p_values_are_calibrated() -> None:
    """About 20 of 20,000 fair coins have a p-value of 0.001; the normal tail is a bit heavier."""
    small = small_p_values(20_000, MIN_BITS, 0.001)
    assert max(small.values()) < 45


# --- sources -----------------------------------------------------------------------------------


def accepted(bits: Iterator[int]) -> tuple[BatteryResult, ...]:
    """Check that the battery does not reject the bits, and return its findings."""
    findings = battery(bits)
    assert failed_tests(findings) == (), findings
    return findings


@pytest.mark.parametrize("seed", [1, 2])
def test_qx_is_fair(seed: int) -> None:
    accepted(bits_of(open_source("qx", seed=seed), 2000))


def test_the_operating_system_is_fair() -> None:
    """Not seeded: fails with a probability of 10⁻⁶."""
    accepted(bits_of(open_source("os"), 5000))


def test_a_pool_gives_the_bits_that_were_measured(tmp_path: Path) -> None:
    measured, pool = open_source("qx", seed=3).fetch(1000), Pool(tmp_path / "coins")
    pool.add(measured)
    taken = open_source(f"pool:{pool.path}").fetch(20)
    assert taken == measured[:20]
    accepted(measurement.bit for measurement in pool.measurements())


@pytest.mark.nightly
def test_a_million_bits_of_the_operating_system_are_fair() -> None:
    accepted(bits_of(open_source("os"), 1_000_000))


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["qx", "qiskit"])
def test_a_hundred_thousand_shots_of_a_simulator_are_fair(name: str) -> None:
    if name == "qiskit":
        pytest.importorskip("qiskit_aer", reason="to enable: pip install 'qttt[qiskit]'")
    accepted(bits_of(open_source(name), 100_000))


@pytest.mark.nightly
def test_a_pool_of_twenty_thousand_bits_is_fair(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "coins")
    pool.add(open_source("qx").fetch(20_000))
    accepted(measurement.bit for measurement in pool.measurements())


# --- probabilities -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    [  # critical values from tables
        (3.841, 1, 0.05),
        (10.828, 1, 0.001),
        (5.991, 2, 0.05),
        (11.345, 3, 0.01),
        (18.307, 10, 0.05),
        (29.588, 10, 0.001),
        (124.342, 100, 0.05),
        (0.0, 7, 1.0),
    ],
)
def test_chi_square_matches_tables(value: float, freedom: int, p: float) -> None:
    assert chi_square(value, freedom) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize("length", range(6))
def test_streaks_match_enumeration(length: int) -> None:
    for tosses in range(9):
        sequences = ["".join(each) for each in product("01", repeat=tosses)]
        count = sum("1" * length in sequence for sequence in sequences)
        assert _streak(tosses, length) == count / len(sequences)


def test_the_significance_level_is_divided_among_the_tests() -> None:
    level, above = SIGNIFICANCE_LEVEL / 8, SIGNIFICANCE_LEVEL / 7
    assert failed_tests([BatteryResult("a", "", 0.9 * level), BatteryResult("b", "", above)]) == (
        "a",
    )


def test_too_few_bits() -> None:
    with pytest.raises(ValueError, match=r"1,000 bits or more are needed to judge a coin, not 999"):
        battery(some(biased, 999, 1))
