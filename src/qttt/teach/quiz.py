"""The data types of the tests, and their Markdown."""

from dataclasses import dataclass

from .blocks import picture

LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question with one right option.

    ``shows`` are the moves to the position drawn beside it. ``grade`` is 1 to recall, 2 to apply,
    3 to reason.
    """

    text: str
    options: tuple[str, ...]
    right: int
    why: str
    topic: str
    grade: int
    shows: str | None = None

    @property
    def letter(self) -> str:
        """The letter of the right option."""
        return LETTERS[self.right]


@dataclass(frozen=True, slots=True)
class Test:
    """A test with its title, instructions and questions."""

    __test__ = False  # not a test for pytest
    title: str
    about: str
    questions: tuple[Question, ...]


def questions_page(test: Test) -> str:
    """Return the questions as Markdown, without answers."""
    asked = (_asked(number, each) for number, each in enumerate(test.questions, 1))
    return "\n".join([f"## {test.title}\n", f"{test.about}\n", *asked])


def answers_page(test: Test) -> str:
    """Return the answers as Markdown, with reasons, topics and grades."""
    rows = (
        f"| {number} | {each.letter} | {each.why} | {each.topic} | {each.grade} |"
        for number, each in enumerate(test.questions, 1)
    )
    head = ["|   | answer | why | what it tests | grade |", "|---|---|---|---|---|"]
    return "\n".join([f"### Answers: {test.title.lower()}\n", *head, *rows]) + "\n"


def _asked(number: int, question: Question) -> str:
    options = (
        f"- **{letter}** {option}"
        for letter, option in zip(LETTERS, question.options, strict=False)
    )
    board = [picture(question.shows) + "\n"] if question.shows else []
    return "\n".join([f"**{number}.** {question.text}\n", *board, *options, ""])
