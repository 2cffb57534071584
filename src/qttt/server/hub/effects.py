"""What a hub wants done: each call of it returns a list of these, to be carried out in order.

Only what is to be sent may go before all else, so that each client is told everything at once.
"""

from typing import Literal, NamedTuple

from qttt.game import Position
from qttt.server.games import Append


class Send(NamedTuple):
    """Send ``text`` to these clients."""

    clients: tuple[int, ...]
    text: str


class Close(NamedTuple):
    """Close the client's connection with that code of a WebSocket."""

    client: int
    code: int
    reason: str


class Load(NamedTuple):
    """Read the game from the store; ``Hub.loaded`` is told what was found."""

    game: str


class Recall(NamedTuple):
    """Ask the store for what that user has found while away; ``Hub.found`` is told of it.

    Not of ``told``, which this user has just heard of.
    """

    user: str
    told: str = ""


class Throw(NamedTuple):
    """Throw the coin for the loop that stands at that version; ``Hub.thrown`` is told."""

    game: str
    version: int
    position: Position


class Think(NamedTuple):
    """Let a computer of ``level`` choose a move; ``Hub.thought`` is told."""

    game: str
    version: int
    position: Position
    level: str


class Stop(NamedTuple):
    """Let a computer that thinks about the game stop: nobody waits for its move any more."""

    game: str


Topic = Literal["entries", "phrase", "chat", "started", "lobby", "room", "ended", "presence"]


class Publish(NamedTuple):
    """Tell the hubs of other processes, each of which is to be told by ``Hub.heard``."""

    topic: Topic
    text: str


class Report(NamedTuple):
    """Something is wrong that people should know who look after the server."""

    message: str


Effect = Send | Close | Load | Append | Recall | Throw | Think | Stop | Publish | Report

STOPPING, IDLE, TOO_SLOW, FLOOD, ENDED = 1012, 4000, 4001, 4002, 4003
"""With what codes connections are closed (P7)."""
