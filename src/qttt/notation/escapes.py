r"""Free text inside a record: comments and the values of tags (N30-N32).

A backslash makes an escape: ``\\ \" \{ \}`` are the character itself, ``\n`` is a line break, and
``\u00a0`` or ``\U0001f600`` is any character by its number. The writer escapes all that could be
mistaken, lost by an editor, or not seen, so that every text comes back as it was.
"""

import re
import sys

from .errors import Spot, quoted

_ESCAPE = re.compile(
    r"\\(?:u(?P<short>[0-9A-Fa-f]{4})|U(?P<long>[0-9A-Fa-f]{8})|(?P<char>.?))", re.DOTALL
)
_ESCAPE_OR_SPACE = re.compile(_ESCAPE.pattern + r"|(?P<space>[ \t\n\v\f\r]+)", re.DOTALL)
_FRAGILE_SPACE = re.compile(r"^ | \Z|(?<= ) ")
_BREAKABLE_SPACE = re.compile(r" (?!%)")
_PLAIN = {"\\": "\\", '"': '"', "{": "{", "}": "}", "n": "\n"}


def printable(text: str) -> str:
    """The text in one line, with everything that a terminal might obey made visible."""
    words = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in words)


def read_value(raw: str, spot: Spot) -> str:
    """A tag's value from what stands between the quotes; ``spot`` is its first character."""
    return _unescape(raw, spot, _ESCAPE)


def read_comment(raw: str, spot: Spot) -> str:
    """A comment from what stands between the braces: white space becomes one plain space."""
    begin = len(raw) - len(raw.lstrip(_SPACE))
    return _unescape(raw.strip(_SPACE), spot.moved(begin), _ESCAPE_OR_SPACE)


def write_value(value: str) -> str:
    """What stands between the quotes for this value of a tag."""
    return _escape(value, '\\"')


def write_comment(comment: str) -> list[str]:
    """What stands between the braces, in pieces between which a line may be broken.

    No piece but the first begins with ``%``: a line that did would not be read (N2).
    """
    escaped = _escape(comment, "\\}")
    return _BREAKABLE_SPACE.split(_FRAGILE_SPACE.sub(r"\\u0020", escaped))


_SPACE = " \t\n\v\f\r"


def _unescape(raw: str, spot: Spot, pattern: re.Pattern[str]) -> str:
    def meaning(match: re.Match[str]) -> str:
        if match[0][0] != "\\":
            return " "
        code = int(match["short"] or match["long"] or "-1", 16)
        if 0 <= code <= sys.maxunicode:
            return chr(code)
        if match["char"] in _PLAIN:
            return _PLAIN[match["char"]]
        raise spot.moved(match.start()).error(
            rf"{quoted(match[0])} is no escape; a backslash itself is written \\"
        )

    return pattern.sub(meaning, raw)


def _escape(text: str, special: str) -> str:
    return "".join(_escaped(char, special) for char in text)


def _escaped(char: str, special: str) -> str:
    if char in special:
        return f"\\{char}"
    if char == "\n":
        return r"\n"
    if char.isprintable():
        return char
    return rf"\u{ord(char):04x}" if ord(char) < 1 << 16 else rf"\U{ord(char):08x}"
