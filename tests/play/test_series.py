"""Series and their points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Placement, Player, Points
from qttt.play import Match, Seat, Series
from qttt.play.errors import SeriesError

from .helpers import ANN, BOB

POINTS = st.sampled_from([(1, 0), (0, 1), (1, 0.5), (0.5, 1), (1.5, 0), (2, 0), (0, 0), (1, 1)])


@given(st.lists(st.tuples(st.booleans(), POINTS)))
def test_totals(
    games: list[tuple[bool, tuple[float, float]]],
) -> None:
    series = Series("Ann", "Bob")
    ann, bob, won, lost = 0.0, 0.0, 0, 0
    for ann_is_x, (x, o) in games:
        series = series.add(*(("Ann", "Bob") if ann_is_x else ("Bob", "Ann")), Points(x, o))
        mine, theirs = (x, o) if ann_is_x else (o, x)
        ann, bob = ann + mine, bob + theirs
        won, lost = won + (mine > theirs), lost + (mine < theirs)
    assert series.points == {"Ann": ann, "Bob": bob}
    assert series.wins == {"Ann": won, "Bob": lost}
    assert series.draws == len(games) - won - lost


def test_seats_alternate() -> None:
    series = Series("Ann", "Bob")
    seats = []
    for _ in range(3):
        seats.append(series.seats)
        series = series.add(*series.seats, Points(0, 0))
    assert seats == [("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Bob")]


def test_two_players_have_two_names() -> None:
    with pytest.raises(SeriesError, match="both players are named 'Ann': a series needs two names"):
        Series("Ann", "Ann")


def test_other_players() -> None:
    message = "this series is between 'Ann' and 'Bob', not 'Ann' and 'Eve'"
    with pytest.raises(SeriesError, match=message):
        Series("Ann", "Bob").add("Ann", "Eve", Points(1, 0))
    with pytest.raises(SeriesError, match=message):
        Match(x=ANN, o=Seat("Eve"), series=Series("Ann", "Bob"))


def test_finished_matches_are_added() -> None:
    match = Match(x=ANN, o=BOB, series=Series("Ann", "Bob"))
    match.play(Placement(0, 1))
    assert match.series_score == match.series
    match.resign(Player.X)
    match = match.rematch(swap=True)
    assert match.series is not None
    assert match.series.points == {"Ann": 0, "Bob": 1}
    assert (match.seats[Player.X], match.seats[Player.O]) == (BOB, ANN)
    match.resign(Player.X)
    assert match.series_score is not None
    assert match.series_score.points == {"Ann": 1, "Bob": 1}
    assert match.series_score.wins == {"Ann": 1, "Bob": 1}


def test_no_series_no_points() -> None:
    match = Match(x=ANN, o=ANN)
    match.resign(Player.O)
    assert match.series_score is None
    assert match.rematch().series is None
