"""The texts of ``qttt/content`` as Markdown; ``python -m`` writes those of ``docs/teach``."""

from pathlib import Path

from qttt.notation import read
from qttt.notation.text import board_text
from qttt.teach.content import Block, Boards, Heading, Items, Text
from qttt.teach.quiz import Question, Test
from qttt.teach.words import ENGLISH

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs" / "teach"
LETTERS = ENGLISH.sheets("labels.letters")
FIRST = f"## {ENGLISH.before.title}\n"
"""The heading below which ``tests.md`` is written."""


def quiz_page() -> str:
    """Return both tests with answers, as in ``tests.md``."""
    both = (ENGLISH.before, ENGLISH.after)
    return "\n".join([*map(_questions, both), *map(_answers, both)])


def _questions(test: Test) -> str:
    asked = (_asked(number, each) for number, each in enumerate(test.questions, 1))
    return "\n".join([f"## {test.title}\n", f"{test.about}\n", *asked])


def _asked(number: int, question: Question) -> str:
    options = (
        f"- **{letter}** {option}" for letter, option in zip(LETTERS, question.options, strict=True)
    )
    board = [picture(question.board) + "\n"] if question.board else []
    return "\n".join([f"**{number}.** {question.text}\n", *board, *options, ""])


def _answers(test: Test) -> str:
    rows = (
        f"| {number} | {LETTERS[each.right]} | {each.why} | {each.topic} | {each.grade} |"
        for number, each in enumerate(test.questions, 1)
    )
    head = ["|   | answer | why | what it tests | grade |", "|---|---|---|---|---|"]
    return "\n".join([f"### Answers: {test.title.lower()}\n", *head, *rows]) + "\n"


def markdown(blocks: tuple[Block, ...]) -> str:
    """Return the blocks of a page, with boards as text."""
    return "\n\n".join(map(_block, blocks)) + "\n"


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


if __name__ == "__main__":
    document = DOCUMENTS / "tests.md"
    head = document.read_text("utf-8").partition(FIRST)[0]
    document.write_text(head + quiz_page(), "utf-8")
