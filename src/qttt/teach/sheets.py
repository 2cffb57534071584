"""Printable sheets by name, and PDF documents of several sheets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qttt.game import Position, Rules, mark_name
from qttt.game.arguments import checked, checked_class
from qttt.notation import read

from .content import Block, Boards, Heading, Items, Text
from .exercises import Exercise, exercise_list
from .kinds import KINDS
from .paper import GAP, Format, Paper
from .pictures import board_picture, board_ratio, card_picture
from .quiz import Question, Test
from .words import Words, words_of

ACROSS = {1: 1, 2: 1, 4: 2, 6: 2}
"""Boards per page → boards per row."""
HEADER = 11.5
"""The height above a board for the players' names."""
MARKS = 9


@checked_class
@dataclass(frozen=True, slots=True)
class SheetSettings:
    """Options of sheets.

    ``size`` is the side of empty boards, ``per_page`` their number per page. ``seed``, ``count``,
    ``kinds`` and ``grade`` select the exercises. ``answers`` adds pages of answers to tests and
    exercises. ``language`` is one of ``LANGUAGES``.
    """

    paper: Format = "A4"
    size: int = 3
    per_page: int = 4
    seed: int = 0
    count: int = 9
    kinds: Sequence[str] = tuple(KINDS)
    grade: int | None = None
    answers: bool = True
    language: str = "en"

    @property
    def words(self) -> Words:
        """The words of that language. Raises ``ValueError`` if it is not supported."""
        return words_of(self.language)


@checked
def sheets(names: Sequence[str], settings: SheetSettings) -> bytes:
    """Return a PDF with these sheets; the same input gives the same bytes.

    Raises ``MissingExtraError`` without fpdf2 or a font, and ``ValueError`` for an unknown sheet,
    size, number of boards, kind, grade or language.
    """
    _check(names, settings)
    words = settings.words
    paper = Paper(settings.paper, f"{words.rules.title}: {', '.join(names)}", words)
    for name in names:
        SHEETS[name](paper, settings)
    return paper.document()


def _check(names: Sequence[str], settings: SheetSettings) -> None:
    for name in names:
        if name not in SHEETS:
            raise ValueError(f"unknown sheet {name!r}: choose from {', '.join(SHEETS)}")
    if settings.size not in (3, 4, 5):
        raise ValueError(f"cannot print boards of side {settings.size}: choose 3, 4 or 5")
    if settings.per_page not in ACROSS:
        raise ValueError(f"{settings.per_page} boards do not fit on a page: choose 1, 2, 4 or 6")


# --- boards, records, marks ------------------------------------------------------------------


def boards(paper: Paper, settings: SheetSettings) -> None:
    """Empty boards with fields for the players' names and points."""
    rules = Rules() if settings.size == 3 else Rules.preset(f"qubic{settings.size}")
    across, down = ACROSS[settings.per_page], settings.per_page // ACROSS[settings.per_page]
    paper.page(settings.words.sheets("boards", count=settings.per_page, size=settings.size))
    ratio = board_ratio(rules.board)
    step = paper.left / down
    width = min((paper.width - (across - 1) * GAP) / across, (step - HEADER - 4) / ratio)
    picture, top = board_picture(Position(rules)), paper.y
    for number in range(settings.per_page):
        row, col = divmod(number, across)
        used = across * width + (across - 1) * GAP
        x = (paper.width - used) / 2 + col * (width + GAP)
        paper.y = top + row * step
        _players(paper, x, width, settings.words)
        paper.picture(picture, x, top + row * step + HEADER - 3, width)


def _players(paper: Paper, x: float, width: float, words: Words) -> None:
    """Draw the fields for names and points without advancing ``paper.y``."""
    top = paper.y
    for text, at, length in (
        ("X", 0.0, 0.36),
        ("O", 0.41, 0.36),
        (words.sheets("labels.points"), 0.82, 0.18),
    ):
        paper.y = top
        paper.text(text, 7, x=x + at * width, width=length * width, after=0)
        paper.line(x + at * width, top + 6.5, length * width)
    paper.y = top


