"""A single game in the kernel, with a minimal interface."""

import ctypes
from functools import lru_cache

import numpy as np

from qttt.engine.kernel import library_with_gil
from qttt.game import Position, Rules

from .actions import raise_illegal
from .arrays import TERMINAL, Bytes, Flags, O, X
from .batch import Batch


class SingleGame:
    """A game played by actions, without automatic reset.

    A batch of one: the same seed gives the same game as game 0 of a ``Batch``. ``observation``,
    ``legal`` and ``places`` are rows of its ``Arrays``, read-only and updated in place.

    >>> game = SingleGame(seed=1)
    >>> game.step(1), game.step(1), str(game.position)
    (1, 0, '12/12')
    >>> game.legal_actions
    (0, 9)
    """

    def __init__(
        self,
        rules: Rules = Rules(),  # noqa: B008  a frozen value
        *,
        seed: int = 0,
        first: int = 0,
        ask_chance: bool = False,
    ) -> None:
        self.batch = Batch(rules, seed=seed, first=first, auto_reset=False, ask_chance=ask_chance)
        self._ask_chance = ask_chance
        arrays = self.batch.arrays
        self.observation: Bytes = arrays.observations[0]
        self.legal: Flags = arrays.legal[0]
        self.places: Bytes = arrays.places[0]
        self._legal = memoryview(self.legal)
        self._memory = ctypes.c_void_p(self.batch.address)
        self._actions = {action: action for action in range(len(self.legal))}
        self._act = library_with_gil().qttt_batch_act

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.batch.rules

    def step(self, action: int) -> int:
        """Play an action and return the next player, as in ``player``.

        Cost on 3×3: about 0.3 µs.

        Raises:
            IllegalMoveError: The action is illegal; the game is unchanged.
            ValueError: The action does not exist; the game is unchanged.
        """
        player: int = self._act(self._memory, self._actions.get(action, -1))
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
        return int(self.batch.arrays.players[0])

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

    def reset(self, seed: int | None = None) -> None:
        """Restart the game; ``seed`` also restarts the random stream."""
        self.batch.reset(seed=seed)

    def load(self, position: Position) -> None:
        """Continue from ``position``. Raises ``ValueError`` if it has other rules."""
        self.batch.load(0, position)

    def clone(self) -> "SingleGame":
        """Return an independent copy, including the state of the random streams."""
        twin = SingleGame(self.rules, ask_chance=self._ask_chance)
        twin.batch.copy_from(0, self.batch, 0)
        return twin

    def __deepcopy__(self, memo: object) -> "SingleGame":
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.position, self._ask_chance, self.batch.streams(0))


def _restored(position: Position, ask_chance: bool, streams: tuple[int, int]) -> SingleGame:
    game = SingleGame(position.rules, ask_chance=ask_chance)
    game.batch.load(0, position, streams)
    return game


@lru_cache(maxsize=1 << 16)
def _indices(legal: bytes) -> tuple[int, ...]:
    return tuple(np.flatnonzero(np.frombuffer(legal, np.bool_)).tolist())
