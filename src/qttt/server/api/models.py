"""JSON models of requests and responses. Unknown fields are ignored.

Lengths are limited here; the content of texts is validated by the packages that use them.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, Strict, StringConstraints, WithJsonSchema

from qttt.play.log import EntryKind
from qttt.server.games.commands import COMMAND_KINDS
from qttt.server.lobby.setup import SideChoice

Text = Annotated[str, StringConstraints(max_length=200)]
Secret = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, StringConstraints(max_length=60)]
Start = Annotated[str, StringConstraints(max_length=1000)]
SeekId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
GameId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{10}$")]
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


class DecisionIn(RequestModel):
    """A decision in a game, as in the protocol's message ``do``."""

    id: MoveId
    at: Annotated[int, Field(ge=0, lt=2**53)]
    kind: CommandKind
    body: Text = ""


# --- responses -----------------------------------------------------------------------------------


class ErrorOut(BaseModel):
    """An error."""

    error: str
    message: str


class WhoOut(BaseModel):
    """A player in a game or in the lobby; ``level`` is set for the computer."""

    name: str
    level: str | None
    bot: bool


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


class SeekOut(BaseModel):
    """An open seek.

    ``side`` is the mark that the user wants. ``stays``: it remains open while the user is offline.
    """

    seek: str
    who: WhoOut
    rules: str
    clock: str
    rated: bool
    side: SideChoice
    stays: bool
    created: int
    expires: int


class SeekListOut(BaseModel):
    """The user's open seeks."""

    seeks: list[SeekOut]


class GameOut(BaseModel):
    """A game in a list; ``result`` and ``termination`` are null until it ends."""

    game: str
    x: WhoOut
    o: WhoOut
    rules: str
    clock: str
    rated: bool
    private: bool
    created: int
    version: int
    at: int
    result: str | None
    termination: str | None


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


class GamesOut(BaseModel):
    """A list of games in progress."""

    games: list[GameOut]


class PlayedGameOut(GameOut):
    """A finished game of a user, who had the ``seat``."""

    seat: Literal["X", "O"]


class PlayedGamesOut(BaseModel):
    """A page of games; ``next`` is the value of ``before`` for the next page, if any."""

    games: list[PlayedGameOut]
    next: str | None


class ChallengeOut(BaseModel):
    """A challenge; ``game`` is null until it is accepted."""

    code: str
    who: WhoOut
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


class EntryOut(BaseModel):
    """An entry of a game's log, as in the protocol."""

    v: int
    k: str
    s: str
    b: str
    at: int
    spent: int
    id: str


class TermsOut(BaseModel):
    """The terms of a game."""

    rules: str
    start: str
    x: WhoOut
    o: WhoOut
    clock: str
    rated: bool
    created: int
    private: bool
    before: str | None
    room: str | None


class WholeGameOut(BaseModel):
    """A game with its whole log; ``seat`` is the requester's."""

    game: str
    terms: TermsOut
    seat: Literal["X", "O"] | None
    entries: list[EntryOut]
    result: str | None
    termination: str | None
    now: int


class RatingOut(BaseModel):
    """A rating; its 95 % interval is twice the deviation either way."""

    rules: str
    pace: Literal["live", "correspondence"]
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
    pace: Literal["live", "correspondence"]
    leaders: list[LeaderOut]


class DecisionOut(BaseModel):
    """A stored decision, with its version in the log."""

    id: str
    game: str
    version: int
