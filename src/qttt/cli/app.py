"""The commands, in the order of the help; their modules are imported lazily."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from . import streams

COMMANDS = {
    "play": "Play in a browser, or in this terminal.",
    "show": "Show a position and everything that follows from it.",
    "solve": "Solve a position: its value, its moves and the best line.",
    "search": "Search for a good move on a board that is too big to solve.",
    "perft": "Count the possible sequences of the next N plies.",
    "convert": "Convert games between notations, and into pictures.",
    "review": "Review games: what each move kept or lost.",
    "puzzles": "Make puzzles: positions with a single right move.",
    "values": "Print values, openings and counts of every 3×3 variant.",
    "book": "Compute the tables and files of the book, docs/book.",
    "shell": "Play by typed commands, or run them from a pipe.",
    "serve": "Serve the web app and online games.",
    "tournament": "Play many games between two players.",
    "ladder": "Play each level against the one below it.",
    "engine": "Run the engine for other programs, by the engine protocol.",
    "mcp": "Offer rules, engine and drawings to language models.",
    "bot": "Play on a server as a bot.",
    "circuit": "Show the quantum circuits whose measurement gives a position.",
    "audit": "Check the coins that decided collapses in records.",
    "exercises": "Make exercises about positions, and check answers.",
    "sheets": "Print sheets for a classroom, as a PDF.",
    "coins": "Measure the bits of coins in advance.",
    "store": "Back up, restore, move and verify a server's data.",
    "tablebase": "Build, verify and probe tables of solved positions.",
}
"""The summary of each command, by the name of its module."""


def command_app() -> typer.Typer:
    """Return the app of a single command, such as ``qttt show``."""
    return typer.Typer(add_completion=False, rich_markup_mode=None)


def group_app(about: str, epilog: str | None = None) -> typer.Typer:
    """Return the app of a group of commands, such as ``qttt tablebase build``."""
    return typer.Typer(help=about, epilog=epilog, add_completion=False, rich_markup_mode=None)


def help_if_bare(context: typer.Context) -> None:
    """Print the help of a group if no subcommand is given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


class Commands(TyperGroup):
    """Imports only the module of the command that is run."""

    # Typer does not export the types of contexts and commands.
    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the command's name, the command, and the remaining arguments."""
        name, placeholder, rest = super().resolve_command(ctx, args)
        return name, _import_command(name) if name else placeholder, rest


def _import_command(name: str) -> Any:
    return get_command(import_module(f".{name}", __package__).app)


app = typer.Typer(
    cls=Commands,
    help="Quantum tic-tac-toe: play, show and solve positions, convert games.",
    epilog="`qttt COMMAND --help` shows the options of a command.",
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


def _placeholder() -> None:
    pass


for _name, _summary in COMMANDS.items():
    app.command(_name, help=_summary)(_placeholder)


def _help_hint(error: TyperException) -> str:
    """Return where the command that rejected its arguments is explained."""
    context = getattr(error, "ctx", None)
    end = "" if error.format_message().endswith((".", "?")) else "."
    return f"{end} See {context.command_path} --help." if context else ""


def run(args: Sequence[str]) -> int:
    """Run one command and return its exit code; 2 for invalid input."""
    streams.prepare()
    try:
        code = app(args, prog_name="qttt", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        return streams.silence(1)
    except TyperException as error:
        from .errors import CliError

        message = error.format_message().replace("Value error, ", "")
        return streams.report_error(CliError("usage", f"{message}{_help_hint(error)}"), args)
    except Exception as error:
        from .errors import cli_error

        report = cli_error(error)
        if report is None:
            raise
        return streams.report_error(report, args)
    return code or 0
