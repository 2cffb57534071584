"""What is looked at before a server starts: nothing is changed, and nobody is served."""

import asyncio
from pathlib import Path
from typing import NamedTuple

from qttt.extras import MissingExtraError
from qttt.server.errors import ServerError
from qttt.server.net.redis_bus import try_bus
from qttt.server.store import StoreError
from qttt.server.store.database import connect, read_url
from qttt.server.store.migrations import revisions
from qttt.server.store.opening import schema_of

from .settings import Settings, masked


class Finding(NamedTuple):
    """What was found about one thing; ``is_wrong`` if nobody can be served like that."""

    what: str
    told: str
    is_wrong: bool = False


def check(settings: Settings, place: str | None) -> list[Finding]:
    """Look at the store at ``place``, if any, and at the bus, if any."""
    found = [] if place is None else [_tried("store", _store(place))]
    if settings.redis:
        found.append(_tried("bus", _bus(settings.redis)))
    return found


def _tried(what: str, found: str | Exception) -> Finding:
    return Finding(what, masked(str(found)), is_wrong=isinstance(found, Exception))


def _store(place: str) -> str | Exception:
    try:
        url = read_url(place)
        if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
            return _folder(Path(url.database or ""))
        return asyncio.run(_schema(place))
    except (StoreError, ServerError, MissingExtraError) as error:
        return error


def _folder(file: Path) -> str:
    if not file.parent.is_dir():
        raise ServerError(f"there is no folder {file.parent} for {file.name}")
    return f"{file} will be made"


async def _schema(place: str) -> str:
    async with connect(place) as database:
        held, latest = await schema_of(database), revisions()[-1]
        where = database.place
    if held is None:
        return f"{where} is empty; its tables will be made"
    if held == latest:
        return f"{where} is of schema {held}, the latest"
    if held not in revisions():
        raise StoreError(f"{where} is of schema {held!r}, of a newer qttt: install that again")
    return f"{where} is of schema {held} and will be brought to {latest}: back it up before"


def _bus(url: str) -> str | Exception:
    try:
        asyncio.run(try_bus(url))
    except (ServerError, MissingExtraError) as error:
        return error
    return f"{masked(url)} answers"
