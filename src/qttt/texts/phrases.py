"""Phrases of Python's interfaces, from ``app.json`` of each language."""

import json
from functools import cache

from qttt.copies import IndependentCopies

from . import folders
from .catalogue import FILE
from .folders import REFERENCE
from .messages import parse
from .plurals import Plurals


class Phrases(IndependentCopies):
    """Returns the phrase with a key, with its placeholders filled."""

    def __init__(self, language: str) -> None:
        source = (folders.CONTENT / language / FILE).read_text("utf-8")
        self._messages: dict[str, str] = json.loads(source)
        self.plurals = Plurals(self._messages["language.plurals"])

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the phrase."""
        return parse(self._messages[key]).render(self.plurals, values)

    def group(self, prefix: str) -> list[str]:
        """Return the phrases without placeholders whose keys begin with the prefix.

        >>> phrases("el").group("levels.")[:2]
        ['Τυχαίο', 'Εύκολο']
        """
        return [self(key) for key in self._messages if key.startswith(prefix)]


@cache
def phrases(language: str = REFERENCE) -> Phrases:
    """Return the phrases of a language.

    >>> phrases("el")("analysis.about", amount=phrases("el")("analysis.amount", halves=1))
    'περίπου μισό βαθμό'
    """
    return Phrases(language)
