"""Information about a request for logs and metrics."""

from dataclasses import dataclass

from starlette.types import Scope

KEY = "qttt.note"


@dataclass(slots=True)
class Note:
    """The request's id in the log, its user, if known, and its error code, if any."""

    name: str = ""
    user: str = ""
    code: str = ""


def note_of(scope: Scope) -> Note:
    """Return the note of a request; an unused one without the ``Requests`` middleware."""
    note = scope.get(KEY)
    return note if isinstance(note, Note) else Note()
