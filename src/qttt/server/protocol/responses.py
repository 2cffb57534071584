"""Bodies of HTTP responses, with the structs of ``outgoing``. Times are milliseconds since 1970."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from qttt.game import Player

from .outgoing import EntryInfo, ListedGame, ListedSeek, PlayerInfo, SideChoice, TermsInfo
from .shared import FoundServer, HomeworkTry, Pace, PollKind, PollStage, RoomKind, StandingsRow


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


class PasskeyOut(BaseModel):
    """A passkey; times are milliseconds since 1970."""

    id: str
    label: str
    created: int
    used: int


class AccountOut(BaseModel):
    """The ways to log in; ``codes`` is the number of unused recovery codes."""

    password: bool
    codes: int
    passkeys: list[PasskeyOut]


class CodesOut(BaseModel):
    """Recovery codes, returned only once."""

    codes: list[str]


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


class PushOut(BaseModel):
    """The server's public key for push subscriptions, in base64url."""

    key: str


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


@dataclass(frozen=True, slots=True)
class PlayedGameOut(GameOut):
    """A game of a user, who has the ``seat``."""

    seat: Player


class PlayedGamesOut(BaseModel):
    """A page of games; ``next`` is the value of ``before`` for the next page, if any."""

    games: list[PlayedGameOut]
    next: str | None


class WholeGameOut(BaseModel):
    """A game with its whole log; ``seat`` is the requester's."""

    game: str
    terms: TermsInfo
    seat: Player | None
    entries: list[EntryInfo]
    result: str | None
    termination: str | None
    now: int


@dataclass(frozen=True, slots=True)
class SeekOut(ListedSeek):
    """An open seek, for its user."""

    expires: int


class SeekListOut(BaseModel):
    """The user's open seeks."""

    seeks: list[SeekOut]


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


class DecisionOut(BaseModel):
    """A stored decision, with its version in the log."""

    id: str
    game: str
    version: int


class MemberOut(BaseModel):
    """A member; ``missing``: has to join again before the next game."""

    number: int
    name: str
    presence: Literal["here", "left", "removed"]
    missing: bool


class RoomGameOut(BaseModel):
    """A game of the members with numbers ``x`` and ``o``; ``result`` is null until it ends.

    ``off``: it was called off and does not count.
    """

    game: str
    round: int
    x: int
    o: int
    result: str | None
    off: bool


class AnswerCount(BaseModel):
    """How many members have given an answer."""

    answer: str
    count: int


class PollOut(BaseModel):
    """A poll as the requester sees it.

    ``answers`` is the number of answers in this round, ``yours`` the requester's. ``answered`` has
    the numbers of the members who have answered in this round; null except for the teacher.
    ``results`` has the answers of each round that was shown, most frequent first; null except for
    the teacher, and for members once the exact answer has been announced.
    """

    number: int
    kind: PollKind
    text: str
    options: list[str]
    rules: str
    position: str
    marks: list[str]
    stage: PollStage
    round: int
    answers: int
    answered: list[int] | None
    yours: str | None
    results: list[list[AnswerCount]] | None


class AnswerOut(BaseModel):
    """The answer of the member with that number in a round of a poll."""

    poll: int
    round: int
    member: int
    answer: str


class RoomOut(BaseModel):
    """A class room. ``mine``: the requester teaches it; ``you``: the requester's member number.

    It is deleted at ``expires``.
    ``rounds`` is the planned number of rounds, 0 in an arena.
    """

    room: str
    title: str
    kind: RoomKind
    rules: str
    clock: str
    created: int
    expires: int
    stage: Literal["gathering", "playing", "over"]
    paused: bool
    locked: bool
    round: int
    rounds: int
    url: str
    mine: bool
    you: int | None
    members: list[MemberOut]
    games: list[RoomGameOut]
    standings: list[StandingsRow]
    poll: PollOut | None


class RoomResultsOut(BaseModel):
    """All that is stored of a class room; without the answers of a vote that is not closed."""

    room: RoomOut
    polls: list[PollOut]
    answers: list[AnswerOut]


class RoomsOut(BaseModel):
    """The teacher's rooms that are not over.

    ``keep``: for how many days rooms are kept by default; ``longest``: the most that a teacher can
    choose.
    """

    rooms: list[RoomOut]
    keep: int
    longest: int


class HomeworkOut(BaseModel):
    """Homework as its teacher sees it in a list; ``url`` is the link for pupils."""

    homework: str
    title: str
    tasks: list[str]
    created: int
    due: int
    expires: int
    url: str


class HomeworkListOut(BaseModel):
    """The teacher's homework, newest first."""

    homework: list[HomeworkOut]


class HomeworkPupilOut(BaseModel):
    """A pupil with the personal code and all answers."""

    number: int
    name: str
    key: str
    tries: list[HomeworkTry]


class HomeworkResultsOut(HomeworkOut):
    """All that is stored of homework."""

    pupils: list[HomeworkPupilOut]


class HandedInOut(BaseModel):
    """Homework as a pupil sees it: with the pupil's name and own answers."""

    homework: str
    title: str
    tasks: list[str]
    due: int
    expires: int
    name: str
    tries: list[HomeworkTry]


class ErrorOut(BaseModel):
    """An error."""

    error: str
    message: str


class TossOut(BaseModel):
    """The bit, its source, and the measurement as in a record, if any."""

    bit: int
    source: str
    measurement: dict[str, object] | None
