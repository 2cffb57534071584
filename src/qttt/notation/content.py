"""Texts in ``qttt/content``: a folder for each language, with files in a subset of Markdown.

``content/README.md`` describes the format; ``web/content.ts`` reads it for the app, as
``spec/golden/content.json`` tests.
"""

import re
from pathlib import Path
from typing import NamedTuple

CONTENT = Path(__file__).resolve().parents[1] / "content"
REFERENCE = "en"
"""The reference for all other languages."""

PLACEHOLDER = re.compile(r"\{([\w.]+)\}", re.ASCII)
"""A value, or in pages a text of ``switches.md`` by its key."""
_SIGN = re.compile(r"(##|-|\d+\.) +(.*)")
_NAMED = re.compile(r"([\w-]+): +(.+)", re.ASCII)


class ContentError(ValueError):
    """A text is missing or wrong; the message has the language, file and line, and a remedy."""


class Entry(NamedTuple):
    """A paragraph, or what follows a ``sign``: ``---``, ``##``, ``-``, ``1.`` or a fence."""

    line: int
    sign: str
    text: str


def languages() -> tuple[str, ...]:
    """Return the ISO 639 codes of all languages, English first."""
    names = sorted(folder.name for folder in CONTENT.iterdir() if folder.is_dir())
    return (REFERENCE, *(name for name in names if name != REFERENCE))


def entries(path: Path) -> list[Entry]:
    """Parse a file. Lines of a paragraph or list item are joined."""
    found: list[Entry] = []
    fence, is_open = "", False
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        text = line.strip()
        if text == "---" or text.startswith("```"):
            fence, is_open = "" if fence else text[:3], False
        elif not text:
            is_open = False
        elif fence:
            found.append(Entry(number, fence, text))
        elif match := _SIGN.fullmatch(line):
            found.append(Entry(number, match[1], match[2].strip()))
            is_open = match[1] != "##"
        elif line.startswith("#"):
            raise fault(path, number, "begin headings with ## and a space")
        elif is_open:
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {text}")
        else:
            found.append(Entry(number, "", text))
            is_open = True
    if fence:
        raise fault(path, found[-1].line if found else 1, f"add a line {fence} below")
    for each in found:
        if re.search("[{}]", PLACEHOLDER.sub("", each.text)):
            raise fault(path, each.line, "write placeholders as {name}")
    return found


def texts(path: Path) -> dict[str, str]:
    """Return the texts of a file by key.

    ``- hint: …`` below ``## odds`` is ``odds.hint``, a paragraph ``odds``, the first item of a
    numbered list ``odds.1``, a board ``odds.board``. A paragraph above all headings is ``text``.
    """
    found: dict[str, str] = {}
    section = ""
    for line, sign, text in entries(path):
        if sign == "##":
            section = f"{text}."
            continue
        key, value = keyed(path, line, sign, text)
        key = (section + key).removesuffix(".") or "text"
        if key in found:
            raise fault(path, line, f"`{key}` is there twice: join both, or remove one")
        found[key] = value
    return found


def keyed(path: Path, line: int, sign: str, text: str) -> tuple[str, str]:
    """Return an entry's key within its section, and its text."""
    if sign in ("-", "---"):
        named = _NAMED.fullmatch(text)
        if named is None:
            raise fault(path, line, f"write {'- ' * (sign == '-')}name: text")
        return named[1], named[2]
    return "board" if sign == "```" else sign.removesuffix("."), text


def fault(path: Path, line: int, remedy: str) -> ContentError:
    """Return the error of a line."""
    name = path.relative_to(CONTENT) if path.is_relative_to(CONTENT) else path
    return ContentError(f"{name.as_posix()}, line {line}: {remedy}")
