"""Blunder probabilities and search sizes of the ladder."""

import pytest

from qttt.engine.ladder import blunder_probability, simulations_for
from qttt.engine.levels import Level
from qttt.game import Rules
from scripts import levels as numbers
from tests.strategies import ALL

LEVELS = ("easy", "medium", "hard")


@pytest.mark.parametrize("text", ALL)
def test_stronger_levels_blunder_less_and_search_longer(text: str) -> None:
    rules = Rules.parse(text)
    blunders = [blunder_probability(level, rules) for level in (*LEVELS, "best")]
    assert 1 > blunders[0] > blunders[1] > blunders[2] > blunders[3] == 0
    sizes = [simulations_for(level, rules) for level in (*LEVELS, "best")]
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize("level", [level for level in Level if level not in LEVELS])
def test_other_levels_never_blunder(level: Level) -> None:
    assert {blunder_probability(level.value, Rules.parse(text)) for text in ALL} == {0}


@pytest.mark.parametrize("level", LEVELS)
def test_every_searched_board_gets_enough_simulations(level: str) -> None:
    small, large = Rules.parse("krist rows=2 cols=5"), Rules.preset("krist", 8)
    assert simulations_for(level, small) > simulations_for(level, large) >= 200


def test_the_numbers_of_the_app_are_current() -> None:
    assert numbers.TARGET.read_text("utf-8") == numbers.source(), "run: make format"
