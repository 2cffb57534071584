"""Every illegal-move reason with its message, and the two exceptions of the game."""

import copy
import pickle

import pytest

from qttt.game import (
    Collapse,
    IllegalMoveError,
    IllegalMoveReason,
    IllegalPositionError,
    Move,
    Placement,
    Position,
    Rules,
)
from tests import oracle
from tests.strategies import move_of

CASES = [
    (
        "goff",
        "14 34 45 49 59 @9",
        Placement(1, 2),
        IllegalMoveReason.GAME_OVER,
        "23 is not legal in 1/3/5/4/9",
    ),
    ("goff", "", Placement(0, 9), IllegalMoveReason.OFF_BOARD, "Placement(0, 9) is not legal in -"),
    ("goff", "12 12", Collapse(-1), IllegalMoveReason.OFF_BOARD, "is not legal in 12/12"),
    ("goff", "12 12", Placement(3, 4), IllegalMoveReason.LOOP_PENDING, "45 is not legal in 12/12"),
    ("goff", "12", Collapse(0), IllegalMoveReason.NO_LOOP, "@1 is not legal in 12"),
    (
        "goff",
        "12 25 59 15",
        Collapse(8),
        IllegalMoveReason.NOT_ON_LOOP,
        "@9 is not legal in 12/25/59/15",
    ),
    (
        "goff",
        "12 25 59 15",
        Collapse(1),
        IllegalMoveReason.NOT_ON_LOOP,
        "@2 is not legal in 12/25/59/15",
    ),
    ("goff", "12 12 @1", Placement(0, 4), IllegalMoveReason.NOT_OPEN, "15 is not legal in 2/1"),
    ("classic3", "1 5", Placement(4, 4), IllegalMoveReason.NOT_OPEN, "5 is not legal in 1/5"),
    ("goff", "", Placement(4, 4), IllegalMoveReason.ONE_SQUARE, "55 is not legal in -"),
    ("classic3", "1", Placement(3, 4), IllegalMoveReason.TWO_SQUARES, "45 is not legal in 1"),
    ("no-pair-loops", "12", Placement(0, 1), IllegalMoveReason.PAIR_LOOP, "12 is not legal in 12"),
    ("qubic4", "a1d4", Placement(0, 0), IllegalMoveReason.ONE_SQUARE, "a1a1 is not legal in a1d4"),
]
"""Rules, moves, the illegal move, the reason, and the start of the message."""

MESSAGES = {
    IllegalMoveReason.GAME_OVER: "the game is over",
    IllegalMoveReason.OFF_BOARD: "there is no such square on this board",
    IllegalMoveReason.LOOP_PENDING: "a loop must be collapsed first (R7)",
    IllegalMoveReason.NO_LOOP: "there is no loop to collapse",
    IllegalMoveReason.NOT_ON_LOOP: "the closing mark cannot land on that square (R8)",
    IllegalMoveReason.NOT_OPEN: "that square already has a classical mark (R3)",
    IllegalMoveReason.ONE_SQUARE: "a quantum mark needs two different squares (R3)",
    IllegalMoveReason.TWO_SQUARES: "a classical mark takes one square (R3)",
    IllegalMoveReason.PAIR_LOOP: "a second mark on the same pair is forbidden (R6)",
}


def reach(rules: str, moves: str) -> Position:
    game, position = oracle.parse_rules(rules), Position(Rules.parse(rules))
    for token in moves.split():
        position = position.play(move_of(oracle.parse_move(game, token)))
    return position


@pytest.mark.parametrize(("rules", "moves", "move", "reason", "message"), CASES)
def test_each_reason(
    rules: str, moves: str, move: Move, reason: IllegalMoveReason, message: str
) -> None:
    position = reach(rules, moves)
    assert position.illegal_reason(move) is reason
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    error = caught.value
    assert (error.move, error.position, error.reason) == (move, position, reason)
    assert f"{message}: {MESSAGES[reason]}" in str(error)
    assert isinstance(error, ValueError)


def test_every_reason_has_a_case() -> None:
    """``NOT_LOOP_MARK`` is raised only by ``Position.collapse_onto`` and is tested separately."""
    assert (
        {case[3] for case in CASES}
        == set(MESSAGES)
        == set(IllegalMoveReason) - {IllegalMoveReason.NOT_LOOP_MARK}
    )


@pytest.mark.parametrize(("mark", "square"), [(1, 1), (4, 0), (2, 4), (0, 1), (2, 9)])
def test_pointing_at_a_mark_that_is_not_on_the_loop(mark: int, square: int) -> None:
    """X1 is a stem, there is no mark 4 or 0, and O2 cannot land on 5 or off the board."""
    position = Position.after((0, 1), (1, 2), (1, 2))
    with pytest.raises(IllegalMoveError) as caught:
        position.collapse_onto(mark, square)
    assert caught.value.reason is IllegalMoveReason.NOT_LOOP_MARK
    assert "that mark is not on the loop, or cannot land on that square (R8)" in str(caught.value)


def test_an_illegal_move_error_can_be_sent_to_another_process() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Position().play(Collapse(0))
    for error in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert isinstance(error, IllegalMoveError)
        assert str(error) == str(caught.value)
        assert error.move == Collapse(0)
        assert error.position == Position()
        assert error.reason is IllegalMoveReason.NO_LOOP


UNREACHABLE = [
    ("goff", ((0, 9),), "X1 is not on the board"),
    ("goff", ((0, 1), 9), "O2 is not on the board"),
    ("goff", ((-1, 1),), "X1 is not on the board"),
    ("goff", ((1, 0),), "X1 needs two squares, the smaller first (R3)"),
    ("goff", ((0, 1), (4, 4)), "O2 needs two squares, the smaller first (R3)"),
    ("goff", (0, 1, (0, 3)), "X3 shares its square with a classical mark"),
    ("goff", (0, 0), "O2 shares its square with a classical mark"),
    ("goff", (3,), "too few classical marks to have been a loop (R8)"),
    ("no-pair-loops", (0, 1), "too few classical marks to have been a loop (R8)"),
    ("goff", ((0, 1), (0, 1), (3, 4)), "O2 closes a loop that was never collapsed (R7)"),
    ("no-pair-loops", ((0, 1), (0, 1)), "two marks on one pair are forbidden (R6)"),
    ("classic3", ((0, 1),), "X1 is quantum, but marks are classical (R3)"),
    ("goff", (0, 3, 1, 4, 2, (5, 6)), "the game had ended before the last mark (R11)"),
    ("classic3", (0, 3, 1, 4, 2, 5), "the game had ended before the last mark (R11)"),
]


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([(0, 1)], "marks must be a tuple of squares and pairs"),
        (([0, 1],), "X1 is not on the board"),
        ((1.0,), "X1 is not on the board"),
        ((None,), "X1 is not on the board"),
        (("12",), "X1 is not on the board"),
    ],
)
def test_marks_of_the_wrong_type_are_rejected(marks: object, message: str) -> None:
    with pytest.raises(IllegalPositionError, match=f"cannot be reached: {message}"):
        Position(Rules(), marks)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "marks", "message"), UNREACHABLE)
def test_unreachable_positions(rules: str, marks: oracle.Marks, message: str) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        Position(Rules.parse(rules), marks)
    assert str(caught.value) == f"this position cannot be reached: {message}"
    assert isinstance(caught.value, ValueError)
