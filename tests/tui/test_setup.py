"""Settings of a game."""

from random import Random

import pytest

from qttt.engine import Level, levels_for
from qttt.game import PRESETS, Player, Position, Rules
from qttt.play import Series
from qttt.tui.setup import LocalGameSetup


@pytest.mark.parametrize("x", [None, *levels_for(Rules())])
@pytest.mark.parametrize("o", [None, *levels_for(Rules())])
def test_any_two_players_have_different_names(x: Level | None, o: Level | None) -> None:
    setup = LocalGameSetup(x=x, o=o)
    match = setup.match()
    assert len(set(setup.names)) == 2
    assert [match.seats[player].level for player in Player] == [x, o]
    assert match.series == Series(*setup.names)
    assert LocalGameSetup.of(match) == setup


LOOP = Position.after((0, 1), (0, 1), rules=Rules.preset("qubic3"))


def test_a_person_chooses_the_marks() -> None:
    assert LocalGameSetup.against(Rules(), Level.HARD, Player.O, 5) == LocalGameSetup(
        Rules(), Level.HARD, None, 5
    )
    assert LocalGameSetup.against(Rules(), None, Player.X, None) == LocalGameSetup(
        Rules(), None, None
    )


def test_a_seed_determines_moves_and_coins() -> None:
    setup = LocalGameSetup(seed=3)
    assert setup.rng.random() == Random(3).random()
    one, other = setup.coin, setup.coin
    assert [one(LOOP) for _ in range(9)] == [other(LOOP) for _ in range(9)]
    assert one(LOOP).source == "seed 3"


def test_default_chance_is_the_operating_system() -> None:
    assert LocalGameSetup().coin(LOOP).source == "operating system"
    assert LocalGameSetup().rng.random() != LocalGameSetup().rng.random()


def test_a_series_continues_between_the_same_players() -> None:
    setup = LocalGameSetup()
    series = Series(setup.names[1], setup.names[0])
    assert setup.match(series).series is series
    assert setup.match(Series("Ann", "Bob")).series == Series(*setup.names)


@pytest.mark.parametrize("preset", PRESETS)
def test_levels_play_where_the_solver_does(preset: str) -> None:
    rules = Rules.preset(preset)
    assert levels_for(rules)[0] is Level.RANDOM


def test_a_level_that_cannot_play() -> None:
    with pytest.raises(ValueError, match="no level 'eval-easy' on 4×4"):
        LocalGameSetup(Rules.preset("krist"), o=Level.EVAL_EASY).match()
