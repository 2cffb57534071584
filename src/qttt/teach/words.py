"""The texts of a language for pupils and teachers: sheets, exercises, answers and tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from qttt.copies import IndependentCopies
from qttt.game import Rules
from qttt.notation.rules_text import rule_texts
from qttt.texts import folders
from qttt.texts.check import PAGES, check
from qttt.texts.folders import languages
from qttt.texts.markdown import texts
from qttt.texts.messages import parse
from qttt.texts.phrases import phrases
from qttt.texts.plurals import Plurals

from .content import Page, page
from .quiz import Test, read_test

LANGUAGES = languages()
"""ISO 639 codes of the languages, English first."""

_FILES = ("sheets.md", "exercises.md", "switches.md", "test-before.md", "test-after.md", *PAGES)
_REPLACEABLE = str.maketrans("", "", "½×−–′")
"""Characters that outputs without them write in another way."""


class Texts(IndependentCopies):
    """Texts by key, with placeholders to fill."""

    def __init__(self, by_key: Mapping[str, str], plurals: Plurals) -> None:
        self.by_key = by_key
        self._plurals = plurals

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with its placeholders filled."""
        return parse(self.by_key[key]).render(self._plurals, values)


@dataclass(frozen=True, slots=True)
class Words:
    """All texts of a language."""

    sheets: Texts
    exercises: Texts
    rules: Page
    semiclassical: Page
    record: Page
    before: Test
    after: Test

    def fits(self, encoding: str) -> bool:
        """Return whether sheets and exercises can be printed in an encoding."""
        characters = "".join((*self.sheets.by_key.values(), *self.exercises.by_key.values()))
        try:
            characters.translate(_REPLACEABLE).encode(encoding)
        except UnicodeEncodeError:
            return False
        return True


def words_of(language: str) -> Words:
    """Return the words of a language.

    Raises ``ValueError`` if it is not supported, and ``ContentError`` if its files are incomplete.
    """
    known = languages()
    if language not in known:
        raise ValueError(f"unsupported language {language!r}: choose from {', '.join(known)}")
    return _words(folders.CONTENT / language)


@cache
def _words(folder: Path) -> Words:
    check(folder.name, _FILES)
    cited = rule_texts(Rules(), folder.name)
    plurals = phrases(folder.name).plurals
    return Words(
        Texts(texts(folder / "sheets.md"), plurals),
        Texts(texts(folder / "exercises.md"), plurals),
        page(folder / "rules.md", cited),
        page(folder / "semiclassical.md", cited),
        page(folder / "record.md", cited),
        read_test(folder / "test-before.md"),
        read_test(folder / "test-after.md"),
    )


ENGLISH = words_of("en")
