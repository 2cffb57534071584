"""The location of the store, by default a file in the user's data folder, and the claim to it."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from qttt.notation.files import expand_home
from qttt.notation.locks import lock, unlock

from .errors import ServerError, ServerRunningError, StoreError
from .store.backup import remove_leftovers
from .store.connecting import store_file
from .store.database import translate_errors
from .store.sqlite import check_rights, create_store_file
from .store.store import open_store

DATA_FOLDER_VARIABLE = "QTTT_DATA"
"""The environment variable with the folder."""
STORE_FILE = "games.db"


def store_location(named: str | None = None, *, create_folder: bool = True) -> str:
    """Return the path or URL of the store; by default the user's own file.

    A path without a suffix is a folder, in which the file is ``games.db``.

    Raises ``ServerError`` if the folder is unknown or cannot be created.
    """
    if named is None:
        return str(data_file(create_folder=create_folder))
    if "://" in named or (path := _expand_home(named)).is_file():
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
            if file := store_file(location):
                check_rights(file)
            publish = stack.enter_context(nullcontext(_ignore) if has_bus else lock_store(location))
            asyncio.run(_open(location))
        except StoreError as error:
            raise ServerError(f"cannot open the store: {error}") from error
        yield publish


def _ignore(_url: str) -> None:
    """Publish no address: several servers can share the store."""


@contextmanager
def lock_store(url: str) -> Iterator[Callable[[str], None]]:
    """Lock the store at ``url`` if it is a SQLite file, which has one server at most.

    The system releases the lock when the process ends, however it ends. It is on a file beside the
    store, which other programs can still open.

    Raises ``ServerRunningError`` if another process holds the lock.
    """
    store = store_file(url)
    if store is None:
        yield _ignore
        return
    store = store.resolve()
    path = store.with_name(f"{store.name}-lock")
    address = store.with_name(f"{path.name}-address")  # on Windows a locked file cannot be read
    with translate_errors(str(store)):
        remove_leftovers(store.parent)
        create_store_file(path, store)
        file = path.open("rb+")
    with file:
        try:
            lock(file)
        except OSError as error:
            raise ServerRunningError(
                f"cannot open the store: another server uses {store}, such as qttt play in another "
                "window: use that one, stop it, or choose another file; several servers need "
                "PostgreSQL and Redis",
                _read_address(address),
            ) from error
        address.unlink(missing_ok=True)  # of a process that was killed

        def publish(url: str) -> None:
            address.write_text(url)

        try:
            yield publish
        finally:
            address.unlink(missing_ok=True)
            unlock(file)


def _read_address(file: Path) -> str:
    try:
        return file.read_text()
    except FileNotFoundError:
        return ""


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

    Raises ``ServerError`` if it is unknown or cannot be created.
    """
    folder = _expand_home(_folder(environment, platform))
    try:
        if create_folder:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            f"cannot create the data folder {folder} ({error.strerror}); "
            f"set another with {DATA_FOLDER_VARIABLE}, or a file with --data"
        ) from error
    return folder / STORE_FILE


def _folder(environment: Mapping[str, str], platform: str) -> str:
    if named := environment.get(DATA_FOLDER_VARIABLE):
        return named
    if platform == "win32":
        return f"{environment.get('LOCALAPPDATA') or '~/AppData/Local'}/qttt"
    if platform == "darwin":
        return "~/Library/Application Support/qttt"
    shared = Path(environment.get("XDG_DATA_HOME", ""))
    # The XDG Base Directory Specification says to ignore relative paths.
    return f"{shared if shared.is_absolute() else '~/.local/share'}/qttt"


def _expand_home(path: str) -> Path:
    try:
        return expand_home(path)
    except OSError as error:
        raise ServerError(f"{path}: {error.strerror}") from error
