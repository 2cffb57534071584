"""Records of a poll in a class room and of its answers. Package ``rooms`` defines the changes."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

PollKind = Literal["choice", "move", "collapse", "ahead", "worlds", "where", "entangled", "slide"]
PollStage = Literal["asking", "shown", "explained", "over"]


@dataclass(frozen=True, slots=True)
class PollQuestion:
    """What a poll asks.

    Attributes:
        kind: Decides which answers there are; a ``slide`` asks nothing.
        text: The question in the teacher's words; empty for the usual one of the kind.
        options: The answers to choose from, only of a ``choice``.
        rules: The rules of the position.
        position: The position that is shown; empty for none.
        marks: The names of the marks that it asks about, such as ``X1``: two of ``entangled``, one
            of ``where``.
    """

    kind: PollKind
    text: str = ""
    options: tuple[str, ...] = ()
    rules: str = "goff"
    position: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PollAnswer:
    """The answer of the member with that number in a round of a poll."""

    round: int
    member: int
    answer: str


class PollStatus(NamedTuple):
    """The number of answers in the current round of a poll."""

    number: int
    stage: PollStage
    round: int
    answers: int


@dataclass(frozen=True, slots=True)
class Poll:
    """A poll; the last of a room is its current one. ``number`` and ``round`` count from 1.

    Answers are sorted by round and member.
    """

    room: str
    number: int
    question: PollQuestion
    created: int
    stage: PollStage = "asking"
    round: int = 1
    answers: tuple[PollAnswer, ...] = ()

    def answers_in(self, round: int) -> dict[int, str]:
        """Return the answers of a round by member."""
        return {each.member: each.answer for each in self.answers if each.round == round}
