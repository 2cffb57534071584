"""Reads ``.qtn`` records (N21-N31): lexemes first, then games."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from .errors import NOWHERE, NotationError, Spot, check_size, quoted
from .escapes import read_comment, read_value
from .record import RESULTS, Record, RecordNode
from .tokens import token_at

MAX_RECORDS = 1_048_576
"""The longest text of records that is read, in characters (N4)."""

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
    "{": "this comment is never closed; a } is wanted",
    "[": 'a tag pair is written [Name "value"]',
    "}": "there is no { before this }",
    "]": "there is no [ before this ]",
}


class _Lexeme(NamedTuple):
    kind: str
    spot: Spot
    match: re.Match[str]

    @property
    def text(self) -> str:
        return self.match[0]


def read_records(text: str) -> list[Record]:
    """The games in a text, each with tags, moves, variations, comments and its result.

    Raises ``NotationError`` at the first thing that cannot be read. Moves are not checked:
    ``replay`` does that. Cost: linear in the length of the text.
    """
    check_size(text, MAX_RECORDS)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    records: list[Record] = []
    game: _Game | None = None
    for lexeme in _lexemes(text):
        game = game or _Game()
        if game.take(lexeme):
            records.append(game.record)
            game = None
    if game:
        raise game.unfinished(Spot(text, len(text)))
    return records


def _lexemes(text: str) -> Iterator[_Lexeme]:
    offset = 0
    while offset < len(text):
        match = _LEXEME.match(text, offset)
        if match is None:
            raise Spot(text, offset).error(_UNREADABLE[text[offset]])
        offset = match.end()
        if match.lastgroup != "space":
            yield _Lexeme(match.lastgroup or "", Spot(text, match.start()), match)


def _comment(lexeme: _Lexeme) -> str:
    group = "inside" if lexeme.kind == "comment" else "line"
    return read_comment(lexeme.match[group], Spot(lexeme.spot.text, lexeme.match.start(group)))


@dataclass(slots=True)
class _Line:
    """The game or a variation while it is read: the next move goes into ``ahead``."""

    ahead: list[RecordNode]
    start: Spot = NOWHERE
    last: RecordNode | None = None
    beside: list[RecordNode] = field(default_factory=list)
    """The list that holds ``last``, and its variations."""
    comment: str = ""

    def add(self, node: RecordNode) -> None:
        node.comment, self.comment = self.comment, ""
        self.ahead.append(node)
        self.last, self.beside, self.ahead = node, self.ahead, node.children


class _Game:
    """One game while it is read; ``take`` is True when its result has come."""

    def __init__(self) -> None:
        self.record = Record()
        self.lines = [_Line(self.record.children)]
        self.number: tuple[int, Spot] | None = None
        self.comments: list[str] = []

    def take(self, lexeme: _Lexeme) -> bool:
        if lexeme.kind in ("comment", "rest"):
            self.comments.append(_comment(lexeme))
            return False
        self._attach_comments()
        match lexeme.kind:
            case "word":
                return self._word(lexeme.text, lexeme.spot)
            case kind:
                self._check_number()
                {"tag": self._tag, "open": self._open, "close": self._close}[kind](lexeme)
        return False

    def unfinished(self, end: Spot) -> NotationError:
        """The error of a text that ends inside this game."""
        self._check_number()
        if len(self.lines) > 1:
            return self.lines[-1].start.error("this variation is never closed; a ) is wanted")
        return end.error("the game has no result; end it with *, or with points such as 1-0.5")

    def _tag(self, lexeme: _Lexeme) -> None:
        name = lexeme.match["name"]
        if self.record.children:
            raise lexeme.spot.error("tag pairs stand before the moves; has the game no result?")
        if name in self.record.tags:
            raise lexeme.spot.error(f"there are two tags {name}")
        value_at = Spot(lexeme.spot.text, lexeme.match.start("value"))
        self.record.tags[name] = read_value(lexeme.match["value"], value_at)
        self.record.tag_spots[name] = value_at

    def _attach_comments(self) -> None:
        if comments := [comment for comment in self.comments if comment]:
            line = self.lines[-1]
            holder = line.last or (self.record if len(self.lines) == 1 else line)
            holder.comment = "\n".join([holder.comment, *comments] if holder.comment else comments)
        self.comments.clear()

    def _open(self, lexeme: _Lexeme) -> None:
        if self.lines[-1].last is None:
            raise lexeme.spot.error("a variation replaces the move before it, but there is none")
        self.lines.append(_Line(self.lines[-1].beside, lexeme.spot))

    def _close(self, lexeme: _Lexeme) -> None:
        if len(self.lines) == 1:
            raise lexeme.spot.error("there is no ( before this )")
        if self.lines[-1].last is None:
            raise lexeme.spot.error("this variation has no move")
        self.lines.pop()

    def _word(self, word: str, spot: Spot) -> bool:
        # 1-1 is a draw under `match`, and may be a whole mark on square 1: a number tells (N24).
        if word in RESULTS and not (self.number and word == "1-1"):
            self._result(word, spot)
            return True
        if number := _NUMBER.match(word):
            self._check_number()
            self.number = int(number[1]), spot
            word, spot = word[number.end() :], spot.moved(number.end())
        if word:
            self._move(word, spot)
        return False

    def _move(self, word: str, spot: Spot) -> None:
        token = token_at(spot, word)
        number, begin = self.number or (None, spot)
        if number is not None and token.is_collapse:
            raise begin.error("a collapse has no number; the number is that of a mark")
        self.lines[-1].add(RecordNode(token, number, spot=begin))
        self.number = None

    def _result(self, word: str, spot: Spot) -> None:
        self._check_number()
        if len(self.lines) > 1:
            raise spot.error("a result ends the game, but a variation is still open; ) is wanted")
        stated = self.record.tags.get("Result", word)
        if stated != word:
            raise self.record.tag_spots["Result"].error(
                f"the tag Result says {quoted(stated)}, but the game ends with {word}"
            )
        self.record.result, self.record.result_spot = word, spot

    def _check_number(self) -> None:
        if self.number:
            number, spot = self.number
            raise spot.error(f"no move follows the number {number}")
