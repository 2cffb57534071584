"""Summaries of sides: exact numbers as fractions, estimates with significant digits."""

import pytest

from qttt.game import Move, Node, Placement, Position
from qttt.study import Evaluation, ReviewedPly, Side
from qttt.study.evaluation import MoveEvaluation
from qttt.study.words import side_words

BEST, WORST = Placement(0, 1), Placement(0, 2)


def side(lost: float, stake: float, *, margin: float = 0) -> Side:
    """A side of X with these totals and margin."""
    start = Position()
    moves: dict[Move, MoveEvaluation] = {BEST: MoveEvaluation(0), WORST: MoveEvaluation(-stake)}
    before = Evaluation(start, 0, moves, (BEST,), (BEST,), margin)
    after = Evaluation(start.play(WORST), -lost, {}, (), (), margin)
    return Side((ReviewedPly(Node(start), WORST, before, after),))


@pytest.mark.parametrize(
    ("lost", "stake", "margin", "words"),
    [
        (1.5, 3.5, 0, "accuracy 57%, lost 1½ of 3½ at stake"),
        (1.5, 3, 0.2, "accuracy 50%, lost 1.5 of 3 at stake, estimated"),
        (0.7512, 2.0049, 0.2, "accuracy 63%, lost 0.75 of 2 at stake, estimated"),
        (0.1, 1.299, 0.2, "accuracy 100%, lost 0 of 1.3 at stake, estimated"),
    ],
)
def test_estimates_have_significant_digits_only(
    lost: float, stake: float, margin: float, words: str
) -> None:
    assert side_words(side(lost, stake, margin=margin)) == words


def test_halves_in_ascii() -> None:
    assert side_words(side(0.5, 1), unicode=False) == "accuracy 50%, lost 1/2 of 1 at stake"


def test_no_accuracy_if_nothing_is_at_stake() -> None:
    assert side_words(Side(())) == "nothing was at stake"
