"""Conversion of positions and games to NumPy arrays and back."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from qttt.copies import IndependentCopies
from qttt.engine import kernel_api
from qttt.engine.kernel import encode_places
from qttt.engine.kernel_api import EXTRA_PLANES, Decider, QtttArrays
from qttt.game import Board, Position, Rules
from qttt.game.arguments import checked

from .actions import action_count

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]
Actions = npt.NDArray[np.int64]

NO_PLACE = kernel_api.NO_PLACE
"""Fills ``places`` for marks that have not been placed."""

X = int(Decider.X)
"""X is to move, in ``players``; the column of X in ``rewards``."""
O = int(Decider.O)  # noqa: E741  the game's own name
"""O is to move, in ``players``; the column of O in ``rewards``."""
CHANCE = int(Decider.CHANCE)
"""A coin decides, in ``players``."""
TERMINAL = int(Decider.NONE)
"""The game is over, in ``players``."""


@dataclass(frozen=True, slots=True, eq=False)
class Arrays(IndependentCopies):
    """Games as arrays: row *i* is game *i*; *n* is the number of squares.

    Attributes:
        observations: uint8, (games, *n* + 3, rows, cols), 0 or 1. Plane *k* − 1 belongs to mark
            *k*: 1 in its two squares while it is quantum, in its one square when it is classical.
            Three planes follow: the two squares where the closing mark can land, while a loop is
            pending; the squares with classical marks; and 1 everywhere if X is to move.
        legal: bool, (games, actions): which actions are legal (see ``actions``).
        players: uint8, (games,): who is to move: ``X``, ``O``, ``CHANCE`` or ``TERMINAL``.
        done: bool, (games,): whether the game ended in the last step or before.
        rewards: float32, (games, 2), for X and for O: the player's points minus the opponent's if
            the last step ended the game, otherwise 0.
        places: uint8, (games, *n*, 2): the two squares of each mark, the smaller first, equal if
            the mark is classical; ``NO_PLACE`` twice for marks not placed yet.

    The arrays are read-only and updated in place by every step: copy what you keep, and what you
    pass to a library that shares memory or computes in the background, such as JAX. A copy of the
    whole keeps all of them.
    """

    observations: Bytes
    legal: Flags
    players: Bytes
    done: Flags
    rewards: Floats
    places: Bytes


def new_arrays(rules: Rules, games: int) -> tuple[Arrays, QtttArrays]:
    """Allocate arrays for ``games`` games; also return their addresses for the kernel."""
    rows = _rows(rules.board)
    starts = [0, *accumulate(-(-games * size // _ALIGNED) * _ALIGNED for *_, size in rows)]
    memory = np.zeros(starts[-1] + _ALIGNED, np.uint8)
    unaligned = memory.ctypes.data
    first = -unaligned % _ALIGNED
    arrays = [
        _read_only(np.ndarray((games, *shape), dtype, memory, first + start))
        for start, (_, dtype, shape, _) in zip(starts, rows, strict=False)
    ]
    address = unaligned + first
    addresses = {name: address + start for start, (name, *_) in zip(starts, rows, strict=False)}
    return Arrays(*arrays), QtttArrays(**addresses)


_Row = tuple[str, np.dtype[Any], tuple[int, ...], int]
"""The name of an array; the type, the shape and the bytes of its row."""
_ALIGNED = 64
"""Arrays start at multiples of this number of bytes, as long as a line of the cache."""


@lru_cache
def _rows(board: Board) -> tuple[_Row, ...]:
    """The rows of ``Arrays``, in the order of its fields."""
    shapes: dict[str, tuple[npt.DTypeLike, tuple[int, ...]]] = {
        "observations": (np.uint8, (board.size + EXTRA_PLANES, board.rows, board.cols)),
        "legal": (np.bool_, (action_count(board),)),
        "players": (np.uint8, ()),
        "done": (np.bool_, ()),
        "rewards": (np.float32, (2,)),
        "places": (np.uint8, (board.size, 2)),
    }
    types = {name: (np.dtype(dtype), shape) for name, (dtype, shape) in shapes.items()}
    return tuple(
        (name, dtype, shape, dtype.itemsize * prod(shape)) for name, (dtype, shape) in types.items()
    )


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.flags.writeable = False
    return array


def overwrite(array: npt.NDArray[Any], content: npt.NDArray[Any]) -> None:
    """Write to one of the ``new_arrays``, which only the kernel updates otherwise."""
    writeable = array.view()
    writeable.flags.writeable = True
    writeable[:] = content


@checked
def places_of(positions: Sequence[Position], rules: Rules) -> Bytes:
    """Convert positions to ``Arrays.places``. Raises ``ValueError`` if one has other rules.

    >>> places_of([Position.after((0, 1), (0, 1))], Rules())[0, :3].tolist()
    [[0, 1], [0, 1], [255, 255]]
    """
    places = np.full((len(positions), rules.board.size, 2), NO_PLACE, np.uint8)
    for row, position in zip(places, positions, strict=True):
        if position.rules != rules:
            raise ValueError(f"{position} is a position of {position.rules}, not of {rules}")
        marks = np.frombuffer(encode_places(position), np.uint8).reshape(-1, 2)
        row[: len(marks)] = marks
    return places


@checked
def position_of(places: Bytes, rules: Rules) -> Position:
    """Convert one row of ``Arrays.places``. Raises ``IllegalPositionError``."""
    pairs = [(int(a), int(b)) for a, b in places if a != NO_PLACE]
    return Position(rules, tuple(a if a == b else (a, b) for a, b in pairs))


def checked_places(places: Bytes, rules: Rules) -> Bytes:
    """Return ``places`` contiguous. Raises ``ValueError`` for a wrong shape or type."""
    size = rules.board.size
    if places.dtype != np.uint8 or places.ndim != 3 or places.shape[1:] != (size, 2):
        raise ValueError(
            f"places must be uint8 of shape (positions, {size}, 2), "
            f"not {places.dtype} of {places.shape}"
        )
    return np.ascontiguousarray(places)
