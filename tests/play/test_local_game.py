"""A game at one terminal and its settings."""

from random import Random
from typing import Any

import pytest

from qttt.engine import Level, levels_for
from qttt.game import PRESETS, Player, Position, Rules
from qttt.notation import parse_moves
from qttt.play import Series
from qttt.play.errors import CoinError
from qttt.play.local_game import LocalGame, LocalGameSetup


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
        LocalGame(LocalGameSetup(Rules.preset("krist"), o=Level.EVAL_EASY).match()).check_levels()


def game(**settings: Any) -> LocalGame:
    setup = LocalGameSetup(**settings)
    return LocalGame(setup.match(), setup.rng, setup.coin)


@pytest.mark.parametrize("level", levels_for(Rules()))
def test_the_computers_move_is_legal(level: Level) -> None:
    here = game(x=level)
    assert here.level_to_move is level
    assert here.decision_job(level).run().move in here.match.legal_moves


def test_the_same_seed_gives_the_same_move() -> None:
    jobs = [game(seed=4).decision_job(Level.EASY) for _ in range(4)]
    assert len({job.run().move for job in jobs}) == 1


def test_levels_change_during_the_game() -> None:
    here = game(o=None)
    assert len(here.people) == 2
    here.levels[Player.X] = Level.RANDOM
    assert [*here.people] == [Player.O]
    assert here.awaits_computer


def test_typed_moves_decide_coins_and_contradict_no_toss() -> None:
    here = game(rules=Rules.preset("qubic3"), o=None)
    start = here.match.position
    here.play_out(parse_moves("12 12 @2 34", start).moves)
    assert [toss.source for toss in here.match.tosses.values()] == ["typed in"]
    here.undo(3)
    with pytest.raises(CoinError, match="The coin showed @2 there and is not tossed again"):
        here.play_out(parse_moves("12 12 @1", start).moves)
