"""The texts in ``qttt/content``: a folder for each language, with files in a subset of Markdown.

``content/README.md`` describes the files; ``web/content.ts`` reads them for the app, as
``spec/golden/content.json`` tests. English is the reference for all other languages.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from .blocks import Block, Boards, Heading, Items, Text

CONTENT = Path(__file__).resolve().parents[1] / "content"
REFERENCE = "en"
PAGES = ("record.md", "rules.md", "semiclassical.md")
"""Printed as they are; all other files have texts with keys."""
_DATA = re.compile(r"test-\w+\.md \w+\.(board|grade|right)")
"""The same in every language."""

_SIGN = re.compile(r"(##|-|\d+\.) +(.*)")
_NAMED = re.compile(r"([\w-]+): +(.+)", re.ASCII)
_PLACEHOLDER = re.compile(r"\{(\w+)\}", re.ASCII)
_KINDS = {"##": "heading", "-": "list item", "": "paragraph"}


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
            raise _error(path, number, "begin headings with ## and a space")
        elif is_open:
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {text}")
        else:
            found.append(Entry(number, "", text))
            is_open = True
    if fence:
        raise _error(path, found[-1].line if found else 1, f"add a line {fence} below")
    for each in found:
        if re.search("[{}]", _PLACEHOLDER.sub("", each.text)):
            raise _error(path, each.line, "write placeholders as {name}")
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
        key, value = _keyed(path, line, sign, text)
        key = (section + key).removesuffix(".") or "text"
        if key in found:
            raise _error(path, line, f"`{key}` is there twice: join both, or remove one")
        found[key] = value
    return found


def _keyed(path: Path, line: int, sign: str, text: str) -> tuple[str, str]:
    """Return an entry's key within its section, and its text."""
    if sign in ("-", "---"):
        named = _NAMED.fullmatch(text)
        if named is None:
            raise _error(path, line, f"write {'- ' * (sign == '-')}name: text")
        return named[1], named[2]
    return "board" if sign == "```" else sign.removesuffix("."), text


class Page(NamedTuple):
    """A text to print, with its title and a text beside the title."""

    title: str
    aside: str
    blocks: tuple[Block, ...]


def page(path: Path) -> Page:
    """Read a page."""
    front: dict[str, str] = {}
    blocks: list[Block] = []
    last = ""
    for line, sign, text in entries(path):
        kind = "1." if sign[:1].isdigit() else sign
        match blocks[-1] if blocks and kind == last else None:
            case Items(items, is_numbered):
                blocks[-1] = Items((*items, text), is_numbered)
            case Boards(boards):
                blocks[-1] = Boards((*boards, _board(text)))
            case _ if kind == "---":
                front |= [_keyed(path, line, sign, text)]
            case _:
                blocks.append(_BLOCKS[kind](text))
        last = kind
    return Page(front["title"], front.get("aside", ""), tuple(blocks))


def _board(text: str) -> tuple[str, str]:
    """Return the moves and the caption of a board."""
    moves, _, caption = text.partition(":")
    return moves, caption.strip()


_BLOCKS: dict[str, Callable[[str], Block]] = {
    "##": Heading,
    "": Text,
    "-": lambda text: Items((text,)),
    "1.": lambda text: Items((text,), is_numbered=True),
    "```": lambda text: Boards((_board(text),)),
}


# --- comparison with English -----------------------------------------------------------------


def check(language: str) -> None:
    """Raise ``ContentError`` if a file, text or placeholder is missing, or unknown to English."""
    if faults := [*_faults(language)]:
        raise ContentError("\n".join(faults))


def _faults(language: str) -> Iterator[str]:
    own, english = (_files(each) for each in (language, REFERENCE))
    for name in sorted(own | english):
        if name not in english:
            yield f"{language}/{name}: unknown file: remove it, or add it to {REFERENCE}"
        elif name not in own:
            yield f"{language}/{name}: missing file: copy and translate {REFERENCE}/{name}"
        else:
            yield from _differences(language, name)


def _files(language: str) -> set[str]:
    folder = CONTENT / language
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}


def _differences(language: str, name: str) -> Iterator[str]:
    read = _outline if name in PAGES else texts
    own, english = (read(CONTENT / each / name) for each in (language, REFERENCE))
    for key in {**english, **own}:
        file = f"{language}/{name}: `{key}`"
        if key not in english:
            yield f"{file} is unknown: remove it, or add it to {REFERENCE}"
        elif key not in own:
            yield f"{file} is missing: translate “{english[key]}”"
        elif _DATA.fullmatch(f"{name} {key}") and own[key] != english[key]:
            yield f"{file} is {own[key]}: write {english[key]}, as in {REFERENCE}"
        elif (given := _placeholders(own[key])) != (wanted := _placeholders(english[key])):
            yield f"{file} has the placeholders {given or 'none'}: write {wanted or 'none'}"


def _placeholders(text: str) -> str:
    return " ".join(sorted({match[0] for match in _PLACEHOLDER.finditer(text)}))


def _outline(path: Path) -> dict[str, str]:
    """Return the texts of a page by kind and number, boards by their moves."""
    found: dict[str, str] = {}
    for line, sign, text in entries(path):
        if sign == "```":
            moves, caption = _board(text)
            found[f"board {moves}"] = caption
        elif sign == "---":
            found |= [_keyed(path, line, sign, text)]
        else:
            kind = _KINDS.get(sign, "list item")
            found[f"{kind} {1 + sum(key.startswith(kind) for key in found)}"] = text
    return found


def _error(path: Path, line: int, remedy: str) -> ContentError:
    name = path.relative_to(CONTENT) if path.is_relative_to(CONTENT) else path
    return ContentError(f"{name.as_posix()}, line {line}: {remedy}")
