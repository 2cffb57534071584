"""Moves as numbers: the one mapping that every environment here uses.

An action is an unordered pair of squares with repetition, counted by the first square and then by
the second, so that *n* squares have *n* (*n* + 1) / 2 of them::

    3×3     1-1  1-2  1-3 … 1-9    2-2  2-3 … 2-9    3-3 …        9-9
             0    1    2     8      9    10    16     17           44

Two different squares are a placement. The same square twice puts a classical mark there: the
closing mark while a loop is pending (a collapse), or else a whole mark (the last square, and every
mark of ordinary tic-tac-toe). The two never are legal together, so each action names one move.
"""

from typing import NoReturn

from qttt.game import Board, Collapse, IllegalMoveError, Move, Placement, Position, Refusal


def action_count(board: Board) -> int:
    """How many actions there are.

    >>> action_count(Board(3, 3)), action_count(Board(4, 4))
    (45, 136)
    """
    return board.size * (board.size + 1) // 2


def action_of(board: Board, move: Move) -> int:
    """The action that is this move. Raises ``ValueError`` if the board has no such square.

    >>> action_of(Board(3, 3), Placement(0, 1)), action_of(Board(3, 3), Collapse(8))
    (1, 44)
    """
    first, second = (move.square, move.square) if isinstance(move, Collapse) else move
    if not 0 <= first <= second < board.size:
        raise ValueError(f"{move!r} is not on a board of {board.rows}×{board.cols}")
    return first * board.size - first * (first - 1) // 2 + second - first


def squares_of(board: Board, action: int) -> tuple[int, int]:
    """The two squares of an action, the smaller first. Raises ``ValueError`` if there is none such.

    >>> squares_of(Board(3, 3), 10)
    (1, 2)
    """
    count = action_count(board)
    if action not in range(count):
        size = f"{board.rows}×{board.cols}"
        raise ValueError(f"there is no action {action}: {size} has actions 0 to {count - 1}")
    first, left = 0, action
    while left >= board.size - first:
        left -= board.size - first
        first += 1
    return first, first + left


def move_of(position: Position, action: int) -> Move:
    """The move that this action is in ``position``, legal or not. Raises as ``squares_of``.

    >>> looped = Position.after((0, 1), (0, 1))
    >>> move_of(looped, 0), move_of(Position(), 0)
    (Collapse(square=0), Placement(0, 0))
    """
    first, second = squares_of(position.rules.board, action)
    if first == second and position.has_loop:
        return Collapse(first)
    return Placement(first, second)


def refuse(position: Position, action: int) -> NoReturn:
    """Raise what is wrong with an action that is not legal in ``position``.

    ``IllegalMoveError`` says why the move is refused, ``ValueError`` that there is no such action.
    """
    move = move_of(position, action)
    raise IllegalMoveError(move, position, position.refusal(move) or Refusal.GAME_OVER)
