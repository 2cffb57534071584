"""Thousands of games stepped together in the kernel; arrays are not copied."""

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import lru_cache
from itertools import pairwise
from typing import Any, NoReturn, Self

import numpy as np
import numpy.typing as npt

from qttt.copies import IndependentCopies
from qttt.engine.kernel import check_result, encode_places, encode_rules, library
from qttt.engine.kernel_api import BatchOption, Error
from qttt.forks import renew_after_fork
from qttt.game import Position, Rules
from qttt.game.arguments import checked

from .actions import raise_illegal
from .arrays import NO_PLACE, Actions, Arrays, new_arrays, overwrite, position_of

_ALLOCATED = frozenset({"arrays", "memory", "_sampled", "_ranges", "_pool"})
"""The attributes of a batch that its copies allocate."""

RangeTask = Callable[[int, int], int]
"""Processes the games from start to stop (exclusive) and returns how many ended."""


class Batch(IndependentCopies):
    """A batch of games under the same rules, initially on the empty board.

    Each game has an independent random stream: game *i* equals the only game of
    ``Batch(rules, seed=seed, first=first + i)``, regardless of batch size and threads.

    - ``auto_reset``: a finished game restarts in the same step. Its row then shows the empty board
      except for ``done`` and ``rewards``, which describe the finished game. Otherwise a finished
      game ignores its actions and ``done`` stays set.
    - ``ask_chance``: the caller decides collapses by chance, as player ``CHANCE``. Otherwise the
      game's random stream decides in the step that closes the loop.
    - ``threads``: how many threads share the games of each call; useful from about 4,000 games.

    ``rules`` are a ``Rules`` or its text; ``arrays`` is what ``step`` returns; ``memory`` is
    the kernel's. Copies are independent and continue with the same random streams.

    Memory: 1 KB per game on 3×3.

    Raises:
        RulesError: The rules are invalid.
        ValueError: ``games`` or ``threads`` is less than 1.
        KernelError: The board has more than 64 squares.

    >>> batch = Batch(games=2, seed=7)
    >>> arrays = batch.step([1, 10])
    >>> [str(batch.position(i)) for i in range(2)], arrays.players.tolist()
    (['12', '23'], [1, 1])
    """

    @checked
    def __init__(
        self,
        rules: Rules | str = "goff",
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
                raise ValueError(f"{name} must be at least 1, not {number}")
        self.rules, self.games = Rules.of(rules), games
        self._first, self._threads = first, threads
        self._options = auto_reset * BatchOption.AUTO_RESET | ask_chance * BatchOption.ASK_CHANCE
        self._allocate(seed)

    def _allocate(self, seed: int) -> None:
        """Create the games in new memory. Nobody else knows its addresses."""
        code = encode_rules(self.rules)
        self.arrays, addresses = new_arrays(self.rules, self.games)
        self.memory = _memory_type(self.games)()
        library().qttt_batch_init(
            *(self.memory, ctypes.sizeof(self.memory), code, self.games, ctypes.byref(addresses)),
            *(self._options, seed % (1 << 64), self._first),
        )
        self._sampled: Actions = np.zeros(self.games, np.int64)
        self._ranges = _split(self.games, min(self._threads, self.games))
        self._start_threads()
        if self._pool:
            renew_after_fork(self, Batch._start_threads)

    def _start_threads(self) -> None:
        others = len(self._ranges) - 1
        self._pool = ThreadPoolExecutor(others) if others else None

    def _settings(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _ALLOCATED}

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        memo[id(self)] = twin = type(self).__new__(type(self))
        vars(twin).update(deepcopy(self._settings(), memo))
        twin._allocate(0)
        for i in range(self.games):
            twin.copy_from(i, self, i)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        streams = np.array([self.streams(i) for i in range(self.games)], np.uint64)
        arrays = self.arrays
        return {**self._settings(), "_games": (arrays.places, streams, arrays.done, arrays.rewards)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        places, streams, done, rewards = state.pop("_games")
        vars(self).update(state)
        self._allocate(0)
        for i in range(self.games):
            marks = int((places[i, :, 0] != NO_PLACE).sum())
            raw = (ctypes.c_uint64 * 2)(*streams[i].tolist())
            library().qttt_batch_load(self.memory, i, places[i].tobytes(), marks, raw)
        overwrite(self.arrays.done, done)
        overwrite(self.arrays.rewards, rewards)

    def __repr__(self) -> str:
        return f"Batch({self.rules!r}, {self.games})"

    def step(self, actions: npt.ArrayLike) -> Arrays:
        """Play one action in each game and return ``arrays``.

        ``actions`` are integers of shape (games,); int64 is used without a copy. Cost on 3×3: about
        50 ns per game.

        Raises:
            IllegalMoveError: An action is illegal; no game was changed.
            ValueError: An action does not exist, or the shape is wrong; no game was changed.
        """
        checked = self._checked(actions)
        at, step = checked.ctypes.data, library().qttt_batch_step
        self._run_on_threads(lambda start, stop: step(self.memory, at, start, stop))
        return self.arrays

    def sample(self) -> Actions:
        """Draw a uniformly random legal action for each game; 0 if it is over.

        Draws from the games' random streams. The next call overwrites the array.
        """
        at, sample = self._sampled.ctypes.data, library().qttt_batch_sample
        self._run_on_threads(lambda start, stop: sample(self.memory, at, start, stop))
        return self._sampled

    @checked
    def reset(self, game: int | None = None, *, seed: int | None = None) -> Arrays:
        """Restart one game or all; random streams continue unless ``seed`` restarts them."""
        start, stop = (0, self.games) if game is None else (self._index(game), game + 1)
        raw = None if seed is None else ctypes.byref(ctypes.c_uint64(seed))
        library().qttt_batch_reset(self.memory, start, stop, raw, self._first)
        return self.arrays

    @checked
    def position(self, game: int) -> Position:
        """Return the position of a game."""
        return position_of(self.arrays.places[self._index(game)], self.rules)

    @checked
    def load(self, game: int, position: Position, streams: tuple[int, int] | None = None) -> None:
        """Set a game to ``position``, and optionally its random streams.

        Raises ``ValueError`` if the position has other rules.
        """
        if position.rules != self.rules:
            raise ValueError(f"this batch plays {self.rules}, not {position.rules}")
        places, index = encode_places(position), self._index(game)
        raw = None if streams is None else (ctypes.c_uint64 * 2)(*streams)
        error = library().qttt_batch_load(self.memory, index, places, len(position.marks), raw)
        check_result(position, error)

    @checked
    def streams(self, game: int) -> tuple[int, int]:
        """Return the state of a game's random streams: for its coins and for its samples."""
        raw = (ctypes.c_uint64 * 2)()
        library().qttt_batch_streams(self.memory, self._index(game), raw)
        return raw[0], raw[1]

    @checked
    def copy_from(self, game: int, other: "Batch", source: int) -> None:
        """Copy game ``source`` of another batch, including its random streams, to ``game``.

        Raises ``ValueError`` if the other batch has other rules.
        """
        if other.rules != self.rules:
            raise ValueError(f"this batch plays {self.rules}, not {other.rules}")
        to, index = self._index(game), other._index(source)
        library().qttt_batch_copy(self.memory, to, other.memory, index)

    def _index(self, game: int) -> int:
        if not 0 <= game < self.games:
            raise IndexError(f"no game {game}: this batch has games 0 to {self.games - 1}")
        return game

    def _checked(self, actions: npt.ArrayLike) -> Actions:
        array = np.asarray(actions)
        if array.shape != (self.games,) or not np.issubdtype(array.dtype, np.integer):
            raise ValueError(
                f"actions must be integers of shape ({self.games},), "
                f"not {array.dtype} of {array.shape}"
            )
        checked: Actions = np.ascontiguousarray(array, np.int64)
        code = library().qttt_batch_check(self.memory, checked.ctypes.data, 0, self.games)
        if code <= Error.ILLEGAL:
            game = Error.ILLEGAL - code
            self._raise_illegal(game, int(checked[game]))
        return checked

    def _raise_illegal(self, game: int, action: int) -> NoReturn:
        try:
            raise_illegal(self.position(game), action)
        except ValueError as error:
            error.add_note(f"This is action {action} for game {game}.")
            raise

    def _run_on_threads(self, task: RangeTask) -> None:
        first, *others = self._ranges
        futures = [self._pool.submit(task, *args) for args in others] if self._pool else []
        task(*first)
        for future in futures:
            future.result()


@lru_cache
def _memory_type(games: int) -> type[ctypes.Array[ctypes.c_uint64]]:
    """Return the type of ``Batch.memory``, because creating it takes longer than a game."""
    size: int = library().qttt_batch_bytes(games)
    return ctypes.c_uint64 * (size // 8 + 1)


def _split(games: int, threads: int) -> list[tuple[int, int]]:
    edges = [games * i // threads for i in range(threads + 1)]
    return list(pairwise(edges))
