"""The texts of a language for pupils and teachers: sheets, exercises, answers and tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from qttt.copies import IndependentCopies
from qttt.game import Rules
from qttt.notation import content
from qttt.notation.content import languages, texts
from qttt.notation.rules_text import rule_texts

from .content import Page, check, page
from .quiz import Test, read_test

LANGUAGES = languages()
"""ISO 639 codes of the languages, English first."""

_REPLACEABLE = str.maketrans("", "", "½×−–′")
"""Characters that outputs without them write in another way."""


class Texts(IndependentCopies):
    """Texts by key, with placeholders to fill."""

    def __init__(self, found: Mapping[str, str]) -> None:
        self.found = found

    def __call__(self, key: str, **names: object) -> str:
        """Return a text with its placeholders filled."""
        return self.found[key].format_map(names)

    def plural(self, key: str, count: int, **names: object) -> str:
        """Return the text ``key.one`` for a count of 1, otherwise ``key.other``."""
        return self(f"{key}.{'one' if count == 1 else 'other'}", **names)


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
        found = "".join((*self.sheets.found.values(), *self.exercises.found.values()))
        try:
            found.translate(_REPLACEABLE).encode(encoding)
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
    return _words(content.CONTENT / language)


@cache
def _words(folder: Path) -> Words:
    check(folder.name)
    cited = rule_texts(Rules(), folder.name)
    return Words(
        Texts(texts(folder / "sheets.md")),
        Texts(texts(folder / "exercises.md")),
        page(folder / "rules.md", cited),
        page(folder / "semiclassical.md", cited),
        page(folder / "record.md", cited),
        read_test(folder / "test-before.md"),
        read_test(folder / "test-after.md"),
    )


ENGLISH = words_of("en")
