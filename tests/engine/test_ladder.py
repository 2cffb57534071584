"""Blunder probabilities and search sizes of the ladder."""

import pytest

from qttt.engine.ladder import ELO, blunder_probability, measured_elo, simulations_for
from qttt.engine.levels import Level, ladders_for
from qttt.game import Position, Rules
from scripts import levels as numbers
from tests.strategies import ALL, PRESETS, random_walk

LEVELS = ("easy", "medium", "hard", "expert")


@pytest.mark.parametrize("text", ALL)
def test_stronger_levels_blunder_less_and_search_longer(text: str) -> None:
    rules = Rules.parse(text)
    empty = Position(rules)
    can_err = len(empty.legal_moves) > 1
    blunders = [blunder_probability(level, empty) for level in LEVELS]
    easy, medium, hard, expert = blunders
    assert 1 > easy > medium > 0
    assert 1 > hard > expert > 0 or (not can_err and hard == expert == 0)
    assert blunder_probability("best", empty) == 0
    sizes = [simulations_for(level, rules) for level in (*LEVELS, "best")]
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize("level", [level for level in Level if level not in LEVELS])
def test_other_levels_never_blunder(level: Level) -> None:
    assert {blunder_probability(level.value, Position(Rules.parse(text))) for text in ALL} == {0}


@pytest.mark.parametrize("level", LEVELS)
def test_every_searched_board_gets_enough_simulations(level: str) -> None:
    small, large = Rules.parse("krist rows=2 cols=5"), Rules.preset("krist", 8)
    assert simulations_for(level, small) > simulations_for(level, large) >= 200


def test_the_numbers_of_the_app_are_current() -> None:
    assert numbers.TARGET.read_text("utf-8") == numbers.source(), "run: make format"


def test_the_elo_of_the_levels_are_those_of_the_documents() -> None:
    elo = numbers.elo(numbers.MEASURED.read_text("utf-8"))
    assert ELO.read_text("utf-8") == elo, "run: make format"


@pytest.mark.parametrize("text", PRESETS)
def test_the_levels_of_a_preset_have_a_measured_elo(text: str) -> None:
    rules = Rules.parse(text)
    for ladder in ladders_for(rules):
        ratings = [measured_elo(level.value, rules) for level in ladder]
        assert None not in ratings
        assert ratings[0] == 0
        assert ratings == sorted(ratings, key=lambda rating: rating or 0), "each above the last"


def test_nobody_blunders_in_a_finished_game() -> None:
    over = random_walk(Rules(), 1).positions[-1]
    assert over.outcome
    assert {blunder_probability(level, over) for level in ("hard", "expert")} == {0}


def test_other_boards_have_no_elo() -> None:
    assert measured_elo("hard", Rules.preset("krist", 8)) is None
