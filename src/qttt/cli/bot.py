"""``qttt bot``: plays on a server with a level of the engine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

from qttt.engine import Level
from qttt.notation.files import expand_home

from .declared import Option, command
from .errors import CliError
from .options import RulesText
from .output import note, show

TOKEN_FILE = Path("~/.config/qttt/bot.token")
"""The default file of the token."""

EPILOG = f"""`--register NAME` creates a bot account and stores its token in {TOKEN_FILE}. Without
--accept, --invite or --seek it plays the account's unfinished and new games."""


@command(epilog=EPILOG)
def bot(
    url: Annotated[str, Option(metavar="URL", help="The server.")] = "http://127.0.0.1:8000",
    token: Annotated[
        str | None, Option(metavar="TOKEN", envvar="QTTT_BOT_TOKEN", help="The bot's token.")
    ] = None,
    token_file: Annotated[
        Path, Option(metavar="FILE", help="The file with the token.")
    ] = TOKEN_FILE,
    name: Annotated[
        str | None,
        Option("--register", metavar="NAME", help="Create an account of that name, and exit."),
    ] = None,
    level: Annotated[
        str, Option(metavar="LEVEL", help="How well it plays; see qttt play.")
    ] = "hard",
    accept: Annotated[
        str | None, Option(metavar="LINK", help="Accept an invitation, by link or code.")
    ] = None,
    invite: Annotated[
        str | None, Option(metavar="CLOCK", help="Create an invitation: 300+5, 3d or none.")
    ] = None,
    seek: Annotated[
        str | None, Option(metavar="CLOCK", help="Seek opponents, one game after another.")
    ] = None,
    rules: RulesText = "goff",
    rematches: Annotated[
        int, Option(metavar="N", min=0, help="Rematches in a row with one person.")
    ] = 3,
    games: Annotated[int | None, Option(metavar="N", min=1, help="Exit after N games.")] = None,
) -> None:
    from qttt.bot import BotError, Client, LevelPlayer, SeekOptions, play

    player, token_file = LevelPlayer(_level(level)), expand_home(token_file)
    try:
        if name:
            return _register(url, name, token_file)
        client = Client(url, token or _read(token_file))
        show([f"{client.name()} plays at {url}, level {level}"])
        if accept:
            client.accept(accept)
        if invite:
            show([f"invitation: {client.invite(invite, rules).url}"])
        play(
            client,
            player,
            accepts_draw=player.accepts_draw,
            games=games,
            seek=SeekOptions(seek, rules) if seek else None,
            rematches=rematches,
            on_message=note,
        )
    except BotError as error:
        raise CliError("server", str(error)) from error
    return None


def _register(url: str, name: str, token_file: Path) -> None:
    from qttt.bot import BotError, register

    passwords: list[str] = []

    def on_password(password: str) -> None:
        passwords.append(password)
        show([_ONCE + password])

    with _created(token_file) as file:
        try:
            token, _ = register(url, name, on_password=on_password)
        except BotError as error:
            if not passwords:
                raise
            message = f"{error}; {name} exists now, without a token: register another name"
            raise CliError("server", message) from error
        file.write(f"{token}\n")
    show([f"{name} plays with the token in {token_file}"])


_ONCE = "password, shown only once: "


def _level(name: str) -> Level:
    if name not in list(Level):
        raise CliError("usage", f"unknown level {name!r}: choose from {', '.join(Level)}")
    return Level(name)


def _read(token_file: Path) -> str:
    try:
        return token_file.read_text("ascii", "replace").strip()
    except FileNotFoundError as error:
        raise CliError(
            "usage", f"no token in {token_file}: create one with qttt bot --register NAME"
        ) from error


@contextmanager
def _created(token_file: Path) -> Iterator[TextIO]:
    """Create a file that only its owner can ever read, and remove it after an error."""
    token_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(token_file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError as error:
        message = f"{token_file} exists already: remove it, or name another file"
        raise CliError("usage", message) from error
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            yield file
    except BaseException:
        token_file.unlink()
        raise
