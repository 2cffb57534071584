"""Questions to the computer."""

import pytest

from qttt.engine import Analysis, Level, solve
from qttt.engine.levels import Solve
from qttt.game import Player
from qttt.tui.setup import Setup
from qttt.tui.thinking import Question, WithdrawnError, analysis, next_move, takes_draw
from tests.tui.helpers import LOOP, against, table


@pytest.mark.parametrize("level", list(Level))
def test_the_computers_move_is_legal(level: Level) -> None:
    seated = table("12", against(level))
    assert next_move(seated).answer() in seated.match.legal_moves


def test_the_same_seed_gives_the_same_move() -> None:
    moves = {next_move(table("12", against(Level.EASY, seed=4))).answer() for _ in range(4)}
    assert len(moves) == 1


def test_the_optimal_computer_plays_a_best_move() -> None:
    seated = table("12", against(Level.OPTIMAL))
    assert next_move(seated).answer() in solve(seated.match.position).best


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

    def ask(solve: Solve) -> Analysis:
        asked.withdraw()
        return solve(position)

    asked = Question(ask)
    with pytest.raises(WithdrawnError):
        asked.answer()


@pytest.mark.parametrize(
    ("text", "computer", "takes"),
    [("", Player.O, True), ("", Player.X, False), ("12", Player.X, True), ("12", Player.O, True)],
)
def test_a_draw_is_taken_by_who_is_not_better_off(text: str, computer: Player, takes: bool) -> None:
    assert takes_draw(table(text, Setup()).match.position, computer).answer() is takes
