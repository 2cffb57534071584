"""Who is there in which game, over all processes: each tells the others how it is with itself.

What a process has told is forgotten when it falls silent, so that nobody stays present who was
connected to one that died.
"""

import json
from collections.abc import Mapping

from .effects import Effect, Publish
from .table import Table


class Presence:
    """What the process of that name tells of ``tables``, and hears; ``out`` takes the effects.

    A process without a name is alone: it tells its own clients only.
    """

    def __init__(self, process: str, tables: Mapping[str, Table], out: list[Effect]) -> None:
        self._process = process
        self._tables = tables
        self._out = out

    def hear(self, text: str, now: int) -> None:
        """Another process has told who is there with it."""
        said = json.loads(text)
        chats = said.get("chats", {})  # a process of an older version says nothing of them
        for game, (seats, watching) in said["games"].items():
            if table := self._tables.get(game):
                elsewhere = table.followers.elsewhere
                elsewhere.hear(said["process"], seats, watching, chats.get(game, ()), now)

    def tell(self, now: int) -> None:
        """Tell clients what has changed, and other processes what they cannot know."""
        news, chats = {}, {}
        for name, table in self._tables.items():
            followers = table.followers
            moved, followers.has_moved = followers.has_moved, False
            if self._process and followers.elsewhere.is_due(now, moved, bool(followers.seats)):
                news[name] = followers.here
                if chatting := followers.chat.here:
                    chats[name] = chatting
            if (self._process and followers.elsewhere.has_moved(now)) or moved:
                followers.tell_presence()
        if news:
            said = {"process": self._process, "games": news, "chats": chats}
            self._out.append(Publish("presence", json.dumps(said, separators=(",", ":"))))
