"""Reads ``.qtn`` records (N21-N31): a lexer and a parser."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from qttt.game.arguments import checked

from .errors import NO_LOCATION, NotationError, TextLocation, check_size, quote
from .escapes import read_comment, read_value
from .record import RESULTS, Record, RecordNode
from .tokens import parse_token

MAX_RECORDS_CHARS = 1_048_576
"""Size limit of a text of records, and of one game in a longer text, in characters (N4)."""

_LEXEME = re.compile(
    r"""
      (?P<space> \s+ | (?<![^\n]) % [^\n]* )
    | (?P<comment> \{ (?P<inside> (?: [^\\}] | \\. )*+ ) \} )
    | (?P<rest> ; (?P<line> [^\n]* ) )
    | (?P<tag> \[ \s* (?P<name> [A-Za-z][A-Za-z0-9_]* ) \s+
               " (?P<value> (?: [^"\\\n] | \\[^\n] )*+ ) " \s* \] )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<word> [^\s{}()\[\];]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"([1-9][0-9]{0,3})\.+", re.ASCII)
_UNREADABLE = {
    "{": "this comment is not closed: } is missing",
    "[": 'a tag pair is written [Name "value"]',
    "}": "this } has no opening {",
    "]": "this ] has no opening [",
}


class _Lexeme(NamedTuple):
    kind: str
    location: TextLocation
    match: re.Match[str]

    @property
    def text(self) -> str:
        return self.match[0]


@checked
def read_records(text: str) -> list[Record]:
    """Parse all games in a text, each with tags, moves, variations, comments and result.

    Raises ``NotationError`` at the first syntax error. Moves are checked by ``from_record``. Cost:
    linear in the length of the text.
    """
    check_size(text, MAX_RECORDS_CHARS)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return list(iter_records([text]))


@checked
def iter_records(parts: Iterable[str]) -> Iterator[Record]:
    r"""Parse the games of a text that comes in parts, one after the other.

    The text can be of any length; its lines end with ``\n``, and it has no byte order mark. Raises
    ``NotationError`` as ``read_records``, when it comes to the error.
    """
    parser, size = _RecordParser(), 0
    lexer = _Lexer()
    for lexeme in lexer.lexemes(parts):
        size += lexeme.match.end() - lexeme.match.start()
        if size > MAX_RECORDS_CHARS:
            raise _too_long(lexeme.location)
        if parser.feed(lexeme):
            yield parser.record
            parser, size = _RecordParser(), 0
    if size:
        raise parser.unfinished(lexer.end)


class _Lexer:
    """Splits a text that comes in parts; keeps the current part, and the line it begins in."""

    def __init__(self) -> None:
        self.end = NO_LOCATION

    def lexemes(self, parts: Iterable[str]) -> Iterator[_Lexeme]:
        rest = NO_LOCATION
        for part, is_last in _with_last(parts):
            rest = _cut(rest, part)
            while rest.offset < len(rest.text):
                match = _LEXEME.match(rest.text, rest.offset)
                is_cut = match is None or (match.end() == len(rest.text) and not match[0].isspace())
                if is_cut and not is_last:
                    break  # the next part can continue it
                if match is None:
                    raise rest.error(_UNREADABLE[rest.text[rest.offset]])
                if match.lastgroup != "space":
                    yield _Lexeme(match.lastgroup or "", rest, match)
                rest = rest.at(match.end())
            if len(rest.text) - rest.offset > MAX_RECORDS_CHARS:
                raise _too_long(rest)
        self.end = rest


def _too_long(location: TextLocation) -> NotationError:
    return location.error(
        f"the game is longer than {MAX_RECORDS_CHARS:,} characters; no more are read"
    )


