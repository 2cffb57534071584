"""``qttt store``: copies of what a server keeps, whether it is as it was, and new passwords."""

import asyncio
import time
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from .commands import group_app, help_if_bare
from .errors import Failure

T = TypeVar("T")

app = group_app(
    "Back up, restore and verify what `qttt serve` keeps; reset passwords.",
    "Without --data it is the store that `qttt serve` uses.",
)
app.callback(invoke_without_command=True)(help_if_bare)

Data = Annotated[
    str | None,
    typer.Option("--data", metavar="FILE", help="The store: a file, or a database."),
]
Config = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="The server's settings.")
]


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


@app.command(
    "reset-password",
    epilog="The server may run meanwhile. Whoever has the code gets the account.",
)
def reset_password(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose password is forgotten.")],
    data: Data = None,
    config: Config = None,
) -> None:
    """Make a code with which somebody sets a new password, once, within a day."""
    called, code, expires = _done(_reset(_place(data, config), name))
    until = datetime.fromtimestamp(expires / 1000, UTC)
    typer.echo(f"A code for {called}, good once, until {until:%Y-%m-%d %H:%M} UTC:")
    typer.echo(code)
    typer.echo("It is entered in the app where one logs in, under Forgotten password.")


async def _verify(place: str) -> int:
    from qttt.server.store.backup import examine
    from qttt.server.store.database import connect

    _check_there(place)
    async with connect(place) as database:
        return await examine(database)


async def _reset(place: str, name: str) -> tuple[str, str, int]:
    from qttt.server.people import PersonError, reset_code
    from qttt.server.store import SqlStore, StoreError
    from qttt.server.store.database import connect
    from qttt.server.store.migrations import revisions
    from qttt.server.store.opening import schema_of

    _check_there(place)
    async with connect(place) as database:
        if await schema_of(database) != revisions()[-1]:
            raise StoreError(f"{database.place} is of another version: start this one's server")
        try:
            user, code, expires = await reset_code(SqlStore(database), name, _now())
        except PersonError as error:
            raise Failure("store", error.message) from error
    return user.name, code, expires


def _check_there(place: str) -> None:
    from qttt.server.store.database import read_url

    url = read_url(place)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Failure("store", f"there is no store at {place}")


def _now() -> int:
    return time.time_ns() // 1_000_000


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
