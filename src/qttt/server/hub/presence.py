"""Presence over all processes: each publishes its own and collects that of the others.

A process's presence expires when it stops publishing, so a crash leaves none behind.
"""

import json
from collections.abc import Mapping

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

    def receive(self, text: str, now: int) -> None:
        """Update the games here from the message of another process."""
        message = json.loads(text)
        chats = message.get("chats", {})  # missing in messages of older versions
        for game, (seats, watching) in message["games"].items():
            if actor := self._actors.get(game):
                remote = actor.subscribers.remote
                remote.update(message["process"], seats, watching, chats.get(game, ()), now)

    def update(self, now: int) -> None:
        """Send changes to clients, and publish the local presence to other processes."""
        games, chats = {}, {}
        for game, actor in self._actors.items():
            subscribers = actor.subscribers
            has_changed, subscribers.has_changed = subscribers.has_changed, False
            if self._process and subscribers.remote.take_due(
                now, has_changed, bool(subscribers.seats)
            ):
                games[game] = subscribers.local_presence
                if chatting := subscribers.chat.local_seats:
                    chats[game] = chatting
            if (self._process and subscribers.remote.take_changed(now)) or has_changed:
                subscribers.broadcast_presence()
        if games:
            message = {"process": self._process, "games": games, "chats": chats}
            self._out.append(Publish("presence", json.dumps(message, separators=(",", ":"))))
