"""Messages in a part of ICU syntax: text, ``{name}``, ``{name, number}``, plural and select.

``'{'`` is a brace, ``''`` an apostrophe, ``#`` in a plural its number. See
https://unicode-org.github.io/icu/userguide/format_parse/messages/
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from .plurals import Plurals

NUMBER = "number"
TEXT = "text"
"""A text, or a number without a format."""
FLAG = "flag"
CASE = "case"
_PLURAL, _SELECT = "plural", "select"

_NAME = re.compile(r"[A-Za-z][\w.]*", re.ASCII)
_LABEL = re.compile(r"\s*(=\d+|[^\s{}=]+)\s*\{")
_QUOTED = re.compile(r"'([{}#].*?)(?:'|$)", re.DOTALL)


class MessageError(ValueError):
    """A message cannot be read; the text is the remedy."""


class Value(NamedTuple):
    """A placeholder of a text or number; ``#`` has the name of its plural."""

    name: str
    kind: str


class Choice(NamedTuple):
    """A plural or select; ``kind`` is that of its placeholder."""

    name: str
    kind: str
    cases: Mapping[str, "Parts"]


Parts = tuple["str | Value | Choice", ...]


class Message(NamedTuple):
    """A parsed message, with the kind of each placeholder in order."""

    parts: Parts
    placeholders: Mapping[str, str]

    def render(self, plurals: Plurals, values: Mapping[str, object]) -> str:
        """Return the text with its placeholders filled; ``#`` is written without separators."""
        return _render(self.parts, plurals, values)


@lru_cache(4096)
def parse(text: str) -> Message:
    """Parse a message. Raises ``MessageError``.

    >>> parse("{count, plural, one {# row} other {# rows}} of {player}").placeholders
    {'count': 'number', 'player': 'text'}
    """
    parser = _Parser(text)
    parts = parser.parts()
    if parser.place < len(text):
        raise MessageError("remove the brace }, or write '}'")
    return Message(parts, _placeholders(parts))


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def parts(self, counted: str = "") -> Parts:
        """Parse until a closing brace or the end; ``counted`` is the placeholder of ``#``."""
        parts: list[str | Value | Choice] = []
        literal = ""
        while self.place < len(self.text) and self.text[self.place] != "}":
            sign = self.text[self.place]
            if sign == "{" or (sign == "#" and counted):
                parts += [literal] if literal else []
                literal = ""
                self.place += 1
                parts.append(self._argument(counted) if sign == "{" else Value(counted, NUMBER))
            else:
                literal += self._literal()
        return (*parts, literal) if literal else tuple(parts)

    def _literal(self) -> str:
        text, place = self.text, self.place
        if text.startswith("''", place):
            self.place += 2
            return "'"
        if quoted := _QUOTED.match(text, place):
            self.place = quoted.end()
            return quoted[1].replace("''", "'")
        self.place += 1
        return text[place]

    def _argument(self, counted: str) -> "Value | Choice":
        name = self._until(",}")
        if not _NAME.fullmatch(name):
            raise MessageError(f"name the placeholder {{{name}}} by a word")
        if self._next() == "}":
            return Value(name, TEXT)
        kind = self._until(",}")
        end = self._next()
        if kind == NUMBER:
            if end != "}":
                raise MessageError("write numbers as {name, number}")
            return Value(name, NUMBER)
        if kind == "selectordinal":
            raise MessageError("use plural without offset")
        if kind not in (_PLURAL, _SELECT) or end == "}":
            raise MessageError("use text, {name}, {name, number}, plural and select")
        return self._choice(name, kind, counted)

    def _choice(self, name: str, kind: str, counted: str) -> Choice:
        is_plural = kind == _PLURAL
        cases: dict[str, Parts] = {}
        while label := _LABEL.match(self.text, self.place):
            self.place = label.end()
            cases[label[1]] = self.parts(name if is_plural else counted)
            self._next()
        if re.compile(r"\s*offset:").match(self.text, self.place):
            raise MessageError("use plural without offset")
        if rest := self._until("{}"):
            raise MessageError(f"remove “{rest}” from the cases of {name}")
        self._next()
        if "other" not in cases:
            raise MessageError("add the case other")
        is_flag = not is_plural and set(cases) == {"true", "other"}
        return Choice(name, NUMBER if is_plural else FLAG if is_flag else CASE, cases)

    def _until(self, signs: str) -> str:
        """Return the text before one of ``signs``, without spaces around it."""
        start = self.place
        while self.place < len(self.text) and self.text[self.place] not in signs:
            self.place += 1
        return self.text[start : self.place].strip()

    def _next(self) -> str:
        if self.place >= len(self.text):
            raise MessageError("add a brace }")
        self.place += 1
        return self.text[self.place - 1]


def _placeholders(parts: Parts) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for name, kind in _kinds(parts):
        known = kinds.get(name, TEXT)
        if TEXT not in (known, kind) and kind != known:
            raise MessageError(f"use the placeholder {{{name}}} in one way")
        kinds[name] = kind if known == TEXT else known
    return kinds


def _kinds(parts: Parts) -> Iterator[tuple[str, str]]:
    for part in parts:
        if isinstance(part, str):
            continue
        yield part.name, part.kind
        if isinstance(part, Choice):
            for case in part.cases.values():
                yield from _kinds(case)


def plural_forms(parts: Parts) -> Iterator[set[str]]:
    """Yield the named forms of each plural; none of one that has only numbers and ``other``."""
    for part in parts:
        if isinstance(part, Choice):
            if part.kind == NUMBER:
                yield {case for case in part.cases if case != "other" and case[0] != "="}
            for case in part.cases.values():
                yield from plural_forms(case)


def _render(parts: Parts, plurals: Plurals, values: Mapping[str, object]) -> str:
    return "".join(
        part
        if isinstance(part, str)
        else _render(_case(part, plurals, values[part.name]), plurals, values)
        if isinstance(part, Choice)
        else str(values[part.name])
        for part in parts
    )


def _case(choice: Choice, plurals: Plurals, value: object) -> Parts:
    if choice.kind == NUMBER and isinstance(value, int):
        names = [f"={value}", plurals.form(value)]
    else:
        names = [str(value).lower() if choice.kind == FLAG else str(value)]
    cases = (choice.cases[name] for name in names if name in choice.cases)
    return next(cases, choice.cases["other"])
