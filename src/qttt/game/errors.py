"""Errors for moves and positions that parse correctly but break the rules."""

from enum import StrEnum


class IllegalMoveReason(StrEnum):
    """Why a move is not legal; the value is the message."""

    GAME_OVER = "the game is over"
    OFF_BOARD = "there is no such square on this board"
    LOOP_PENDING = "a loop must be collapsed first (R7)"
    NO_LOOP = "there is no loop to collapse"
    NOT_ON_LOOP = "the closing mark cannot land on that square (R8)"
    NOT_LOOP_MARK = "that mark is not on the loop, or cannot land on that square (R8)"
    NOT_OPEN = "that square already has a classical mark (R3)"
    ONE_SQUARE = "a quantum mark needs two different squares (R3)"
    TWO_SQUARES = "a classical mark takes one square (R3)"
    PAIR_LOOP = "a second mark on the same pair is forbidden (R6)"


class IllegalPositionError(ValueError):
    """No game under these rules reaches these marks."""
