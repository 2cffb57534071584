"""Answers to exercises: each form reads what a pupil writes and says what is wrong with it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from qttt.game import mark_name
from qttt.study.words import number, signed

LONGEST = 500
"""No answer needs more characters; what follows them is not looked at."""

_NUMBER = re.compile(
    r"(?P<sign>[+-]?) *(?:(?P<whole>\d+) +)?(?P<above>\d+(?:\.\d+)?)(?: */ *(?P<below>\d+))?",
    re.ASCII,
)
_LANDING = re.compile(r"([XO][1-9])\s*[-=:@>→]*\s*([1-9])(?![0-9])", re.IGNORECASE)


class AnswerError(ValueError):
    """A text is no answer of the form that is wanted; the message shows how one is written."""


class Answer(Protocol):
    """The right answer; ``str`` writes it as a pupil may."""

    @property
    def hint(self) -> str:
        """How answers are written: ``a number, such as 6``."""

    def fault(self, text: str) -> str:
        """What is wrong with this answer; nothing if it is right.

        Raises ``AnswerError`` if it cannot be read.
        """


@dataclass(frozen=True, slots=True)
class Number:
    """A number; with ``is_value`` the value of a position, which is written with its sign."""

    right: Fraction
    hint: str
    is_value: bool = False

    def __str__(self) -> str:
        if self.is_value:
            return signed(float(self.right))
        return number(float(self.right)) if self.right.denominator == 1 else str(self.right)

    def fault(self, text: str) -> str:
        """Whether the number is too small or too large."""
        given = _number(text, self.hint)
        if given == self.right:
            return ""
        return f"{text.strip()} is too {'small' if given < self.right else 'large'}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the ``options``; capitals do not matter."""

    right: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return self.right

    @property
    def hint(self) -> str:
        """All options."""
        return f"{', '.join(self.options[:-1])} or {self.options[-1]}"

    def fault(self, text: str) -> str:
        """That it is another option."""
        given = _plain(text)
        if given not in {option.lower() for option in self.options}:
            raise _unreadable(text, self.hint)
        return "" if given == self.right.lower() else f"it is not {text.strip()}"


@dataclass(frozen=True, slots=True)
class Squares:
    """A set of squares of the 3×3 board, by their names, in any order."""

    right: tuple[str, ...]
    hint: str = "squares, such as 1 5 9"

    def __str__(self) -> str:
        return " ".join(self.right)

    def fault(self, text: str) -> str:
        """Which squares are missing, and which do not belong there."""
        return _difference(_names(text, r"[1-9]", self.hint), self.right)


@dataclass(frozen=True, slots=True)
class Marks:
    """A set of marks, in any order; ``none`` is the empty one."""

    right: tuple[str, ...]
    hint: str = "marks, such as X1 O4; or none"

    def __str__(self) -> str:
        return " ".join(self.right) or "none"

    def fault(self, text: str) -> str:
        """Which marks are missing, and which do not belong there."""
        given = set() if _plain(text) == "none" else _names(text, r"[xo][1-9]", self.hint)
        return _difference(given, self.right)


@dataclass(frozen=True, slots=True)
class Landings:
    """Where all marks land in each of two collapses: mark → name of a square, both in names."""

    right: tuple[Mapping[str, str], Mapping[str, str]]
    hint: str = "the square of each mark, then ; and the same for the other: X1 2, O2 1; X1 1, O2 2"

    __hash__ = None  # type: ignore[assignment]  # mappings have none either

    def __str__(self) -> str:
        return "; ".join(
            ", ".join(f"{mark} {square}" for mark, square in landing.items())
            for landing in self.right
        )

    def fault(self, text: str) -> str:
        """Which marks land elsewhere, and in which of the collapses."""
        given = [_landings(part) for part in text[:LONGEST].split(";")]
        if len(given) != 2 or not all(given):
            raise _unreadable(text, self.hint)
        pairs = zip(("first", "second"), given, self.right, strict=True)
        return "; ".join(filter(None, (_unlike(*each) for each in pairs)))


def landing_names(landing: Mapping[int, int], marks: Iterable[int]) -> dict[str, str]:
    """Where those marks land, in names, the marks ascending. Squares count from 0."""
    return {mark_name(mark): str(landing[mark] + 1) for mark in sorted(marks)}


def _unlike(which: str, given: Mapping[str, str], right: Mapping[str, str]) -> str:
    wrong = [mark for mark in {**right, **given} if given.get(mark) != right.get(mark)]
    return f"not right in the {which} collapse: {' '.join(wrong)}" if wrong else ""


def _landings(text: str) -> dict[str, str]:
    """Mark → square; nothing if a mark is there twice, or anything else is."""
    found = [(mark.upper(), square) for mark, square in _LANDING.findall(text)]
    is_more = re.search(r"[^\s,.]", _LANDING.sub("", text)) or len(dict(found)) < len(found)
    return {} if is_more else dict(found)


def _names(text: str, name: str, hint: str) -> set[str]:
    """The names in a text that holds nothing else but spaces and commas."""
    if not re.fullmatch(rf"(?:{name}[\s,;]*)+", _plain(text)):
        raise _unreadable(text, hint)
    return {each.upper() for each in re.findall(name, _plain(text))}


def _difference(given: set[str], right: tuple[str, ...]) -> str:
    missing = " ".join(name for name in right if name not in given)
    wrong = " ".join(sorted(given - set(right)))
    said = [(missing, "missing"), (wrong, "not to be there")]
    return "; ".join(f"{what}: {names}" for names, what in said if names)


def _number(text: str, hint: str) -> Fraction:
    """A whole number, a fraction or a decimal one: ``6 -1/2 1 1/2 1½ 0.75`` are five."""
    found = _NUMBER.fullmatch(_plain(text))
    if found is None or (found["below"] and not int(found["below"])):
        raise _unreadable(text, hint)
    size = int(found["whole"] or 0) + Fraction(found["above"]) / int(found["below"] or 1)
    return -size if found["sign"] == "-" else size


def _plain(text: str) -> str:
    """In lower case, a half as ``.5``, and signs that a keyboard has."""
    dashes = re.sub("[−–]", "-", text[:LONGEST].strip().lower())
    return re.sub("([0-9]?)½", lambda found: f"{found[1] or 0}.5", dashes)


def _unreadable(text: str, hint: str) -> AnswerError:
    return AnswerError(f"{text.strip()[:40]!r} cannot be read; write {hint}")
