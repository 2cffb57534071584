"""Which questions a poll can ask, and which answers they have."""

import re

from qttt.game import Position, Rules, mark_name
from qttt.notation import format_move, parse_move, parse_position
from qttt.server.errors import RequestError
from qttt.server.lobby.setup import parse_setup
from qttt.server.store.poll_records import PollKind, PollQuestion
from qttt.server.text import sanitize_line

MAX_QUESTION_LENGTH = 200
MAX_OPTION_LENGTH = 60
MIN_OPTIONS, MAX_OPTIONS = 2, 6
FIXED_ANSWERS = {"ahead": ("X", "even", "O"), "entangled": ("yes", "no")}
_WORLDS = re.compile(r"[1-9][0-9]{0,5}")


def parse_question(
    kind: PollKind,
    text: str,
    options: list[str],
    rules: str,
    position: str,
    marks: list[str],
) -> PollQuestion:
    """Check a question and normalize its texts; raise ``RequestError``.

    A ``choice`` needs a text and options; all others need a position.
    """
    line = _line("the question", text, MAX_QUESTION_LENGTH)
    if kind != "choice" and options:
        raise RequestError("bad-poll", f"only a choice has options, not a poll of kind {kind}")
    if kind != "entangled" and marks:
        raise RequestError(
            "bad-poll", f"only entangled asks about marks, not a poll of kind {kind}"
        )
    if kind == "choice":
        if not line:
            raise RequestError("bad-poll", "a choice needs a question: write its text")
        if not position:
            return PollQuestion(kind, line, _options(options), parse_setup(rules, "none").rules)
    if not position:
        raise RequestError("bad-poll", f"a poll of kind {kind} needs a position")
    setup = parse_setup(rules, "none", start=position)
    here = _position(setup.rules, setup.start)
    if kind == "move" and here.has_loop:
        raise RequestError("bad-poll", f"no mark can be placed in {here}: a loop is pending")
    if kind == "collapse" and not here.has_loop:
        raise RequestError("bad-poll", f"no loop is pending in {here}")
    chosen = _options(options) if kind == "choice" else ()
    pair = _marks(here, marks) if kind == "entangled" else ()
    return PollQuestion(kind, line, chosen, setup.rules, setup.start, pair)


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
        case "move" | "collapse":
            return _move(question, text)
    if text not in known:
        raise RequestError("bad-answer", f"the answer must be one of {', '.join(known)}")
    return text


def _move(question: PollQuestion, text: str) -> str:
    position = _position(question.rules, question.position)
    try:
        return format_move(parse_move(text, position), position)
    except ValueError as error:
        raise RequestError("bad-answer", str(getattr(error, "message", error))) from error


def _position(rules: str, position: str) -> Position:
    return parse_position(position, Rules.parse(rules))


def _options(options: list[str]) -> tuple[str, ...]:
    lines = tuple(_line("an answer", each, MAX_OPTION_LENGTH) for each in options)
    if not MIN_OPTIONS <= len(lines) <= MAX_OPTIONS:
        raise RequestError(
            "bad-poll", f"a choice has {MIN_OPTIONS} to {MAX_OPTIONS} answers, not {len(lines)}"
        )
    if "" in lines or len(set(lines)) < len(lines):
        raise RequestError("bad-poll", "the answers of a choice must differ and not be empty")
    return lines


def _marks(position: Position, marks: list[str]) -> tuple[str, ...]:
    quantum = [mark_name(mark) for mark in position.quantum]
    if len(set(marks)) != 2 or len(marks) != 2 or not set(marks) <= set(quantum):
        there = ", ".join(quantum) or "none"
        raise RequestError("bad-poll", f"name two different marks that can be asked about: {there}")
    return tuple(marks)


def _line(what: str, text: str, limit: int) -> str:
    line = sanitize_line(text)
    if len(line) > limit:
        raise RequestError("bad-poll", f"{what} can have at most {limit} characters")
    return line
