import random
from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.arena import elo, elo_interval
from qttt.arena.elo import share_interval

PAIRS = st.lists(st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0)), min_size=1, max_size=200)


@given(PAIRS)
def test_interval_holds_the_share_and_has_a_width(pairs: list[float]) -> None:
    low, high = share_interval(pairs)
    assert 0 <= low <= sum(pairs) / len(pairs) <= high <= 1
    assert low < high


@given(PAIRS)
def test_other_side_of_the_board(pairs: list[float]) -> None:
    low, high = elo_interval(pairs)
    mirrored = elo_interval([1 - score for score in pairs])
    assert mirrored == pytest.approx((-high, -low))


@given(st.floats(0.001, 0.999))
def test_elo_is_the_logistic_scale(share: float) -> None:
    assert isclose(1 / (1 + 10 ** (-elo(share) / 400)), share)


def test_only_wins_have_no_upper_bound() -> None:
    assert (elo(1), elo(0)) == (inf, -inf)
    for count in (1, 10, 1000):
        low, high = elo_interval([1.0] * count)
        assert high == inf
        assert -inf < low < inf
        assert elo_interval([0.0] * count) == pytest.approx((-inf, -low))


@pytest.mark.parametrize("chance", [(0.5, 0.2), (0.9, 0.1), (0.99, 0.0), (0.05, 0.9)])
@pytest.mark.parametrize("count", [10, 100])
def test_interval_has_the_stated_coverage(chance: tuple[float, float], count: int) -> None:
    """600 simulated tournaments with a known expectation, some with few losses or draws."""
    win, draw = chance
    rng, inside = random.Random(count), 0
    for _ in range(600):
        scores = rng.choices((1, 0.5, 0), (win, draw, 1 - win - draw), k=2 * count)
        pairs = [(one + other) / 2 for one, other in zip(scores[::2], scores[1::2], strict=True)]
        low, high = share_interval(pairs)
        inside += low <= win + draw / 2 <= high
    assert inside / 600 > 0.935
