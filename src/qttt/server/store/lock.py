"""The lock by which a SQLite store has one server at most."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from qttt.server.errors import ServerRunningError

from .database import create_private_file, parse_url, translate_errors

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def lock_store(url: str) -> Iterator[Callable[[str], None]]:
    """Lock the store at ``url`` if it is a SQLite file.

    Yields a function that writes the server's address for others that find the store in use.

    The system releases the lock when the process ends, however it ends. It is on a file beside the
    store, which other programs can still open.

    Raises ``ServerRunningError`` if another process holds the lock.
    """
    parsed = parse_url(url)
    if parsed.get_backend_name() != "sqlite":
        yield lambda _address: None
        return
    store = Path(parsed.database or "").resolve()
    path = store.with_name(f"{store.name}-lock")
    with translate_errors(str(store)):
        create_private_file(path)
        file = path.open("rb+")
    with file:
        try:
            _lock(file)
        except OSError as error:
            raise ServerRunningError(
                f"cannot open the store: another server uses {store}, such as qttt play in another "
                "window: use that one, stop it, or choose another file; several servers need "
                "PostgreSQL and Redis",
                _read_address(path),
            ) from error
        address = _address_file(path)
        address.unlink(missing_ok=True)  # of a process that was killed

        def publish(url: str) -> None:
            address.write_text(url)

        try:
            yield publish
        finally:
            address.unlink(missing_ok=True)


def _address_file(lock: Path) -> Path:
    """Return the file with the server's address; on Windows a locked file cannot be read."""
    return lock.with_name(f"{lock.name}-address")


def _read_address(lock: Path) -> str:
    try:
        return _address_file(lock).read_text()
    except FileNotFoundError:
        return ""
