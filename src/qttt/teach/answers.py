"""Answers to exercises: parsing and checking a pupil's answer."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol
from unicodedata import combining, normalize

from qttt.game import mark_name
from qttt.notation.points import format_points, format_value

from .words import ENGLISH, Words

MAX_CHARACTERS = 500
"""Longer answers are truncated."""

_NUMBER = re.compile(
    r"(?P<sign>[+-]?) *(?:(?P<whole>\d+) +)?(?P<above>\d+(?:\.\d+)?)(?: */ *(?P<below>\d+))?",
    re.ASCII,
)
_LATIN = str.maketrans("ΧχΟο", "XxOo")
"""The players' letters on a Greek keyboard."""
_LANDING = re.compile(r"([XO][1-9])\s*[-=:@>→]*\s*([1-9])(?![0-9])", re.IGNORECASE)


class AnswerError(ValueError):
    """The text is not an answer of the expected form, which the message shows."""


class Answer(Protocol):
    """The right answer; ``str`` is an accepted way to write it."""

    @property
    def words(self) -> Words:
        """The language of answers and messages."""

    @property
    def hint(self) -> str:
        """The expected form: ``a number, such as 6``."""

    def mistake_in(self, text: str) -> str:
        """Describe what is wrong with this answer; empty if it is right.

        Raises ``AnswerError`` if it cannot be parsed.
        """


@dataclass(frozen=True, slots=True)
class Number:
    """A number; with ``is_value`` a position's value, written with its sign."""

    right: Fraction
    hint: str
    is_value: bool = False
    words: Words = ENGLISH

    def __str__(self) -> str:
        if self.is_value:
            return format_value(float(self.right))
        return format_points(float(self.right)) if self.right.denominator == 1 else str(self.right)

    def mistake_in(self, text: str) -> str:
        """Report that the number is too small or too large."""
        given = _number(text)
        if given is None:
            raise _unreadable(text, self)
        if given == self.right:
            return ""
        size = "small" if given < self.right else "large"
        return self.words.exercises(f"answers.{size}", answer=text.strip())


@dataclass(frozen=True, slots=True)
class ChoiceAnswer:
    """One of the ``options``, case-insensitive."""

    right: str
    options: tuple[str, ...]
    words: Words = ENGLISH

    def __str__(self) -> str:
        return self.right

    @property
    def hint(self) -> str:
        """All options."""
        *options, last = self.options
        return self.words.exercises("answers.choice", options=", ".join(options), last=last)

    def mistake_in(self, text: str) -> str:
        """Report a wrong option."""
        given = _plain(text)
        if given not in map(_plain, self.options):
            raise _unreadable(text, self)
        if given == _plain(self.right):
            return ""
        return self.words.exercises("answers.other", answer=text.strip())


@dataclass(frozen=True, slots=True)
class Squares:
    """A set of squares of the 3×3 board by name, in any order."""

    right: tuple[str, ...]
    words: Words = ENGLISH

    def __str__(self) -> str:
        return " ".join(self.right)

    @property
    def hint(self) -> str:
        """An example of a set of squares."""
        return self.words.exercises("empty.hint")

    def mistake_in(self, text: str) -> str:
        """List missing and superfluous squares."""
        given = _names(text, r"[1-9]")
        if given is None:
            raise _unreadable(text, self)
        return _difference(given, self.right, self.words)


@dataclass(frozen=True, slots=True)
class Marks:
    """A set of marks, in any order; ``none`` is the empty set."""

    right: tuple[str, ...]
    words: Words = ENGLISH

    def __str__(self) -> str:
        return " ".join(self.right) or self.words.exercises("answers.none")

    @property
    def hint(self) -> str:
        """An example of a set of marks."""
        return self.words.exercises("stems.hint")

    def mistake_in(self, text: str) -> str:
        """List missing and superfluous marks."""
        is_none = _plain(text) == _plain(self.words.exercises("answers.none"))
        given = set() if is_none else _names(text, r"[xo][1-9]")
        if given is None:
            raise _unreadable(text, self)
        return _difference(given, self.right, self.words)


