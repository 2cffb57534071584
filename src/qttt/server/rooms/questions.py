"""Which questions a poll can ask, and which answers they have."""

import re
from fractions import Fraction

from qttt.game import Position, Rules, mark_name
from qttt.notation import format_move, parse_move, parse_position
from qttt.server.errors import RequestError
from qttt.server.lobby.setup import parse_setup
from qttt.server.protocol.shared import PollKind
from qttt.server.store.polls import PollQuestion
from qttt.server.text import sanitize_line

MAX_QUESTION_LENGTH, MAX_SLIDE_LENGTH = 200, 600
MAX_OPTION_LENGTH = 60
MIN_OPTIONS, MAX_OPTIONS = 2, 6
FIXED_ANSWERS = {"ahead": ("X", "even", "O"), "entangled": ("yes", "no")}
MARKS = {"entangled": 2, "where": 1}
"""The number of marks that a question is about."""
_WORLDS = re.compile(r"[1-9][0-9]{0,5}")
_CHANCE = re.compile(r"([0-9]{1,3})/([1-9][0-9]{0,2})")


def parse_question(
    kind: PollKind,
    text: str,
    options: list[str],
    rules: str,
    position: str,
    marks: list[str],
) -> PollQuestion:
    """Check a question and normalize its texts; raise ``RequestError``.

    A ``choice`` needs a text and options, a ``slide`` a text; all others need a position.
    """
    limit = MAX_SLIDE_LENGTH if kind == "slide" else MAX_QUESTION_LENGTH
    line = _line("the question", text, limit)
    if kind != "choice" and options:
        raise RequestError("bad-poll", f"only a choice has options, not a poll of kind {kind}")
    if kind not in MARKS and marks:
        raise RequestError("bad-poll", f"a poll of kind {kind} does not ask about marks")
    choices = _options(options) if kind == "choice" else ()
    if kind in ("choice", "slide"):
        if not line:
            raise RequestError("bad-poll", f"a {kind} needs a text: write it")
        if not position:
            return PollQuestion(kind, line, choices, parse_setup(rules, "none").rules)
    if not position:
        raise RequestError("bad-poll", f"a poll of kind {kind} needs a position")
    setup = parse_setup(rules, "none", start=position)
    here = _position(setup.rules, setup.start)
    if kind == "move" and here.has_loop:
        raise RequestError("bad-poll", f"no mark can be placed in {here}: a loop is pending")
    if kind == "collapse" and not here.has_loop:
        raise RequestError("bad-poll", f"no loop is pending in {here}")
    about = _marks(here, marks, MARKS.get(kind, 0))
    return PollQuestion(kind, line, choices, setup.rules, setup.start, about)


def parse_answer(question: PollQuestion, text: str) -> str:
    """Check an answer and normalize it; raise ``RequestError``."""
    match question.kind:
        case "choice":
            known = [str(number) for number in range(1, len(question.options) + 1)]
        case "ahead" | "entangled":
            known = list(FIXED_ANSWERS[question.kind])
        case "worlds":
            if not _WORLDS.fullmatch(text):
                raise RequestError("bad-answer", "the answer must be a number from 1 to 999999")
            return text
        case "where":
            return _chance(text)
        case "move" | "collapse":
            return _move(question, text)
        case "slide":
            raise RequestError("bad-answer", "a slide asks nothing")
    if text not in known:
        raise RequestError("bad-answer", f"the answer must be one of {', '.join(known)}")
    return text


def _move(question: PollQuestion, text: str) -> str:
    position = _position(question.rules, question.position)
    try:
        return format_move(parse_move(text, position), position)
    except ValueError as error:
        raise RequestError("bad-answer", str(getattr(error, "message", error))) from error


def _chance(text: str) -> str:
    """Return a chance in lowest terms."""
    match = _CHANCE.fullmatch(text)
    chance = Fraction(int(match[1]), int(match[2])) if match else Fraction(2)
    if chance > 1:
        raise RequestError("bad-answer", "the answer must be a fraction from 0/1 to 1/1")
    return f"{chance.numerator}/{chance.denominator}"


def _position(rules: str, position: str) -> Position:
    return parse_position(position, Rules.parse(rules))


def _options(options: list[str]) -> tuple[str, ...]:
    lines = tuple(_line("an answer", option, MAX_OPTION_LENGTH) for option in options)
    if not MIN_OPTIONS <= len(lines) <= MAX_OPTIONS:
        raise RequestError(
            "bad-poll", f"a choice has {MIN_OPTIONS} to {MAX_OPTIONS} answers, not {len(lines)}"
        )
    if "" in lines or len(set(lines)) < len(lines):
        raise RequestError("bad-poll", "the answers of a choice must differ and not be empty")
    return lines


def _marks(position: Position, marks: list[str], count: int) -> tuple[str, ...]:
    quantum = [mark_name(mark) for mark in position.quantum]
    if len(marks) != count or len(set(marks)) != count or not set(marks) <= set(quantum):
        there = ", ".join(quantum) or "none"
        raise RequestError(
            "bad-poll", f"the marks to ask about must be {count} different of: {there}"
        )
    return tuple(marks)


def _line(what: str, text: str, limit: int) -> str:
    line = sanitize_line(text)
    if len(line) > limit:
        raise RequestError("bad-poll", f"{what} can have at most {limit} characters")
    return line
