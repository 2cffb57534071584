"""``qttt puzzles``: prints puzzles with solutions, or writes them to a file."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated

from qttt import study
from qttt.game import Rules
from qttt.notation import token_of, write_record
from qttt.notation.points import describe_points, format_count
from qttt.notation.text import board_text
from qttt.study import Puzzle, puzzle_record
from qttt.study.words import line_text

from . import output
from .declared import Option, command
from .errors import CliError, one_line
from .games import write_records
from .options import STANDARD, Ascii, Json, RulesText, Seed, Size, read_rules, seed_or_random
from .output import OutputStyle


@command(
    epilog="The same seed makes the same puzzles.",
)
def puzzles(
    count: Annotated[int, Option(metavar="N", min=1, help="Number of puzzles.")] = 5,
    seed: Seed = None,
    grade: Annotated[
        int | None, Option(metavar="G", min=1, max=5, help="From 1, easy, to 5.")
    ] = None,
    rules: RulesText = "goff",
    size: Size = None,
    out: Annotated[
        Path | None,
        Option("-o", "--out", metavar="OUT", help="Write records; - prints them."),
    ] = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    played, seed = read_rules(rules, size), seed_or_random(seed)
    puzzles = islice(study.puzzles(played, seed=seed, grade=grade), count)
    graded = sorted(puzzles, key=lambda puzzle: puzzle.grade)
    _check(len(graded), count, played, grade)
    records = [write_record(puzzle_record(puzzle, n)) for n, puzzle in enumerate(graded, 1)]
    if out not in (None, STANDARD):
        write_records(out, records)
    if json:
        output.show_json({"seed": seed, "puzzles": [facts(puzzle) for puzzle in graded]})
    elif out == STANDARD:
        output.show_bytes("\n".join(records))
    else:
        style = output.stdout_style(ascii=ascii)
        output.show(_summary(graded, seed, out) if out else book(graded, seed, style))


def _check(available: int, count: int, rules: Rules, grade: int | None) -> None:
    """Warn if there are fewer puzzles than requested. Raises ``CliError`` if there are none."""
    which = f" of grade {grade}" if grade else ""
    if not available:
        raise CliError("usage", f"no puzzle{which} found under {rules}")
    if available < count:
        output.note(f"only {available} of {count} puzzles{which} found under {rules}")


# --- for people ------------------------------------------------------------------------------


def book(graded: Sequence[Puzzle], seed: int, style: OutputStyle) -> Iterator[str]:
    """Format a board and a task for each puzzle, then the solutions."""
    for number, puzzle in enumerate(graded, 1):
        yield f"{number}. Grade {puzzle.grade}. {puzzle.task(unicode=style.unicode)}"
        picture = board_text(puzzle.position, unicode=style.unicode, color=style.color)
        yield picture.rpartition("\n")[0]
        yield style.row("Position", str(puzzle.position))
        yield ""
    yield "Solutions"
    for number, puzzle in enumerate(graded, 1):
        yield style.row(f"{number:>3}.", _solution(puzzle))
    yield ""
    yield style.row("Seed", str(seed))


def _solution(puzzle: Puzzle) -> str:
    position, wrong = puzzle.position, puzzle.trap[0]
    line = line_text(puzzle.line, position)
    trap = ""
    if "deceptive" in puzzle.themes:
        name = token_of(wrong, position)
        trap = f"; {name} looks better, but loses {describe_points(puzzle.losses[wrong])}"
    return f"{token_of(puzzle.solution, position)}: {puzzle.explanation()}{trap}. Line {line}"


def _summary(graded: Sequence[Puzzle], seed: int, out: Path) -> Iterator[str]:
    grades = Counter(puzzle.grade for puzzle in graded)
    by_grade = ", ".join(f"{grades[grade]} of grade {grade}" for grade in sorted(grades))
    yield one_line(f"{format_count(len(graded), 'puzzle')} in {out}: {by_grade}; seed {seed}")


# --- for programs ----------------------------------------------------------------------------


def facts(puzzle: Puzzle) -> dict[str, object]:
    """Return the puzzle as JSON; values are points of X minus points of O."""
    position, difficulty = puzzle.position, puzzle.difficulty
    return {
        "rules": str(position.rules),
        "position": str(position),
        "turn": position.to_move,
        "task": puzzle.task(),
        "grade": puzzle.grade,
        "themes": list(puzzle.themes),
        "solution": position.name(puzzle.solution),
        "value": puzzle.value,
        "line": [position.name(move) for move in puzzle.line],
        "trap": [position.name(move) for move in puzzle.trap],
        "losses": {position.name(move): loss for move, loss in puzzle.losses.items()},
        "moves": difficulty.moves,
        "plies": difficulty.plies,
        "looks": round(difficulty.looks, 6),
        "chance": round(difficulty.chance, 6),
    }
