"""What can be typed in."""

import pytest

from qttt.engine import Level
from qttt.game import IllegalMoveError, IllegalPositionError
from qttt.notation import NotationError
from qttt.play import Toss
from qttt.tui.prompts import why_not
from qttt.tui.table import RefusedError, Table
from qttt.tui.typed import enter
from tests.tui.helpers import LOOP, against, table, two


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("12", "12"),
        ("2-1", "12"),
        ("12 25 59 15", "12/25/59/15"),
        ("12 25 59 1-5~ @5", "1/2/9/5"),
        ("12/25/59/15", "12/25/59/15"),
        ("12/25/15 @1", "2/5/1"),
        ("X1+(1,2); O2+(2,5);", "12/25"),
        ("-", "-"),
        ("  ", "-"),
    ],
)
def test_moves_and_positions_are_understood(text: str, position: str) -> None:
    assert str(table(text).match.position) == position


def test_one_move_is_ones_own_and_several_are_both_players() -> None:
    seated = table(setup=against(Level.EASY))
    enter(seated, "12")
    with pytest.raises(RefusedError, match="The computer has not moved yet"):
        enter(seated, "25")
    enter(seated, "25 59")
    assert str(seated.match.position) == "12/25/59"


def test_a_position_keeps_players_and_points() -> None:
    seated = table("12 14 23 47 13 @1")
    points = seated.match.standing
    enter(seated, "12/25")
    assert seated.match.series == points
    assert [seat.name for seat in seated.match.seats.values()] == ["Player 1", "Player 2"]
    enter(seated, "34/12")
    assert seated.match.series == points, "an unfinished game does not count"


def test_coins_in_a_list_are_laid_down_and_say_so() -> None:
    seated = table("12 12 @2 34", two("qubic3"))
    assert str(seated.match.position) == "1/2/34"
    assert list(seated.match.tosses.values()) == [Toss(1, "typed in")]
    enter(seated, "34/34 @3")
    assert list(seated.match.tosses.values()) == [Toss(0, "typed in")]


def test_a_coin_that_fell_is_not_laid_anew() -> None:
    seated = table("12 12 @2 34", two("qubic3"))
    seated.leaf(-99)
    seated.go_on()
    before = seated.match.position
    with pytest.raises(RefusedError, match="The coin showed @2 there, and it is not thrown again"):
        enter(seated, "12 12 @1")
    assert seated.match.position == before
    enter(seated, "12 12 @2")
    assert str(seated.match.position) == "1/2"


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("1x", NotationError, "'1x' is no move; a placement is written 12 or a1-b2, "),
        ("16 1b", NotationError, "'1b' is no move"),
        ("10", NotationError, "'10' is no move"),
        ("a1b2", NotationError, "there is no square 'a1' on this 3×3 board"),
        ("@1", IllegalMoveError, "@1: there is no loop to collapse"),
        ("12/12/34", IllegalPositionError, "O2 closes a loop that was never collapsed"),
        ("34 12 @7", IllegalMoveError, "@7: there is no loop to collapse"),
    ],
)
def test_what_cannot_be_read_or_played_changes_nothing(
    text: str, error: type[ValueError], why: str
) -> None:
    seated = table("36")
    before = seated.match.node
    with pytest.raises(error) as caught:
        enter(seated, text)
    assert why in why_not(caught.value)
    assert "\n" not in why_not(caught.value)
    assert seated.match.node is before
    assert not before.children


def test_a_finished_game_takes_no_more_moves() -> None:
    seated = table("12")
    seated.resign()
    for text in ("25", "25 36"):
        with pytest.raises(ValueError, match="over"):
            enter(seated, text)


def test_what_is_typed_ends_what_was_half_done() -> None:
    seated: Table = table("12")
    seated.press(5)
    enter(seated, "25 59 15")
    assert seated.first is None
    assert str(seated.match.position) == LOOP.replace(" ", "/")
