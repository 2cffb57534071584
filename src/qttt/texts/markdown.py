"""Files in a subset of Markdown, which ``content/README.md`` describes."""

import re
from pathlib import Path
from typing import NamedTuple

from .folders import fault
from .messages import MessageError, parse

_SIGN = re.compile(r"(##|-|\d+\.) +(.*)")
_NAMED = re.compile(r"([\w-]+): +(.+)", re.ASCII)


class Entry(NamedTuple):
    """A paragraph, or what follows a ``sign``: ``---``, ``##``, ``-``, ``1.`` or a fence."""

    line: int
    sign: str
    text: str


class KeyedText(NamedTuple):
    """A text and the number of its line."""

    line: int
    text: str


def entries(path: Path) -> list[Entry]:
    """Parse a file. Lines of a paragraph or list item are joined."""
    result: list[Entry] = []
    fence, is_open = "", False
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        text = line.strip()
        if text == "---" or text.startswith("```"):
            fence, is_open = "" if fence else text[:3], False
        elif not text:
            is_open = False
        elif fence:
            result.append(Entry(number, fence, text))
        elif match := _SIGN.fullmatch(line):
            result.append(Entry(number, match[1], match[2].strip()))
            is_open = match[1] != "##"
        elif line.startswith("#"):
            raise fault(path, number, "begin headings with ## and a space")
        elif is_open:
            result[-1] = result[-1]._replace(text=f"{result[-1].text} {text}")
        else:
            result.append(Entry(number, "", text))
            is_open = True
    if fence:
        raise fault(path, result[-1].line if result else 1, f"add a line {fence} below")
    for entry in result:
        _check_placeholders(path, entry)
    return result


def _check_placeholders(path: Path, entry: Entry) -> None:
    try:
        parse(entry.text)
    except MessageError as error:
        has_cases = ", plural" in entry.text or ", select" in entry.text
        remedy = str(error) if has_cases else "write placeholders as {name}"
        raise fault(path, entry.line, remedy) from error


def keyed_texts(path: Path) -> dict[str, KeyedText]:
    """Return the texts of a file by key, with their lines.

    ``- hint: …`` below ``## odds`` is ``odds.hint``, a paragraph ``odds``, the first item of a
    numbered list ``odds.1``, a board ``odds.board``. A paragraph above all headings is ``text``.
    """
    result: dict[str, KeyedText] = {}
    section = ""
    for line, sign, text in entries(path):
        if sign == "##":
            section = f"{text}."
            continue
        key, value = keyed(path, line, sign, text)
        key = (section + key).removesuffix(".") or "text"
        if key in result:
            raise fault(path, line, f"`{key}` is there twice: join both, or remove one")
        result[key] = KeyedText(line, value)
    return result


def texts(path: Path) -> dict[str, str]:
    """Return the texts of a file by key, as ``keyed_texts``."""
    return {key: text for key, (_, text) in keyed_texts(path).items()}


def keyed(path: Path, line: int, sign: str, text: str) -> tuple[str, str]:
    """Return an entry's key within its section, and its text."""
    if sign in ("-", "---"):
        named = _NAMED.fullmatch(text)
        if named is None:
            raise fault(path, line, f"write {'- ' * (sign == '-')}name: text")
        return named[1], named[2]
    return "board" if sign == "```" else sign.removesuffix("."), text
