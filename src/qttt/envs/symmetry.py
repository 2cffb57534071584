"""The board turned and mirrored, as permutations of arrays: more data from the same games."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from qttt.game import Board, Placement

from .actions import action_count, action_of, squares_of
from .arrays import NO_PLACE, Actions, Bytes


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """One of ``Board.symmetries``: ``squares[s]`` and ``actions[a]`` are where *s* and *a* go.

    ``square_sources`` and ``action_sources`` are the inverse: where what is there comes from, which
    is what indexes an array.
    """

    squares: Actions
    actions: Actions
    square_sources: Actions
    action_sources: Actions

    def observations(self, planes: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Those of the turned games; any leading shape, the last two axes are the board."""
        flat = planes.reshape(*planes.shape[:-2], -1)
        return flat[..., self.square_sources].reshape(planes.shape)

    def per_action(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What belongs to each action, as a mask or a policy, turned; the last axis is theirs."""
        return numbers[..., self.action_sources]

    def places(self, places: Bytes) -> Bytes:
        """The places of the turned positions."""
        moved = np.append(self.squares, np.full(NO_PLACE + 1 - len(self.squares), NO_PLACE))
        turned: Bytes = np.sort(moved[places], axis=-1).astype(np.uint8)
        return turned


@cache
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All of a board, the identity first: 8 if it is square, else 4.

    >>> turn = symmetries(Board(3, 3))[1]
    >>> turn.squares.tolist(), int(turn.actions[0])
    ([2, 1, 0, 5, 4, 3, 8, 7, 6], 17)
    """
    return tuple(_symmetry(board, squares) for squares in board.symmetries())


def _symmetry(board: Board, squares: tuple[int, ...]) -> Symmetry:
    pairs = [squares_of(board, action) for action in range(action_count(board))]
    to, where = np.array([_turned(board, pair, squares) for pair in pairs]), np.array(squares)
    return Symmetry(where, to, np.argsort(where), np.argsort(to))


def _turned(board: Board, pair: tuple[int, int], squares: tuple[int, ...]) -> int:
    a, b = squares[pair[0]], squares[pair[1]]
    return action_of(board, Placement(a, b))
