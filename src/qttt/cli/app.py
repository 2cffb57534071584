"""All commands, in the order of the help. A command's module is imported when it is called."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from . import streams
from .commands import help_if_bare

COMMANDS = {
    "play": "Play in a browser, or in this terminal.",
    "show": "Show a position and everything that follows from it.",
    "solve": "Solve a position: its value, that of every move, the best line.",
    "search": "Look for a good move on a board that is not solved.",
    "perft": "Count the ways in which the next N plies can be played.",
    "convert": "Convert games between notations, and into pictures.",
    "review": "Review games: what each move kept or lost.",
    "puzzles": "Make puzzles: positions in which one move only is right.",
    "values": "Tell what games are worth, how many there are, and what random play comes to.",
    "shell": "Play by typed commands; also reads them from a pipe.",
    "serve": "Serve the web app, for browsers, and games over the network.",
    "match": "Let two players play many games.",
    "ladder": "Let each level play the one below it.",
    "engine": "Play as a program for other programs, by the engine protocol.",
    "bot": "Play on a server, as a program among people.",
    "circuit": "Show the quantum circuits whose measurement is a position.",
    "audit": "Check what records say about the coins that decided collapses.",
    "exercises": "Make exercises about positions, and check answers.",
    "sheets": "Print sheets for a classroom, as a PDF.",
    "coins": "Measure the bits of coins before a game needs them.",
    "store": "Back up, restore and verify what `qttt serve` keeps; reset passwords.",
    "table": "Build, verify and read tables: every position of up to so many marks, solved.",
}
"""The first line of each command's help, by the name of its module."""


class Commands(TyperGroup):
    """Imports the command that is called, and with it all that it needs; no other."""

    # Typer has no public names for the types of contexts and commands here.
    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The name of the command that ``args`` begin with, the command, and the other words."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, _imported(name) if name else found, rest


def _imported(name: str) -> Any:
    return get_command(import_module(f".{name}", __package__).app)


app = typer.Typer(
    cls=Commands,
    help="Quantum tic-tac-toe: play it, look at positions, solve them, convert games.",
    epilog="`qttt COMMAND --help` tells more about a command.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _qttt(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from qttt import __version__

        typer.echo(f"qttt {__version__}")
    else:
        help_if_bare(context)


def _named() -> None:
    """Stands for a command whose name and help are known, and no more."""


for _name, _about in COMMANDS.items():
    app.command(_name, help=_about)(_named)


def run(args: Sequence[str]) -> int:
    """Run one command. Returns the exit code: 0, 2 for what was refused, or the command's own."""
    streams.prepare()
    try:
        code = app(args, prog_name="qttt", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        return streams.silence(1)
    except TyperException as error:
        from .errors import Problem

        message = error.format_message().replace("Value error, ", "")
        return streams.refuse(Problem("usage", message), args)
    except Exception as error:
        from .errors import problem

        told = problem(error)
        if told is None:
            raise
        return streams.refuse(told, args)
    return code or 0
