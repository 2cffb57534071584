"""Values as arrays equal those of the solver; regrets follow from them."""

import random

import numpy as np
import pytest

from qttt.engine import SolveDepth, UnsolvableError, solve
from qttt.engine.tablebase import shipped_tablebase
from qttt.envs import Batch, action_of, places_of
from qttt.envs.values import ValueOracle
from qttt.game import IllegalPositionError, Player, Position, Rules
from tests.envs.walks import SEATS, game
from tests.strategies import PRESETS

SOLVED = [text for text in PRESETS if Rules.preset(text).board.size <= 9]


def positions_of(rules: Rules, seed: int, games: int) -> list[Position]:
    """Return all positions of random games, including the final ones."""
    rng = random.Random(seed)
    walks = [list(game(rules, rng)) for _ in range(games)]
    ends = [walk[-1][0].play(walk[-1][1]) for walk in walks]
    return [*(position for walk in walks for position, _ in walk), *ends]


@pytest.mark.parametrize("text", SOLVED)
def test_solving_many_is_solving_each(text: str) -> None:
    rules = Rules.preset(text)
    positions = positions_of(rules, 1, 4)
    solved = ValueOracle(rules).solve(places_of(positions, rules))
    for i, position in enumerate(positions):
        if position.outcome:
            lead = position.outcome.points.x - position.outcome.points.o
            assert (solved.values[i], solved.players[i]) == (lead, SEATS[None])
            assert np.isnan(solved.action_values[i]).all()
            continue
        analysis = solve(position, depth=SolveDepth.VALUES)
        assert solved.values[i] == analysis.value
        assert solved.players[i] == SEATS[position.to_move]
        expected = {action_of(rules.board, choice.move): choice.value for choice in analysis.moves}
        legal = np.flatnonzero(np.isfinite(solved.action_values[i]))
        assert {a: solved.action_values[i, a] for a in legal} == expected


def test_probing_many_is_probing_each() -> None:
    table = shipped_tablebase(Rules())
    assert table
    positions = positions_of(Rules(), 2, 300)
    probes = ValueOracle().probe(places_of(positions, Rules()))
    for i, position in enumerate(positions):
        entry = table.probe(position)
        assert probes.known[i] == (entry is not None)
        assert (probes.values[i], probes.plies[i]) == (
            (entry.value, entry.plies or 0) if entry else (0, 0)
        )


def test_the_places_of_a_batch_can_be_probed_directly() -> None:
    batch, values = Batch(games=500), ValueOracle()
    for _ in range(3):
        batch.step(batch.sample())
    probes = values.probe(batch.arrays.places)
    assert probes.known.all()
    assert set(probes.values) <= {-1.5, -1, -0.5, 0, 0.5, 1, 1.5}


def test_regret_is_what_a_policy_loses() -> None:
    values = ValueOracle()
    positions = positions_of(Rules(), 3, 20)
    places = places_of(positions, Rules())
    solved = values.solve(places)
    greedy = np.nan_to_num(-solved.regrets, nan=-9).argmax(axis=1)
    assert not values.regret(places, greedy).any()
    worst = np.nan_to_num(solved.regrets, nan=-9).argmax(axis=1)
    legal = np.isfinite(solved.action_values)
    even = legal / np.maximum(legal.sum(axis=1, keepdims=True), 1)
    for i, (one, mean) in enumerate(
        zip(values.regret(places, worst), values.regret(places, even), strict=True)
    ):
        mine = solved.action_values[i][legal[i]] * (1 if positions[i].to_move is Player.X else -1)
        assert one == (mine.max() - mine.min() if mine.size else 0)
        assert mean == pytest.approx(mine.max() - mine.mean() if mine.size else 0)


def test_chance_has_no_regret() -> None:
    rules = Rules.preset("qubic3")
    looped = places_of([Position.after((0, 1), (0, 1), rules=rules)], rules)
    assert ValueOracle(rules).regret(looped, np.array([0])).tolist() == [0]


def test_no_zero_is_negative() -> None:
    rules = Rules.preset("qubic3")
    looped = [Position.after((0, 1), (0, 1), rules=rules)]
    for positions in (positions_of(Rules(), 3, 20), looped):
        solved = ValueOracle(positions[0].rules).solve(places_of(positions, positions[0].rules))
        assert (solved.regrets == 0).any()
        for array in (solved.values, solved.action_values, solved.regrets):
            assert not np.signbit(array[array == 0]).any()


def test_invalid_arguments() -> None:
    values = ValueOracle()
    places = places_of([Position()], Rules())
    with pytest.raises(ValueError, match=r"^the policy takes the illegal action 0 in position 0$"):
        values.regret(places, np.array([0]))
    with pytest.raises(ValueError, match=r"^the policy takes an action outside 0 to 44$"):
        values.regret(places, np.array([45]))
    with pytest.raises(
        ValueError, match=r"^a policy for 1 positions must be integers of shape \(1,\) or"
    ):
        values.regret(places, np.zeros((1, 44)))
    places[0, 0] = (3, 3)
    for ask in (values.probe, values.solve):
        with pytest.raises(IllegalPositionError, match=r"^position 0 of these is unreachable$"):
            ask(places)
    many = np.repeat(places_of([Position()], Rules()), 1501, axis=0)
    many[1500] = places[0]
    with pytest.raises(IllegalPositionError, match=r"^position 1500 of these is unreachable$"):
        values.solve(many)
    with pytest.raises(UnsolvableError, match="at most 9"):
        ValueOracle(Rules.preset("krist"))


@pytest.mark.parametrize("probability", [np.nan, np.inf, -0.5])
def test_what_is_not_a_probability_is_refused_unless_the_game_is_over(probability: float) -> None:
    values, end = ValueOracle(), positions_of(Rules(), 3, 1)[-1]
    places = places_of([end, Position()], Rules())
    policy = np.zeros((2, 45))
    policy[0] = probability
    assert values.regret(places, policy).tolist() == [0, 0]
    policy[1, 7] = probability
    message = f"^the policy has the probability {probability:g} for action 7 in position 1$"
    with pytest.raises(ValueError, match=message):
        values.regret(places, policy)
