"""Errors of the drivers as errors of a store, with their cause and what to do."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from qttt.server.errors import StoreCorrupt, StoreError, StoreUnavailable

DEADLOCK = "40P01"
_PROGRAM_ERRORS = (IntegrityError, ProgrammingError)
_VALUE_ERRORS = (OverflowError, UnicodeError)
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_DAMAGED_STATES = ("XX001", "XX002")
"""PostgreSQL's ``data_corrupted`` and ``index_corrupted``."""
_MISSING_RIGHT = "42501"


@contextmanager
def translate_errors(location: str) -> Iterator[None]:
    """Convert errors of the driver into those of a store at ``location``."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error, _PROGRAM_ERRORS) and state_of(error.orig) != _MISSING_RIGHT:
            raise
        raise _store_error(location, error.orig or error, isinstance(error, DataError)) from error
    except (sqlite3.Error, OSError, *_VALUE_ERRORS) as error:
        raise _store_error(location, error) from error


def state_of(error: BaseException | None) -> str:
    """Return the code of an error of PostgreSQL, otherwise an empty string."""
    return getattr(error, "sqlstate", None) or ""


def _store_error(location: str, cause: BaseException, is_value_error: bool = False) -> Exception:
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    state = state_of(cause)
    if code in _DAMAGED or state in _DAMAGED_STATES:
        return StoreCorrupt(
            f"{location} is damaged ({cause}): stop the server, keep the file for diagnosis, and "
            "restore the last backup"
        )
    if is_value_error or isinstance(cause, (OverflowError, ValueError)):
        return ValueError(
            f"{location} cannot store text with NUL or lone surrogates, nor integers over 63 bits"
        )
    reason = str(cause).partition("\n")[0]
    # On Windows, a file that another program uses is the same error.
    if isinstance(cause, PermissionError) and os.name == "posix":
        return StoreError(
            f"{location}: {reason}: give this user the right to read and write the file, the files "
            "whose names begin with it, and their folder"
        )
    if state == _MISSING_RIGHT:
        return StoreUnavailable(
            f"{location}: {reason}: the user of the store must own the database and its tables, or "
            "be granted this right"
        )
    return StoreUnavailable(
        f"{location}: {reason}; it is unknown whether the change was stored: try again later"
    )
