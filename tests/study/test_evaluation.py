"""Exact evaluations against plain minimax, and estimates against exact evaluations."""

import pytest

from qttt import read
from qttt.engine import UnsolvableError
from qttt.game import Collapse, Node, Player, Position, Rules
from qttt.study import (
    Evaluation,
    Review,
    SearchEvaluator,
    Verdict,
    evaluator_for,
    exact_evaluation,
    review,
)
from tests.engine.late import late_positions
from tests.study.games import QUICK, game_with_mistakes, plain

GAMES = [(text, seed) for text in ("goff", "closer", "qubic3") for seed in range(3)]


@pytest.mark.parametrize("text", QUICK)
def test_exact_values_match_plain_minimax(text: str) -> None:
    for position in late_positions(Rules.parse(text), seed=2, count=5):
        one, other = exact_evaluation(position), plain(position)
        assert (one.value, one.points_at_stake, one.sign) == (
            other.value,
            other.points_at_stake,
            other.sign,
        )
        assert [move.value for move in one.moves.values()] == [
            move.value for move in other.moves.values()
        ]
        assert one.line[0] in one.best
        if position.rules.chooser != "chance":
            assert (one.moves, set(one.best)) == (other.moves, set(other.best))


@pytest.mark.parametrize("text", QUICK)
def test_proven_estimates_are_exact(text: str) -> None:
    for position in late_positions(Rules.parse(text), seed=3, count=5):
        estimate, truth = SearchEvaluator(2000)(position), exact_evaluation(position)
        assert estimate.is_exact
        assert estimate.value == truth.value
        assert {truth.moves[move].value for move in estimate.best} == {
            truth.moves[move].value for move in truth.best
        }


def test_end_of_a_game_needs_no_search() -> None:
    position = read("14 34 45 49 59 @9").position
    assert SearchEvaluator()(position) == Evaluation(position, 1.0, {}, (), ())


def pairs() -> list[tuple[Review, Review]]:
    nodes = [game_with_mistakes(Rules.parse(text), seed, 0.5) for text, seed in GAMES]
    return [(review(node), review(node, evaluator=SearchEvaluator(1000))) for node in nodes]


def test_estimates_find_big_mistakes_and_report_no_false_ones() -> None:
    big = found = 0
    for truth, estimate in pairs():
        for step, guess in zip(truth.steps, estimate.steps, strict=True):
            assert step.loss or guess.verdict is not Verdict.LOSES
            assert 0 <= guess.loss <= guess.points_at_stake
            big += step.loss > 1
            found += step.loss > 1 and guess.loss > 0
        for player in Player:
            assert 0 <= (estimate.side(player).accuracy or 0) <= 1
    assert found >= 0.8 * big > 0


def test_estimates_have_a_margin() -> None:
    margins = {"goff": 0.3, "qubic4": 0.4, "krist": 0.2, "closer": 0.3}
    for text, margin in margins.items():
        evaluation = SearchEvaluator(200)(Position(Rules.parse(text)))
        assert evaluation.margin == pytest.approx(margin)
        assert not evaluation.is_exact
    even = Evaluation(Position(), 0.2, {}, (), (), margin=0.3)
    assert (even.sign, exact_evaluation(Position()).sign) == (0, 1)


def test_estimates_are_reproducible() -> None:
    position = Position(Rules.parse("krist"))
    assert SearchEvaluator(500)(position) == SearchEvaluator(500)(position)
    assert SearchEvaluator(500)(position).value != SearchEvaluator(500, seed=1)(position).value


def test_a_symmetric_move_is_best_or_close() -> None:
    start = Node(Position(Rules.parse("krist")))
    evaluator = SearchEvaluator(3000)
    best = evaluator(start.position).best[0]
    mirrored = [start.position.rules.board.symmetries()[1][square] for square in best]
    assert not isinstance(best, Collapse)
    twin = type(best)(*mirrored)
    (step,) = review(start.play(twin), evaluator=evaluator).steps
    assert step.verdict in (Verdict.CLOSE, Verdict.BEST)


def test_judge_for_chooses_by_board_size() -> None:
    assert evaluator_for(Rules()) is exact_evaluation
    assert evaluator_for(Rules.parse("classic4")) is exact_evaluation
    assert evaluator_for(Rules.parse("krist"), simulations=7) == SearchEvaluator(7)
    message = "a board of 9×9 has 81 squares; values are estimated on at most 64"
    with pytest.raises(UnsolvableError, match=f"^{message}$"):
        evaluator_for(Rules.preset("krist", 9))
