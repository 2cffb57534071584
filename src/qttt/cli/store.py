"""``qttt store``: backup, export, verification and password resets for a server's store."""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar

import click

from qttt.notation.points import format_count

from .declared import Argument, Group, Option
from .errors import CliError

T = TypeVar("T")

app = Group(
    epilog="The default store is that of `qttt serve`.",
)

Data = Annotated[
    str | None, Option("--data", metavar="FILE", help="The store: a file or a database.")
]
Config = Annotated[Path | None, Option("--config", metavar="FILE", help="The server's settings.")]


@app.command(
    help="Write a consistent copy of the store, and verify it.",
    epilog="The server can keep running. An existing backup is replaced.",
)
def backup(
    file: Annotated[Path, Argument(metavar="FILE", help="The backup to write.")],
    data: Data = None,
    config: Config = None,
) -> None:
    place = _place(data, config)
    from qttt.server.store.backup import create_backup

    _report(_run(lambda: create_backup(place, file)), f"backed up to {file}")


@app.command(
    help="Create a store from a backup, and verify it.",
    epilog="The server must be stopped, and the store must not exist yet.",
)
def restore(
    file: Annotated[Path, Argument(metavar="FILE", help="The backup.")],
    data: Data = None,
    config: Config = None,
) -> None:
    place = _place(data, config, create_folder=True)
    from qttt.server.store.backup import restore

    _report(_run(lambda: restore(file, place)), f"restored to {place}")


@app.command(
    "export",
    help="Write all data as lines of JSON. They suit another database or a newer version.",
    epilog="The server can keep running. The file contains hashes of passwords: keep it private.",
)
def export_(
    file: Annotated[Path, Argument(metavar="FILE", help="The export to write.")],
    data: Data = None,
    config: Config = None,
) -> None:
    place = _place(data, config)
    from qttt.server.store.export import export_store

    _report(_run(lambda: export_store(_existing(place), file)), f"exported to {file}")


@app.command(
    "import",
    help="Create a store from an export, and verify it.",
    epilog="The store must not exist yet, or be an empty PostgreSQL database.",
)
def import_(
    file: Annotated[Path, Argument(metavar="FILE", help="The export.")],
    data: Data = None,
    config: Config = None,
) -> None:
    place, keep = _place(data, config, create_folder=True), _retention(data, config)
    from qttt.server.store.export import import_store

    _report(_run(lambda: import_store(file, place, keep)), f"imported to {place}")


@app.command(
    help="Upgrade a store that an older version wrote. What it was is kept.",
    epilog="The server must be stopped. Repeat an upgrade that was killed.",
)
def upgrade(data: Data = None, config: Config = None) -> None:
    place, keep = _existing(_place(data, config)), _retention(data, config)
    from qttt.server.data import lock_store
    from qttt.server.store.schema import SCHEMA_VERSION
    from qttt.server.store.upgrade import Upgrade, upgrade_store

    def work() -> Upgrade | None:
        with lock_store(place):
            return upgrade_store(place, keep)

    if done := _run(work):
        schemas = f"from schema {done.schema} to {SCHEMA_VERSION}"
        _report(done.games, f"upgraded {schemas}; the old store is kept: {done.kept}")
    else:
        _echo(f"{place} has schema {SCHEMA_VERSION} already")


@app.command(
    help="Verify every game. Its hash chain is checked, and that result and lists follow from it.",
    epilog="The server can keep running.",
)
def verify(data: Data = None, config: Config = None) -> None:
    place = _place(data, config)
    _report(_run(lambda: _verify(place)), "verified")


@app.command(
    "reset-password",
    help="Create a code to set a new password. It is valid once, within a day.",
    epilog="The server can keep running. Anyone with the code can take over the account.",
)
def reset_password(
    name: Annotated[str, Argument(metavar="NAME", help="The name of the account.")],
    data: Data = None,
    config: Config = None,
) -> None:
    place = _place(data, config)
    account, code, expires = _run(lambda: _reset(place, name))
    until = datetime.fromtimestamp(expires / 1000, UTC)
    click.echo(f"A code for {account}, valid once, until {until:%Y-%m-%d %H:%M} UTC:")
    click.echo(code)
    click.echo("Enter it in the app when logging in, under Forgotten password.")


def _verify(place: str) -> int:
    from qttt.server.store.backup import verify_store
    from qttt.server.store.connecting import connect

    with connect(_existing(place)) as database:
        return verify_store(database, replay=True)


def _reset(place: str, name: str) -> tuple[str, str, int]:
    import asyncio

    return asyncio.run(_new_code(place, name))


async def _new_code(place: str, name: str) -> tuple[str, str, int]:
    from qttt.server.errors import RequestError
    from qttt.server.people.accounts import new_reset_code
    from qttt.server.store.store import open_store

    async with open_store(_existing(place)) as store:
        try:
            user, code, expires = await new_reset_code(store.accounts, store.people, name, _now())
        except RequestError as error:
            raise CliError("store", error.message) from error
    return user.name, code, expires


def _existing(place: str) -> str:
    from qttt.notation.files import is_file
    from qttt.server.store.connecting import store_file

    file = store_file(place)
    if file and not is_file(file):
        raise CliError("store", f"no store at {place}")
    return place


def _now() -> int:
    return time.time_ns() // 1_000_000


def _place(data: str | None, config: Path | None, *, create_folder: bool = False) -> str:
    from qttt.server import ServerError, read_settings, store_location

    try:
        settings = read_settings(_given(data), config).settings
        return store_location(settings.data or None, create_folder=create_folder)
    except ServerError as error:
        raise CliError("server", str(error)) from error


def _retention(data: str | None, config: Path | None) -> Mapping[str, int]:
    from qttt.server import read_settings
    from qttt.server.retention import retention_ms

    return retention_ms(read_settings(_given(data), config).settings.retention)


def _given(data: str | None) -> dict[str, str]:
    return {} if data is None else {"data": data}


def _run(work: Callable[[], T]) -> T:
    from qttt.server.errors import ServerError, StoreError

    try:
        return work()
    except (ServerError, StoreError) as error:
        raise CliError("store", str(error)) from error


def _report(games: int, result: str) -> None:
    _echo(f"{format_count(games, 'game')} {result}")


def _echo(text: str) -> None:
    from qttt.server.operate.settings import mask_secrets

    click.echo(mask_secrets(text))
