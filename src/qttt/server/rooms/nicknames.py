"""Nicknames and titles of class rooms; nicknames have fewer rules than account names."""

import logging
import unicodedata
from collections.abc import Callable
from functools import cache

from qttt.server.errors import RequestError
from qttt.server.people.names import name_key
from qttt.server.text import sanitize_line

from .swear_words import has_swear_word

MAX_LENGTH = 20
MAX_TITLE_LENGTH = 60
NAMES = ("fanny", "wang")
"""First and family names that the word lists contain."""

log = logging.getLogger(__name__)


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


def check_suitable(name: str) -> None:
    """Raise ``RequestError`` for a nickname with an English or Greek swear word.

    >>> check_suitable("Zoë B.")
    """
    if has_swear_word(name) or _swear_word_filter()(name):
        raise RequestError("unsuitable-name", "this nickname is not suitable: choose another")


@cache
def _swear_word_filter() -> Callable[[str], bool]:
    """Load the word lists of badwords-py, which is not there for each version of Python."""
    try:
        from badwords import Options, ProfanityFilter
    except ModuleNotFoundError:
        log.warning("nicknames: only frequent swear words are rejected without badwords-py")
        return lambda name: False
    words = ProfanityFilter()
    options = Options(split_on_punctuation=True, collapse_repeats=True, leetspeak=True)
    words.init(languages=["en", "el"], options=options)
    words.add_whitelist(list(NAMES))
    return words.is_profane


def parse_title(text: str) -> str:
    """Normalize and check a title, which can be empty. Raises ``RequestError``."""
    title = sanitize_line(unicodedata.normalize("NFKC", text))
    if len(title) > MAX_TITLE_LENGTH:
        raise RequestError("bad-title", f"a title can have at most {MAX_TITLE_LENGTH} characters")
    return title
