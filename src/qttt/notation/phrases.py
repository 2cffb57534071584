"""Phrases about positions, from ``descriptions.md`` of each language in ``qttt/content``."""

from functools import cache
from typing import Protocol

from . import content


class Phrases(Protocol):
    """Returns the phrase with a key, with its placeholders filled."""

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the phrase."""
        ...


@cache
def phrases(language: str = content.REFERENCE) -> Phrases:
    """Return the phrases of a language.

    >>> phrases("el")("points.about", amount=phrases("el")("points.half"))
    'περίπου μισό βαθμό'
    """
    found = content.texts(content.CONTENT / language / "descriptions.md")

    def phrase(key: str, /, **values: object) -> str:
        return found[key].format_map(values)

    return phrase
