"""The server's messages (P20-P36); the dataclasses are also in responses of the HTTP API."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from qttt.game import Player
from qttt.play.log import EntryKind, LogEntry
from qttt.server.errors import RejectionCode
from qttt.server.games.game import GameState
from qttt.server.games.terms import Identity, Terms

_ENCODER = msgspec.json.Encoder()

SideChoice = Literal["X", "O", "random"]
"""The mark that a player wants."""


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """The public fields of a player; ``level`` is null for people."""

    name: str
    level: str | None
    bot: bool


@dataclass(frozen=True, slots=True)
class UserInfo(PlayerInfo):
    """The fields of the client's own user."""

    user: str


@dataclass(frozen=True, slots=True)
class TermsInfo:
    """The public fields of a game's terms."""

    rules: str
    start: str
    x: PlayerInfo
    o: PlayerInfo
    clock: str
    rated: bool
    created: int
    private: bool
    before: str | None
    room: str | None


@dataclass(frozen=True, slots=True)
class EntryInfo:
    """An entry of a game's log: its number, kind, author, body, time, charged time and id (P20)."""

    v: int
    k: EntryKind
    s: Annotated[str, Meta(extra_json_schema={"enum": ["X", "O", ""]})]
    b: str
    at: int
    spent: int
    id: str


EntryJson = Annotated[Raw, Meta(extra_json_schema={"$ref": EntryInfo.__name__})]
"""An ``EntryInfo`` in the encoding that is hashed (P24)."""


class ClockTimes(Struct):
    """Both players' remaining time, the running clock and the deadline (P27)."""

    x: int
    o: int
    running: Player | None
    deadline: int | None


@dataclass(frozen=True, slots=True)
class ListedSeek:
    """A seek in the lobby; ``stays``: it remains open while its user is offline."""

    seek: str
    who: PlayerInfo
    rules: str
    clock: str
    rated: bool
    side: SideChoice
    stays: bool
    created: int


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the lobby: only what does not change during the game."""

    game: str
    x: PlayerInfo
    o: PlayerInfo
    rules: str
    clock: str
    rated: bool
    created: int


class _ServerMessage(Struct, tag_field="t"):
    """The base of all messages, which have their type in ``t`` (P3)."""


class Hello(_ServerMessage, tag="hello"):
    """The first message of a connection, with ``who`` null for an anonymous client."""

    who: UserInfo | None
    now: int
    version: str


class GameSnapshot(_ServerMessage, tag="game"):
    """The answer to ``watch``: a game's terms and the requested entries (P26).

    ``chat`` are the seats that have opened the chat; null if the client cannot chat (P35).
    """

    game: str
    terms: TermsInfo
    seat: Player | None
    entries: Sequence[EntryJson]
    clock: ClockTimes | None
    now: int
    watching: int
    present: Sequence[Player]
    chat: Sequence[Player] | None


class NewEntries(_ServerMessage, tag="entries"):
    """Entries of a game that have just been stored."""

    game: str
    entries: Sequence[EntryJson]
    clock: ClockTimes | None
    now: int


class Acknowledgment(_ServerMessage, tag="done"):
    """A command is stored as the entry ``version``."""

    id: str
    game: str
    version: int


class Rejection(_ServerMessage, tag="refused", kw_only=True):
    """A rejection; ``id``, ``game`` and the game's ``version`` are null if unknown."""

    id: str | None = None
    game: str | None = None
    code: RejectionCode
    message: str
    version: int | None = None


class PresenceUpdate(_ServerMessage, tag="presence"):
    """The players who follow a game, and the number of other followers.

    ``chat`` are the seats that have opened the chat, for clients that have opened it too.
    """

    game: str
    present: Sequence[Player]
    watching: int
    chat: Sequence[Player] | UnsetType = UNSET


class PlayerPhrase(_ServerMessage, tag="phrase"):
    """A player's quick phrase ``n``."""

    game: str
    seat: Player
    n: int


class PlayerChat(_ServerMessage, tag="chat"):
    """A player's chat message."""

    game: str
    seat: Player
    text: str


class Pong(_ServerMessage, tag="pong"):
    """The answer to a ping."""

    n: int
    now: int


class LobbySnapshot(_ServerMessage, tag="lobby"):
    """The open seeks, the public live games, and the number of connected clients."""

    seeks: Sequence[ListedSeek]
    games: Sequence[ListedGame]
    online: int


class LobbyChanges(_ServerMessage, tag="lobby-changes"):
    """The added and changed seeks and games, and the ids of removed ones."""

    seeks: Sequence[ListedSeek]
    games: Sequence[ListedGame]
    removed: Sequence[str]
    online: int


class RoomChanged(_ServerMessage, tag="room"):
    """A class room has changed; details are available by HTTP."""

    room: str


class PollProgress(_ServerMessage, tag="poll"):
    """The number of answers in this round of a class room's last poll."""

    room: str
    poll: int
    stage: str
    round: int
    answers: int


class GameStarted(_ServerMessage, tag="started"):
    """A game of the client has begun."""

    game: str


class Bye(_ServerMessage, tag="bye"):
    """The server is shutting down; clients reconnect after ``again`` milliseconds."""

    again: int


ServerMessage = (
    Hello
    | GameSnapshot
    | NewEntries
    | Acknowledgment
    | Rejection
    | PresenceUpdate
    | PlayerPhrase
    | PlayerChat
    | Pong
    | LobbySnapshot
    | LobbyChanges
    | RoomChanged
    | PollProgress
    | GameStarted
    | Bye
)

_DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def encode(message: Struct | bytes) -> bytes:
    """Return ``message`` as one line of JSON in UTF-8; an encoded one is returned as it is."""
    return message if isinstance(message, bytes) else _ENCODER.encode(message)


def decode(data: bytes) -> ServerMessage:
    """Parse the output of ``encode``."""
    return _DECODER.decode(data)


def player_info(identity: Identity) -> PlayerInfo:
    return PlayerInfo(identity.name, identity.level or None, identity.bot)


def user_info(identity: Identity) -> UserInfo:
    return UserInfo(identity.name, identity.level or None, identity.bot, identity.user)


def terms_info(terms: Terms) -> TermsInfo:
    return TermsInfo(
        terms.rules,
        terms.start,
        player_info(terms.x),
        player_info(terms.o),
        terms.clock,
        terms.rated,
        terms.created,
        terms.private,
        terms.before or None,
        terms.room or None,
    )


def clock_times(game: GameState, now: int) -> ClockTimes | None:
    """Return the clock's state, None in a game without a clock (P27)."""
    timer = game.clock
    if not timer.control.has_clock:
        return None
    x, o = timer.remaining(Player.X, now), timer.remaining(Player.O, now)
    return ClockTimes(x, o, timer.running, timer.deadline)


def entry_json(entry: LogEntry) -> Raw:
    """Return an entry in the encoding that is hashed (P24)."""
    return Raw(entry.text.encode())
