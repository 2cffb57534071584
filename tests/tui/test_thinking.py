"""Questions to the computer."""

import threading

import pytest

from qttt.engine import Analysis, Level, levels_for, solve
from qttt.game import Player, Rules
from qttt.tui.setup import Setup
from qttt.tui.thinking import Question, WithdrawnError, analysis, next_move, takes_draw
from tests.tui.helpers import LOOP, against, table


@pytest.mark.parametrize("level", levels_for(Rules()))
def test_the_computers_move_is_legal(level: Level) -> None:
    seated = table("12", against(level))
    assert next_move(seated).answer().move in seated.match.legal_moves


def test_the_same_seed_gives_the_same_move() -> None:
    asked = [next_move(table("12", against(Level.EASY, seed=4))) for _ in range(4)]
    assert len({question.answer().move for question in asked}) == 1


def test_the_optimal_computer_plays_a_best_move() -> None:
    seated = table("12", against(Level.OPTIMAL))
    assert next_move(seated).answer().move in solve(seated.match.position).best


def test_an_analysis_is_the_solvers() -> None:
    position = table(LOOP).match.position
    found = analysis(position).answer()
    assert found.exact
    assert found.moves == solve(position).moves


def test_a_withdrawn_question_is_not_answered() -> None:
    asked = next_move(table("12", against(Level.OPTIMAL)))
    asked.withdraw()
    with pytest.raises(WithdrawnError):
        asked.answer()


def test_a_question_withdrawn_while_it_is_answered_is_not_answered() -> None:
    position = table(LOOP).match.position

    def ask(stop: threading.Event) -> Analysis:
        asked.withdraw()
        assert stop.is_set()
        return solve(position, stop=stop)

    asked = Question(ask)
    with pytest.raises(WithdrawnError):
        asked.answer()


@pytest.mark.parametrize(
    ("text", "computer", "takes"),
    [("", Player.O, True), ("", Player.X, False), ("12", Player.X, True), ("12", Player.O, True)],
)
def test_a_draw_is_taken_by_who_is_not_better_off(text: str, computer: Player, takes: bool) -> None:
    assert takes_draw(table(text, Setup()).match.position, computer).answer() is takes