def record(paper: Paper, settings: SheetSettings) -> None:
    """Two tables for the moves of games."""
    words = settings.words
    paper.page(words.record.title)
    write(paper, words.record.blocks)
    for _game in (1, 2):
        paper.gap(3)
        _players(paper, 0, paper.width, words)
        paper.gap(HEADER - 2)
        _table(paper, words)


COLUMNS = {
    "mark": 16.0,
    "squares": 34.0,
    "loop": 20.0,
    "chooser": 30.0,
    "collapse": 16.0,
    "event": 0.0,
}
"""The columns and their widths; the last one fills the page."""


def _table(paper: Paper, words: Words) -> None:
    *widths, _ = COLUMNS.values()
    widths.append(paper.width - sum(widths))
    marks = ([mark_name(mark)] for mark in range(1, MARKS + 1))
    titles = [words.sheets(f"record.{title}") for title in COLUMNS]
    rows = [titles, *marks, [words.sheets("labels.points")]]
    top, height = paper.y, 8.6
    for row in rows:
        at, x = paper.y, 0.0
        paper.line(0, at, paper.width)
        for text, width in zip(row, widths, strict=False):
            paper.y = at + 2
            paper.text(text, 9.5, x=x + 1.5, width=width)
            x += width
        paper.y = at + height
    paper.line(0, paper.y, paper.width)
    for column in range(len(widths) + 1):
        paper.line(sum(widths[:column]), top, 0, paper.y - top)
    paper.gap(3)


def marks(paper: Paper, settings: SheetSettings) -> None:
    """Cards of all marks to cut out, for two boards: two halves of each, and a large one."""
    words = settings.words
    paper.page(words.sheets("marks.title"), words.sheets("marks.aside"))
    paper.text(words.sheets("marks"))
    for _board in (1, 2):
        paper.gap(4)
        for is_half, times in ((True, 2), (False, 1)):
            _cards(paper, [*range(1, MARKS + 1)] * times, is_half=is_half)


