"""``qttt exercises``: prints exercises, asks them, or checks answers from a file."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import click

from qttt.notation.points import to_ascii
from qttt.notation.text import board_text
from qttt.teach import KINDS, LANGUAGES, AnswerError, Exercise, exercise_list
from qttt.teach.words import Texts, words_of

from . import output
from .declared import Option, command
from .errors import CliError
from .options import Ascii, Json, Seed, seed_or_random
from .output import OutputStyle
from .sources import read_short_source

EPILOG = """The same seed, kinds and grade give the same exercises. FILE has a line for each answer,
starting with the number of its exercise: 3. X1 O4"""

Kinds = Annotated[
    list[str] | None,
    Option(
        "--kind",
        metavar="KIND",
        help=f"Only this kind; can be repeated: {', '.join(KINDS)}.",
        show_default="every kind",
    ),
]
Language = Annotated[
    str, Option("--language", metavar="L", help=f"The language: {', '.join(LANGUAGES)}.")
]
Grade = Annotated[
    int | None, Option("--grade", metavar="G", min=1, max=3, help="From 1, easy, to 3.")
]

_MAX_EXERCISES = 200
_ANSWER = re.compile(r"\s*([1-9][0-9]{0,3})[.):]?\s+(.*)")


@command(epilog=EPILOG)
def exercises(
    kind: Kinds = None,
    count: Annotated[int, Option(metavar="N", min=1, max=_MAX_EXERCISES, help="How many.")] = 9,
    seed: Seed = None,
    grade: Grade = None,
    language: Language = "en",
    answers: Annotated[
        bool, Option("--answers", help="Also print the answers, at the end.")
    ] = False,
    ask: Annotated[bool, Option("--ask", help="Ask them one by one, with feedback.")] = False,
    check: Annotated[
        Path | None, Option(metavar="FILE", help="Check these answers; - is standard input.")
    ] = None,
    json: Json = False,
    ascii: Ascii = False,
) -> int:
    if answers + ask + json + (check is not None) > 1:
        raise CliError("usage", "choose one of --answers, --ask, --check and --json")
    if check is not None and seed is None:
        raise CliError("usage", "--check needs the --seed that is printed on the sheet")
    seed = seed_or_random(seed)
    questions, style = (
        make_exercises(kind, count, seed, grade, language),
        output.stdout_style(ascii=ascii),
    )
    words = words_of(language)
    if not words.fits("ascii") and not (json or style.unicode):
        raise CliError("usage", f"the language {language} cannot be printed in ASCII")
    if json:
        output.show_json({"seed": seed, "exercises": [facts(exercise) for exercise in questions]})
    elif ask:
        _ask(questions, style, words.exercises)
    elif check is not None:
        return _check(questions, _read_answers(check, len(questions)), style, words.exercises)
    else:
        output.show(sheet(questions, seed, style, words.exercises, with_answers=answers))
    return 0


def make_exercises(
    kinds: Sequence[str] | None, count: int, seed: int, grade: int | None, language: str
) -> list[Exercise]:
    """Return ``count`` exercises, easiest first; repeated kinds count once."""
    names = [*dict.fromkeys(kinds or KINDS)]
    try:
        return exercise_list(count, names, seed=seed, grade=grade, language=language)
    except ValueError as error:
        raise CliError("usage", str(error)) from error


# --- on paper --------------------------------------------------------------------------------


def sheet(
    questions: Sequence[Exercise],
    seed: int,
    style: OutputStyle,
    words: Texts,
    *,
    with_answers: bool,
) -> Iterator[str]:
    """Format a board and a question for each exercise, then the answers."""
    for number, exercise in enumerate(questions, 1):
        yield from _question(number, exercise, style)
        yield ""
    if with_answers:
        yield words("labels.answers")
        for number, exercise in enumerate(questions, 1):
            yield style.row(
                f"{number:>3}.", _plain(f"{exercise.answer}: {exercise.explanation}", style)
            )
        yield ""
    yield style.row(words("labels.seed"), str(seed))


def _question(number: int, exercise: Exercise, style: OutputStyle) -> Iterator[str]:
    words = exercise.answer.words.exercises
    picture = board_text(exercise.position, unicode=style.unicode, color=style.color, roles=False)
    grade = words("labels.grade", grade=exercise.grade)
    yield f"{number}. {grade}, {exercise.kind}"
    yield picture.rpartition("\n")[0]
    yield style.row(words("labels.position"), str(exercise.position))
    yield style.row(words("labels.question"), exercise.question)
    yield style.row(words("labels.hint"), exercise.answer.hint)


# --- in the terminal -------------------------------------------------------------------------


def _ask(questions: Sequence[Exercise], style: OutputStyle, words: Texts) -> None:
    """Ask until the input ends; an empty answer skips the exercise."""
    asked = right = 0
    for number, exercise in enumerate(questions, 1):
        output.show(_question(number, exercise, style))
        is_right = _ask_until_valid(exercise, style)
        if is_right is None:
            break
        asked, right = asked + 1, right + is_right
    output.show(["", words("labels.score", right=right, count=asked)])


def _ask_until_valid(exercise: Exercise, style: OutputStyle) -> bool | None:
    """Return whether the next valid answer is right; None at the end of the input."""
    words = exercise.answer.words.exercises
    while True:
        click.echo("> ", nl=False)
        line = sys.stdin.readline(1000)
        if not line:
            return None
        if not line.strip():
            text = f"{exercise.answer}: {exercise.explanation}."
            output.show([style.row(words("labels.answer"), _plain(text, style)), ""])
            return False
        try:
            verdict = exercise.check(line)
        except AnswerError as error:
            output.show([style.row("", _plain(str(error), style))])
            continue
        label = words(_label(verdict.is_right))
        output.show([style.row(label, _plain(verdict.words, style)), ""])
        return verdict.is_right


# --- from a file -----------------------------------------------------------------------------


def _check(
    questions: Sequence[Exercise], given: dict[int, str], style: OutputStyle, words: Texts
) -> int:
    """Print the verdict on each answer. Return 1 if any is wrong."""
    verdicts = [_judge(exercise, given.get(number)) for number, exercise in enumerate(questions, 1)]
    for number, (is_right, feedback) in enumerate(verdicts, 1):
        label = f"{number}. {words(_label(is_right)).lower()}"
        output.show([style.row(label, _plain(feedback, style))])
    right = sum(is_right for is_right, _ in verdicts)
    output.show(["", words("labels.score", right=right, count=len(questions))])
    return int(right < len(questions))


def _label(is_right: bool) -> str:
    return "labels.right" if is_right else "labels.wrong"


def _judge(exercise: Exercise, text: str | None) -> tuple[bool, str]:
    if text is None:
        words = exercise.answer.words.exercises
        return False, words("answers.empty", answer=exercise.answer, why=exercise.explanation)
    try:
        return exercise.check(text)
    except AnswerError as error:
        return False, f"{error}."


def _read_answers(path: Path, count: int) -> dict[int, str]:
    """Read the answers in a file, by the numbers of their exercises."""
    answers: dict[int, str] = {}
    for at, line in enumerate(read_short_source(path).splitlines(), 1):
        if not line.strip():
            continue
        match = _ANSWER.fullmatch(line)
        if match is None:
            raise CliError("notation", "write each answer with its number: 3. X1 O4", at, 1)
        number = int(match[1])
        if number > count:
            raise CliError("notation", f"no exercise {number}: there are only {count}", at, 1)
        if number in answers:
            raise CliError("notation", f"exercise {number} is answered twice", at, 1)
        answers[number] = match[2]
    return answers


# --- words -----------------------------------------------------------------------------------


def _plain(text: str, style: OutputStyle) -> str:
    return text if style.unicode else to_ascii(text)


def facts(exercise: Exercise) -> dict[str, object]:
    """Return the exercise as JSON, with an answer that ``check`` accepts."""
    return {
        "kind": exercise.kind,
        "grade": exercise.grade,
        "position": str(exercise.position),
        "question": exercise.question,
        "hint": exercise.answer.hint,
        "answer": str(exercise.answer),
        "explanation": exercise.explanation,
    }
