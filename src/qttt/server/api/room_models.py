"""What is sent and answered about class rooms, as JSON."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from .models import Name, Text, _In

Number = Annotated[int, Field(ge=1, le=1000)]
Kind = Literal["round-robin", "arena"]


class RoomIn(_In):
    """A new class room."""

    title: Text = ""
    kind: Kind = "round-robin"
    rules: Text = "goff"
    clock: Text = "none"


class NicknameIn(_In):
    """What somebody is called in a room; who comes again keeps the nickname of before."""

    nickname: Name = ""


class NextIn(_In):
    """The next round; with ``off`` games of this one that go on are called off."""

    off: bool = False


class PauseIn(_In):
    """Whether there is to be a pause."""

    paused: bool


class MemberOut(BaseModel):
    """Somebody in a room; ``missing``: has to join again, to say that they are there."""

    number: int
    name: str
    presence: Literal["here", "left", "removed"]
    missing: bool


class RoomGameOut(BaseModel):
    """A game of two members, by their numbers; ``result`` is null while it goes on.

    ``off``: it has been called off, and does not count.
    """

    game: str
    round: int
    x: int
    o: int
    result: str | None
    off: bool


class StandingOut(BaseModel):
    """Where a member stands, the best first: by score, then by points."""

    member: int
    rank: int
    score: float
    points: float
    played: int


class RoomOut(BaseModel):
    """A class room. ``mine``: you are its teacher; ``you``: your number, if you have joined.

    ``rounds`` is how many there will be, and 0 in an arena.
    """

    room: str
    title: str
    kind: Kind
    rules: str
    clock: str
    created: int
    stage: Literal["gathering", "playing", "over"]
    paused: bool
    round: int
    rounds: int
    url: str
    mine: bool
    you: int | None
    members: list[MemberOut]
    games: list[RoomGameOut]
    standings: list[StandingOut]


class RoomsOut(BaseModel):
    """Your rooms that are not over."""

    rooms: list[RoomOut]
