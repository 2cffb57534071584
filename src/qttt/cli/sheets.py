"""``qttt sheets``: rules, boards, tests and exercises as a PDF to print."""

from pathlib import Path
from typing import Annotated, Literal

import click

from qttt import teach
from qttt.notation.files import replace_file
from qttt.teach import KINDS, SHEETS, SheetSettings

from .declared import Argument, Option, command
from .errors import CliError, one_line
from .exercises import Grade, Kinds, Language
from .options import STANDARD, Seed, seed_or_random
from .output import show


@command(
    epilog="The same seed gives the same exercises; `qttt exercises --check` checks answers.",
)
def sheets(
    names: Annotated[
        list[str],
        Argument(metavar="SHEET", help=f"What to print, in order: {', '.join(SHEETS)}."),
    ],
    out: Annotated[
        Path, Option("-o", "--out", metavar="FILE", help="The PDF; - is standard output.")
    ],
    paper: Annotated[Literal["A4", "Letter"], Option("--paper", help="Paper size.")] = "A4",
    per_page: Annotated[int, Option(metavar="N", help="Boards per page: 1, 2, 4 or 6.")] = 4,
    size: Annotated[int, Option(metavar="N", help="Side of empty boards: 3, 4 or 5.")] = 3,
    kind: Kinds = None,
    count: Annotated[int, Option(metavar="N", min=1, max=200, help="Number of exercises.")] = 9,
    seed: Seed = None,
    grade: Grade = None,
    language: Language = "en",
    answers: Annotated[
        bool, Option("--answers/--no-answers", help="Add pages with answers.")
    ] = True,
) -> None:
    settings = SheetSettings(
        paper=paper,
        size=size,
        per_page=per_page,
        seed=seed_or_random(seed),
        count=count,
        kinds=tuple(dict.fromkeys(kind or KINDS)),
        grade=grade,
        answers=answers,
        language=language,
    )
    try:
        document = teach.sheets(names, settings)
    except ValueError as error:
        raise CliError("usage", str(error)) from error
    _write(out, document, names, settings.seed)


def _write(out: Path, document: bytes, names: list[str], seed: int) -> None:
    if out == STANDARD:
        click.echo(document, nl=False)
        return
    replace_file(out, document)
    exercises = f"; seed {seed}" if "exercises" in names else ""
    show([one_line(f"{', '.join(names)} in {out}{exercises}")])
