"""Records of the store, except games' terms and entries.

All times are milliseconds since the epoch.
"""

from dataclasses import dataclass
from typing import NamedTuple

from qttt.play.log import LogEntry
from qttt.server.games.terms import Terms
from qttt.server.protocol.shared import Pace


class GameLog(NamedTuple):
    """A stored game: its terms and all its entries."""

    terms: Terms
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list.

    Attributes:
        terms: Players, rules and clock.
        version: Number of entries.
        at: Time of the last entry.
        deadline: When the game has to be checked again, or None.
        result: As in a game record; empty until the game ends.
        termination: As in a game record; empty until the game ends.
        turn: The seat that decides, empty after the game and while a coin decides.
    """

    terms: Terms
    version: int
    at: int
    deadline: int | None
    result: str
    termination: str
    turn: str = ""


@dataclass(frozen=True, slots=True)
class User:
    """A player. ``key`` is the normalized, unique form of the name; a guest has none.

    ``listed``: the user has opted in to the leaderboards.
    """

    id: str
    name: str
    created: int
    key: str | None = None
    bot: bool = False
    listed: bool = False

    @property
    def guest(self) -> bool:
        """Whether the user has not registered a name."""
        return self.key is None


@dataclass(frozen=True, slots=True)
class AuthToken:
    """A bearer token of ``user``, stored as the hash of its secret."""

    hash: bytes
    user: str
    kind: str
    created: int
    expires: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A WebAuthn credential of ``user``; ``id`` is the credential id.

    ``count`` is the device's signature counter, 0 if it has none.
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
    """A Glicko-2 rating after ``games`` rated games, the last of which ended at ``at``."""

    value: float
    deviation: float
    volatility: float
    games: int
    at: int


class Ladder(NamedTuple):
    """A rating category: one preset of the rules, live or by correspondence."""

    rules: str
    pace: Pace


class LeaderboardEntry(NamedTuple):
    """An entry of a leaderboard."""

    user: User
    rating: Rating


FIRST_CHECK = (0, "")
"""Before all games to be checked."""


class OverdueGames(NamedTuple):
    """Ids of overdue games, and where the next query begins: the time and game of the last check.

    ``last`` is ``FIRST_CHECK`` if there were no more.
    """

    games: list[str]
    last: tuple[int, str]


class UnratedGame(NamedTuple):
    """A finished rated game that the ratings do not include yet.

    ``earlier`` is the number of rated games between the same players that began in the 24 hours
    before it, except aborted ones.
    """

    terms: Terms
    result: str
    termination: str
    ended: int
    earlier: int


@dataclass(frozen=True, slots=True)
class Seek:
    """A request for an opponent, open until ``expires`` unless renewed.

    ``side`` is the mark that the user wants to play, "" for either. ``bot``: a program plays for
    the user. ``stays``: the seek remains open while the user is offline.
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


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation by link; ``game`` is the game that it led to, None until then.

    ``name`` is that of the user, ``alias`` the one that a guest has given for this game.
    """

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
    game: str | None = None
    bot: bool = False
    alias: str | None = None

    @property
    def shown_name(self) -> str:
        """The name of the challenger in the invitation and in its game."""
        return self.alias or self.name
