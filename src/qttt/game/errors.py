"""What can be wrong with a move or a position that was read without trouble."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .moves import Move
    from .position import Position


class Refusal(StrEnum):
    """Why a move is not allowed here; the value says it in words."""

    GAME_OVER = "the game is over"
    OFF_BOARD = "there is no such square on this board"
    LOOP_PENDING = "a loop must be collapsed first (R7)"
    NO_LOOP = "there is no loop to collapse"
    NOT_ON_LOOP = "the closing mark cannot land on that square (R8)"
    NOT_LOOP_MARK = "that mark is not on the loop, or cannot land on that square (R8)"
    NOT_OPEN = "a classical mark stands there already (R3)"
    ONE_SQUARE = "a quantum mark needs two different squares (R3)"
    TWO_SQUARES = "a classical mark takes one square (R3)"
    PAIR_LOOP = "a second mark on the same pair is forbidden (R6)"


class IllegalMoveError(ValueError):
    """The move is not allowed in this position, for that ``reason``; nothing was played."""

    def __init__(self, move: "Move", position: "Position", reason: Refusal) -> None:
        super().__init__(f"{position.name(move)} is not legal in {position}: {reason}")
        self.move, self.position, self.reason = move, position, reason

    def __reduce__(self) -> tuple[type["IllegalMoveError"], tuple["Move", "Position", Refusal]]:
        return type(self), (self.move, self.position, self.reason)


class IllegalPositionError(ValueError):
    """No game under these rules reaches these marks."""
