"""Blocks of text for printed sheets and documents, and their Markdown."""

from dataclasses import dataclass

from qttt.notation import board_text, read


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


def markdown(blocks: tuple[Block, ...]) -> str:
    """Return the blocks as Markdown, with boards as text."""
    return "\n\n".join(_block(block) for block in blocks) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"### {text}"
        case Text(text):
            return text
        case Items(items, is_numbered):
            signs = (f"{n}." if is_numbered else "-" for n in range(1, len(items) + 1))
            return "\n".join(f"{sign} {item}" for sign, item in zip(signs, items, strict=True))
        case Boards(boards):
            return "\n\n".join(f"{caption}\n\n{picture(moves)}" for moves, caption in boards)


def picture(moves: str) -> str:
    """Return the board after these moves as a code block."""
    text = board_text(read(moves).position, roles=False).rpartition("\n")[0]
    return f"```text\n{text}\n```"
