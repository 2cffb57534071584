"""Hints from analyses and estimates."""

from collections import Counter

import pytest
from hypothesis import given

from qttt.engine import solve
from qttt.engine.search import Estimate, search
from qttt.game import Collapse, Placement, Position
from qttt.tui.advice import (
    Advice,
    advantage,
    line_text,
    rank_analysis,
    rank_estimate,
    signs,
    truncate,
)
from tests.strategies import ON_3X3, positions
from tests.tui.helpers import LOOP, game_at, two


@given(positions(ON_3X3))
def test_every_legal_move_is_judged_and_the_best_loses_nothing(position: Position) -> None:
    if not position.legal_moves or len(position.marks) < 4:
        return
    analysis = solve(position)
    advices = rank_analysis(analysis)
    assert {advice.move for advice in advices} == set(position.legal_moves)
    assert [advice.loss for advice in advices] == sorted(advice.loss for advice in advices)
    assert all(advice.loss >= 0 for advice in advices)
    assert {a.move for a in advices if a.is_best} == set(analysis.best)
    assert advices[0].is_best
    for advice in advices:
        assert (advice.verdict == "best") is advice.is_best
        assert advice.verdict.startswith("loses") is (advice.loss > 0)


def test_losses_in_points() -> None:
    position = game_at("12 34").match.position
    estimate_text = {
        position.name(a.move): (a.verdict, a.sign) for a in rank_analysis(solve(position))
    }
    assert estimate_text["35"] == ("best", "★")
    assert estimate_text["13"] == ("slower", "=")
    assert estimate_text["12"] == ("loses ½", "−½")
    assert Counter(verdict for verdict, _ in estimate_text.values()) == {
        "best": 2,
        "slower": 2,
        "loses ½": 8,
        "loses 1": 20,
        "loses 1½": 3,
        "loses 2": 1,
    }


def test_signs_of_squares() -> None:
    position = game_at("12 34").match.position
    advices = rank_analysis(solve(position))
    best = {square for advice in advices if advice.is_best for square in advice.move}
    found = signs(advices, None)
    assert {square for square, sign in found.items() if sign == "★"} == best
    assert set(found) == set(range(9))


def test_signs_after_the_first_square() -> None:
    position = game_at("12 34").match.position
    advices = rank_analysis(solve(position))
    found = signs(advices, 0)
    assert 0 not in found
    for advice in advices:
        if 0 in advice.move and not isinstance(advice.move, Collapse):
            assert found[max(advice.move)] == advice.sign


def test_outcomes_of_a_coin_have_no_loss() -> None:
    position = game_at("12 12", two("qubic3")).match.position
    assert [advice.loss for advice in rank_analysis(solve(position))] == [0, 0]


def estimate(text: str, rules: str, simulations: int = 3000) -> Estimate:
    return search(game_at(text, two(rules)).match.position, simulations=simulations)


def test_hints_from_an_estimate() -> None:
    found = estimate("b2c2", "krist")
    advices = rank_estimate(found)
    assert advices[0].is_best
    assert found.move in [advice.move for advice in advices if advice.is_best]
    assert len(advices) < len(found.candidates)
    assert all(advice.loss >= 0 and not advice.is_sure for advice in advices)
    assert {advice.verdict for advice in advices} == {"best", ""}
    assert all(advice.advantage.startswith("about ") for advice in advices)


def test_symmetric_moves_are_all_best() -> None:
    advices = rank_estimate(estimate("", "krist"))
    values = {advice.value for advice in advices if advice.is_best}
    assert len(values) == 1
    assert len([advice for advice in advices if advice.is_best]) in (2, 4, 8)


def test_proven_moves_are_exact() -> None:
    advices = rank_estimate(estimate("a1 a2 b1 b2 c1 c2", "classic4 rows=5 cols=5"))
    assert advices[0] == Advice(Placement(3, 3), 1.0, 0.0, None, True)
    assert advices[0].advantage == "X +1"


@pytest.mark.parametrize(
    ("advice", "verdict", "sign"),
    [
        (Advice(Placement(0, 1), 0.5, 0.0, None, True, False, False), "best", "★"),
        (Advice(Placement(0, 1), 0.5, 0.04, None, False, False, False), "", "≈"),
        (Advice(Placement(0, 1), 0.5, 0.26, None, False, False, False), "", "−0.3"),
        (Advice(Placement(0, 1), -1.0, 1.2, None, False, True, False), "proven", "−1.2"),
        (Advice(Placement(0, 1), -1.0, 2.0, None, False, True, True), "loses 2", "−2"),
    ],
)
def test_verdicts_of_estimates(advice: Advice, verdict: str, sign: str) -> None:
    assert (advice.verdict, advice.sign) == (verdict, sign)


def test_a_line_is_truncated_between_words() -> None:
    assert [advantage(v, is_exact=False) for v in (0.3051, -0.5, 0.004)] == [
        "about X +0.31",
        "about O +0.50",
        "about even",
    ]
    assert truncate("12 25 59", 8) == "12 25 59"
    assert truncate("12 25 59 15", 8) == "12 25 …"


def test_the_lead() -> None:
    assert [advantage(v) for v in (0.5, -1.0, 0.0, 9 / 16)] == ["X +½", "O +1", "even", "X +9/16"]


def test_text_of_a_line() -> None:
    position = game_at(LOOP).match.position
    assert line_text(position, [Collapse(0), Placement(2, 3)]) == "@1 34"
