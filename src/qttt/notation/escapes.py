r"""Escapes in comments and tag values of records (N30-N32).

``\\ \" \{ \}`` are the character itself, ``\n`` is a line break, ``\u00a0`` and ``\U0001f600`` are
characters by code point. The writer escapes all characters that could be ambiguous, invisible or
lost in an editor, so every text survives a round trip.
"""

import re
import sys

from .errors import TextLocation, quote

_ESCAPE = re.compile(
    r"\\(?:u(?P<short>[0-9A-Fa-f]{4})|U(?P<long>[0-9A-Fa-f]{8})|(?P<char>.?))", re.DOTALL
)
_ESCAPE_OR_SPACE = re.compile(_ESCAPE.pattern + r"|(?P<space>[ \t\n\v\f\r]+)", re.DOTALL)
_FRAGILE_SPACE = re.compile(r"^ | \Z|(?<= ) ")
_BREAKABLE_SPACE = re.compile(r" (?!%)")
_PLAIN = {"\\": "\\", '"': '"', "{": "{", "}": "}", "n": "\n"}


def printable(text: str) -> str:
    """Return the text as one line with control characters escaped, safe for a terminal."""
    words = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in words)


def read_value(raw: str, location: TextLocation) -> str:
    """Parse the text between the quotes of a tag; ``location`` is its first character."""
    return _unescape(raw, location, _ESCAPE)


def read_comment(raw: str, location: TextLocation) -> str:
    """Parse the text between the braces of a comment; a run of white space becomes one space."""
    start = len(raw) - len(raw.lstrip(_SPACE))
    return _unescape(raw.strip(_SPACE), location.shifted(start), _ESCAPE_OR_SPACE)


def write_value(value: str) -> str:
    """Escape a tag value for use between quotes."""
    return _escape(value, '\\"')


def write_comment(comment: str) -> list[str]:
    """Escape a comment for use between braces; return the words between which lines can break.

    Only the first word can begin with ``%``, because readers skip lines that do (N2).
    """
    escaped = _escape(comment, "\\}")
    return _BREAKABLE_SPACE.split(_FRAGILE_SPACE.sub(r"\\u0020", escaped))


_SPACE = " \t\n\v\f\r"


def _unescape(raw: str, location: TextLocation, pattern: re.Pattern[str]) -> str:
    def replacement(match: re.Match[str]) -> str:
        if match[0][0] != "\\":
            return " "
        code = int(match["short"] or match["long"] or "-1", 16)
        if 0 <= code <= sys.maxunicode:
            return chr(code)
        if match["char"] in _PLAIN:
            return _PLAIN[match["char"]]
        raise location.shifted(match.start()).error(
            rf"{quote(match[0])} is not an escape; write a backslash itself as \\"
        )

    return pattern.sub(replacement, raw)


def _escape(text: str, special: str) -> str:
    return "".join(_escape_char(char, special) for char in text)


def _escape_char(char: str, special: str) -> str:
    if char in special:
        return f"\\{char}"
    if char == "\n":
        return r"\n"
    if char.isprintable():
        return char
    return rf"\u{ord(char):04x}" if ord(char) < 1 << 16 else rf"\U{ord(char):08x}"
