"""Files that are never half written."""

import os
import shutil
from pathlib import Path
from secrets import token_hex


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Put ``data`` at ``path``; whatever happens meanwhile, the old file is there or the new one.

    A process that is killed may leave a file ``.qttt-*.tmp`` in the folder, which can be deleted.
    A device or a pipe is written to, not replaced. Raises ``OSError`` if it cannot be written.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    beside = target.with_name(f".qttt-{token_hex(8)}.tmp")
    try:
        _write(beside, data)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    if os.name == "posix":  # elsewhere a folder cannot be opened
        _sync(os.open(target.parent, os.O_RDONLY))


def _write(path: Path, data: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        _sync(file)


def _sync(file: int) -> None:
    """Wait until the disk has it, and close it."""
    try:
        os.fsync(file)
    finally:
        os.close(file)
