"""The battery finds out broken coins, each by the test meant for it, and lets fair ones pass."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from qttt.quantum import Pool, source
from qttt.quantum.battery import (
    FALSE_ALARM,
    LEAST,
    Finding,
    _streak,
    battery,
    chi_square,
    rejecting,
)
from tests.quantum.coins import BROKEN, biased, bits_of, fair, some

# --- broken coins ------------------------------------------------------------------------------


@pytest.mark.parametrize(("coin", "test"), BROKEN.items(), ids=[each.__name__ for each in BROKEN])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_broken_coin_is_found_out(
    coin: Callable[[Random], Iterator[int]], test: str, seed: int
) -> None:
    assert test in rejecting(battery(some(coin, 100_000, seed)))


def test_every_test_finds_something_out() -> None:
    assert {each.test for each in battery(some(fair, LEAST, 1))} == set(BROKEN.values())


# --- fair coins --------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [LEAST, 4321, 100_000])
def test_a_fair_coin_passes(count: int) -> None:
    assert rejecting(battery(some(fair, count, 5))) == ()


def small_p_values(coins: int, bits: int, limit: float) -> Counter[str]:
    """How often each test has a p-value of ``limit`` or less, for so many fair coins."""
    findings = (each for seed in range(coins) for each in battery(some(fair, bits, seed)))
    return Counter(each.test for each in findings if each.p <= limit)


def test_p_values_are_what_they_say() -> None:
    """Of 400 fair coins at most 40, give or take, have a p-value of 0.1 in a test."""
    small = small_p_values(400, LEAST, 0.1)
    assert max(small.values()) < 40 + 4 * sqrt(400 * 0.1 * 0.9)
    assert small["balance"] > 20


@pytest.mark.nightly
def test_p_values_are_what_they_say_far_out() -> None:
    """Of 20,000 fair coins 20 have a p-value of 0.001; a normal tail is a little heavier there."""
    small = small_p_values(20_000, LEAST, 0.001)
    assert max(small.values()) < 45


# --- sources -----------------------------------------------------------------------------------


def passed(bits: Iterator[int]) -> tuple[Finding, ...]:
    """What the battery finds, for a source that it must not reject."""
    findings = battery(bits)
    assert rejecting(findings) == (), findings
    return findings


@pytest.mark.parametrize("seed", [1, 2])
def test_qx_is_fair(seed: int) -> None:
    passed(bits_of(source("qx", seed=seed), 2000))


def test_the_operating_system_is_fair() -> None:
    """Without a seed: once in a million times this fails for nothing."""
    passed(bits_of(source("os"), 5000))


def test_a_pool_gives_the_bits_that_were_measured(tmp_path: Path) -> None:
    measured, pool = source("qx", seed=3).fetch(1000), Pool(tmp_path / "coins")
    pool.add(measured)
    taken = source(f"pool:{pool.path}").fetch(20)
    assert taken == measured[:20]
    passed(each.bit for each in pool.measurements())


@pytest.mark.nightly
def test_a_million_bits_of_the_operating_system_are_fair() -> None:
    passed(bits_of(source("os"), 1_000_000))


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["qx", "qiskit"])
def test_a_hundred_thousand_shots_of_a_simulator_are_fair(name: str) -> None:
    if name == "qiskit":
        pytest.importorskip("qiskit_aer", reason="to enable: pip install 'qttt[qiskit]'")
    passed(bits_of(source(name), 100_000))


@pytest.mark.nightly
def test_a_pool_of_twenty_thousand_bits_is_fair(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "coins")
    pool.add(source("qx").fetch(20_000))
    passed(each.bit for each in pool.measurements())


# --- probabilities -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    [  # critical values as tables have them
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
def test_chi_square_is_that_of_the_tables(value: float, freedom: int, p: float) -> None:
    assert chi_square(value, freedom) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize("length", range(6))
def test_streaks_are_as_frequent_as_in_all_sequences(length: int) -> None:
    for tosses in range(9):
        sequences = ["".join(each) for each in product("01", repeat=tosses)]
        having = sum("1" * length in each for each in sequences)
        assert _streak(tosses, length) == having / len(sequences)


def test_a_coin_is_rejected_by_its_share_of_a_million() -> None:
    just, more = FALSE_ALARM / 8, FALSE_ALARM / 7
    assert rejecting([Finding("a", "", 0.9 * just), Finding("b", "", more)]) == ("a",)


def test_few_bits_say_nothing() -> None:
    with pytest.raises(ValueError, match=r"1,000 bits or more are needed to judge a coin, not 999"):
        battery(some(biased, 999, 1))
