"""Locks on files, which the system releases when the process ends, however it ends."""

import sys
from typing import IO

from qttt.forks import renew_after_fork


def lock(file: IO[bytes]) -> None:
    """Lock an open file for this process. Raises ``OSError`` if another one holds it.

    Processes forked from this one close the file, since the lock lasts as long as any process has
    it open.
    """
    renew_after_fork(file, _close)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # missing in Pyodide

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def unlock(file: IO[bytes]) -> None:
    """Release the lock, even if a process that is about to close the file still has it open.

    No-op in a forked process, which does not hold it.
    """
    if file.closed:
        return
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)


def _close(file: IO[bytes]) -> None:
    file.close()
