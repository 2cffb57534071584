"""Names that look alike, by the confusables of UTS #39."""

from functools import cache
from unicodedata import category, normalize

_SEQUENCES = str.maketrans({"i": "1", "l": "1", "0": "o", "m": "rn", "w": "vv"})
"""I, l and 1 look the same in many typefaces, as do O and 0, m and rn, w and vv."""
_MORE = {"ȷ": "j", "п": "n", "ω": "w"}
"""Look-alikes that are missing in UTS #39."""
_DIRECTION_MARK = "\u200e"


def skeleton(name: str) -> str:
    """Return the letters and digits of a name, so that similar names have the same skeleton.

    It has no accents, upper case or separators, and Latin letters replace those that look like
    them, perhaps as capitals.

    >>> skeleton("Modern") == skeleton("rn odern"), skeleton("ALICE") == skeleton("Alıcé")
    (True, True)
    """
    plain = normalize("NFKD", normalize("NFKC", name).casefold())
    letters = (each for each in plain if each.isalnum() or category(each) == "Mc")
    return "".join(map(_lookalike, letters)).translate(_SEQUENCES)


@cache
def _lookalike(letter: str) -> str:
    """Return the Latin text that a letter looks like, otherwise its prototype."""
    if letter.isascii():
        return letter
    upper, lower = _prototype(letter.upper()), _prototype(letter)
    return _MORE.get(letter) or (upper if upper.isascii() else lower)


def _prototype(letter: str) -> str:
    """Return the prototype without accents and upper case."""
    plain = normalize("NFKD", _prototypes().get(letter, letter).casefold())
    return "".join(each for each in plain if category(each) != "Mn")


@cache
def _prototypes() -> dict[str, str]:
    """Return the prototypes of confusable characters.

    The library lists pairs in both directions, and right-to-left characters between direction
    marks. A prototype has more partners than the characters that look like it.
    """
    from confusable_homoglyphs.confusables import confusables_data  # slow import (0.1 s)

    partners = {
        text.strip(_DIRECTION_MARK): [each["c"].strip(_DIRECTION_MARK) for each in others]
        for text, others in confusables_data.items()
    }
    return {
        text: others[0]
        for text, others in partners.items()
        if len(others) == 1 and (len(partners[others[0]]) > 1 or others[0] < text)
    }
