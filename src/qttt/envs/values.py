"""What many positions are worth: looked up in a table or solved, arrays in and arrays out."""

import ctypes
import threading
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from qttt.engine.kernel import UNIT, library
from qttt.engine.solver import Solver
from qttt.engine.tablebase import Tablebase, shipped_table
from qttt.game import IllegalPositionError, Rules

from .actions import action_count
from .arrays import CHANCE, Bytes, Flags, Floats, O, checked_places

_REFUSED = -10


@dataclass(frozen=True, slots=True, eq=False)
class Probes:
    """What a table knows of so many positions; 0 where it does not know one.

    ``values``
        float32: points of X minus points of O under perfect play.
    ``plies``
        uint8: how long the game then lasts; 0 where that is not counted.
    ``known``
        bool: whether the table has the position.
    """

    values: Floats
    plies: Bytes
    known: Flags


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """The exact values of so many positions, and of every action in them.

    ``values``
        float32, (positions,): points of X minus points of O under perfect play.
    ``players``
        uint8, (positions,): who decides there, as in ``Arrays``.
    ``action_values``
        float32, (positions, actions): the same after this action; NaN where it is not legal.
    """

    values: Floats
    players: Bytes
    action_values: Floats

    @property
    def regrets(self) -> Floats:
        """What each action costs who decides there, in points: 0 for a best one, NaN if illegal.

        Chance regrets nothing.
        """
        lost = self.values[:, None] - self.action_values
        lost[self.players == O] *= -1
        lost[self.players == CHANCE] *= 0
        return lost


class Values:
    """Exact values under one set of rules, on boards of up to nine squares.

    ``tablebase`` is the one that is shipped for these rules unless another is given; without any,
    nothing is known to ``probe`` and ``solve`` takes longer. Calls of several threads take turns.

    Raises ``UnsolvableError`` for larger boards, ``ValueError`` for a tablebase of other rules.

    >>> from qttt.envs import places_of
    >>> from qttt.game import Position
    >>> values = Values()
    >>> places = places_of([Position(), Position.after((0, 8))], values.rules)
    >>> values.probe(places).values.tolist()
    [0.5, 0.5]
    """

    def __init__(
        self,
        rules: Rules = Rules(),  # noqa: B008  a frozen value
        tablebase: Tablebase | None = None,
    ) -> None:
        self.rules = rules
        self._lock = threading.Lock()
        self._solver = Solver(rules, tablebase=tablebase or shipped_table(rules))

    def __repr__(self) -> str:
        return f"Values({self.rules!r}, {self._solver.tablebase!r})"

    def probe(self, places: Bytes) -> Probes:
        """What the table knows of ``places``, as ``Arrays`` has them.

        Pending loops follow from their two collapses and finished games from the board, up to so
        many marks as the table has. Raises ``ValueError`` for an array that has not that form,
        ``IllegalPositionError`` for a position that no game reaches. Cost: some 0.3 µs a position.
        """
        given = checked_places(places, self.rules)
        values = np.zeros(len(given), np.int32)
        plies, known = np.zeros(len(given), np.uint8), np.zeros(len(given), np.bool_)
        with self._lock:
            done = library().qttt_probe_many(
                self._solver.memory, *_at(given), len(given), *_at(values, plies, known)
            )
        _check(done)
        return Probes(_points(values), plies, known)

    def solve(self, places: Bytes) -> Solved:
        """The values of ``places``, as ``Arrays`` has them, and of every action there.

        Raises as ``probe``, and ``KeyboardInterrupt`` only between a thousand positions. Cost for
        ``goff`` with the table that is shipped: some 50 µs a position of a random game, 3 ms at
        most.
        """
        given = checked_places(places, self.rules)
        count = len(given)
        values, players = np.zeros(count, np.int32), np.zeros(count, np.uint8)
        worth = np.full((count, action_count(self.rules.board)), _ILLEGAL, np.int32)
        for i in range(0, count, _CHUNK):
            part = slice(i, i + _CHUNK)
            self._solve(given[part], values[part], players[part], worth[part])
        action_values = _points(worth)
        action_values[worth == _ILLEGAL] = np.nan
        return Solved(_points(values), players, action_values)

    def regret(self, places: Bytes, policy: npt.NDArray[np.number]) -> Floats:
        """What a policy loses in each position, in points that perfect play would not lose.

        ``policy`` has an action for each position (integers), or a probability for each action of
        each position. Zero where chance decides and where the game is over.

        Raises ``ValueError`` if it has another shape or takes what is not legal, and as ``probe``.
        """
        solved = self.solve(places)
        regrets = solved.regrets
        weights = _weights(policy, regrets)
        goes_on = np.isfinite(regrets).any(axis=1, keepdims=True)
        illegal = (weights > 0) & np.isnan(regrets) & goes_on
        if illegal.any():
            at, action = map(int, np.argwhere(illegal)[0])
            raise ValueError(f"the policy takes action {action} in position {at}: it is not legal")
        lost: Floats = np.where(weights > 0, np.nan_to_num(regrets) * weights, 0).sum(axis=1)
        return lost.astype(np.float32)

    def _solve(
        self,
        given: Bytes,
        values: npt.NDArray[np.int32],
        players: Bytes,
        worth: npt.NDArray[np.int32],
    ) -> None:
        with self._lock:
            done = library().qttt_solve_many(
                *(self._solver.memory, *_at(given), len(given), None, *_at(values, players, worth))
            )
        _check(done)


_CHUNK = 1024
_ILLEGAL = np.iinfo(np.int32).min


def _at(*arrays: npt.NDArray[np.generic]) -> tuple[ctypes.c_void_p, ...]:
    return tuple(ctypes.c_void_p(array.ctypes.data) for array in arrays)


def _points(units: npt.NDArray[np.int32]) -> Floats:
    return (units / UNIT).astype(np.float32)


def _check(result: int) -> None:
    if result <= _REFUSED:
        raise IllegalPositionError(f"position {_REFUSED - result} of these cannot be reached")


def _weights(policy: npt.NDArray[np.number], regrets: Floats) -> npt.NDArray[np.float64]:
    count, actions = regrets.shape
    if policy.shape == regrets.shape:
        return policy.astype(np.float64)
    if policy.shape != (count,) or not np.issubdtype(policy.dtype, np.integer):
        raise ValueError(
            f"a policy for {count} positions is integers of shape ({count},) or numbers of shape "
            f"({count}, {actions}), not {policy.dtype} of {policy.shape}"
        )
    if ((policy < 0) | (policy >= actions)).any():
        raise ValueError(f"the policy takes an action that is none of 0 to {actions - 1}")
    weights = np.zeros(regrets.shape)
    weights[np.arange(count), policy] = 1
    return weights
