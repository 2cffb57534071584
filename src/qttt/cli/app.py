"""The commands, in the order of the help; their modules are imported lazily."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import click

from . import streams
from .declared import Group, Option, help_if_bare

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
    "store": "Back up, restore, move, upgrade and verify a server's data.",
    "tablebase": "Build, verify and probe tables of solved positions.",
    "train": "Train an evaluator for the search by self-play.",
}
"""The summary of each command, by the name of its module."""


class Commands(Group):
    """Imports only the module of the command that is run."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command's name, the command, and the remaining arguments."""
        name, placeholder, rest = super().resolve_command(ctx, args)
        return name, _import_command(name) if name else placeholder, rest


def _import_command(name: str) -> click.Command:
    module = import_module(f".{name}", __package__)
    imported: click.Command = getattr(module, "app", None) or getattr(module, name)
    imported.help = COMMANDS[name]
    return imported


def _qttt(
    version: Annotated[bool, Option(help="Print the version.")] = False,
    install_completion: Annotated[
        bool, Option(help="Install completion for the current shell.")
    ] = False,
    show_completion: Annotated[
        bool, Option(help="Show the script that completes in the current shell.")
    ] = False,
) -> None:
    if version:
        from qttt import __version__

        click.echo(f"qttt {__version__}")
    elif install_completion or show_completion:
        from . import completion

        click.echo(completion.install() if install_completion else completion.script(app))
    else:
        help_if_bare()


app = Commands(
    "qttt",
    callback=_qttt,
    help="Quantum tic-tac-toe: play, show and solve positions, convert games.",
    epilog="`qttt COMMAND --help` shows the options of a command.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _name, _summary in COMMANDS.items():
    app.add_command(click.Command(_name, help=_summary))


def _help_hint(error: click.ClickException) -> str:
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
    except click.ClickException as error:
        from .errors import CliError

        message = error.format_message()
        return streams.report_error(CliError("usage", f"{message}{_help_hint(error)}"), args)
    except Exception as error:
        from .errors import cli_error

        report = cli_error(error)
        if report is None:
            raise
        return streams.report_error(report, args)
    return code or 0
