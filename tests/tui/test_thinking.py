"""Questions to the computer."""

import threading

import pytest

from qttt.engine import Analysis, Level, levels_for, solve
from qttt.engine.search import Estimate, Progress, search
from qttt.game import Player, Rules
from qttt.tui.setup import Setup
from qttt.tui.thinking import Question, WithdrawnError, next_move, opinion, takes_draw
from tests.tui.helpers import LOOP, against, table, two


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


def test_where_a_board_can_be_solved_an_opinion_is_exact() -> None:
    position = table(LOOP).match.position
    found = opinion(position).answer()
    assert isinstance(found, Analysis)
    assert found.exact
    assert found.moves == solve(position).moves


def test_a_withdrawn_question_is_not_answered() -> None:
    asked = next_move(table("12", against(Level.OPTIMAL)))
    asked.withdraw()
    with pytest.raises(WithdrawnError):
        asked.answer()


def test_a_question_withdrawn_while_it_is_answered_is_not_answered() -> None:
    position = table(LOOP).match.position

    def ask(stop: threading.Event, _: Progress) -> Analysis:
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


def test_a_hurried_question_is_answered_with_what_is_known() -> None:
    position = table(setup=two("krist")).match.position
    told: list[Estimate] = []

    def ask(stop: threading.Event, tell: Progress) -> Estimate:
        tell(search(position, simulations=50))
        asked.hurry()
        return search(position, stop=stop)

    asked = Question(ask)
    assert asked.answer(told.append).move in position.legal_moves
    assert [estimate.simulations for estimate in told] == [50]


def test_where_a_board_is_not_solved_an_opinion_is_an_estimate(short_searches: None) -> None:
    position = table(setup=two("qubic4")).match.position
    found = opinion(position).answer()
    assert isinstance(found, Estimate)
    assert not found.proven


@pytest.mark.parametrize(("computer", "takes"), [(Player.X, False), (Player.O, True)])
def test_a_draw_is_judged_by_an_estimate_on_large_boards(computer: Player, takes: bool) -> None:
    position = table(setup=two("krist")).match.position
    assert takes_draw(position, computer).answer() is takes


def test_an_estimate_within_its_margin_is_no_reason_to_decline_a_draw() -> None:
    position = table(setup=two("qubic4")).match.position
    assert search(position, simulations=20_000).value > 0
    assert takes_draw(position, Player.X).answer()
