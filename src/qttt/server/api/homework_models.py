"""JSON models of requests and responses about homework."""

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import BaseModel, Field

from qttt.server.rooms.homework import HandedIn
from qttt.server.store.homework import Homework, HomeworkPupil, HomeworkTry

from .models import KeepDays, MoveId, Name, RequestModel, Text

Due = Annotated[int, Field(ge=0, le=2**53)]
"""A time in milliseconds since the epoch."""
DEFAULT_KEEP_DAYS = 30


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


def homework_out(homework: Homework, url: str) -> HomeworkOut:
    """Return homework as its teacher sees it in a list."""
    return HomeworkOut(**_fields(homework), url=url)


def results_out(
    homework: Homework,
    url: str,
    pupils: list[HomeworkPupil],
    tries: dict[int, list[HomeworkTry]],
) -> HomeworkResultsOut:
    """Return all that is stored of homework."""
    both = [HomeworkPupilOut(**asdict(each), tries=tries.get(each.number, [])) for each in pupils]
    return HomeworkResultsOut(**_fields(homework), url=url, pupils=both)


def handed_in_out(handed_in: HandedIn) -> HandedInOut:
    """Return homework as a pupil sees it."""
    own = _fields(handed_in.homework)
    return HandedInOut(**own, name=handed_in.pupil.name, tries=list(handed_in.tries))


def _fields(homework: Homework) -> dict[str, Any]:
    return {**asdict(homework), "homework": homework.code}
