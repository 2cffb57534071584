"""What people are called in a class room: shorter and freer than names of accounts."""

import unicodedata

from qttt.server.people import name_key
from qttt.server.text import one_line

from .errors import RoomError

LONGEST = 20
LONGEST_TITLE = 60


def read_nickname(text: str) -> str:
    """The nickname that somebody typed, in its normal form. Raises ``RoomError``.

    >>> read_nickname("  Zoë   B. ")
    'Zoë B.'
    """
    name = one_line(unicodedata.normalize("NFKC", text))
    if not 1 <= len(name) <= LONGEST:
        raise RoomError("bad-name", f"a nickname has 1 to {LONGEST} characters")
    if not name_key(name):
        raise RoomError("bad-name", "a nickname has a letter or a digit in it")
    return name


def read_title(text: str) -> str:
    """The title that a teacher gives a room, which may be empty. Raises ``RoomError``."""
    title = one_line(unicodedata.normalize("NFKC", text))
    if len(title) > LONGEST_TITLE:
        raise RoomError("bad-title", f"a title has no more than {LONGEST_TITLE} characters")
    return title
