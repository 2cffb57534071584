"""``qttt store``: copies of the games that a server keeps, and whether they are as they were."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from .errors import Failure

T = TypeVar("T")

app = typer.Typer(
    help="Back up, restore and verify what `qttt serve` keeps.",
    epilog="Without --data it is the store that `qttt serve` uses.",
    rich_markup_mode=None,
)

Data = Annotated[
    str | None,
    typer.Option("--data", metavar="FILE", help="The store: a file, or a database."),
]
Config = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="The server's settings.")
]


@app.callback(invoke_without_command=True)
def _store(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog="The server may run meanwhile. A backup that is there is replaced.")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    data: Data = None,
    config: Config = None,
) -> None:
    """Copy the store as it is at one moment, and verify the copy."""
    from qttt.server.store.backup import back_up

    place = _place(data, config)
    _tell(_done(back_up(place, file)), f"backed up to {file}")


@app.command(epilog="The server must not run, and nothing may be at the place.")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")],
    data: Data = None,
    config: Config = None,
) -> None:
    """Make a store out of a backup, and verify it."""
    from qttt.server.store.backup import restore

    place = _place(data, config)
    _tell(_done(restore(file, place)), f"restored to {place}")


@app.command(epilog="The server may run meanwhile.")
def verify(data: Data = None, config: Config = None) -> None:
    """Verify the chain of every game: that nothing was changed, lost or exchanged."""
    place = _place(data, config)
    _tell(_done(_verify(place)), "verified")


async def _verify(place: str) -> int:
    from qttt.server.store.backup import examine
    from qttt.server.store.database import connect, read_url

    url = read_url(place)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Failure("store", f"there is no store at {place}")
    async with connect(place) as database:
        return await examine(database)


def _place(data: str | None, config: Path | None) -> str:
    from qttt.server import ServerError, place_for_games, read_settings

    try:
        settings = read_settings({} if data is None else {"data": data}, config).settings
        return place_for_games(settings.data or None)
    except ServerError as error:
        raise Failure("server", str(error)) from error


def _done(work: Coroutine[Any, Any, T]) -> T:
    from qttt.server.store import StoreError

    try:
        return asyncio.run(work)
    except StoreError as error:
        raise Failure("store", str(error)) from error


def _tell(games: int, what: str) -> None:
    from qttt.server.operate import masked

    counted = "1 game" if games == 1 else f"{games} games"
    typer.echo(masked(f"{counted} {what}"))
