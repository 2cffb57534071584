"""Computers think in threads, a few at a time, and stop when nobody wants to know any more."""

import asyncio
from random import Random
from threading import Event

from qttt.engine.levels import Level, decide
from qttt.server.hub import ChooseMove

THINKERS = 2
"""So many computers think at the same time."""


class Thinkers:
    """What is thought of, in each game one thing at most."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(THINKERS)
        self._stops: dict[str, Event] = {}

    async def think(self, think: ChooseMove) -> str | None:
        """The move that a computer chooses; None if it was stopped."""
        self.stop(think.game)
        stop = self._stops[think.game] = Event()
        try:
            async with self._turns:
                if stop.is_set():
                    return None
                level, rng = Level(think.level), Random()
                found = await asyncio.to_thread(decide, think.position, level, rng, stop=stop)
        finally:
            if self._stops.get(think.game) is stop:
                del self._stops[think.game]
        return None if stop.is_set() else think.position.name(found.move)

    def stop(self, game: str) -> None:
        """Let nobody think about that game any more."""
        if stop := self._stops.pop(game, None):
            stop.set()

    def stop_all(self) -> None:
        """Let nobody think about anything."""
        for game in list(self._stops):
            self.stop(game)
