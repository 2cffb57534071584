"""The location of the store; by default a file in the user's data folder."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from .errors import ServerError, StoreError
from .store.lock import lock_store
from .store.store import open_store

DATA_FOLDER_VARIABLE = "QTTT_DATA"
"""The environment variable with the folder."""
STORE_FILE = "games.db"


def store_location(named: str | None = None, *, create_folder: bool = True) -> str:
    """Return the path or URL of the store; by default the user's own file.

    A path without a suffix is a folder, in which the file is ``games.db``.

    Raises ``ServerError`` if the folder cannot be created.
    """
    if named is None:
        return str(data_file(create_folder=create_folder))
    if "://" in named or (path := Path(named).expanduser()).is_file():
        return named
    if path.is_dir() or not path.suffix:
        path = data_file({DATA_FOLDER_VARIABLE: named}, create_folder=create_folder)
    return str(path)


@contextmanager
def claim_store(location: str, *, has_bus: bool = False) -> Iterator[Callable[[str], None]]:
    """Open the store once, which creates it. Without a bus, no other server can claim a file.

    Yields a function that publishes this server's address to those that try.

    Raises:
        ServerRunningError: Another server has claimed the store.
        ServerError: The store cannot be used.
    """
    with ExitStack() as stack:
        try:
            publish = stack.enter_context(nullcontext(_ignore) if has_bus else lock_store(location))
            asyncio.run(_open(location))
        except StoreError as error:
            raise ServerError(f"cannot open the store: {error}") from error
        yield publish


def _ignore(_url: str) -> None:
    """Publish no address: with a bus several servers share the store."""


async def _open(location: str) -> None:
    async with open_store(location):
        pass


def data_file(
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    *,
    create_folder: bool = True,
) -> Path:
    """Return the file in the user's data folder, which is created if missing.

    Raises ``ServerError`` if it cannot be created.
    """
    folder = _folder(environment, platform)
    try:
        if create_folder:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            f"cannot create the data folder {folder} ({error.strerror}); "
            f"set another with {DATA_FOLDER_VARIABLE}, or a file with --data"
        ) from error
    return folder / STORE_FILE


def _folder(environment: Mapping[str, str], platform: str) -> Path:
    if named := environment.get(DATA_FOLDER_VARIABLE):
        return Path(named).expanduser()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "qttt"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "qttt"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "qttt"
