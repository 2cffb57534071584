"""Plural forms of numbers, by the rules of the Unicode CLDR.

A language's rules are those of
https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html, as
``one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14``, without the form ``other``.
"""

import re
from typing import NamedTuple

from qttt.copies import IndependentCopies

_FORMS = ("zero", "one", "two", "few", "many")
_RELATION = re.compile(r"([nivwftce])(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")
_INTEGER = "ni"
"""The operands that are the number; all others, of its decimals, are 0."""


class _Relation(NamedTuple):
    operand: str
    divisor: int
    is_equal: bool
    ranges: tuple[range, ...]

    def holds(self, number: int) -> bool:
        value = number if self.operand in _INTEGER else 0
        value = value % self.divisor if self.divisor else value
        return any(value in numbers for numbers in self.ranges) == self.is_equal


class Plurals(IndependentCopies):
    """The plural forms of a language."""

    def __init__(self, rules: str) -> None:
        """Parse rules; ``other`` if there are none. Raises ``ValueError`` with a wrong part."""
        self._rules = dict(map(_rule, rules.split(";"))) if rules != "other" else {}

    @property
    def forms(self) -> frozenset[str]:
        """All forms except ``other``."""
        return frozenset(self._rules)

    def form(self, number: int) -> str:
        """Return the form of a number.

        >>> plurals = Plurals("one: i = 1 and v = 0; few: i % 10 = 2..4 and i % 100 != 12..14")
        >>> [plurals.form(number) for number in (1, 3, 5, 13, 22)]
        ['one', 'few', 'other', 'other', 'few']
        """
        for form, condition in self._rules.items():
            if any(all(one.holds(abs(number)) for one in every) for every in condition):
                return form
        return "other"


def _rule(text: str) -> tuple[str, list[list[_Relation]]]:
    form, _, condition = (part.strip() for part in text.partition(":"))
    if form not in _FORMS:
        raise ValueError(f"there is no plural form {form!r}: choose from {', '.join(_FORMS)}")
    options = condition.split(" or ")
    return form, [[_relation(part.strip()) for part in every.split(" and ")] for every in options]


def _relation(text: str) -> _Relation:
    match = _RELATION.fullmatch(text)
    if match is None:
        raise ValueError(f"the plural rule {text!r} cannot be read: write it as n % 10 = 2..4,6")
    operand, divisor, sign, numbers = match.groups()
    return _Relation(
        operand, int(divisor or 0), sign == "=", tuple(map(_range, numbers.split(",")))
    )


def _range(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)
