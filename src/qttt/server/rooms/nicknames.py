"""Nicknames and titles of class rooms; nicknames have fewer rules than account names."""

import unicodedata

from qttt.server.people.names import name_key
from qttt.server.text import sanitize_line

from .errors import RoomError

MAX_LENGTH = 20
MAX_TITLE_LENGTH = 60


def parse_nickname(text: str) -> str:
    """Normalize and check a nickname. Raises ``RoomError``.

    >>> parse_nickname("  Zoë   B. ")
    'Zoë B.'
    """
    name = sanitize_line(unicodedata.normalize("NFKC", text))
    if not 1 <= len(name) <= MAX_LENGTH:
        raise RoomError("bad-name", f"a nickname must have 1 to {MAX_LENGTH} characters")
    if not name_key(name):
        raise RoomError("bad-name", "a nickname must contain a letter or a digit")
    return name


def parse_title(text: str) -> str:
    """Normalize and check a title, which can be empty. Raises ``RoomError``."""
    title = sanitize_line(unicodedata.normalize("NFKC", text))
    if len(title) > MAX_TITLE_LENGTH:
        raise RoomError("bad-title", f"a title can have at most {MAX_TITLE_LENGTH} characters")
    return title
