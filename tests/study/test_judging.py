"""Judgements of moves from analyses and estimates."""

from collections import Counter

from hypothesis import given

from qttt.engine import solve
from qttt.engine.search import Estimate, search
from qttt.game import Placement, Position
from qttt.notation import parse_moves
from qttt.study import Judgement, Verdict, evaluation_of, judge_moves, review
from tests.strategies import ON_3X3, leaf, positions


def judged(position: Position) -> tuple[Judgement, ...]:
    return judge_moves(evaluation_of(solve(position)))


@given(positions(ON_3X3))
def test_every_legal_move_is_judged_and_the_best_loses_nothing(position: Position) -> None:
    if not position.legal_moves or len(position.marks) < 4:
        return
    analysis, found = solve(position), judged(position)
    assert {each.move for each in found} == set(position.legal_moves)
    assert [each.loss for each in found] == sorted(each.loss for each in found)
    assert found[0].move in analysis.best
    for each in found:
        assert each.is_exact
        assert (each.verdict is Verdict.LOSES) is (each.loss > 0)


def test_verdicts_of_a_position() -> None:
    found = judged(leaf("12 34").position)
    assert Counter((each.verdict, each.loss) for each in found) == {
        (Verdict.BEST, 0): 2,
        (Verdict.SLOWER, 0): 2,
        (Verdict.LOSES, 0.5): 8,
        (Verdict.LOSES, 1): 20,
        (Verdict.LOSES, 1.5): 3,
        (Verdict.LOSES, 2): 1,
    }


def test_a_review_judges_moves_alike() -> None:
    node = parse_moves("12 34 35", Position())
    last = review(node).steps[-1]
    (same,) = (each for each in judged(last.before.position) if each.move == last.move)
    assert (same.verdict, same.loss) == (last.verdict, last.loss)


def test_the_outcomes_of_a_coin_lose_nothing() -> None:
    found = judged(leaf("12 12", "qubic3").position)
    assert [(each.verdict, each.loss) for each in found] == [(Verdict.LUCK, 0)] * 2


def estimate(text: str, rules: str) -> Estimate:
    return search(leaf(text, rules).position, simulations=3000)


def test_judgements_from_an_estimate() -> None:
    found = estimate("b2c2", "krist")
    judgements = judge_moves(evaluation_of(found))
    best = [judgement.move for judgement in judgements if judgement.verdict is Verdict.BEST]
    assert found.move in best
    assert len(judgements) < len(found.candidates)
    assert all(judgement.loss >= 0 and not judgement.is_certain for judgement in judgements)
    assert {judgement.verdict for judgement in judgements} <= {
        Verdict.BEST,
        Verdict.CLOSE,
        Verdict.LOSES,
    }


def test_symmetric_moves_are_all_best() -> None:
    judgements = judge_moves(evaluation_of(estimate("", "krist")))
    best = [judgement for judgement in judgements if judgement.verdict is Verdict.BEST]
    assert len({judgement.value for judgement in best}) == 1
    assert len(best) in (2, 4, 8)


def test_proven_moves_are_exact() -> None:
    first, *_ = judge_moves(evaluation_of(estimate("a1 a2 b1 b2 c1 c2", "classic4 rows=5 cols=5")))
    assert first == Judgement(Placement(3, 3), 1.0, 0.0, None, Verdict.BEST)
