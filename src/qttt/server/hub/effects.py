"""The effects that a hub returns for the caller to execute in order.

A hub requests something once: the caller has to answer after any error.

``Send`` effects may be executed before all others, so that the messages for a client are batched.
"""

from enum import IntEnum
from typing import NamedTuple

from qttt.game import Position
from qttt.server.games.game import AppendRequest
from qttt.server.protocol.outgoing import ServerMessage

from .bus_messages import BusMessage


class Send(NamedTuple):
    """Send ``message``, which can be encoded already, to these clients."""

    clients: tuple[int, ...]
    message: ServerMessage | bytes


class CloseCode(IntEnum):
    """The WebSocket close codes (P7); metrics and logs have their names in lower case."""

    STOPPING = 1012
    IDLE = 4000
    SLOW = 4001
    FLOOD = 4002
    ENDED = 4003


class Close(NamedTuple):
    """Close a client's connection."""

    client: int
    code: CloseCode
    reason: str


class Load(NamedTuple):
    """Load a game from the store, and call ``Hub.on_loaded``, or ``on_store_error``."""

    game: str


class LoadLobby(NamedTuple):
    """Load the lobby from the store, and call ``Hub.update_lobby``."""


class ReadPoll(NamedTuple):
    """Read the status of a class room's last poll, and call ``Hub.on_poll_read``."""

    room: str


class CheckMissedGames(NamedTuple):
    """Look in the store for a game that began while ``user`` was offline.

    Call ``Hub.on_missed_game`` for it, unless it is ``last_announced``, which the user knows.
    """

    user: str
    last_announced: str = ""


class TossCoin(NamedTuple):
    """Toss the coin for the loop at this version, and call ``Hub.on_coin_landed``."""

    game: str
    version: int
    position: Position


class ChooseMove(NamedTuple):
    """Let an engine of ``level`` choose a move, and call ``Hub.on_move_chosen``.

    If it fails, call ``Hub.on_search_failed``; if the search is cancelled, neither.

    ``user`` is the engine's opponent.
    """

    game: str
    version: int
    position: Position
    level: str
    user: str


class CancelSearch(NamedTuple):
    """Cancel the engine's search in this game."""

    game: str


class Publish(NamedTuple):
    """Publish to the processes on ``channel``, whose hubs get it by ``Hub.on_bus_message``."""

    channel: str
    message: BusMessage


class Subscribe(NamedTuple):
    """Receive what other processes publish on ``channel``.

    Execute later effects that read the store when the subscription is confirmed.
    """

    channel: str


class Unsubscribe(NamedTuple):
    """Receive no more from ``channel``."""

    channel: str


class LogError(NamedTuple):
    """Log an error of a game for the operator, once."""

    message: str


Effect = (
    Send
    | Close
    | Load
    | LoadLobby
    | AppendRequest
    | ReadPoll
    | CheckMissedGames
    | TossCoin
    | ChooseMove
    | CancelSearch
    | Publish
    | Subscribe
    | Unsubscribe
    | LogError
)
