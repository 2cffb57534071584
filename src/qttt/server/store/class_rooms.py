"""A class room as it is stored: who is in it, and who has played whom.

All times are milliseconds since the epoch. What a room may become next is said by ``rooms``.
"""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["round-robin", "arena"]
Stage = Literal["gathering", "playing", "over"]
Presence = Literal["here", "left", "removed"]


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has joined; ``number`` says as which, from 1.

    ``came`` is when they last said that they are there.
    """

    number: int
    user: str
    name: str
    came: int
    presence: Presence = "here"

    @property
    def is_here(self) -> bool:
        """Whether they can be paired."""
        return self.presence == "here"


@dataclass(frozen=True, slots=True)
class RoomGame:
    """A game of two members, by their numbers.

    ``result`` and ``ended`` are the game's own, empty and None while it goes on. ``is_off``: the
    room does not wait for it any more, and it does not count.
    """

    game: str
    round: int
    x: int
    o: int
    is_off: bool = False
    result: str = ""
    ended: int | None = None

    @property
    def goes_on(self) -> bool:
        """Whether its players have no time for another."""
        return not (self.is_off or self.result)

    @property
    def counts(self) -> bool:
        """Whether it has a result that counts."""
        return not self.is_off and self.result not in ("", "*")


@dataclass(frozen=True, slots=True)
class Room:
    """A class room; each change of it but a game's end is another ``version``.

    ``round`` counts the rounds that have begun, and stays 0 in an arena. ``members`` are in the
    order of their numbers, ``games`` in the order in which they began.
    """

    code: str
    title: str
    teacher: str
    kind: Kind
    rules: str
    clock: str
    created: int
    stage: Stage = "gathering"
    is_paused: bool = False
    round: int = 0
    version: int = 1
    members: tuple[Member, ...] = ()
    games: tuple[RoomGame, ...] = ()

    def member(self, number: int) -> Member | None:
        """The member of that number."""
        return self.members[number - 1] if 1 <= number <= len(self.members) else None

    def member_of(self, user: str) -> Member | None:
        """The member that ``user`` is."""
        return next((each for each in self.members if each.user == user), None)

    @property
    def here(self) -> tuple[Member, ...]:
        """The members who can be paired, sooner or later."""
        return tuple(each for each in self.members if each.is_here)
