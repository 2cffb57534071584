"""Bodies of HTTP requests. Unknown fields are ignored.

Lengths are limited here; the content of texts is validated by the packages that use them.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, Strict, StringConstraints, WithJsonSchema

from qttt.play.log import EntryKind
from qttt.server.games.commands import COMMAND_KINDS

from .outgoing import SideChoice
from .shared import PollKind, PollStep, RoomKind

DEFAULT_KEEP_DAYS = 30
"""Homework is kept for this time after it is due, by default."""
Text = Annotated[str, StringConstraints(max_length=200)]
Secret = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, StringConstraints(max_length=60)]
Start = Annotated[str, StringConstraints(max_length=1000)]
GameId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{10}$")]
KeepDays = Annotated[int, Field(ge=0, le=10_000)]
MoveId = Annotated[str, StringConstraints(pattern=r"^[-_0-9A-Za-z]{1,40}$")]
Signed = dict[str, object]
"""A WebAuthn credential as JSON, parsed by the library."""
CommandKind = Annotated[
    EntryKind,
    Strict(False),
    WithJsonSchema({"type": "string", "enum": [kind.value for kind in COMMAND_KINDS]}),
]
"""The hub rejects other kinds."""
QuestionText = Annotated[str, StringConstraints(max_length=1000)]
Option = Annotated[str, StringConstraints(max_length=300)]
Due = Annotated[int, Field(ge=0, le=2**53)]
"""A time in milliseconds since the epoch."""


class RequestModel(BaseModel):
    """A request body, whose types are not converted."""

    model_config = ConfigDict(strict=True)


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


class ProofIn(RequestModel):
    """Reauthentication: the password, or a challenge signed by a passkey (WebAuthn)."""

    password: Secret = ""
    passkey: Signed | None = None


class PasskeyIn(RequestModel):
    """A new passkey."""

    label: Name
    credential: Signed


class SignedIn(RequestModel):
    """A challenge signed by a passkey."""

    credential: Signed


class PasswordIn(RequestModel):
    """A change of password, with the old password or a passkey."""

    old: Secret = ""
    passkey: Signed | None = None
    new: Secret


class RecoverIn(RequestModel):
    """A recovery code and a new password."""

    name: Name
    code: Name
    password: Secret


class SubscriptionIn(RequestModel):
    """A push subscription of this browser, with its keys in base64url."""

    endpoint: Annotated[str, StringConstraints(max_length=1000)]
    p256dh: Text
    auth: Text


class SeenIn(RequestModel):
    """The version of a game that its player has seen."""

    version: Annotated[int, Field(ge=0, lt=2**53)]


class SeekIn(RequestModel):
    """A request for an opponent."""

    rules: Text = "goff"
    clock: Text
    rated: bool = False
    side: SideChoice = "random"


class ChallengeIn(SeekIn):
    """A new challenge; ``start`` is a position, ``-`` for the empty board.

    ``name`` is that of a guest in the game; accounts keep theirs.
    """

    start: Start = "-"
    name: Name = ""


class AcceptIn(RequestModel):
    """The acceptance of a challenge; ``name`` is that of a guest in the game."""

    name: Name = ""


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


class RoomIn(RequestModel):
    """A new class room.

    ``keep``: the days for which it is kept; ``language``: of automatic nicknames, by default the
    best of ``Accept-Language``.
    """

    title: Text = ""
    kind: RoomKind = "round-robin"
    rules: Text = "goff"
    clock: Text = "none"
    keep: KeepDays | None = None
    language: Name = ""


class KeepIn(RequestModel):
    """For how many days after its opening a room is kept."""

    keep: KeepDays


class NicknameIn(RequestModel):
    """A nickname in a room, empty for an automatic one; returning members keep theirs."""

    nickname: Name = ""


class NextIn(RequestModel):
    """A request for the round after ``round``; ``off`` calls off the unfinished games."""

    round: Annotated[int, Field(ge=0)]
    off: bool = False


class PauseIn(RequestModel):
    """Whether the room is paused."""

    paused: bool


class LockIn(RequestModel):
    """Whether the room is locked: only members can come back."""

    locked: bool


class RemoveIn(RequestModel):
    """The number of the last member who stays; 0 removes all."""

    after: Annotated[int, Field(ge=0, le=1000)]


class PollIn(RequestModel):
    """A new poll; ``rules`` and ``position`` are what it shows."""

    kind: PollKind
    text: QuestionText = ""
    options: Annotated[list[Option], Field(max_length=20)] = Field(default_factory=list)
    rules: Text = "goff"
    position: Start = ""
    marks: Annotated[list[Text], Field(max_length=20)] = Field(default_factory=list)


class PollStepIn(RequestModel):
    """The next step of a poll: show the answers, vote again, explain, or end."""

    step: PollStep


class PollAnswerIn(RequestModel):
    """An answer in a round of a poll."""

    round: int
    answer: Text


class ScheduleIn(RequestModel):
    """When homework is due, and for how many days its answers are kept after that."""

    due: Due
    keep: KeepDays = DEFAULT_KEEP_DAYS


class HomeworkIn(ScheduleIn):
    """New homework; ``pupils`` are names or numbers that only the teacher needs to understand."""

    title: Text = ""
    tasks: Annotated[list[Text], Field(max_length=200)]
    pupils: Annotated[list[Text], Field(max_length=200)]


class TryIn(RequestModel):
    """An answer to the task with that number, from 1; ``id`` is chosen by the device."""

    id: MoveId
    task: Annotated[int, Field(ge=0, le=1000)]
    answer: Text


class HandInIn(RequestModel):
    """Answers of the pupil with that personal code."""

    key: Name
    tries: Annotated[list[TryIn], Field(max_length=100)] = Field(default_factory=list)


class LoopIn(BaseModel):
    """A position in which a coin decides, such as ``12/12`` under ``qubic3``."""

    rules: str
    position: str
