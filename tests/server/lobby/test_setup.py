"""What can be set up, and who then plays which marks."""

import pytest

from qttt.server.games import Who
from qttt.server.lobby import LobbyError, Setup, Side, read_setup, seats

ANNA, NIKOS = Who("a", "Anna"), Who("n", "Nikos")


def test_setup_gets_its_normal_form() -> None:
    assert read_setup("krist  rows=5 cols=5", "3d") == Setup("krist rows=5 cols=5", "3d")
    assert read_setup("rows=3", "300+5", rated=True, side="X").rules == "goff"
    assert read_setup("goff", "none", start="12/23").start == "12/23"


@pytest.mark.parametrize(
    ("rules", "clock", "rated", "start", "code", "message"),
    [
        ("chess", "60+0", False, "-", "bad-rules", "no preset 'chess'; there are goff"),
        ("krist rows=9 cols=9", "60+0", False, "-", "bad-rules", "a board has 64 squares at most"),
        ("krist rows=5 cols=5", "60+0", True, "-", "bad-rules", "rated are goff, complete"),
        ("goff", "60+0", True, "12", "bad-rules", "rated are goff, complete"),
        ("goff", "none", True, "-", "bad-clock", "a rated game needs a clock"),
        ("goff", "5 minutes", False, "-", "bad-clock", "'5 minutes' is not a time control"),
        ("goff", "60+0", False, "xx", "bad-start", "'xx' is no place"),
        ("classic3", "60+0", False, "1/5/2/9/3", "bad-start", "the game is over in 1/5/2/9/3"),
    ],
)
def test_what_cannot_be_played(
    rules: str, clock: str, rated: bool, start: str, code: str, message: str
) -> None:
    with pytest.raises(LobbyError) as error:
        read_setup(rules, clock, rated=rated, start=start)
    assert error.value.code == code
    assert error.value.message.startswith(message)


@pytest.mark.parametrize(
    ("side", "other", "x"),
    [("X", "", ANNA), ("O", "", NIKOS), ("", "X", NIKOS), ("", "O", ANNA), ("X", "O", ANNA)],
)
def test_who_wants_a_mark_gets_it(side: Side, other: str, x: Who) -> None:
    assert seats(ANNA, side, NIKOS, other) == ((ANNA, NIKOS) if x is ANNA else (NIKOS, ANNA))


def test_chance_decides_between_those_who_take_either() -> None:
    firsts = [seats(ANNA, "", NIKOS)[0] for _ in range(200)]
    assert 50 < firsts.count(ANNA) < 150


def test_both_cannot_have_the_same() -> None:
    with pytest.raises(LobbyError, match="both want to play X"):
        seats(ANNA, "X", NIKOS, "X")
