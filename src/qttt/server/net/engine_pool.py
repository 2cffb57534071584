"""Engine searches in threads, a few at a time, which can be cancelled."""

import asyncio
from random import Random
from weakref import WeakValueDictionary

from qttt.engine.jobs import Job, JobCancelledError
from qttt.engine.levels import Decision, Level, decide_move
from qttt.server.hub.effects import ChooseMove

MAX_SEARCHES = 2
"""Engine searches that run concurrently."""


class EnginePool:
    """Runs at most one search for each user, users in turn, and at most one for each game."""

    def __init__(self) -> None:
        # Only a user's first request waits for a slot, at the end of its queue: users take turns.
        self._slots = asyncio.Semaphore(MAX_SEARCHES)
        self._users: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._jobs: dict[str, Job[Decision]] = {}

    async def choose_move(self, request: ChooseMove) -> str | None:
        """Return the engine's move, or None if the search was cancelled.

        Cancels an earlier search in the same game.
        """
        self.cancel(request.game)
        level, rng = Level(request.level), Random()
        job = self._jobs[request.game] = Job(
            lambda stop, _: decide_move(request.position, level, rng, stop=stop)
        )
        user = self._users.setdefault(request.user, asyncio.Lock())
        try:
            async with user, self._slots:
                choice = await asyncio.to_thread(job.run)
        except JobCancelledError:
            return None
        finally:
            if self._jobs.get(request.game) is job:
                del self._jobs[request.game]
        return request.position.name(choice.move)

    def cancel(self, game: str) -> None:
        """Cancel the search in a game, if any."""
        if job := self._jobs.pop(game, None):
            job.cancel()

    def cancel_all(self) -> None:
        for game in list(self._jobs):
            self.cancel(game)
