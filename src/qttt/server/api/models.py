"""What is sent and answered, as JSON. Fields that are not known are passed over.

Lengths are bounded here, so that nobody reads more than could be meant; what a text means is found
out by the part that it is for.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from qttt.server.lobby import Side

Text = Annotated[str, StringConstraints(max_length=200)]
Secret = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, StringConstraints(max_length=60)]
Start = Annotated[str, StringConstraints(max_length=1000)]
SeekId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
GameId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{10}$")]
MoveId = Annotated[str, StringConstraints(pattern=r"^[-_0-9A-Za-z]{1,40}$")]
Wanted = Literal[
    "move",
    "resign",
    "offer-draw",
    "accept-draw",
    "decline-draw",
    "offer-takeback",
    "accept-takeback",
    "decline-takeback",
    "abort",
    "offer-rematch",
    "accept-rematch",
    "decline-rematch",
]


class _In(BaseModel):
    model_config = ConfigDict(strict=True)


# --- what is sent --------------------------------------------------------------------------------


class NothingIn(_In):
    """An empty object."""


class LoginIn(_In):
    """Who somebody says to be, or wants to be."""

    name: Name
    password: Secret


class ListedIn(_In):
    """Whether to be on the leader boards."""

    listed: bool


class TokenIn(_In):
    """What a program's token is called."""

    label: Name


class SeekIn(_In):
    """A quick match."""

    rules: Text = "goff"
    clock: Text
    rated: bool = False
    side: Side = "random"


class ChallengeIn(SeekIn):
    """An invitation; ``start`` is a position, ``-`` the empty board."""

    start: Start = "-"


class AgainstIn(_In):
    """A game against a level."""

    level: Text
    rules: Text = "goff"
    clock: Text = "none"
    side: Side = "random"
    start: Start = "-"


class DoIn(_In):
    """A decision in a game, as in the protocol's message ``do``."""

    id: MoveId
    at: Annotated[int, Field(ge=0, lt=2**53)]
    kind: Wanted
    body: Text = ""


# --- what is answered ----------------------------------------------------------------------------


class Problem(BaseModel):
    """Why something was refused."""

    error: str
    message: str


class WhoOut(BaseModel):
    """Somebody in a game or in the lobby; ``level`` is a computer's."""

    name: str
    level: str | None
    bot: bool


class SessionOut(BaseModel):
    """Who you are; ``user`` is for programs and never changes."""

    user: str
    name: str
    guest: bool
    bot: bool
    listed: bool


class TokenOut(BaseModel):
    """A program's token, without the token; times are milliseconds since 1970."""

    id: str
    label: str
    created: int
    expires: int


class NewTokenOut(TokenOut):
    """A program's token, which is told this once."""

    token: str


class SeekOut(BaseModel):
    """Somebody who waits, or you do.

    ``side`` is the mark they want. ``stays``: they wait without being there.
    """

    seek: str
    who: WhoOut
    rules: str
    clock: str
    rated: bool
    side: Side
    stays: bool
    created: int
    expires: int


class SeeksOut(BaseModel):
    """What you wait for."""

    seeks: list[SeekOut]


class GameOut(BaseModel):
    """A game in a list; ``result`` and ``termination`` are null while it goes on."""

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
    """A game has begun."""

    game: str


class StillOut(BaseModel):
    """The game that has begun, null while you still wait."""

    game: str | None


class LobbyOut(BaseModel):
    """Who waits, what is played, and how many are there."""

    seeks: list[SeekOut]
    games: list[GameOut]
    online: int


class GamesOut(BaseModel):
    """A page of games; ``next`` is what to give as ``before`` for the one after it, if any."""

    games: list[GameOut]
    next: str | None = None


class ChallengeOut(BaseModel):
    """An invitation; ``game`` is what it became, null until somebody accepts."""

    code: str
    who: WhoOut
    rules: str
    start: str
    clock: str
    rated: bool
    side: Side
    created: int
    expires: int
    game: str | None


class InvitedOut(ChallengeOut):
    """One's own invitation, with the link to send."""

    url: str


class EntryOut(BaseModel):
    """One thing that happened in a game, as in the protocol."""

    v: int
    k: str
    s: str
    b: str
    at: int
    spent: int
    id: str


class TermsOut(BaseModel):
    """What was settled about a game before it began."""

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
    """A game with all that happened in it; ``seat`` is your own."""

    game: str
    terms: TermsOut
    seat: Literal["X", "O"] | None
    entries: list[EntryOut]
    result: str | None
    termination: str | None
    now: int


class RatingOut(BaseModel):
    """How well somebody plays, give or take twice the deviation."""

    rules: str
    pace: Literal["live", "correspondence"]
    rating: int
    deviation: int
    games: int
    provisional: bool


class PersonOut(BaseModel):
    """What everybody may know about somebody."""

    name: str
    guest: bool
    bot: bool
    created: int
    ratings: list[RatingOut]


class LeaderOut(BaseModel):
    """A place on a leader board."""

    name: str
    rating: int
    deviation: int
    games: int


class LeadersOut(BaseModel):
    """A leader board: of those who want to be on one and whose rating is known well enough."""

    rules: str
    pace: Literal["live", "correspondence"]
    leaders: list[LeaderOut]


class DoneOut(BaseModel):
    """A decision is stored, and is this entry of the game."""

    id: str
    game: str
    version: int
