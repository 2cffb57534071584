"""What a request came to, noted for whoever looks after the server; no answer depends on it."""

from dataclasses import dataclass

from starlette.types import Scope

KEY = "qttt.note"


@dataclass(slots=True)
class Note:
    """The request's name in the log, who asked, if known, and the code of what was refused."""

    name: str = ""
    user: str = ""
    code: str = ""


def note_of(scope: Scope) -> Note:
    """Where to note it; where nobody looks, a note that nobody reads."""
    found = scope.get(KEY)
    return found if isinstance(found, Note) else Note()
