"""Thousands of games in step, played by the kernel: arrays in, arrays out, nothing copied."""

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from qttt.engine.kernel import checked, encode_places, encode_rules, library
from qttt.game import Position, Rules

from .actions import refuse
from .arrays import Actions, Arrays, new_arrays, position_of

_BEGIN_ANEW, _ASK_CHANCE = 1, 2
_REFUSED = -10

Stretch = Callable[[int, int], int]
"""Work on the games from one number up to, but not including, another; tells how many ended."""


class Batch:
    """So many games of the same rules, all on the empty board at first.

    Each game has a stream of random numbers of its own: game *i* is the same as the only game of
    ``Batch(rules, seed=seed, first=first + i)``, however many there are and on how many threads.

    - ``auto_reset``: a game that has ended begins again in the same step. Its row then shows the
      empty board, but for ``done`` and ``rewards``, which tell how it ended. Otherwise it stays as
      it is, ignores its action, and ``done`` stays set.
    - ``ask_chance``: where chance decides a collapse, the caller does, as player ``CHANCE``.
      Otherwise a coin of the game decides at once, in the step that closed the loop.
    - ``threads``: how many share the games of each call; worth it from some 4,000 games on.

    ``arrays`` are what ``step`` returns; ``address`` is where the kernel keeps the games.

    Raises ``ValueError`` if there are no games or no threads, ``KernelError`` for boards of more
    than 64 squares. Memory: 1 KB a game on 3×3.

    >>> batch = Batch(games=2, seed=7)
    >>> arrays = batch.step([1, 10])
    >>> [str(batch.position(i)) for i in range(2)], arrays.players.tolist()
    (['12', '23'], [1, 1])
    """

    def __init__(
        self,
        rules: Rules = Rules(),  # noqa: B008  a frozen value
        games: int = 1,
        *,
        seed: int = 0,
        first: int = 0,
        auto_reset: bool = True,
        ask_chance: bool = False,
        threads: int = 1,
    ) -> None:
        for name, number in (("games", games), ("threads", threads)):
            if number < 1:
                raise ValueError(f"a batch needs 1 or more {name}, not {number}")
        self.rules, self.games = rules, games
        self._code, self._first = encode_rules(rules), first
        self.arrays, addresses = new_arrays(rules, games)
        size: int = library().qttt_batch_bytes(games)
        self._memory = np.zeros(size // 8 + 1, np.uint64)
        self.address = self._memory.ctypes.data
        options = auto_reset * _BEGIN_ANEW | ask_chance * _ASK_CHANCE
        seed %= 1 << 64
        library().qttt_batch_init(
            *(self.address, size, self._code, games, ctypes.byref(addresses), options, seed, first)
        )
        self._sampled: Actions = np.zeros(games, np.int64)
        self._stretches = _stretches(games, min(threads, games))
        self._pool = (
            ThreadPoolExecutor(len(self._stretches) - 1) if len(self._stretches) > 1 else None
        )

    def __repr__(self) -> str:
        return f"Batch({self.rules!r}, {self.games})"

    def step(self, actions: npt.ArrayLike) -> Arrays:
        """Take one action in each game, and return the arrays, which are always the same.

        Integers of shape (games,); int64 is taken as it is. Raises ``IllegalMoveError`` if one of
        them is not legal, ``ValueError`` if there is no such action or not one for each game; then
        nothing was played. Cost on 3×3: some 50 ns a game.
        """
        chosen = self._checked(actions)
        at, step = chosen.ctypes.data, library().qttt_batch_step
        self._share(lambda start, stop: step(self.address, at, start, stop))
        return self.arrays

    def sample(self) -> Actions:
        """A random legal action for each game, all being equally likely; 0 where it is over.

        It comes from the game's own stream. The array is written anew by the next call.
        """
        at, sample = self._sampled.ctypes.data, library().qttt_batch_sample
        self._share(lambda start, stop: sample(self.address, at, start, stop))
        return self._sampled

    def reset(self, game: int | None = None, *, seed: int | None = None) -> Arrays:
        """Begin this game anew, or all; streams go on, or begin anew too if there is a ``seed``."""
        start, stop = (0, self.games) if game is None else (self._index(game), game + 1)
        raw = None if seed is None else ctypes.byref(ctypes.c_uint64(seed))
        library().qttt_batch_reset(self.address, start, stop, raw, self._first)
        return self.arrays

    def position(self, game: int) -> Position:
        """The position of that game."""
        return position_of(self.arrays.places[self._index(game)], self.rules)

    def load(self, game: int, position: Position, streams: tuple[int, int] | None = None) -> None:
        """Put that game into ``position``, as if the last move had just been made.

        Its streams go on unless some are given. Raises ``ValueError`` for one of other rules.
        """
        if position.rules != self.rules:
            raise ValueError(f"this batch plays {self.rules}, not {position.rules}")
        places, index = encode_places(position), self._index(game)
        raw = None if streams is None else (ctypes.c_uint64 * 2)(*streams)
        error = library().qttt_batch_load(self.address, index, places, len(position.marks), raw)
        checked(position, error)

    def streams(self, game: int) -> tuple[int, int]:
        """Where the random numbers of that game are: its coins, its samples."""
        raw = (ctypes.c_uint64 * 2)()
        library().qttt_batch_streams(self.address, self._index(game), raw)
        return raw[0], raw[1]

    def copy(self, game: int, other: "Batch", source: int) -> None:
        """Make that game what game ``source`` of another batch is, with its stream.

        Raises ``ValueError`` if the other batch has other rules.
        """
        if other.rules != self.rules:
            raise ValueError(f"this batch plays {self.rules}, not {other.rules}")
        to, index = self._index(game), other._index(source)
        library().qttt_batch_copy(self.address, to, other.address, index)

    def _index(self, game: int) -> int:
        if not 0 <= game < self.games:
            raise IndexError(f"there is no game {game}: this batch has games 0 to {self.games - 1}")
        return game

    def _checked(self, actions: npt.ArrayLike) -> Actions:
        given = np.asarray(actions)
        if given.shape != (self.games,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(
                f"actions must be integers of shape ({self.games},), "
                f"not {given.dtype} of {given.shape}"
            )
        chosen: Actions = np.ascontiguousarray(given, np.int64)
        refused = library().qttt_batch_check(self.address, chosen.ctypes.data, 0, self.games)
        if refused <= _REFUSED:
            self._refuse(_REFUSED - refused, int(chosen[_REFUSED - refused]))
        return chosen

    def _refuse(self, game: int, action: int) -> NoReturn:
        try:
            refuse(self.position(game), action)
        except ValueError as error:
            error.add_note(f"This was to be action {action} of game {game}.")
            raise

    def _share(self, work: Stretch) -> None:
        """Do ``work`` for all games, on so many threads."""
        mine, *others = self._stretches
        waiting = [self._pool.submit(work, *each) for each in others] if self._pool else []
        work(*mine)
        for each in waiting:
            each.result()


def _stretches(games: int, threads: int) -> list[tuple[int, int]]:
    """The games, divided among so many threads."""
    edges = [games * i // threads for i in range(threads + 1)]
    return list(pairwise(edges))
