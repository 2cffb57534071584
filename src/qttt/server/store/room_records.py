"""Records of a class room, its members and its games.

All times are milliseconds since the epoch. Package ``rooms`` defines the allowed changes.
"""

from dataclasses import dataclass
from typing import Literal

from qttt.notation.content import REFERENCE

RoomKind = Literal["round-robin", "arena"]
Stage = Literal["gathering", "playing", "over"]
MemberStatus = Literal["here", "left", "removed"]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a room. ``number`` counts members from 1, ``came`` is when they last joined."""

    number: int
    user: str
    name: str
    came: int
    presence: MemberStatus = "here"

    @property
    def is_active(self) -> bool:
        """Whether the member can be paired."""
        return self.presence == "here"


@dataclass(frozen=True, slots=True)
class RoomGame:
    """A game between the members with the numbers ``x`` and ``o``.

    ``result`` is empty and ``ended`` None until the game ends. ``is_off``: the game was called off;
    the room does not wait for it, and it does not count.
    """

    game: str
    round: int
    x: int
    o: int
    is_off: bool = False
    result: str = ""
    ended: int | None = None

    @property
    def is_unfinished(self) -> bool:
        """Whether its players cannot be paired yet."""
        return not (self.is_off or self.result)

    @property
    def counts(self) -> bool:
        """Whether it has a result that counts for the standings."""
        return not self.is_off and self.result not in ("", "*")


@dataclass(frozen=True, slots=True)
class Room:
    """A class room; every change except the end of a game increments ``version``.

    It is deleted at ``expires``. ``language`` is that of automatic nicknames.
    ``round`` counts the rounds started; it is 0 in an arena. ``members`` are sorted by number,
    ``games`` by start.
    """

    code: str
    title: str
    teacher: str
    kind: RoomKind
    rules: str
    clock: str
    created: int
    expires: int
    language: str = REFERENCE
    stage: Stage = "gathering"
    is_paused: bool = False
    round: int = 0
    version: int = 1
    members: tuple[Member, ...] = ()
    games: tuple[RoomGame, ...] = ()

    def member(self, number: int) -> Member | None:
        return self.members[number - 1] if 1 <= number <= len(self.members) else None

    def member_of(self, user: str) -> Member | None:
        return next((member for member in self.members if member.user == user), None)

    @property
    def active_members(self) -> tuple[Member, ...]:
        """The members who have neither left nor been removed."""
        return tuple(member for member in self.members if member.is_active)