def _with_last(parts: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield each part, and whether it is the last."""
    before: str | None = None
    for part in parts:
        if before is not None:
            yield before, False
        before = part
    if before is not None:
        yield before, True


def _cut(rest: TextLocation, part: str) -> TextLocation:
    """Return the location in what is still needed, from the start of its line, and ``part``."""
    start = rest.text.rfind("\n", 0, rest.offset) + 1
    lines = rest.lines_before + rest.text.count("\n", 0, start)
    return TextLocation(rest.text[start:] + part, rest.offset - start, lines)


def _comment(lexeme: _Lexeme) -> str:
    group = "inside" if lexeme.kind == "comment" else "line"
    return read_comment(lexeme.match[group], lexeme.location.at(lexeme.match.start(group)))


@dataclass(slots=True)
class _Branch:
    """The main line or a variation being parsed; ``target`` takes the next move."""

    target: list[RecordNode]
    start: TextLocation = NO_LOCATION
    last: RecordNode | None = None
    siblings: list[RecordNode] = field(default_factory=list)
    """The list of ``last`` and its variations."""
    comment: str = ""

    def add(self, node: RecordNode) -> None:
        node.comment, self.comment = self.comment, ""
        self.target.append(node)
        self.last, self.siblings, self.target = node, self.target, node.children


class _RecordParser:
    """Parser of one game; ``feed`` returns True once the game has its result."""

    def __init__(self) -> None:
        self.record = Record()
        self.branches = [_Branch(self.record.children)]
        self.number: tuple[int, TextLocation] | None = None
        self.comments: list[str] = []

    def feed(self, lexeme: _Lexeme) -> bool:
        if lexeme.kind in ("comment", "rest"):
            self.comments.append(_comment(lexeme))
            return False
        self._attach_comments()
        match lexeme.kind:
            case "word":
                return self._word(lexeme.text, lexeme.location)
            case kind:
                self._check_number()
                {"tag": self._tag, "open": self._open, "close": self._close}[kind](lexeme)
        return False

    def unfinished(self, end: TextLocation) -> NotationError:
        """Return the error for a text that ends within this game."""
        self._check_number()
        if len(self.branches) > 1:
            return self.branches[-1].start.error("this variation is not closed: ) is missing")
        return end.error("the game has no result; end it with *, or with points such as 1-0.5")

    def _tag(self, lexeme: _Lexeme) -> None:
        name = lexeme.match["name"]
        if self.record.children:
            raise lexeme.location.error(
                "tag pairs precede the moves; is the game's result missing?"
            )
        if name in self.record.tags:
            raise lexeme.location.error(f"the tag {name} appears twice")
        location = lexeme.location.at(lexeme.match.start("value"))
        self.record.tags[name] = read_value(lexeme.match["value"], location)
        self.record.tag_locations[name] = location

    def _attach_comments(self) -> None:
        if comments := [comment for comment in self.comments if comment]:
            branch = self.branches[-1]
            owner = branch.last or (self.record if len(self.branches) == 1 else branch)
            owner.comment = "\n".join([owner.comment, *comments] if owner.comment else comments)
        self.comments.clear()

    def _open(self, lexeme: _Lexeme) -> None:
        if self.branches[-1].last is None:
            raise lexeme.location.error(
                "a variation replaces the move before it, but there is none"
            )
        self.branches.append(_Branch(self.branches[-1].siblings, lexeme.location))

    def _close(self, lexeme: _Lexeme) -> None:
        if len(self.branches) == 1:
            raise lexeme.location.error("this ) has no opening (")
        if self.branches[-1].last is None:
            raise lexeme.location.error("this variation is empty")
        self.branches.pop()

    def _word(self, word: str, location: TextLocation) -> bool:
        # 1-1 is a draw under `match` or, after a number, a whole mark on square 1 (N24).
        if word in RESULTS and not (self.number and word == "1-1"):
            self._result(word, location)
            return True
        if number := _NUMBER.match(word):
            self._check_number()
            self.number = int(number[1]), location
            word, location = word[number.end() :], location.shifted(number.end())
        if word:
            self._move(word, location)
        return False

    def _move(self, word: str, location: TextLocation) -> None:
        token = parse_token(location, word)
        number, start = self.number or (None, location)
        if number is not None and token.is_collapse:
            raise start.error("a collapse has no number; numbers count marks")
        self.branches[-1].add(RecordNode(token, number, location=start))
        self.number = None

    def _result(self, word: str, location: TextLocation) -> None:
        self._check_number()
        if len(self.branches) > 1:
            raise location.error("the result is inside a variation: ) is missing")
        tag = self.record.tags.get("Result", word)
        if tag != word:
            raise self.record.tag_locations["Result"].error(
                f"the tag Result says {quote(tag)}, but the game ends with {word}"
            )
        self.record.result, self.record.result_location = word, location

    def _check_number(self) -> None:
        if self.number:
            number, location = self.number
            raise location.error(f"no move follows the number {number}")
