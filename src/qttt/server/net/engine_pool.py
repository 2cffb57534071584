"""Engine searches in threads, a few at a time, which can be cancelled."""

import asyncio
from random import Random
from threading import Event
from weakref import WeakValueDictionary

from qttt.engine.levels import Level, decide_move
from qttt.server.hub import ChooseMove

MAX_SEARCHES = 2
"""Engine searches that run concurrently."""


class EnginePool:
    """Runs at most one search for each user, users in turn, and at most one for each game."""

    def __init__(self) -> None:
        # Only a user's first request waits for a slot, at the end of its queue: users take turns.
        self._slots = asyncio.Semaphore(MAX_SEARCHES)
        self._users: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._stops: dict[str, Event] = {}

    async def choose_move(self, request: ChooseMove) -> str | None:
        """Return the engine's move, or None if the search was cancelled.

        Cancels an earlier search in the same game.
        """
        self.cancel(request.game)
        stop = self._stops[request.game] = Event()
        user = self._users.setdefault(request.user, asyncio.Lock())
        try:
            async with user, self._slots:
                if stop.is_set():
                    return None
                level, rng = Level(request.level), Random()
                choice = await asyncio.to_thread(
                    decide_move, request.position, level, rng, stop=stop
                )
        finally:
            if self._stops.get(request.game) is stop:
                del self._stops[request.game]
        return None if stop.is_set() else request.position.name(choice.move)

    def cancel(self, game: str) -> None:
        """Cancel the search in a game, if any."""
        if stop := self._stops.pop(game, None):
            stop.set()

    def cancel_all(self) -> None:
        """Cancel all searches."""
        for game in list(self._stops):
            self.cancel(game)
