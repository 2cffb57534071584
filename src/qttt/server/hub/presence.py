"""Presence over all processes: each publishes its own and collects that of the others.

A process's presence expires when it stops publishing, so a crash leaves none behind.
"""

from collections.abc import Mapping

from .bus_messages import PresenceReport
from .effects import Effect, Publish
from .game_actor import GameActor


class Presence:
    """Exchanges the presence in ``actors``; effects are appended to ``out``.

    ``process`` identifies this process; empty in a single process, which publishes nothing.
    """

    def __init__(self, process: str, actors: Mapping[str, GameActor], out: list[Effect]) -> None:
        self._process = process
        self._actors = actors
        self._out = out

    def receive(self, report: PresenceReport, now: int) -> None:
        """Update the games here from the message of another process."""
        for game, presence in report.games.items():
            if actor := self._actors.get(game):
                actor.subscribers.remote.update(report.process, presence, now)

    def update(self, now: int) -> None:
        """Send changes to clients, and publish the local presence to other processes."""
        games = {}
        for game, actor in self._actors.items():
            subscribers = actor.subscribers
            has_changed, subscribers.has_changed = subscribers.has_changed, False
            if self._process and subscribers.remote.take_due(
                now, has_changed, bool(subscribers.seats)
            ):
                games[game] = subscribers.local_presence
            if (self._process and subscribers.remote.take_changed(now)) or has_changed:
                subscribers.broadcast_presence()
        if games:
            self._out.append(Publish(PresenceReport(self._process, games)))
