"""Nicknames and titles of class rooms; nicknames have fewer rules than account names."""

import unicodedata

from qttt.server.errors import RequestError
from qttt.server.people.names import MAX_LENGTH, name_key
from qttt.server.people.suitability import is_suitable
from qttt.server.text import sanitize_line

MAX_TITLE_LENGTH = 60


def parse_nickname(text: str) -> str:
    """Normalize and check a nickname. Raises ``RequestError``.

    >>> parse_nickname("  Zoë   B. ")
    'Zoë B.'
    """
    name = sanitize_line(unicodedata.normalize("NFKC", text))
    if not 1 <= len(name) <= MAX_LENGTH:
        raise RequestError("bad-name", f"a nickname must have 1 to {MAX_LENGTH} characters")
    if not name_key(name):
        raise RequestError("bad-name", "a nickname must contain a letter or a digit")
    return name


def parse_title(text: str) -> str:
    """Normalize and check a title, which can be empty. Raises ``RequestError``."""
    title = sanitize_line(unicodedata.normalize("NFKC", text))
    if len(title) > MAX_TITLE_LENGTH:
        raise RequestError("bad-title", f"a title can have at most {MAX_TITLE_LENGTH} characters")
    return title


def check_suitable(name: str) -> None:
    """Raise ``RequestError`` for a nickname with an English or Greek swear word.

    >>> check_suitable("Zoë B.")
    """
    if not is_suitable(name):
        raise RequestError("unsuitable-name", "this nickname is not suitable: choose another")
