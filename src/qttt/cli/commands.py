"""Constructors of the ``app`` that each command's module has."""

import typer


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
