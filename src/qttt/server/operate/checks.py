"""Checks of the store and the bus before the server starts."""

import asyncio
import sqlite3
from typing import NamedTuple

from qttt.extras import MissingExtraError
from qttt.server.errors import ServerError, StoreError
from qttt.server.net.redis_bus import check_bus
from qttt.server.store.connecting import connect, store_file
from qttt.server.store.schema import SCHEMA_VERSION
from qttt.server.store.sqlite import check_rights
from qttt.server.store.store import check_creatable, check_schema

from .open_files import describe_file_limit
from .settings import ServerSettings, mask_secrets

WAL_RESET_FIXED = (3, 51, 3)
"""The first version of SQLite without the WAL-reset fault (sqlite.org/wal.html#walresetbug)."""


class CheckResult(NamedTuple):
    """The result of one check; ``is_wrong`` if the server cannot run."""

    name: str
    message: str
    is_wrong: bool = False


def check_settings(settings: ServerSettings, location: str | None) -> list[CheckResult]:
    """Check the limit of files, the store at ``location`` and the bus, if configured."""
    results = [_result("files", describe_file_limit(settings.sockets))]
    if location is not None:
        results.append(_result("store", _store(location)))
        if not location.startswith("postgres"):
            results.append(CheckResult("sqlite", describe_sqlite(sqlite3.sqlite_version_info)))
    if settings.redis:
        results.append(_result("bus", _bus(settings.redis)))
    return results


def describe_sqlite(version: tuple[int, ...]) -> str:
    """Return SQLite's version, and whether it has the WAL-reset fault."""
    text = ".".join(map(str, version))
    if version >= WAL_RESET_FIXED:
        return text
    fixed = ".".join(map(str, WAL_RESET_FIXED))
    return f"{text}; very rarely, versions before {fixed} damage a store: prefer a newer one"


def _result(name: str, result: str | Exception) -> CheckResult:
    return CheckResult(name, mask_secrets(str(result)), is_wrong=isinstance(result, Exception))


def _store(location: str) -> str | Exception:
    try:
        if file := store_file(location):
            check_rights(file)
            if not file.exists():
                return f"{file} will be created"
        return _schema(location)
    except (StoreError, MissingExtraError) as error:
        return error


def _schema(location: str) -> str:
    with connect(location) as database:
        if check_schema(database):
            return f"{database.location} has schema {SCHEMA_VERSION}"
        with database.reading() as connection:
            check_creatable(connection)
        return f"{database.location} is empty; its tables will be created"


def _bus(url: str) -> str | Exception:
    try:
        asyncio.run(check_bus(url))
    except (ServerError, MissingExtraError) as error:
        return error
    return f"{mask_secrets(url)} answers"
