"""JSON models of requests and responses. Unknown fields are ignored.

Lengths are limited here; the content of texts is validated by the packages that use them.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, Strict, StringConstraints, WithJsonSchema

from qttt.game import Player
from qttt.play.log import EntryKind
from qttt.server.games.commands import COMMAND_KINDS
from qttt.server.lobby.fields import game_fields, seek_fields
from qttt.server.net.local_network import FoundServer
from qttt.server.protocol.outgoing import (
    EntryInfo,
    ListedGame,
    ListedSeek,
    PlayerInfo,
    SideChoice,
    TermsInfo,
)
from qttt.server.store.values import GameSummary, Pace, Seek

Text = Annotated[str, StringConstraints(max_length=200)]
Secret = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, StringConstraints(max_length=60)]
Start = Annotated[str, StringConstraints(max_length=1000)]
SeekId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
GameId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{10}$")]
KeepDays = Annotated[int, Field(ge=0, le=10_000)]
MoveId = Annotated[str, StringConstraints(pattern=r"^[-_0-9A-Za-z]{1,40}$")]
CommandKind = Annotated[
    EntryKind,
    Strict(False),
    WithJsonSchema({"type": "string", "enum": [kind.value for kind in COMMAND_KINDS]}),
]
"""The hub rejects other kinds."""


class RequestModel(BaseModel):
    """A request body, whose types are not converted."""

    model_config = ConfigDict(strict=True)


# --- requests ------------------------------------------------------------------------------------


class NothingIn(RequestModel):
    """An empty object."""


class LoginIn(RequestModel):
    """A name and a password."""

    name: Name
    password: Secret


class ListedIn(RequestModel):
    """Whether the user is on the leaderboards."""

    listed: bool


class TokenIn(RequestModel):
    """The label of a bot token."""

    label: Name


class SeekIn(RequestModel):
    """A request for an opponent."""

    rules: Text = "goff"
    clock: Text
    rated: bool = False
    side: SideChoice = "random"


class ChallengeIn(SeekIn):
    """A new challenge; ``start`` is a position, ``-`` for the empty board."""

    start: Start = "-"


class LevelGameIn(RequestModel):
    """A game against a level."""

    level: Text
    rules: Text = "goff"
    clock: Text = "none"
    side: SideChoice = "random"
    start: Start = "-"


class SubscriptionIn(RequestModel):
    """A push subscription of this browser, with its keys in base64url."""

    endpoint: Annotated[str, StringConstraints(max_length=1000)]
    p256dh: Text
    auth: Text


class SeenIn(RequestModel):
    """The version of a game that its player has seen."""

    version: Annotated[int, Field(ge=0, lt=2**53)]


class DecisionIn(RequestModel):
    """A decision in a game, as in the protocol's message ``do``."""

    id: MoveId
    at: Annotated[int, Field(ge=0, lt=2**53)]
    kind: CommandKind
    body: Text = ""


# --- responses -----------------------------------------------------------------------------------


class PushOut(BaseModel):
    """The server's public key for push subscriptions, in base64url."""

    key: str


class ErrorOut(BaseModel):
    """An error."""

    error: str
    message: str


class SessionOut(BaseModel):
    """The authenticated user; ``user`` is a permanent id."""

    user: str
    name: str
    guest: bool
    bot: bool
    listed: bool


class TokenOut(BaseModel):
    """A bot token without its secret; times are milliseconds since 1970."""

    id: str
    label: str
    created: int
    expires: int


class NewTokenOut(TokenOut):
    """A new bot token with its secret, returned only once."""

    token: str


@dataclass(frozen=True, slots=True)
class SeekOut(ListedSeek):
    """An open seek, for its user."""

    expires: int

    @classmethod
    def of(cls, seek: Seek) -> Self:
        """Return the public fields of a seek."""
        return cls(**seek_fields(seek), expires=seek.expires)


class SeekListOut(BaseModel):
    """The user's open seeks."""

    seeks: list[SeekOut]


@dataclass(frozen=True, slots=True)
class GameOut(ListedGame):
    """A game in a list; ``result`` and ``termination`` are null until it ends.

    ``turn`` is the seat that decides, null after the end and while a coin decides.
    """

    private: bool
    version: int
    at: int
    result: str | None
    termination: str | None
    turn: Player | None

    @classmethod
    def of(cls, game: GameSummary, **more: Any) -> Self:
        """Return the public fields of a game, with those of a subclass."""
        return cls(
            **game_fields(game.terms),
            private=game.terms.private,
            version=game.version,
            at=game.at,
            result=game.result or None,
            termination=game.termination or None,
            turn=Player(game.turn) if game.turn else None,
            **more,
        )


class StartedOut(BaseModel):
    """The id of a new game."""

    game: str


class RenewedSeekOut(BaseModel):
    """The id of the new game, null while the seek is open."""

    game: str | None


class LobbyOut(BaseModel):
    """Open seeks, live games, and the number of open sockets and streams."""

    seeks: list[SeekOut]
    games: list[GameOut]
    online: int


class NearbyOut(BaseModel):
    """Other servers of the local network."""

    servers: list[FoundServer]


class GamesOut(BaseModel):
    """A list of games in progress."""

    games: list[GameOut]


@dataclass(frozen=True, slots=True)
class PlayedGameOut(GameOut):
    """A game of a user, who has the ``seat``."""

    seat: Player


class PlayedGamesOut(BaseModel):
    """A page of games; ``next`` is the value of ``before`` for the next page, if any."""

    games: list[PlayedGameOut]
    next: str | None


class ChallengeOut(BaseModel):
    """A challenge; ``mine``: by the requester. ``game`` is null until it is accepted."""

    code: str
    mine: bool
    who: PlayerInfo
    rules: str
    start: str
    clock: str
    rated: bool
    side: SideChoice
    created: int
    expires: int
    game: str | None


class OwnChallengeOut(ChallengeOut):
    """The user's own challenge, with its link."""

    url: str


class WholeGameOut(BaseModel):
    """A game with its whole log; ``seat`` is the requester's."""

    game: str
    terms: TermsInfo
    seat: Player | None
    entries: list[EntryInfo]
    result: str | None
    termination: str | None
    now: int


class RatingOut(BaseModel):
    """A rating; its 95 % interval is twice the deviation either way."""

    rules: str
    pace: Pace
    rating: int
    deviation: int
    games: int
    provisional: bool


class PersonOut(BaseModel):
    """The public profile of a user."""

    name: str
    guest: bool
    bot: bool
    created: int
    ratings: list[RatingOut]


class LeaderOut(BaseModel):
    """An entry of a leaderboard."""

    name: str
    rating: int
    deviation: int
    games: int


class LeadersOut(BaseModel):
    """A leaderboard of users who have opted in and whose rating is not provisional."""

    rules: str
    pace: Pace
    leaders: list[LeaderOut]


class DecisionOut(BaseModel):
    """A stored decision, with its version in the log."""

    id: str
    game: str
    version: int
