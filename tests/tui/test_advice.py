"""What the solver says in a player's words."""

from collections import Counter

from hypothesis import given

from qttt.engine import solve
from qttt.game import Collapse, Placement, Position
from qttt.tui.advice import advise, points, signs, spoken, worth
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


def test_numbers_as_people_write_them() -> None:
    assert [points(n) for n in (0, 0.5, 1, 1.5, 2)] == ["0", "½", "1", "1½", "2"]
    assert points(0.53125) == "0.53"
    assert [worth(v) for v in (0.5, -1.0, 0.0)] == ["X +½", "O +1", "even"]


def test_a_line_of_moves_is_spoken_from_its_position() -> None:
    position = table(LOOP).match.position
    assert spoken(position, [Collapse(0), Placement(2, 3)]) == "@1 34"
