"""Moves as integers: the action space of every environment in this package.

An action is an unordered pair of squares with repetition, ordered by the first square and then
the second, so that *n* squares have *n* (*n* + 1) / 2 actions::

    3×3     1-1  1-2  1-3 … 1-9    2-2  2-3 … 2-9    3-3 …        9-9
             0    1    2     8      9    10    16     17           44

Two different squares are a placement. The same square twice puts a classical mark there: while a
loop is pending the closing mark (a collapse), otherwise a whole mark (the last square, and every
mark of ordinary tic-tac-toe). These are never legal together, so each action is one move.
"""

from operator import index
from typing import NoReturn, SupportsIndex

from qttt.game import (
    Board,
    Collapse,
    IllegalMoveError,
    IllegalMoveReason,
    Move,
    Placement,
    Position,
)
from qttt.game.arguments import checked


@checked
def action_count(board: Board) -> int:
    """Return the number of actions.

    >>> action_count(Board(3, 3)), action_count(Board(4, 4))
    (45, 136)
    """
    return board.size * (board.size + 1) // 2


@checked
def action_of(board: Board, move: Move) -> int:
    """Return the action of a move. Raises ``ValueError`` if it is not on the board.

    >>> action_of(Board(3, 3), Placement(0, 1)), action_of(Board(3, 3), Collapse(8))
    (1, 44)
    """
    first, second = (move.square, move.square) if isinstance(move, Collapse) else move
    if not 0 <= first <= second < board.size:
        raise ValueError(f"{move!r} is not on a board of {board.rows}×{board.cols}")
    return first * board.size - first * (first - 1) // 2 + second - first


def checked_action(action: SupportsIndex) -> int:
    """Return an action of any integer type, such as NumPy's, as ``int``.

    Raises ``TypeError`` for other types, ``bool`` among them.
    """
    if isinstance(action, bool) or not hasattr(action, "__index__"):
        raise TypeError(f"an action is an integer, not {action!r} of type {type(action).__name__}")
    return index(action)


@checked
def squares_of(board: Board, action: SupportsIndex) -> tuple[int, int]:
    """Return the two squares of an action, the smaller first. Raises ``ValueError``.

    >>> squares_of(Board(3, 3), 10)
    (1, 2)
    """
    action, count = checked_action(action), action_count(board)
    if action not in range(count):
        size = f"{board.rows}×{board.cols}"
        raise ValueError(f"no action {action}: a {size} board has actions 0 to {count - 1}")
    first, left = 0, action
    while left >= board.size - first:
        left -= board.size - first
        first += 1
    return first, first + left


@checked
def move_of(position: Position, action: SupportsIndex) -> Move:
    """Return the move of an action in ``position``, legal or not. Raises ``ValueError``.

    >>> looped = Position.after((0, 1), (0, 1))
    >>> move_of(looped, 0), move_of(Position(), 0)
    (Collapse(square=0), Placement(0, 0))
    """
    first, second = squares_of(position.rules.board, action)
    if first == second and position.has_loop:
        return Collapse(first)
    return Placement(first, second)


def raise_illegal(position: Position, action: SupportsIndex) -> NoReturn:
    """Raise the error for an action that is not legal in ``position``.

    Raises ``IllegalMoveError``, or ``ValueError`` if the board has no such action.
    """
    move = move_of(position, action)
    raise IllegalMoveError(
        move, position, position.illegal_reason(move) or IllegalMoveReason.GAME_OVER
    )
