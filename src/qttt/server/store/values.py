"""What is put into the store and comes out of it, beside games' terms and entries.

All times are milliseconds since the epoch.
"""

from dataclasses import dataclass
from typing import NamedTuple

from qttt.server.games import Entry, Terms


class Log(NamedTuple):
    """A game as it is stored: what it was to be, and all that was decided in it."""

    terms: Terms
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a list.

    ``at`` is when it last changed, ``deadline`` when somebody has to look at it again. ``result``
    and ``termination`` are those of a record, empty while the game goes on.
    """

    terms: Terms
    version: int
    at: int
    deadline: int | None
    result: str
    termination: str


class Outage(NamedTuple):
    """A span in which no process was alive."""

    since: int
    until: int


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who plays. ``key`` is what makes the name unique; a guest has none.

    ``listed``: wants to be seen on the leader board.
    """

    id: str
    name: str
    created: int
    key: str | None = None
    bot: bool = False
    listed: bool = False

    @property
    def guest(self) -> bool:
        """Whether the name is not kept for this user."""
        return self.key is None


@dataclass(frozen=True, slots=True)
class Token:
    """Who holds the secret with this hash acts for ``user``, until ``expires``."""

    hash: bytes
    user: str
    kind: str
    created: int
    expires: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A public key with which ``user`` comes in; ``id`` is what their device calls it.

    ``count`` is how often the device says that it has signed, 0 if it does not count.
    """

    id: bytes
    user: str
    key: bytes
    count: int
    created: int
    used: int
    label: str


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a user plays by Glicko-2, after ``games`` rated games, the last at ``at``."""

    value: float
    deviation: float
    volatility: float
    games: int
    at: int


class Ladder(NamedTuple):
    """What a rating is for: games under one preset of the rules, live or by correspondence."""

    rules: str
    pace: str


class Leader(NamedTuple):
    """A place on the leader board."""

    user: User
    rating: Rating


class Owed(NamedTuple):
    """A rated game that has ended and is not in the ratings yet."""

    terms: Terms
    result: str
    termination: str
    ended: int


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody waits for an opponent, until ``expires`` unless that is renewed.

    ``side`` is the mark they want, "" for either. ``bot``: it is a program that plays for them.
    ``stays``: they need not be there meanwhile, and are told later which ``game`` it became; ""
    while it is none.
    """

    id: str
    user: str
    name: str
    rules: str
    clock: str
    rated: bool
    side: str
    created: int
    expires: int
    bot: bool = False
    stays: bool = False
    game: str = ""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation by link; ``game`` is the game that it became, "" until somebody accepts."""

    code: str
    user: str
    name: str
    rules: str
    start: str
    clock: str
    rated: bool
    side: str
    created: int
    expires: int
    game: str = ""
    bot: bool = False
