"""What the solver says in a player's words."""

from collections import Counter

import pytest
from hypothesis import given

from qttt.engine import solve
from qttt.engine.search import Estimate, search
from qttt.game import Collapse, Placement, Position
from qttt.tui.advice import (
    Advice,
    about,
    advise,
    clipped,
    points,
    signs,
    spoken,
    suppose,
    worth,
)
from tests.strategies import ON_3X3, positions
from tests.tui.helpers import LOOP, table, two


@given(positions(ON_3X3))
def test_every_legal_move_is_judged_and_the_best_loses_nothing(position: Position) -> None:
    if not position.legal_moves or len(position.marks) < 4:
        return
    analysis = solve(position)
    advices = advise(analysis)
    assert {advice.move for advice in advices} == set(position.legal_moves)
    assert [advice.loss for advice in advices] == sorted(advice.loss for advice in advices)
    assert all(advice.loss >= 0 for advice in advices)
    assert {a.move for a in advices if a.is_best} == set(analysis.best)
    assert advices[0].is_best
    for advice in advices:
        assert (advice.verdict == "best") is advice.is_best
        assert advice.verdict.startswith("loses") is (advice.loss > 0)


def test_losses_are_told_in_points() -> None:
    position = table("12 34").match.position
    told = {position.name(a.move): (a.verdict, a.sign) for a in advise(solve(position))}
    assert told["35"] == ("best", "★")
    assert told["13"] == ("slower", "=")
    assert told["12"] == ("loses ½", "−½")
    assert Counter(verdict for verdict, _ in told.values()) == {
        "best": 2,
        "slower": 2,
        "loses ½": 8,
        "loses 1": 20,
        "loses 1½": 3,
        "loses 2": 1,
    }


def test_squares_bear_the_sign_of_the_best_move_with_them() -> None:
    position = table("12 34").match.position
    advices = advise(solve(position))
    best = {square for advice in advices if advice.is_best for square in advice.move}
    found = signs(advices, None)
    assert {square for square, sign in found.items() if sign == "★"} == best
    assert set(found) == set(range(9))


def test_with_a_first_square_the_signs_are_of_the_second() -> None:
    position = table("12 34").match.position
    advices = advise(solve(position))
    found = signs(advices, 0)
    assert 0 not in found
    for advice in advices:
        if 0 in advice.move and not isinstance(advice.move, Collapse):
            assert found[max(advice.move)] == advice.sign


def test_a_coin_loses_nobody_anything() -> None:
    position = table("12 12", two("qubic3")).match.position
    assert [advice.loss for advice in advise(solve(position))] == [0, 0]


def estimate(text: str, rules: str, simulations: int = 3000) -> Estimate:
    return search(table(text, two(rules)).match.position, simulations=simulations)


def test_an_estimate_advises_on_what_it_has_looked_at_the_best_first() -> None:
    found = estimate("b2c2", "krist")
    advices = suppose(found)
    assert advices[0].is_best
    assert found.move in [advice.move for advice in advices if advice.is_best]
    assert len(advices) < len(found.candidates)
    assert all(advice.loss >= 0 and not advice.is_sure for advice in advices)
    assert {advice.verdict for advice in advices} == {"best", ""}
    assert all(advice.worth.startswith("about ") for advice in advices)


def test_moves_that_are_symmetric_are_best_together() -> None:
    advices = suppose(estimate("", "krist"))
    values = {advice.value for advice in advices if advice.is_best}
    assert len(values) == 1
    assert len([advice for advice in advices if advice.is_best]) in (2, 4, 8)


def test_what_a_search_has_proven_is_exact() -> None:
    advices = suppose(estimate("a1 a2 b1 b2 c1 c2", "classic4 rows=5 cols=5"))
    assert advices[0] == Advice(Placement(3, 3), 1.0, 0.0, None, True)
    assert advices[0].worth == "X +1"


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
def test_verdicts_are_as_certain_as_what_they_rest_on(
    advice: Advice, verdict: str, sign: str
) -> None:
    assert (advice.verdict, advice.sign) == (verdict, sign)


def test_a_line_is_clipped_between_words() -> None:
    assert [about(v) for v in (0.3051, -0.5, 0.004)] == [
        "about X +0.31",
        "about O +½",
        "about even",
    ]
    assert clipped("12 25 59", 8) == "12 25 59"
    assert clipped("12 25 59 15", 8) == "12 25 …"


def test_numbers_as_people_write_them() -> None:
    assert [points(n) for n in (0, 0.5, 1, 1.5, 2)] == ["0", "½", "1", "1½", "2"]
    assert points(0.53125) == "0.53"
    assert [worth(v) for v in (0.5, -1.0, 0.0)] == ["X +½", "O +1", "even"]


def test_a_line_of_moves_is_spoken_from_its_position() -> None:
    position = table(LOOP).match.position
    assert spoken(position, [Collapse(0), Placement(2, 3)]) == "@1 34"
