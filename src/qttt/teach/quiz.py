"""The tests before and after the lessons: multiple-choice questions with a key for each topic."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from qttt.texts.folders import ContentError
from qttt.texts.markdown import texts

OPTIONS = 4


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question with one right option.

    ``board`` are the moves to the position drawn beside it. ``grade`` is 1 to recall, 2 to apply,
    3 to reason.
    """

    text: str
    options: tuple[str, ...]
    right: int
    why: str
    topic: str
    grade: int
    board: str | None = None


@dataclass(frozen=True, slots=True)
class Test:
    """A test with its title, instructions and questions."""

    __test__ = False  # not a test for pytest
    title: str
    about: str
    questions: tuple[Question, ...]


def read_test(path: Path) -> Test:
    """Read a test. Raises ``ContentError`` if a question is incomplete."""
    fields = texts(path)
    keys = [key for key in fields if "." not in key and key not in ("title", "text")]
    try:
        questions = tuple(_question(path, fields, key) for key in keys)
    except KeyError as error:
        key = error.args[0]
        raise ContentError(f"{path.name}: `{key}` is missing: see the other questions") from error
    return Test(fields["title"], fields["text"], questions)


def _question(path: Path, fields: Mapping[str, str], key: str) -> Question:
    options = tuple(fields[f"{key}.{number}"] for number in range(1, OPTIONS + 1))
    return Question(
        fields[key],
        options,
        _number(path, fields, f"{key}.right") - 1,
        fields[f"{key}.why"],
        fields[f"{key}.topic"],
        _number(path, fields, f"{key}.grade"),
        fields.get(f"{key}.board"),
    )


def _number(path: Path, fields: Mapping[str, str], key: str) -> int:
    if not re.fullmatch(f"[1-{OPTIONS}]", fields[key]):
        raise ContentError(f"{path.name}: `{key}` is {fields[key]}: write a number")
    return int(fields[key])
