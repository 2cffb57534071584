"""Blocks of text on printed pages."""

from dataclasses import dataclass


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
