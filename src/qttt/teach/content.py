"""Pages to print, in ``qttt/content``."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from qttt.texts.folders import fault
from qttt.texts.markdown import entries, keyed


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


_CITED = re.compile(r"\{([\w.]+)\}", re.ASCII)
"""A text of ``switches.md``, by its key."""


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
    for line, sign, source in entries(path):
        text = _CITED.sub(lambda match: cited.get(match[1], match[0]), source)
        if unknown := _CITED.search(text):
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
