"""Typed moves, with rows and columns from 0, and their errors."""

import re
from collections.abc import Callable, Iterable

from qttt.game import (
    Board,
    Collapse,
    IllegalMoveError,
    IllegalMoveReason,
    Move,
    Placement,
    Position,
    mark_name,
)
from qttt.notation.errors import quote

_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


class ShellError(ValueError):
    """A command failed and changed nothing; the message has the reason and a remedy."""


def place_names(board: Board) -> Callable[[int], str]:
    """Return the names of squares in sentences: ``(0,3)``."""
    return lambda square: f"({square // board.cols},{square % board.cols})"


def numbers(board: Board, squares: Iterable[int]) -> str:
    """Format squares as arguments of a command: ``0 3 1 0``."""
    return " ".join(f"{square // board.cols} {square % board.cols}" for square in squares)


def command(board: Board, move: Move) -> str:
    """Return the command for a move."""
    squares = [move.square] if isinstance(move, Collapse) else dict.fromkeys(move)
    return f"play {numbers(board, squares)}"


def commands(position: Position, moves: Iterable[Move] | None = None) -> str:
    """Return the commands for moves, by default all legal ones: ``play 0 0 or play 1 0``."""
    moves = position.legal_moves if moves is None else moves
    return " or ".join(command(position.rules.board, move) for move in moves)


def move_named(words: str, position: Position) -> Move:
    """Parse a move, without checking that it is legal. Raises ``ShellError``."""
    board = position.rules.board
    match words.split():
        case [row, col]:
            square = _square(row, col, board)
            return Collapse(square) if position.has_loop else Placement(square, square)
        case [mark, row, col]:
            return _collapse_of_mark(mark, _square(row, col, board), position)
        case [row, col, row2, col2]:
            return Placement(_square(row, col, board), _square(row2, col2, board))
        case _:
            raise ShellError(
                "write play with two squares, as in play 0 0 1 2 (row column row column); or with "
                "one, as in play 0 0, to collapse a loop or fill the last square"
            )


def _collapse_of_mark(name: str, square: int, position: Position) -> Collapse:
    """Return the collapse that puts a mark of the loop on ``square`` (R8)."""
    marks = range(1, len(position.marks) + 1)
    named = next((mark for mark in marks if mark_name(mark) == name.upper()), None)
    if named is None:
        raise ShellError(f"no mark {quote(name)} on the board: write, for example, play X1 0 1")
    return position.collapse_onto(named, square)


def _square(row: str, col: str, board: Board) -> int:
    for word in (row, col):
        if not _NUMBER.fullmatch(word):
            raise ShellError(f"{quote(word)} is not a row or column: write numbers from 0")
    square = board.at(int(row), int(col))
    if square is None:
        raise ShellError(
            f"no square {row} {col}: rows go from 0 to {board.rows - 1}, "
            f"columns from 0 to {board.cols - 1}"
        )
    return square


def read_count(text: str, name: str) -> int:
    """Parse a number of moves for the command ``name``. Raises ``ShellError``."""
    if not _NUMBER.fullmatch(text) or int(text) == 0:
        raise ShellError(f"{name} needs a positive number of moves, not {quote(text)}")
    return int(text)


def describe_illegal_move(error: IllegalMoveError, position: Position) -> str:
    """Explain why a move is illegal, and suggest a command."""
    if position.has_loop or position.move_count == 1:
        return f"{error.reason}: {commands(position)}"
    name = place_names(position.rules.board)
    taken = ", ".join(name(s) for s in dict.fromkeys(error.move) if s in position.classical)
    advice = {
        IllegalMoveReason.NOT_OPEN: f"{taken} is taken; type moves for the open squares",
        IllegalMoveReason.ONE_SQUARE: "play R1 C1 R2 C2",
        IllegalMoveReason.NO_LOOP: "play R1 C1 R2 C2",
        IllegalMoveReason.PAIR_LOOP: "choose another pair",
    }
    return f"{error.reason}: {advice.get(error.reason, 'play R C')}"
