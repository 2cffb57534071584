"""Exact values of many positions, probed in a tablebase or solved, with arrays in and out."""

import ctypes
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from qttt.copies import IndependentCopies
from qttt.engine.kernel import library
from qttt.engine.kernel_api import UNITS_PER_POINT
from qttt.engine.solver import Solver
from qttt.engine.tablebase import Tablebase, shipped_tablebase
from qttt.game import IllegalPositionError, Rules

from .actions import action_count
from .arrays import CHANCE, Bytes, Flags, Floats, O, checked_places

_UNREACHABLE = -10


@dataclass(frozen=True, slots=True, eq=False)
class ProbeResults(IndependentCopies):
    """A tablebase's entries for N positions; 0 where it has none.

    Attributes:
        values: float32: points of X minus points of O under perfect play.
        plies: uint8: length of the game under perfect play; 0 if not stored.
        known: bool: whether the tablebase has the position.
    """

    values: Floats
    plies: Bytes
    known: Flags


@dataclass(frozen=True, slots=True, eq=False)
class SolveResults(IndependentCopies):
    """The exact values of N positions and of every action in them.

    Attributes:
        values: float32, (positions,): points of X minus points of O under perfect play.
        players: uint8, (positions,): the player to move, as in ``Arrays``.
        action_values: float32, (positions, actions): the value after each action; NaN if illegal.
    """

    values: Floats
    players: Bytes
    action_values: Floats

    @property
    def regrets(self) -> Floats:
        """The points that each action loses the player to move: NaN if illegal, 0 for chance."""
        regrets = self.values[:, None] - self.action_values
        regrets[self.players == O] *= -1
        regrets[self.players == CHANCE] *= 0
        return regrets + np.float32(0)  # 0 for -0, which Arrow groups as another value


class ValueOracle(IndependentCopies):
    """Exact values under one set of rules, on boards of up to nine squares.

    ``tablebase`` defaults to the one shipped for these rules, if any; without one, ``probe`` finds
    nothing and ``solve`` is slower. Thread-safe: calls are serialized.

    Raises:
        RulesError: The rules are invalid.
        UnsolvableError: The board is larger.
        ValueError: The tablebase has other rules.

    >>> from qttt.envs import places_of
    >>> from qttt.game import Position
    >>> values = ValueOracle()
    >>> places = places_of([Position(), Position.after((0, 8))], values.rules)
    >>> values.probe(places).values.tolist()
    [0.5, 0.5]
    """

    def __init__(
        self,
        rules: Rules | str = "goff",
        tablebase: Tablebase | None = None,
    ) -> None:
        self.rules = Rules.of(rules)
        self._solver = Solver(self.rules, tablebase=tablebase or shipped_tablebase(self.rules))

    def __repr__(self) -> str:
        return f"ValueOracle({self.rules!r}, {self._solver.tablebase!r})"

    def probe(self, places: Bytes) -> ProbeResults:
        """Look up ``places`` (see ``Arrays``) in the tablebase.

        Pending loops are derived from their two collapses, finished games from the board, up to
        the number of marks in the tablebase. Cost: about 0.3 µs per position.

        Raises:
            ValueError: The array has a wrong shape or type.
            IllegalPositionError: A position is unreachable.
        """
        places = checked_places(places, self.rules)
        values = np.zeros(len(places), np.int32)
        plies, known = np.zeros(len(places), np.uint8), np.zeros(len(places), np.bool_)
        with self._solver.lock:
            code = library().qttt_probe_many(
                self._solver.memory, *_at(places), len(places), *_at(values, plies, known)
            )
        _check(code)
        return ProbeResults(_points(values), plies, known)

    def solve(self, places: Bytes) -> SolveResults:
        """Solve ``places`` (see ``Arrays``) and every action there. Raises as ``probe``.

        Can be interrupted once per 1,024 positions. Cost for ``goff`` with the shipped tablebase:
        about 50 µs per position of a random game, at most 3 ms.
        """
        places = checked_places(places, self.rules)
        count = len(places)
        values, players = np.zeros(count, np.int32), np.zeros(count, np.uint8)
        units = np.full((count, action_count(self.rules.board)), _ILLEGAL, np.int32)
        for i in range(0, count, _CHUNK):
            part = slice(i, i + _CHUNK)
            self._solve(i, places[part], values[part], players[part], units[part])
        action_values = _points(units)
        action_values[units == _ILLEGAL] = np.nan
        return SolveResults(_points(values), players, action_values)

    def regret(self, places: Bytes, policy: npt.NDArray[np.number]) -> Floats:
        """Return the expected loss of a policy in each position, in points.

        ``policy`` has actions, of shape (positions,), or probabilities, of shape (positions,
        actions). The result is 0 where chance decides or the game is over.

        Raises:
            ValueError: A wrong shape, an illegal action, or in a position that is not over a
                probability that is negative, infinite or NaN; also as ``probe``.
        """
        solved = self.solve(places)
        regrets = solved.regrets
        is_over = ~np.isfinite(regrets).any(axis=1, keepdims=True)
        weights = np.where(is_over, 0, _weights(policy, regrets))
        invalid = ~(np.isfinite(weights) & (weights >= 0))
        if invalid.any():
            at, action = np.argwhere(invalid)[0]
            raise ValueError(
                f"the policy has the probability {weights[at, action]:g} for action {action} "
                f"in position {at}"
            )
        illegal = (weights > 0) & np.isnan(regrets)
        if illegal.any():
            at, action = np.argwhere(illegal)[0]
            raise ValueError(f"the policy takes the illegal action {action} in position {at}")
        losses: Floats = (np.nan_to_num(regrets) * weights).sum(axis=1)
        return losses.astype(np.float32)

    def _solve(
        self,
        first: int,
        places: Bytes,
        values: npt.NDArray[np.int32],
        players: Bytes,
        units: npt.NDArray[np.int32],
    ) -> None:
        outputs = _at(values, players, units)
        with self._solver.lock:
            code = library().qttt_solve_many(
                self._solver.memory, *_at(places), len(places), None, *outputs
            )
        _check(code, first)


_CHUNK = 1024
_ILLEGAL = np.iinfo(np.int32).min


def _at(*arrays: npt.NDArray[np.generic]) -> tuple[ctypes.c_void_p, ...]:
    return tuple(ctypes.c_void_p(array.ctypes.data) for array in arrays)


def _points(units: npt.NDArray[np.int32]) -> Floats:
    return (units / UNITS_PER_POINT).astype(np.float32)


def _check(result: int, first: int = 0) -> None:
    """Raise the error of a call for the positions from number ``first`` on."""
    if result <= _UNREACHABLE:
        number = first + _UNREACHABLE - result
        raise IllegalPositionError(f"position {number} of these is unreachable")


def _weights(policy: npt.NDArray[np.number], regrets: Floats) -> npt.NDArray[np.float64]:
    count, actions = regrets.shape
    if policy.shape == regrets.shape:
        return policy.astype(np.float64)
    if policy.shape != (count,) or not np.issubdtype(policy.dtype, np.integer):
        raise ValueError(
            f"a policy for {count} positions must be integers of shape ({count},) or of shape "
            f"({count}, {actions}), not {policy.dtype} of {policy.shape}"
        )
    if ((policy < 0) | (policy >= actions)).any():
        raise ValueError(f"the policy takes an action outside 0 to {actions - 1}")
    weights = np.zeros(regrets.shape)
    weights[np.arange(count), policy] = 1
    return weights
