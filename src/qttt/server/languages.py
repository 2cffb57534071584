"""The language of a response."""

import re
from functools import cache

from qttt.notation.content import REFERENCE, languages

_QUALITY = re.compile(r"q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)", re.ASCII)
_MAX_RANGES = 20
"""Ranges of a header that are read."""

_known = cache(languages)


def chosen_language(asked: str, accepted: str = "") -> str:
    """Return the language that a link asks for, the best of ``Accept-Language``, or English.

    Unknown languages and malformed weights are ignored (RFC 9110, 12.5.4).

    >>> chosen_language("el", "en"), chosen_language("", "fr, en;q=0.5, el-GR;q=0.8")
    ('el', 'el')
    >>> chosen_language("xx", "el;q=0, *"), chosen_language("", "el;q=2")
    ('en', 'en')
    """
    known = _known()
    if asked in known:
        return asked
    weighted = map(_weight, accepted.lower().split(",")[:_MAX_RANGES])
    wanted = [(weight, name) for name, weight in weighted if name in known and weight > 0]
    return max(wanted, key=lambda each: each[0], default=(1.0, REFERENCE))[1]


def _weight(text: str) -> tuple[str, float]:
    """Parse the primary language of a range and its weight; 0 if it is malformed."""
    tag, *parameters = (part.strip() for part in text.split(";"))
    match = _QUALITY.fullmatch(parameters[0]) if parameters else None
    weight = float(match[1]) if match else float(not parameters)
    return tag.partition("-")[0], weight
