"""The pages in ``qttt/content``, and the comparison of languages with English."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from qttt.notation import content
from qttt.notation.content import PLACEHOLDER, REFERENCE, ContentError, entries, fault, keyed, texts


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a sheet."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph with optional ``**bold**`` text."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[str, ...]
    is_numbered: bool = False


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards side by side, as pairs of moves from the empty board and a caption."""

    boards: tuple[tuple[str, str], ...]


Block = Heading | Text | Items | Boards


PAGES = ("record.md", "rules.md", "semiclassical.md")
"""Printed as they are; all other files have texts with keys."""
_DATA = re.compile(r"test-\w+\.md \w+\.(board|grade|right)")
"""The same in every language."""
_KINDS = {"##": "heading", "-": "list item", "": "paragraph"}


class Page(NamedTuple):
    """A text to print, with its title and a text beside the title."""

    title: str
    aside: str
    blocks: tuple[Block, ...]


def page(path: Path, cited: Mapping[str, str]) -> Page:
    """Read a page, with the texts that it cites."""
    front: dict[str, str] = {}
    blocks: list[Block] = []
    last = ""
    for line, sign, found in entries(path):
        text = PLACEHOLDER.sub(lambda match: cited.get(match[1], match[0]), found)
        if unknown := PLACEHOLDER.search(text):
            raise fault(path, line, f"there is no {unknown[0]} in switches.md")
        kind = "1." if sign[:1].isdigit() else sign
        match blocks[-1] if blocks and kind == last else None:
            case Items(items, is_numbered):
                blocks[-1] = Items((*items, text), is_numbered)
            case Boards(boards):
                blocks[-1] = Boards((*boards, _board(text)))
            case _ if kind == "---":
                front |= [keyed(path, line, sign, text)]
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
    """Return the files that each language must have; lesson plans can be missing."""
    folder = content.CONTENT / language
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
    return {name for name in files if not name.startswith("plans/")}


def _differences(language: str, name: str) -> Iterator[str]:
    read = _outline if name in PAGES else texts
    own, english = (read(content.CONTENT / each / name) for each in (language, REFERENCE))
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
    return " ".join(sorted({match[0] for match in PLACEHOLDER.finditer(text)}))


def _outline(path: Path) -> dict[str, str]:
    """Return the texts of a page by kind and number, boards by their moves."""
    found: dict[str, str] = {}
    for line, sign, text in entries(path):
        if sign == "```":
            moves, caption = _board(text)
            found[f"board {moves}"] = caption
        elif sign == "---":
            found |= [keyed(path, line, sign, text)]
        else:
            kind = _KINDS.get(sign, "list item")
            found[f"{kind} {1 + sum(key.startswith(kind) for key in found)}"] = text
    return found
