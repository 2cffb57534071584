"""The languages of sheets and exercises."""

from .greek import GREEK
from .words import ENGLISH, Words

LANGUAGES: dict[str, Words] = {"en": ENGLISH, "el": GREEK}
"""Texts by ISO 639 code."""


def words_of(language: str) -> Words:
    """Return the words of a language. Raises ``ValueError`` if it is not supported."""
    if language not in LANGUAGES:
        raise ValueError(f"unsupported language {language!r}: choose from {', '.join(LANGUAGES)}")
    return LANGUAGES[language]
