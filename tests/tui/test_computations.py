"""Cancellable computations."""

import threading

import pytest

from qttt.engine import Analysis, Level, levels_for, solve
from qttt.engine.search import Estimate, EstimateCallback, search
from qttt.game import Player, Rules
from qttt.tui.computations import (
    Computation,
    ComputationCancelledError,
    accepts_draw,
    evaluate,
    next_move,
)
from qttt.tui.setup import LocalGameSetup
from tests.tui.helpers import LOOP, against, game_at, two


@pytest.mark.parametrize("level", levels_for(Rules()))
def test_the_computers_move_is_legal(level: Level) -> None:
    controller = game_at("12", against(level))
    assert next_move(controller).run().move in controller.match.legal_moves


def test_the_same_seed_gives_the_same_move() -> None:
    asked = [next_move(game_at("12", against(Level.EASY, seed=4))) for _ in range(4)]
    assert len({question.run().move for question in asked}) == 1


def test_the_optimal_computer_plays_a_best_move() -> None:
    controller = game_at("12", against(Level.OPTIMAL))
    assert next_move(controller).run().move in solve(controller.match.position).best


def test_evaluation_of_a_solvable_board_is_exact() -> None:
    position = game_at(LOOP).match.position
    found = evaluate(position).run()
    assert isinstance(found, Analysis)
    assert found.is_exact
    assert found.moves == solve(position).moves


def test_a_cancelled_computation_does_not_run() -> None:
    asked = next_move(game_at("12", against(Level.OPTIMAL)))
    asked.cancel()
    with pytest.raises(ComputationCancelledError):
        asked.run()


def test_a_computation_cancelled_while_it_runs_has_no_result() -> None:
    position = game_at(LOOP).match.position

    def ask(stop: threading.Event, _: EstimateCallback) -> Analysis:
        asked.cancel()
        assert stop.is_set()
        return solve(position, stop=stop)

    asked = Computation(ask)
    with pytest.raises(ComputationCancelledError):
        asked.run()


@pytest.mark.parametrize(
    ("text", "computer", "takes"),
    [("", Player.O, True), ("", Player.X, False), ("12", Player.X, True), ("12", Player.O, True)],
)
def test_draws_are_accepted_unless_ahead(text: str, computer: Player, takes: bool) -> None:
    assert accepts_draw(game_at(text, LocalGameSetup()).match.position, computer).run() is takes


def test_finishing_early_returns_the_best_so_far() -> None:
    position = game_at(setup=two("krist")).match.position
    estimates: list[Estimate] = []

    def ask(stop: threading.Event, progress: EstimateCallback) -> Estimate:
        progress(search(position, simulations=50))
        asked.finish_now()
        return search(position, stop=stop)

    asked = Computation(ask)
    assert asked.run(estimates.append).move in position.legal_moves
    assert [estimate.simulations for estimate in estimates] == [50]


def test_evaluation_of_a_large_board_is_an_estimate(short_searches: None) -> None:
    position = game_at(setup=two("qubic4")).match.position
    found = evaluate(position).run()
    assert isinstance(found, Estimate)
    assert not found.is_proven


@pytest.mark.parametrize(("computer", "takes"), [(Player.X, False), (Player.O, True)])
def test_draws_on_large_boards(computer: Player, takes: bool) -> None:
    position = game_at(setup=two("krist")).match.position
    assert accepts_draw(position, computer).run() is takes


def test_draws_are_accepted_within_the_error_of_estimates() -> None:
    position = game_at(setup=two("qubic4")).match.position
    assert search(position, simulations=20_000).value > 0
    assert accepts_draw(position, Player.X).run()
