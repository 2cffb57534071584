"""Training of evaluators by self-play."""

import errno
import json
import math
import os
import re
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest

from qttt.arena import local
from qttt.engine import SolveDepth, selfplay, solve
from qttt.engine.evaluator import LearnedEvaluator, shipped_evaluator
from qttt.engine.kernel_api import QtttExample
from qttt.engine.search import Search, examples_of
from qttt.engine.selfplay import (
    EXAMPLE_BYTES,
    TrainingGame,
    VersionError,
    play_examples,
    play_game,
    play_match_game,
)
from qttt.engine.training import Training, TrainingPlan, TrainingRound, train
from qttt.engine.training_folder import TrainingError, claimed
from qttt.game import Player, Position, Rules
from tests.forks import needs_fork
from tests.strategies import random_walk

TINY = "krist rows=2 cols=3"
SEARCHED = "krist rows=2 cols=5"
PLAN = TrainingPlan((TINY,), games=200, passes=6, rate=0.1, seed=1, match_games=0)
SMALL = TrainingPlan((SEARCHED,), games=4, simulations=40, seed=2, match_games=2)


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


def test_nothing_is_learned_beside_a_wrong_example() -> None:
    rules = Rules.parse(TINY)
    training = Training(rules)
    untrained = training.save()
    right = example(Position.after((0, 1), rules=rules), 0.5, {(2, 3): 1})
    wrong = example(Position.after((0, 1), (9, 10), rules=Rules.preset("krist")), 0, {})
    loop = example(Position.after((0, 1), (0, 1), rules=rules), 0, {})
    for raw in (wrong, loop):
        with pytest.raises(ValueError, match="an example is not a settled position of these rules"):
            training.learn(right + raw, 0.05, 1)
    with pytest.raises(ValueError, match=f"^examples have {EXAMPLE_BYTES} bytes each, not "):
        training.learn(right + right[:-1], 0.05, 1)
    with pytest.raises(ValueError, match=r"^rate must be more than 0 and at most 1, not nan$"):
        training.learn(right, math.nan, 1)
    assert training.save() == untrained


def test_examples_of_a_search() -> None:
    rules = Rules.preset("krist")
    for position in random_walk(rules, 2).positions:
        search = Search(position)
        search.run(simulations=1000)
        examples = examples_of(search, 30, 1, 12)
        assert len(examples) <= 30
        if not position.has_loop and examples:
            assert examples[0].value == pytest.approx(search.estimate.value, abs=1e-4)
        for each in examples:
            assert each.marks >= len(position.marks)
            assert -1 <= each.value <= 1
    assert examples_of(Search(Position()), 1, 1, 1) == []


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
    whole = train(SMALL, tmp_path / "whole", 3)
    train(SMALL, tmp_path / "parts", 1)
    parts = train(SMALL, tmp_path / "parts", 3)
    assert parts.digest == whole.digest
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    lines = (tmp_path / "parts" / "log.jsonl").read_text().splitlines()
    log = [json.loads(line) for line in lines]
    assert [each["number"] for each in log] == [1, 2, 3]
    assert all(each["match_share"] in (0, 0.25, 0.5, 0.75, 1) for each in log)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_only_the_latest_rounds_are_kept(tmp_path: Path) -> None:
    plan = replace(SMALL, games=1, match_games=0)
    train(plan, tmp_path, 11)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        *("lock", "plan.json", "log.jsonl", "evaluator.qte", "10.state", "11.state"),
        *(f"{number}-0.examples" for number in range(4, 12)),
    }


def test_processes_change_nothing(tmp_path: Path) -> None:
    one = train(SMALL, tmp_path / "one", 2)
    with local(2) as workers:
        two = train(SMALL, tmp_path / "two", 2, executor=workers.executor)
    assert one.digest == two.digest
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_another_version_plays_no_games() -> None:
    game = TrainingGame(TINY, 10, "1", None, version="0.0.1")
    for play in (play_examples, play_match_game):
        with pytest.raises(
            VersionError, match=r"^the training has qttt 0\.0\.1, a worker .*: install"
        ):
            play(game)


