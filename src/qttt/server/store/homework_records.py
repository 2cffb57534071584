"""Records of homework, its pupils and what they have handed in.

All times are milliseconds since the epoch. Package ``rooms`` defines the allowed changes.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Homework:
    """Homework; ``tasks`` are names that only the app reads.

    Answers are late after ``due``; everything is deleted at ``expires``.
    """

    code: str
    title: str
    teacher: str
    tasks: tuple[str, ...]
    created: int
    due: int
    expires: int


@dataclass(frozen=True, slots=True)
class HomeworkPupil:
    """A pupil, numbered from 1, with the name or number and the ``key`` that the teacher gives."""

    number: int
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class HomeworkTry:
    """An answer to the task with that number, from 1; the device chooses ``id``.

    ``at`` is when the server received it, 0 before.
    """

    id: str
    task: int
    answer: str
    at: int = 0
