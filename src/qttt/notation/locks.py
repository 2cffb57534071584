"""Locks on files, which the system releases when the process ends, however it ends."""

import sys
from typing import IO


def lock(file: IO[bytes]) -> None:
    """Lock an open file for this process. Raises ``OSError`` if another one holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # missing in Pyodide

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
