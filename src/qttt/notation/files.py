"""Paths in the home folder, existence and atomic replacement of files."""

import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex

TEMPORARY = ".qttt-*.tmp"
"""Pattern of the names of temporary files, which a killed process leaves; safe to delete."""


def expand_home(path: str | os.PathLike[str]) -> Path:
    """Expand a leading ``~``. Raises ``FileNotFoundError`` if that folder is unknown."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:  # neither HOME nor an entry in the list of users
        reason = "the home folder is unknown: set HOME, or name the whole path"
        raise FileNotFoundError(errno.ENOENT, reason, os.fspath(path)) from error


def is_file(path: str | os.PathLike[str]) -> bool:
    """Return whether this is a file and not a folder or device.

    Raises ``OSError`` if it is unknown, as ``Path.is_file`` does before Python 3.14.
    """
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except FileNotFoundError:
        return False


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path`` as ``replacing`` does. Raises ``OSError``."""
    with replacing(path) as write:
        write(data)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Callable[[bytes], object]]:
    """Yield a function that writes to a file, which at the end replaces ``path``, synced.

    The replacement is atomic, and does not happen if there is an error. A killed process can leave
    a file named like ``TEMPORARY``. Devices and pipes are written directly. Raises ``OSError`` if
    the file cannot be written.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as device:
            yield device.write
        return
    temporary = target.with_name(TEMPORARY.replace("*", token_hex(8)))
    try:
        with _synced(temporary) as file:
            yield partial(_write, file)
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if os.name == "posix":  # elsewhere folders cannot be opened
        _sync_and_close(os.open(target.parent, os.O_RDONLY))


@contextmanager
def _synced(path: Path) -> Iterator[int]:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        yield file
    finally:
        _sync_and_close(file)


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def _sync_and_close(file: int) -> None:
    try:
        os.fsync(file)
    finally:
        os.close(file)