def test_equal_examples_are_learned_once(tmp_path: Path) -> None:
    rounds = list[TrainingRound]()
    plan = TrainingPlan(("krist rows=1 cols=2",), games=50, match_games=0)
    train(plan, tmp_path, 2, rounds.append)
    stored = (tmp_path / "2-0.examples").stat().st_size // EXAMPLE_BYTES
    assert [each.examples for each in rounds] == [2, 2]
    assert stored > 50


def test_several_sizes_in_one_training(tmp_path: Path) -> None:
    plan = TrainingPlan((TINY, SEARCHED), games=6, simulations=40, match_games=4)
    rounds = list[TrainingRound]()
    evaluator = train(plan, tmp_path, 2, rounds.append)
    assert evaluator.rules == Rules.parse(TINY)
    assert evaluator.fits(Rules.parse(SEARCHED))
    assert evaluator.positions == 2 * sum(each.examples for each in rounds)
    for kind in (0, 1):
        assert (tmp_path / f"2-{kind}.examples").stat().st_size > EXAMPLE_BYTES


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": ()}, "a training needs rules: write rules=('krist',)"),
        (
            {"rules": ("krist", "goff")},
            "krist, goff differ in more than the size: train each by itself",
        ),
        *(
            ({name: number}, f"{name} must be at least 1, not {number}")
            for name in ("games", "simulations", "passes")
            for number in (0, -1)
        ),
        *(
            ({"match_games": number}, f"match_games must be even, and 0 for no match, not {number}")
            for number in (-2, 3)
        ),
        *(
            ({"rate": rate}, f"rate must be more than 0 and at most 1, not {rate}")
            for rate in (0, -0.1, 1.5, math.inf, math.nan)
        ),
    ],
)
def test_invalid_plans(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        replace(PLAN, **change)


# ---------------------------------------------------------------------------- folders


class Killed(BaseException):
    """Nothing runs after it, not even the handlers of exceptions."""


CALLS = ((os, "write"), (os, "fsync"), (Path, "replace"), (Path, "unlink"))


def fail_at(
    patch: pytest.MonkeyPatch, number: int, error: BaseException, *, is_final: bool
) -> None:
    """Make call ``number`` to the file system, or all from then on, fail after half its data."""
    count = 0

    def failing(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*args: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            if call is write and count == number:
                write(args[0], args[1][: len(args[1]) // 2])
            if count == number or (is_final and count > number):
                raise error
            return None if call is fsync else call(*args, **options)  # a real one takes long

        return wrapper

    write, fsync = os.write, os.fsync
    for home, name in CALLS:
        patch.setattr(home, name, failing(getattr(home, name)))


@pytest.mark.parametrize("kind", ["killed", "disk full"])
def test_a_failure_at_any_point_loses_at_most_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    plan, rounds = replace(SMALL, rules=(TINY,), games=1, match_games=0), 3
    monkeypatch.setattr("qttt.engine.training.WINDOW", 2)
    whole = train(plan, tmp_path / "whole", rounds)
    number, is_over = 0, False
    while not is_over:
        number += 1
        folder, finished = tmp_path / f"{number}", list[TrainingRound]()
        error = Killed() if kind == "killed" else OSError(errno.ENOSPC, "No space left on device")
        with monkeypatch.context() as patch, suppress(Killed, OSError):
            fail_at(patch, number, error, is_final=kind == "killed")
            train(plan, folder, rounds, finished.append)
            is_over = True
        again = list[TrainingRound]()
        assert train(plan, folder, rounds, again.append).digest == whole.digest
        assert contents(folder) == contents(tmp_path / "whole")
        assert len(again) <= rounds - len(finished)
    assert number > 20


def test_a_folder_has_one_training_at_once(tmp_path: Path) -> None:
    message = f"^another process trains in {re.escape(str(tmp_path))}: wait for it"
    with claimed(tmp_path), pytest.raises(TrainingError, match=message):
        train(SMALL, tmp_path, 1)
    train(SMALL, tmp_path, 1)


@needs_fork
def test_processes_that_a_training_forked_serve_the_next(tmp_path: Path) -> None:
    whole = train(SMALL, tmp_path / "whole", 2)
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        train(SMALL, tmp_path / "parts", 1, executor=pool)
        parts = train(SMALL, tmp_path / "parts", 2, executor=pool)
    assert parts.digest == whole.digest


OTHER_FOLDER = "use another folder$"
DAMAGE = {
    "2.state": "is damaged: copy it from a backup, or train in another folder$",
    "2-0.examples": "is damaged: copy it from a backup, or train in another folder$",
    "plan.json": f"cannot be read as the plan of a training: {OTHER_FOLDER}",
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_files(tmp_path: Path, name: str) -> None:
    train(SMALL, tmp_path, 2)
    path = tmp_path / name
    whole = path.read_bytes()
    for data in (b"", whole[:-40], bytes([whole[0] ^ 1]) + whole[1:]):
        path.write_bytes(data)
        with pytest.raises(TrainingError, match=f"^{re.escape(str(path))} {DAMAGE[name]}"):
            train(SMALL, tmp_path, 3)
    path.write_bytes(whole)
    assert train(SMALL, tmp_path, 3).digest == train(SMALL, tmp_path / "whole", 3).digest


def test_other_folders(tmp_path: Path) -> None:
    train(SMALL, tmp_path, 2)
    other = tmp_path / ".qttt-0123456789abcdef.tmp"
    other.touch()
    for plan, message in (
        (replace(SMALL, games=6), r"has another plan \(games is 4\): repeat it, or use another"),
        (replace(SMALL, rules=(TINY,)), r"has another plan \(rules is \['krist rows=2 cols=5'\]\)"),
    ):
        with pytest.raises(TrainingError, match=message):
            train(plan, tmp_path, 3)
        assert other.exists(), "it may be of another process"
    train(SMALL, tmp_path, 2)
    assert not other.exists()
    (tmp_path / "1-0.examples").unlink()
    with pytest.raises(TrainingError, match=r"1-0\.examples is missing: copy it from a backup"):
        train(SMALL, tmp_path, 3)
    (tmp_path / "plan.json").unlink()
    with pytest.raises(TrainingError, match=r"\.state exists, but no plan\.json: use another"):
        train(SMALL, tmp_path, 3)


# ---------------------------------------------------------------------------- games


def test_games_depend_on_their_seed() -> None:
    rules = Rules.parse(SEARCHED)
    one, same, other = (play_game(rules, 50, Random(seed), None) for seed in (1, 1, 2))
    assert one == same != other
    assert len(one) % EXAMPLE_BYTES == 0


def examples_in(data: bytes) -> list[QtttExample]:
    return [*(QtttExample * (len(data) // EXAMPLE_BYTES)).from_buffer_copy(data)]


def position_of(example: QtttExample, rules: Rules) -> Position:
    pairs = [(a, b) for a, b in example.places[: example.marks]]
    return Position(rules, tuple(a if a == b else (a, b) for a, b in pairs))


def test_values_are_shares_of_the_greatest_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without blunders, the result of a proven position is its value, with half points."""
    monkeypatch.setattr(selfplay, "EXAMPLES_PER_SEARCH", 1)
    monkeypatch.setattr(selfplay, "BLUNDER_RATE", 0)
    rules, found = Rules(), set[float]()
    for seed in range(30):
        for example in examples_in(play_game(rules, 200, Random(seed), None)):
            position = position_of(example, rules)
            if example.marks >= 5 and Search(position).run(simulations=1).is_proven:
                assert example.value * rules.max_lead == solve(position).value
                found.add(example.value)
    assert found & {0.25, -0.25}
    assert found & {0.5, -0.5}


def test_examples_of_solved_boards_are_exact() -> None:
    for text in ("goff", TINY, "qubic3"):
        rules = Rules.parse(text)
        for example in examples_in(play_examples(TrainingGame(text, 1, "3", None))):
            position = position_of(example, rules)
            truth = solve(position, depth=SolveDepth.VALUES)
            assert example.value * rules.max_lead == pytest.approx(truth.value, abs=1e-6)
            moves = {tuple(move) for move in example.move[: example.moves]}
            assert moves in (set(), {tuple(move) for move in truth.best})


def test_the_shipped_evaluator_wins_its_match() -> None:
    shipped = shipped_evaluator(Rules.preset("krist"))
    games = [
        TrainingGame("krist", 20, f"{pair} {side}", shipped) for pair in range(20) for side in "XO"
    ]
    shares = [*map(play_match_game, games)]
    assert {*shares} <= {0, 0.5, 1}
    assert sum(shares) > 0.75 * len(games)
    assert [*map(play_match_game, games)] == shares
