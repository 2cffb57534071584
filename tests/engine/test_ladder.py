"""How often the levels of the ladder have a lapse, and how long they think."""

import pytest

from qttt.engine.ladder import lapse_of, simulations_of
from qttt.engine.levels import Level
from qttt.game import Rules
from tests.strategies import ALL

CLIMBING = ("easy", "medium", "hard")


@pytest.mark.parametrize("text", ALL)
def test_who_stands_higher_lapses_less_and_thinks_longer(text: str) -> None:
    rules = Rules.parse(text)
    lapses = [lapse_of(level, rules) for level in (*CLIMBING, "best")]
    assert 1 > lapses[0] > lapses[1] > lapses[2] > lapses[3] == 0
    thoughts = [simulations_of(level, rules) for level in (*CLIMBING, "best")]
    assert thoughts == sorted(set(thoughts))


@pytest.mark.parametrize("level", [level for level in Level if level not in CLIMBING])
def test_all_others_never_lapse(level: Level) -> None:
    assert {lapse_of(level.value, Rules.parse(text)) for text in ALL} == {0}


@pytest.mark.parametrize("level", CLIMBING)
def test_every_board_that_is_searched_is_thought_about(level: str) -> None:
    small, large = Rules.parse("krist rows=2 cols=5"), Rules.preset("krist", 8)
    assert simulations_of(level, small) > simulations_of(level, large) >= 200
