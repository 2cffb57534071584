"""Ratings follow Glickman's paper, with one game per period."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Points
from qttt.server.people.glicko import Strength
from qttt.server.people.ratings import (
    NEW_RATING,
    is_provisional,
    pace_of,
    rate_game,
    rating_at,
    score_of,
)
from qttt.server.retention import DAY_MS
from qttt.server.store.entities import Rating

POINTS = [Points(1, 0), Points(2, 0), Points(1.5, 0), Points(1, 0.5), Points(0, 0), Points(1, 1)]
POINTS += [Points(o, x) for x, o in POINTS]

ratings = st.builds(
    Rating,
    st.floats(400, 3000),
    st.floats(45, 350),
    st.floats(0.03, 0.09),
    st.integers(0, 100),
    st.just(0),
)


def test_the_paper_s_example() -> None:
    """Glickman (2013), page 4: one period with three games."""
    others = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    games = [(Strength.of(rating, rd, 0.06), score) for rating, rd, score in others]
    after = Strength.of(1500, 200, 0.06).after(games)
    assert after.rating == pytest.approx(1464.06, abs=0.011)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.sigma == pytest.approx(0.05999, abs=1e-5)


@given(shift=st.floats(-1000, 1000), score=st.sampled_from([0.0, 0.5, 1.0]))
def test_only_differences_of_ratings_matter(shift: float, score: float) -> None:
    low = Strength.of(1500, 200, 0.06).after([(Strength.of(1400, 30, 0.06), score)])
    high = Strength.of(1500 + shift, 200, 0.06).after(
        [(Strength.of(1400 + shift, 30, 0.06), score)]
    )
    assert high.sigma == pytest.approx(low.sigma, abs=1e-9)
    assert high.rating - low.rating == pytest.approx(shift, abs=1e-6)


@given(
    rating=st.floats(0, 3500),
    deviation=st.floats(30, 350),
    sigma=st.floats(0.01, 0.2),
    score=st.sampled_from([0.0, 0.5, 1.0]),
)
def test_volatility_is_where_the_paper_s_function_is_zero(
    rating: float, deviation: float, sigma: float, score: float
) -> None:
    """The slope changes sign at the new volatility, where the likelihood is greatest."""
    player, other = Strength.of(rating, deviation, sigma), Strength.of(1500, 80, 0.06)
    after = player.after([(other, score)])
    g = 1 / math.sqrt(1 + 3 * (other.phi / math.pi) ** 2)
    expected = 1 / (1 + math.exp(-g * (player.mu - other.mu)))
    variance = 1 / (g**2 * expected * (1 - expected))
    delta = variance * g * (score - expected)

    def f(x: float) -> float:
        spread = player.phi**2 + variance + math.exp(x)
        bend = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
        return bend - (x - 2 * math.log(sigma)) / 0.25

    root = 2 * math.log(after.sigma)
    assert f(root - 1e-5) > 0 > f(root + 1e-5)


@given(x=ratings, o=ratings, points=st.sampled_from(POINTS))
def test_a_game_moves_both_ratings_towards_its_result(x: Rating, o: Rating, points: Points) -> None:
    after_x, after_o = rate_game(x, o, points, 0)
    if score_of(points) != 0.5:
        sign = 1 if points.x > points.o else -1
        assert sign * (after_x.value - x.value) >= 0 >= sign * (after_o.value - o.value)
    for before, after in ((x, after_x), (o, after_o)):
        assert after.games == before.games + 1
        assert 0 < after.deviation <= 350


@given(x=ratings, o=ratings, points=st.sampled_from(POINTS))
def test_exchanging_seats_exchanges_the_ratings(x: Rating, o: Rating, points: Points) -> None:
    assert rate_game(x, o, points, 5) == rate_game(o, x, Points(points.o, points.x), 5)[::-1]


@pytest.mark.parametrize(
    ("points", "score"),
    [
        (Points(2, 0), 1),
        (Points(1.5, 0), 1),
        (Points(1, 0.5), 1),
        (Points(0.5, 1), 0),
        (Points(0, 0), 0.5),
        (Points(1, 1), 0.5),
    ],
)
def test_more_points_are_a_win(points: Points, score: float) -> None:
    assert score_of(points) == score


def test_ratings_are_provisional_at_first_and_after_long_inactivity() -> None:
    anna = nikos = NEW_RATING
    needed = 0
    while is_provisional(anna):
        needed += 1
        points = Points(1, 0) if needed % 2 else Points(0, 1)
        anna, nikos = rate_game(anna, nikos, points, needed)
    assert needed == 14
    for game in range(300):
        points = Points(1, 0) if game % 2 else Points(0, 1)
        anna, nikos = rate_game(anna, nikos, points, needed)
    assert anna.deviation == pytest.approx(60, abs=3)
    days = next(day for day in range(400) if is_provisional(rating_at(anna, needed + day * DAY_MS)))
    assert 70 <= days <= 85


def test_the_deviation_never_exceeds_that_of_an_unrated_user() -> None:
    assert rating_at(Rating(1800, 80, 0.06, 5, 0), 10**6 * DAY_MS).deviation == 350
    assert rating_at(NEW_RATING, 10**6 * DAY_MS) == NEW_RATING


@pytest.mark.parametrize(
    ("clock", "pace"), [("60+0", "live"), ("300+5", "live"), ("3d", "correspondence")]
)
def test_paces(clock: str, pace: str) -> None:
    assert pace_of(clock) == pace
