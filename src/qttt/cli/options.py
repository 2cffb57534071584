"""The arguments and options that several commands have. Nothing but typer is imported."""

from typing import Annotated

import typer

# The names of game.PRESETS, which are not imported for the sake of --help.
_RULES = (
    "A preset: goff, complete, closer, no-pair-loops, qubic3, qubic4, qubic5, krist, classic3, "
    "classic4; or with switches: 'krist rows=5 cols=5'."
)

What = Annotated[
    list[str] | None, typer.Argument(metavar="WHAT", help="A position, moves, or Goff's string.")
]
RulesText = Annotated[str, typer.Option("--rules", metavar="RULES", help=_RULES)]
Size = Annotated[
    int | None,
    typer.Option("--size", metavar="N", help="The side of the board; for the preset krist."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Repeats all that is left to chance.")
]