@dataclass(frozen=True, slots=True)
class Landings:
    """The squares of all marks after each of two collapses: mark → square, both by name."""

    right: tuple[Mapping[str, str], Mapping[str, str]]
    words: Words = ENGLISH

    __hash__ = None  # type: ignore[assignment]  # mappings are not hashable

    def __str__(self) -> str:
        return "; ".join(
            ", ".join(f"{mark} {square}" for mark, square in landing.items())
            for landing in self.right
        )

    @property
    def hint(self) -> str:
        """An example of two landings."""
        return self.words.exercises("collapses.hint")

    def mistake_in(self, text: str) -> str:
        """List the marks that land elsewhere, by collapse."""
        given = [_landings(part) for part in text[:MAX_CHARACTERS].split(";")]
        if len(given) != 2 or not all(given):
            raise _unreadable(text, self)
        wrong = map(_unlike, given, self.right)
        return "; ".join(
            self.words.exercises(f"answers.{collapse}", marks=" ".join(marks))
            for collapse, marks in zip(("first", "second"), wrong, strict=True)
            if marks
        )


def landing_names(landing: Mapping[int, int], marks: Iterable[int]) -> dict[str, str]:
    """Return the names of ``marks``, ascending, and of their squares, which count from 0."""
    return {mark_name(mark): str(landing[mark] + 1) for mark in sorted(marks)}


def _unlike(given: Mapping[str, str], right: Mapping[str, str]) -> list[str]:
    return [mark for mark in {**right, **given} if given.get(mark) != right.get(mark)]


def _landings(text: str) -> dict[str, str]:
    """Parse mark → square; empty if a mark is repeated or other text is present."""
    plain = text.translate(_LATIN)
    landings = [(mark.upper(), square) for mark, square in _LANDING.findall(plain)]
    is_more = re.search(r"[^\s,.]", _LANDING.sub("", plain)) or len(dict(landings)) < len(landings)
    return {} if is_more else dict(landings)


def _names(text: str, name: str) -> set[str] | None:
    """Return the names in a text of names, spaces and commas; None for any other text."""
    if not re.fullmatch(rf"(?:{name}[\s,;]*)+", _plain(text)):
        return None
    return {match.upper() for match in re.findall(name, _plain(text))}


def _difference(given: set[str], right: tuple[str, ...], words: Words) -> str:
    missing = " ".join(name for name in right if name not in given)
    wrong = " ".join(sorted(given - set(right)))
    differences = {"missing": missing, "superfluous": wrong}
    return "; ".join(
        words.exercises(f"answers.{key}", names=names)
        for key, names in differences.items()
        if names
    )


def _number(text: str) -> Fraction | None:
    """Parse an integer, fraction or decimal: ``6``, ``-1/2``, ``1 1/2``, ``1½``, ``0.75``."""
    match = _NUMBER.fullmatch(_plain(text))
    if match is None or (match["below"] and not int(match["below"])):
        return None
    size = int(match["whole"] or 0) + Fraction(match["above"]) / int(match["below"] or 1)
    return -size if match["sign"] == "-" else size


def _plain(text: str) -> str:
    """Lower-case, strip accents, write ½ as ``.5``, and use ASCII hyphens."""
    apart = normalize("NFD", text[:MAX_CHARACTERS].strip().lower())
    bare = "".join(sign for sign in apart if not combining(sign))
    dashes = re.sub("[−–]", "-", bare.translate(_LATIN))
    return re.sub("([0-9]?)½", lambda match: f"{match[1] or 0}.5", dashes)


def _unreadable(text: str, answer: Answer) -> AnswerError:
    given = repr(text.strip()[:40])
    words = answer.words.exercises
    return AnswerError(words("answers.unreadable", answer=given, hint=answer.hint))
