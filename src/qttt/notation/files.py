"""Atomic replacement of files."""

import os
import shutil
from pathlib import Path
from secrets import token_hex


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path`` atomically, and sync it to the disk.

    A killed process can leave a temporary file ``.qttt-*.tmp``, which is safe to delete. Devices
    and pipes are written directly. Raises ``OSError`` if the file cannot be written.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    temporary = target.with_name(f".qttt-{token_hex(8)}.tmp")
    try:
        _write(temporary, data)
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if os.name == "posix":  # elsewhere folders cannot be opened
        _sync_and_close(os.open(target.parent, os.O_RDONLY))


def _write(path: Path, data: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        _sync_and_close(file)


def _sync_and_close(file: int) -> None:
    try:
        os.fsync(file)
    finally:
        os.close(file)
