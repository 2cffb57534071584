"""One game on the kernel, for the plainest of loops."""

import ctypes
from functools import lru_cache

import numpy as np

from qttt.engine.kernel import quick_library
from qttt.game import Position, Rules

from .actions import refuse
from .arrays import NOBODY, Bytes, Flags, O, X
from .batch import Batch


class Single:
    """One game that is played by actions and ends where it ends: no reset but by ``reset``.

    It is a batch of one: the same seed gives the same game as game 0 of a ``Batch``.
    ``observation``, ``legal`` and ``places`` are rows of its ``Arrays``: they can only be read,
    and change in place.

    >>> game = Single(seed=1)
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
        self._act = quick_library().qttt_batch_act

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.batch.rules

    def step(self, action: int) -> int:
        """Take this action; returns who decides next, as ``player`` says.

        Raises ``IllegalMoveError`` if it is not legal, ``ValueError`` if there is no such action;
        then nothing was played. Cost on 3×3: some 0.3 µs.
        """
        player: int = self._act(self._memory, self._actions.get(action, -1))
        if player < 0:
            refuse(self.position, action)
        return player

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions, ascending; none if the game is over."""
        return _indices(bytes(self._legal))

    @property
    def player(self) -> int:
        """Who decides next: ``X``, ``O``, ``CHANCE`` or ``NOBODY``."""
        return int(self.batch.arrays.players[0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.player == NOBODY

    @property
    def rewards(self) -> tuple[float, float]:
        """What the last step was worth to X and to O: see ``Arrays.rewards``."""
        rewards = self.batch.arrays.rewards[0]
        return float(rewards[X]), float(rewards[O])

    @property
    def position(self) -> Position:
        """Where each mark is."""
        return self.batch.position(0)

    def sample(self) -> int:
        """A random legal action, from the game's own stream; 0 if it is over."""
        return int(self.batch.sample()[0])

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; the stream of random numbers too if there is a ``seed``."""
        self.batch.reset(seed=seed)

    def load(self, position: Position) -> None:
        """Go on from there. Raises ``ValueError`` for a position of other rules."""
        self.batch.load(0, position)

    def clone(self) -> "Single":
        """A game of its own at the same point, with the same stream of random numbers."""
        twin = Single(self.rules, ask_chance=self._ask_chance)
        twin.batch.copy(0, self.batch, 0)
        return twin

    def __deepcopy__(self, memo: object) -> "Single":
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.position, self._ask_chance, self.batch.streams(0))


def _restored(position: Position, ask_chance: bool, streams: tuple[int, int]) -> Single:
    """What ``pickle`` calls."""
    game = Single(position.rules, ask_chance=ask_chance)
    game.batch.load(0, position, streams)
    return game


@lru_cache(maxsize=1 << 16)
def _indices(legal: bytes) -> tuple[int, ...]:
    return tuple(np.flatnonzero(np.frombuffer(legal, np.bool_)).tolist())
