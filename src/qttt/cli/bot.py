"""``qttt bot``: a level that plays on a server, as a program of an account."""

import os
from pathlib import Path
from typing import Annotated

import typer

from qttt.engine import Level

from .commands import command_app
from .errors import Failure
from .options import RulesText
from .output import note, show

app = command_app()

KEPT = Path("~/.config/qttt/bot.token")
"""Where a token is kept, unless somebody names another file."""

EPILOG = f"""`--register NAME` makes an account for a program and keeps its token in {KEPT}. Without
--accept, --invite or --seek it plays in games that go on, and in those that begin."""


@app.command(epilog=EPILOG)
def bot(
    url: Annotated[
        str, typer.Option("--url", metavar="URL", help="The server.")
    ] = "http://127.0.0.1:8000",
    token: Annotated[
        str | None,
        typer.Option("--token", metavar="TOKEN", envvar="QTTT_BOT_TOKEN", help="Who it is."),
    ] = None,
    token_file: Annotated[
        Path, typer.Option("--token-file", metavar="FILE", help="The file that has the token.")
    ] = KEPT,
    name: Annotated[
        str | None,
        typer.Option("--register", metavar="NAME", help="Make an account of that name, and end."),
    ] = None,
    level: Annotated[
        str, typer.Option("--level", metavar="LEVEL", help="How well it plays; see qttt play.")
    ] = "hard",
    accept: Annotated[
        str | None,
        typer.Option("--accept", metavar="LINK", help="Accept that invitation, or its code."),
    ] = None,
    invite: Annotated[
        str | None,
        typer.Option("--invite", metavar="CLOCK", help="Invite somebody; 300+5, 3d or none."),
    ] = None,
    seek: Annotated[
        str | None,
        typer.Option("--seek", metavar="CLOCK", help="Look for anybody, again and again."),
    ] = None,
    rules: RulesText = "goff",
    rematches: Annotated[
        int,
        typer.Option("--rematches", metavar="N", min=0, help="So many in a row with one person."),
    ] = 3,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", min=1, help="End when so many games have."),
    ] = None,
) -> None:
    """Play on a server, as a program among people."""
    from qttt.bot import BotError, Client, Leveled, Seek, play

    player, kept = Leveled(_level(level)), token_file.expanduser()
    try:
        if name:
            return _register(url, name, kept)
        client = Client(url, token or _read(kept))
        show([f"{client.name()} plays at {url}, level {level}"])
        if accept:
            client.accept(accept)
        if invite:
            show([f"whoever opens this plays: {client.invite(invite, rules).url}"])
        wanted = Seek(seek, rules) if seek else None
        play(
            client,
            player,
            takes_draw=player.takes_draw,
            games=games,
            seek=wanted,
            rematches=rematches,
            tell=note,
        )
    except BotError as error:
        raise Failure("server", str(error)) from error
    return None


def _register(url: str, name: str, kept: Path) -> None:
    from qttt.bot import register

    if kept.exists():
        raise Failure("usage", f"{kept} has a token already: remove it, or name another file")
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    token, password = register(url, name)
    _write(kept, token)
    show([f"{name} plays with the token in {kept}", f"password, told only now: {password}"])


def _level(name: str) -> Level:
    if name not in list(Level):
        raise Failure("usage", f"{name!r} is no level; there are {', '.join(Level)}")
    return Level(name)


def _read(kept: Path) -> str:
    if not kept.exists():
        raise Failure("usage", f"there is no token in {kept}: qttt bot --register NAME makes one")
    return kept.read_text("ascii").strip()


def _write(kept: Path, token: str) -> None:
    """Write it so that nobody else on this machine can read it at any moment."""
    handle = os.open(kept, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{token}\n")
