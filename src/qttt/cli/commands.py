"""What makes a module a command: it has an ``app``, in which its functions are registered."""

import typer


def command_app() -> typer.Typer:
    """For one command, which is called as its module is: ``qttt show``."""
    return typer.Typer(add_completion=False, rich_markup_mode=None)


def group_app(about: str, epilog: str | None = None) -> typer.Typer:
    """For several commands, which follow the name of their module: ``qttt table build``."""
    return typer.Typer(help=about, epilog=epilog, add_completion=False, rich_markup_mode=None)


def help_if_bare(context: typer.Context) -> None:
    """Print the help of a group that is called without any of its commands."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
