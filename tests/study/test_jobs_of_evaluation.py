"""Hints and answers to draw offers."""

import pytest

from qttt.engine import Analysis, solve
from qttt.engine.search import Estimate, search
from qttt.game import Player
from qttt.study import draw_job, evaluation_job
from tests.strategies import leaf


def test_evaluation_of_a_solvable_board_is_exact() -> None:
    position = leaf("12 25 59 15").position
    found = evaluation_job(position, 0.02).run()
    assert isinstance(found, Analysis)
    assert found.is_exact
    assert found.moves == solve(position).moves


def test_evaluation_of_a_large_board_is_an_estimate() -> None:
    position = leaf("", "qubic4").position
    found = evaluation_job(position, 0.02).run()
    assert isinstance(found, Estimate)
    assert not found.is_proven


@pytest.mark.parametrize(
    ("text", "computer", "takes"),
    [("", Player.O, True), ("", Player.X, False), ("12", Player.X, True), ("12", Player.O, True)],
)
def test_draws_are_accepted_unless_ahead(text: str, computer: Player, takes: bool) -> None:
    assert draw_job(leaf(text).position, computer).run() is takes


@pytest.mark.parametrize(("computer", "takes"), [(Player.X, False), (Player.O, True)])
def test_draws_on_large_boards(computer: Player, takes: bool) -> None:
    position = leaf("", "krist").position
    assert draw_job(position, computer).run() is takes


def test_draws_are_accepted_within_the_error_of_estimates() -> None:
    position = leaf("", "qubic4").position
    assert search(position, simulations=20_000).value > 0
    assert draw_job(position, Player.X).run()
