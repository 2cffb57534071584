"""Validation of setups, and the assignment of seats."""

import pytest

from qttt.server.errors import RequestError
from qttt.server.games.terms import Identity
from qttt.server.lobby.setup import GameSetup, assign_seats, parse_setup
from qttt.server.protocol.outgoing import SideChoice

ANNA, NIKOS = Identity("a", "Anna"), Identity("n", "Nikos")


def test_a_setup_is_normalized() -> None:
    assert parse_setup("krist  rows=5 cols=5", "3d") == GameSetup("krist rows=5 cols=5", "3d")
    assert parse_setup("rows=3", "300+5", rated=True, side="X").rules == "goff"
    assert parse_setup("goff", "none", start="12/23").start == "12/23"


@pytest.mark.parametrize(
    ("rules", "clock", "rated", "start", "code", "message"),
    [
        ("chess", "60+0", False, "-", "bad-rules", "unknown preset 'chess': choose from goff"),
        (
            "krist rows=9 cols=9",
            "60+0",
            False,
            "-",
            "bad-rules",
            "a board can have at most 64 squares",
        ),
        ("krist rows=5 cols=5", "60+0", True, "-", "bad-rules", "a rated game needs an empty"),
        ("goff", "60+0", True, "12", "bad-rules", "a rated game needs an empty"),
        ("goff", "none", True, "-", "bad-clock", "a rated game needs a clock"),
        ("goff", "5 minutes", False, "-", "bad-clock", "'5 minutes' is not a time control"),
        ("goff", "60+0", False, "xx", "bad-start", "'xx' is not a place"),
        ("classic3", "60+0", False, "1/5/2/9/3", "bad-start", "the game is already over in 1/5"),
    ],
)
def test_invalid_setups_are_rejected(
    rules: str, clock: str, rated: bool, start: str, code: str, message: str
) -> None:
    with pytest.raises(RequestError) as error:
        parse_setup(rules, clock, rated=rated, start=start)
    assert error.value.code == code
    assert error.value.message.startswith(message)


@pytest.mark.parametrize(
    ("side", "other", "x"),
    [("X", "", ANNA), ("O", "", NIKOS), ("", "X", NIKOS), ("", "O", ANNA), ("X", "O", ANNA)],
)
def test_a_requested_side_is_assigned(side: SideChoice, other: str, x: Identity) -> None:
    assert assign_seats(ANNA, side, NIKOS, other) == ((ANNA, NIKOS) if x is ANNA else (NIKOS, ANNA))


def test_seats_are_random_without_requested_sides() -> None:
    firsts = [assign_seats(ANNA, "", NIKOS)[0] for _ in range(200)]
    assert 50 < firsts.count(ANNA) < 150


def test_both_players_cannot_have_the_same_side() -> None:
    with pytest.raises(RequestError, match="both players want X"):
        assign_seats(ANNA, "X", NIKOS, "X")
