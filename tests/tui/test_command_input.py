"""Typed commands."""

import pytest

from qttt.engine import Level
from qttt.game import IllegalMoveError, IllegalPositionError
from qttt.notation import NotationError
from qttt.play import Toss
from qttt.play.errors import CoinError
from qttt.tui.controller import ActionError, GameController
from qttt.tui.prompts import error_text
from tests.tui.helpers import LOOP, against, game_at, two


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
    assert str(game_at(text).match.position) == position


def test_one_move_is_the_persons_and_several_are_both_players() -> None:
    controller = game_at(setup=against(Level.EASY))
    controller.enter("12")
    with pytest.raises(ActionError, match="The computer has not moved yet"):
        controller.enter("25")
    controller.enter("25 59")
    assert str(controller.match.position) == "12/25/59"


def test_a_position_keeps_players_and_points() -> None:
    controller = game_at("12 14 23 47 13 @1")
    points = controller.match.series_score
    controller.enter("12/25")
    assert controller.match.series == points
    assert [seat.name for seat in controller.match.seats.values()] == ["Player 1", "Player 2"]
    controller.enter("34/12")
    assert controller.match.series == points, "an unfinished game does not count"


def test_coins_in_a_list_of_moves() -> None:
    controller = game_at("12 12 @2 34", two("qubic3"))
    assert str(controller.match.position) == "1/2/34"
    assert list(controller.match.tosses.values()) == [Toss(1, "typed in")]
    controller.enter("34/34 @3")
    assert list(controller.match.tosses.values()) == [Toss(0, "typed in")]


def test_an_earlier_toss_cannot_be_changed() -> None:
    controller = game_at("12 12 @2 34", two("qubic3"))
    controller.browse(-99)
    controller.go_on()
    before = controller.match.position
    with pytest.raises(CoinError, match="The coin showed @2 there and is not tossed again"):
        controller.enter("12 12 @1")
    assert controller.match.position == before
    controller.enter("12 12 @2")
    assert str(controller.match.position) == "1/2"


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("1x", NotationError, "'1x' is not a move; a placement is written 12 or a1-b2, "),
        ("16 1b", NotationError, "'1b' is not a move"),
        ("10", NotationError, "'10' is not a move"),
        ("a1b2", NotationError, "there is no square 'a1' on this 3×3 board"),
        ("@1", IllegalMoveError, "@1: there is no loop to collapse"),
        ("12/12/34", IllegalPositionError, "O2 closes a loop that was never collapsed"),
        ("34 12 @7", IllegalMoveError, "@7: there is no loop to collapse"),
    ],
)
def test_errors_change_nothing(text: str, error: type[ValueError], why: str) -> None:
    controller = game_at("36")
    before = controller.match.node
    with pytest.raises(error) as caught:
        controller.enter(text)
    assert why in error_text(caught.value)
    assert "\n" not in error_text(caught.value)
    assert controller.match.node is before
    assert not before.children


def test_a_finished_game_takes_no_more_moves() -> None:
    controller = game_at("12")
    controller.resign()
    for text in ("25", "25 36"):
        with pytest.raises(ValueError, match="over"):
            controller.enter(text)


def test_typed_moves_cancel_a_half_made_placement() -> None:
    controller: GameController = game_at("12")
    controller.press(5)
    controller.enter("25 59 15")
    assert controller.first is None
    assert str(controller.match.position) == LOOP.replace(" ", "/")