def _cards(paper: Paper, cards: Sequence[int], *, is_half: bool) -> None:
    across = MARKS if is_half else 6
    width, top = paper.width / across, paper.y
    for number, mark in enumerate(cards):
        row, col = divmod(number, across)
        paper.picture(card_picture(mark, is_half=is_half), col * width, top + row * width, width)
    paper.y = top + -(-len(cards) // across) * width


# --- rules -----------------------------------------------------------------------------------


def rules_sheet(paper: Paper, settings: SheetSettings) -> None:
    """The rules on one page."""
    words = settings.words
    paper.page(words.rules.title, words.rules.aside)
    write(paper, words.rules.blocks, 11.2)


def semiclassical(paper: Paper, settings: SheetSettings) -> None:
    """The rules of the semiclassical game, and a board to play it on."""
    words = settings.words
    paper.page(words.semiclassical.title, words.semiclassical.aside)
    write(paper, words.semiclassical.blocks)
    paper.gap(3)
    width = min(paper.width, paper.left)
    x = (paper.width - width) / 2
    paper.picture(board_picture(Position()), x, paper.y, width)


def write(paper: Paper, blocks: Sequence[Block], size: float = 10.5) -> None:
    """Write blocks, one below the other."""
    for block in blocks:
        match block:
            case Heading(text):
                paper.heading(text)
            case Text(text):
                paper.text(text, size)
            case Items(items, is_numbered):
                paper.items(items, is_numbered=is_numbered, size=size)
            case Boards(shown):
                paper.gap(1)
                pictures = [
                    (board_picture(read(moves).position), caption) for moves, caption in shown
                ]
                paper.row(pictures, 46, board_ratio(Rules().board))


# --- tests -----------------------------------------------------------------------------------


def pretest(paper: Paper, settings: SheetSettings) -> None:
    """The test before the lessons."""
    _test(paper, settings.words.before, settings)


def posttest(paper: Paper, settings: SheetSettings) -> None:
    """The test after the lessons."""
    _test(paper, settings.words.after, settings)


PICTURE = 42.0
"""The width of a board beside a question."""


def _test(paper: Paper, test: Test, settings: SheetSettings) -> None:
    words = settings.words.sheets
    letters = words("labels.letters")
    paper.page(test.title, words("labels.name"))
    paper.text(test.about)
    for number, question in enumerate(test.questions, 1):
        _question(paper, number, question, test.title, letters)
    if settings.answers:
        paper.page(words("labels.answers", title=test.title), words("labels.teacher"))
        for number, question in enumerate(test.questions, 1):
            topic = words("labels.topic", topic=question.topic, grade=question.grade)
            paper.text(f"**{number}. {letters[question.right]}** {question.why} {topic}")


def _question(paper: Paper, number: int, question: Question, title: str, letters: str) -> None:
    beside = PICTURE + GAP if question.board is not None else 0.0
    width = paper.width - 7 - beside
    lines = [
        f"**{letter}**  {option}" for letter, option in zip(letters, question.options, strict=False)
    ]
    asked = f"**{question.text}**"
    needed = sum(paper.height(line, 10, x=7, width=width) for line in (asked, *lines))
    paper.room(max(needed, PICTURE if beside else 0) + 3, title)
    paper.gap(2)
    top = paper.y
    paper.text(f"**{number}.**", 10, width=7)
    paper.y = top
    for line in (asked, *lines):
        paper.text(line, 10, x=7, width=width, after=1)
    if question.board is not None:
        position = read(question.board).position
        svg = board_picture(position, roles=False)
        paper.picture(svg, paper.width - PICTURE, top, PICTURE)
        paper.y = max(paper.y, top + PICTURE)


# --- exercises -------------------------------------------------------------------------------

EXERCISE = 54.0
"""The width of the board of an exercise; four go on a page."""


def exercise_sheet(paper: Paper, settings: SheetSettings) -> None:
    """Exercises, with answers on separate pages."""
    exercises = exercise_list(
        settings.count,
        settings.kinds,
        seed=settings.seed,
        grade=settings.grade,
        language=settings.language,
    )
    words = settings.words
    title = words.exercises("title", seed=settings.seed)
    paper.page(title, words.sheets("labels.name"))
    for number, exercise in enumerate(exercises, 1):
        _exercise(paper, number, exercise, title)
    if settings.answers:
        _answers(paper, exercises, words.sheets("labels.answers", title=title), words)


def _exercise(paper: Paper, number: int, exercise: Exercise, title: str) -> None:
    x, words = EXERCISE + GAP, exercise.answer.words.exercises
    width = paper.width - x
    paper.room(EXERCISE + 4, title)
    top = paper.y
    svg = board_picture(exercise.position, roles=False, links=exercise.grade == 1)
    paper.picture(svg, 0, top, EXERCISE)
    grade = words("labels.grade", grade=exercise.grade)
    paper.text(f"**{number}.**  {grade}", 9.5, x=x, width=width)
    paper.text(exercise.question, 11, x=x, width=width)
    paper.text(words("labels.write", hint=exercise.answer.hint), 8.5, x=x, width=width)
    paper.line(x, top + EXERCISE - 3, width)
    paper.y = top + EXERCISE + 4


def _answers(paper: Paper, exercises: Sequence[Exercise], title: str, words: Words) -> None:
    paper.page(title, words.sheets("labels.teacher"))
    for number, exercise in enumerate(exercises, 1):
        position = words.exercises("labels.at", position=exercise.position)
        text = f"**{number}. {exercise.answer}** – {exercise.explanation} {position}"
        paper.room(paper.height(text, 10), title)
        paper.text(text, 10)


Sheet = Callable[[Paper, SheetSettings], None]
SHEETS: dict[str, Sheet] = {
    "rules": rules_sheet,
    "boards": boards,
    "marks": marks,
    "record": record,
    "semiclassical": semiclassical,
    "pretest": pretest,
    "exercises": exercise_sheet,
    "posttest": posttest,
}
"""The sheets by name, in the order of a course."""
