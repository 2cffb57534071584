"""Training of evaluators by self-play."""

import ctypes
from pathlib import Path
from random import Random

import pytest

from qttt.engine import SolveDepth, solve
from qttt.engine.evaluator import LearnedEvaluator
from qttt.engine.kernel_api import QtttExample
from qttt.engine.search import Search
from qttt.engine.training import (
    EXAMPLE_BYTES,
    Training,
    TrainingError,
    TrainingPlan,
    TrainingRound,
    play_game,
    train,
)
from qttt.game import Player, Position, Rules
from tests.strategies import random_walk

TINY = "krist rows=2 cols=3"
PLAN = TrainingPlan(TINY, games=200, simulations=200, passes=6, rate=0.1, seed=1)


def example(position: Position, value: float, visits: dict[tuple[int, int], int]) -> bytes:
    raw = QtttExample(marks=len(position.marks), value=value, moves=len(visits))
    for i, place in enumerate(position.marks):
        raw.places[i][:] = place if isinstance(place, tuple) else (place, place)
    for i, (move, count) in enumerate(visits.items()):
        raw.move[i][:] = move
        raw.visits[i] = count
    return bytes(raw)


def test_one_example_is_learned_by_heart(tmp_path: Path) -> None:
    """The written evaluator has its value, and prefers its move."""
    position = Position.after((0, 1), (5, 6), (6, 10), rules=Rules.preset("krist"))
    training = Training(position.rules, seed=1)
    for seed in range(300):
        loss = training.learn(example(position, 0.5, {(2, 9): 300, (3, 4): 100}), 0.05, seed)
    assert loss.value_error < 0.001
    assert loss.best_found == 1
    found = training.write(tmp_path / "one.qte").evaluate(position)
    assert found.value == pytest.approx(0.5, abs=0.05)
    ranked = sorted(found.priors, key=lambda each: -each[1])
    assert ranked[0][0] == (2, 9)
    assert training.positions == 300


def test_symmetric_positions_learn_together(tmp_path: Path) -> None:
    position = Position.after((0, 1), rules=Rules.preset("krist"))
    training = Training(position.rules)
    for seed in range(60):
        training.learn(example(position, 0.5, {(2, 3): 1}), 0.05, seed)
    evaluator = training.write(tmp_path / "one.qte")
    for symmetry in position.rules.board.symmetries():
        found = evaluator.evaluate(position.transformed(symmetry))
        assert found.value == pytest.approx(0.5, abs=0.1)


def test_a_wrong_example_is_rejected() -> None:
    training = Training(Rules.parse(TINY))
    wrong = example(Position.after((0, 1), (9, 10), rules=Rules.preset("krist")), 0, {})
    loop = example(Position.after((0, 1), (0, 1), rules=Rules.parse(TINY)), 0, {})
    for raw in (wrong, loop):
        with pytest.raises(ValueError, match="an example is not a settled position of these rules"):
            training.learn(raw, 0.05, 1)
    assert training.positions == 0


def test_examples_of_a_search() -> None:
    rules = Rules.preset("krist")
    for position in random_walk(rules, 2).positions:
        search = Search(position)
        search.run(simulations=1000)
        examples = (QtttExample * 30)()
        count = search.write_examples(examples, 1, 12)
        assert 0 <= count <= 30
        if not position.has_loop and count:
            assert examples[0].value == pytest.approx(search.estimate.value, abs=1e-4)
        for each in examples[:count]:
            assert each.marks >= len(position.marks)
            assert -1 <= each.value <= 1
    assert Search(Position()).write_examples((QtttExample * 1)(), 1, 1) == 0


def test_training_makes_a_player(tmp_path: Path) -> None:
    rounds = list[TrainingRound]()
    first = Training(Rules.parse(TINY), PLAN.seed).write(tmp_path / "untrained.qte")
    trained = train(PLAN, tmp_path / "training", 3, rounds.append)
    assert [each.number for each in rounds] == [1, 2, 3]
    assert share_kept(trained) > 0.95 > 0.7 > share_kept(first)


def share_kept(evaluator: LearnedEvaluator) -> float:
    """How often the likeliest move keeps the value, where that is not certain anyway."""
    kept = total = 0
    for seed in range(60):
        for position in random_walk(evaluator.rules, seed).positions:
            if not isinstance(position.to_move, Player):
                continue
            truth = solve(position, depth=SolveDepth.VALUES)
            if len({move.value for move in truth.moves}) == 1:
                continue
            best = max(evaluator.evaluate(position).priors, key=lambda each: each[1])[0]
            value = next(move.value for move in truth.moves if move.move == best)
            kept, total = kept + (value == truth.value), total + 1
    return kept / total


def test_a_training_is_continued(tmp_path: Path) -> None:
    plan = TrainingPlan(TINY, games=5, simulations=50, seed=2)
    whole = train(plan, tmp_path / "whole", 3)
    train(plan, tmp_path / "parts", 1)
    parts = train(plan, tmp_path / "parts", 3)
    assert parts.digest == whole.digest
    other = TrainingPlan(TINY, games=6, simulations=50, seed=2)
    with pytest.raises(TrainingError, match="has another plan: use another folder"):
        train(other, tmp_path / "parts", 4)


def test_games_depend_on_their_seed() -> None:
    rules = Rules.parse(TINY)
    one, same, other = (play_game(rules, 50, Random(seed), None) for seed in (1, 1, 2))
    assert one == same != other
    assert len(one) % EXAMPLE_BYTES == 0
    assert ctypes.sizeof(QtttExample) == EXAMPLE_BYTES
