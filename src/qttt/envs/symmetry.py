"""Symmetries of the board as permutations of arrays, for data augmentation."""

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
    """One of ``Board.symmetries``: maps square *s* to ``squares[s]``, action *a* to ``actions[a]``.

    ``square_sources`` and ``action_sources`` are the inverse permutations, which index arrays.
    """

    squares: Actions
    actions: Actions
    square_sources: Actions
    action_sources: Actions

    def observations(self, planes: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Transform observations; the last two axes are the board."""
        flat = planes.reshape(*planes.shape[:-2], -1)
        return flat[..., self.square_sources].reshape(planes.shape)

    def per_action(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Transform masks, policies or values; the last axis is the actions."""
        return numbers[..., self.action_sources]

    def places(self, places: Bytes) -> Bytes:
        """Transform ``Arrays.places``."""
        targets = np.append(self.squares, np.full(NO_PLACE + 1 - len(self.squares), NO_PLACE))
        transformed: Bytes = np.sort(targets[places], axis=-1).astype(np.uint8)
        return transformed


@cache
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return all symmetries of a board, the identity first: 8 if it is square, otherwise 4.

    >>> turn = symmetries(Board(3, 3))[1]
    >>> turn.squares.tolist(), int(turn.actions[0])
    ([2, 1, 0, 5, 4, 3, 8, 7, 6], 17)
    """
    return tuple(_symmetry(board, squares) for squares in board.symmetries())


def _symmetry(board: Board, squares: tuple[int, ...]) -> Symmetry:
    pairs = [squares_of(board, action) for action in range(action_count(board))]
    actions = np.array([_mapped_action(board, pair, squares) for pair in pairs])
    targets = np.array(squares)
    permutations = (targets, actions, np.argsort(targets), np.argsort(actions))
    for permutation in permutations:
        permutation.flags.writeable = False  # every caller gets the same arrays
    return Symmetry(*permutations)


def _mapped_action(board: Board, pair: tuple[int, int], squares: tuple[int, ...]) -> int:
    a, b = squares[pair[0]], squares[pair[1]]
    return action_of(board, Placement(a, b))
