"""The languages of sheets and exercises."""

from .greek import GREEK
from .words import ENGLISH, Words

LANGUAGES: dict[str, Words] = {"en": ENGLISH, "el": GREEK}
"""By the names that ISO 639 gives them."""


def words_of(language: str) -> Words:
    """The words of a language. Raises ``ValueError`` if there are none."""
    if language not in LANGUAGES:
        raise ValueError(f"there are no words in {language!r}; there are {', '.join(LANGUAGES)}")
    return LANGUAGES[language]
