"""The messages between the processes of one server, and their channels.

A process subscribes to the channels that its clients follow. Messages are not lost unnoticed:
``MessagesLost`` follows.
"""

import msgspec
from msgspec import Struct

from qttt.game import Player
from qttt.play.log import LogEntry
from qttt.server.protocol.outgoing import PlayerChat, PlayerPhrase, PollProgress, RoomChanged


class _BusMessage(Struct, tag_field="t"):
    """The base of messages that are not also sent to clients."""


class EntriesStored(_BusMessage, tag="entries"):
    """The process has stored entries of ``game``."""

    game: str
    entries: tuple[LogEntry, ...]


class GameCalledOff(_BusMessage, tag="off"):
    """A class room has called ``game`` off in the store, perhaps."""

    game: str


class GameCreated(_BusMessage, tag="created"):
    """A game of ``user`` was created; ``is_daily``: its clock counts days."""

    user: str
    game: str
    is_daily: bool


class LobbyChanged(_BusMessage, tag="lobby"):
    """The seeks or the public games have changed."""


class MessagesLost(_BusMessage, tag="lost"):
    """Messages of the process on ``channel`` were lost: what others know may be old."""

    channel: str


class SessionsEnded(_BusMessage, tag="ended"):
    """A session of ``user`` has ended, or all if ``session`` is empty."""

    user: str
    session: str


class GamePresence(Struct):
    """The followers of a game in one process.

    ``seats`` are the players who follow it there, ``watching`` counts the others, and ``chatting``
    are the seats that have opened the chat.
    """

    seats: frozenset[Player]
    watching: int
    chatting: frozenset[Player]


class PresenceReport(_BusMessage, tag="presence"):
    """The followers of ``game`` in the process with the id ``process``.

    If ``answer_to`` is a channel, other processes report their own followers there.
    """

    game: str
    process: str
    presence: GamePresence
    answer_to: str = ""


BusMessage = (
    EntriesStored
    | PlayerPhrase
    | PlayerChat
    | GameCalledOff
    | GameCreated
    | LobbyChanged
    | MessagesLost
    | RoomChanged
    | PollProgress
    | SessionsEnded
    | PresenceReport
)

LOBBY_CHANNEL = "lobby"


def game_channel(game: str) -> str:
    """Return the channel of a game: its entries, phrases, chat and presence."""
    return f"game:{game}"


def room_channel(room: str) -> str:
    return f"room:{room}"


def user_channel(user: str) -> str:
    """Return the channel of a user: new games, and sessions that end."""
    return f"user:{user}"


def process_channel(process: str) -> str:
    """Return the channel on which a process gets answers."""
    return f"process:{process}"


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER: msgspec.json.Decoder[BusMessage] = msgspec.json.Decoder(BusMessage)


def encode_bus_message(message: BusMessage) -> bytes:
    return _ENCODER.encode(message)


def decode_bus_message(data: bytes) -> BusMessage:
    """Parse the output of ``encode_bus_message``. Raises ``ValueError``."""
    return _DECODER.decode(data)
