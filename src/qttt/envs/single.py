"""A single game in the kernel, with a minimal interface."""

from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache, partial
from typing import Any, SupportsIndex

import numpy as np

from qttt.copies import IndependentCopies
from qttt.engine.kernel import library_with_gil
from qttt.game import Position, Rules
from qttt.game.arguments import checked

from .actions import checked_action, raise_illegal
from .arrays import TERMINAL, Bytes, Flags, O, X
from .batch import Batch


class SingleGame(IndependentCopies):
    """A game played by actions, without automatic reset.

    A batch of one: the same seed gives the same game as game 0 of a ``Batch``. ``observation``,
    ``legal`` and ``places`` are rows of its ``Arrays``, read-only and updated in place.

    >>> game = SingleGame(seed=1)
    >>> game.step(1), game.step(1), str(game.position)
    (1, 0, '12/12')
    >>> game.legal_actions
    (0, 9)
    """

    @checked
    def __init__(
        self,
        rules: Rules | str = "goff",
        *,
        seed: int = 0,
        first: int = 0,
        ask_chance: bool = False,
    ) -> None:
        self.batch = Batch(rules, seed=seed, first=first, auto_reset=False, ask_chance=ask_chance)
        self._use_arrays()

    def _use_arrays(self) -> None:
        arrays = self.batch.arrays
        self.observation: Bytes = arrays.observations[0]
        self.legal: Flags = arrays.legal[0]
        self.places: Bytes = arrays.places[0]
        self._legal = memoryview(self.legal)
        self._players = arrays.players.data
        self._index = _same_if_below(len(self.legal))
        self._act = partial(library_with_gil().qttt_batch_act, self.batch.memory)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.batch.rules

    def step(self, action: SupportsIndex) -> int:
        """Play an action and return the next player, as in ``player``.

        Cost on 3×3: about 0.3 µs.

        Raises:
            IllegalMoveError: The action is illegal; the game is unchanged.
            TypeError: The action is no integer; the game is unchanged.
            ValueError: The action does not exist; the game is unchanged.
        """
        if type(action) is not int:
            action = checked_action(action)
        player: int = self._act(self._index(action, -1))
        if player < 0:
            raise_illegal(self.position, action)
        return player

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions, ascending; empty if the game is over."""
        return _indices(bytes(self._legal))

    @property
    def player(self) -> int:
        """The player to move: ``X``, ``O``, ``CHANCE`` or ``TERMINAL``."""
        player: int = self._players[0]
        return player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.player == TERMINAL

    @property
    def rewards(self) -> tuple[float, float]:
        """The rewards of X and O for the last step: see ``Arrays.rewards``."""
        rewards = self.batch.arrays.rewards[0]
        return float(rewards[X]), float(rewards[O])

    @property
    def position(self) -> Position:
        """The current position."""
        return self.batch.position(0)

    def sample(self) -> int:
        """Draw a random legal action from the game's random stream; 0 if the game is over."""
        return int(self.batch.sample()[0])

    @checked
    def reset(self, seed: int | None = None) -> None:
        """Restart the game; ``seed`` also restarts the random stream."""
        self.batch.reset(seed=seed)

    @checked
    def load(self, position: Position) -> None:
        """Continue from ``position``. Raises ``ValueError`` if it has other rules."""
        self.batch.load(0, position)

    def clone(self) -> "SingleGame":
        """Return an independent copy, including the state of the random streams."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _DERIVED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._use_arrays()


_DERIVED = frozenset({"observation", "legal", "places", "_legal", "_players", "_index", "_act"})
"""The attributes that refer to the batch, or follow from the board."""


@lru_cache
def _same_if_below(count: int) -> Callable[[int, int], int]:
    """Return a function of a number and the result for one that is not in ``range(count)``."""
    return {action: action for action in range(count)}.get


@lru_cache(maxsize=1 << 16)
def _indices(legal: bytes) -> tuple[int, ...]:
    return tuple(np.flatnonzero(np.frombuffer(legal, np.bool_)).tolist())
