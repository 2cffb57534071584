"""Presence over all processes: each reports its followers of a game to those that follow it too."""

from collections.abc import Mapping

from .bus_messages import PresenceReport, game_channel, process_channel
from .effects import Effect, Publish
from .game_actor import GameActor
from .remote_presence import NOBODY

MAX_UPDATE_GAP_MS = 3_000
"""A longer time between two updates is a standstill, in which clients could not connect."""


class Presence:
    """Exchanges the presence in ``actors``; effects are appended to ``out``.

    ``process`` identifies this process; empty in a single process, which publishes nothing. It
    gets answers on the channel of its first id. Presence ``is_complete`` while messages of other
    processes arrive.
    """

    def __init__(self, process: str, actors: Mapping[str, GameActor], out: list[Effect]) -> None:
        self._process = process
        self._inbox = process_channel(process)
        self._actors = actors
        self._out = out
        self._updated_at = 0
        self.is_complete = True

    def restart(self, process: str) -> None:
        """Use another id, and exchange everything again; the old id expires in other processes."""
        self._process = process
        for actor in self._actors.values():
            actor.subscribers.remote.restart()

    def keep(self, processes: frozenset[str]) -> None:
        for actor in self._actors.values():
            actor.subscribers.remote.keep(processes)

    def receive(self, report: PresenceReport) -> None:
        """Update a game from the report of another process, and answer it if it asks."""
        actor = self._actors.get(report.game)
        if actor is None or not actor.subscribers.seats:
            return
        remote = actor.subscribers.remote
        remote.update(report.process, report.presence)
        if report.answer_to:
            answer = PresenceReport(report.game, self._process, remote.reported)
            self._out.append(Publish(report.answer_to, answer))

    def update(self, now: int) -> None:
        restarts = not self.is_complete or now > self._updated_at + MAX_UPDATE_GAP_MS
        self._updated_at = now
        for game, actor in self._actors.items():
            subscribers = actor.subscribers
            remote = subscribers.remote
            has_changed, subscribers.has_changed = subscribers.has_changed, False
            if self._process and (has_changed or remote.must_ask):
                local = subscribers.local_presence
                asks = remote.must_ask and local != NOBODY
                if remote.take_report(local):
                    inbox = self._inbox if asks else ""
                    report = PresenceReport(game, self._process, local, inbox)
                    self._out.append(Publish(game_channel(game), report))
            has_changed |= remote.take_changed()
            if has_changed or restarts:
                subscribers.note_presence(now, restarts=restarts)
            if has_changed:
                subscribers.broadcast_presence()
