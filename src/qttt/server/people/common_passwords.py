"""Detection of common passwords: frequent ones, words of this game and the user's name."""

import re
from functools import cache

WORDS = frozenset({"entanglement", "noughtsandcrosses", "qttt", "quantum", "quantumtictactoe"}) | {
    "superposition",
    "tictactoe",
}
"""Words rejected as passwords, with any digits and punctuation around them."""
_NOT_LETTERS = re.compile(r"[\W\d_]+")


def is_common(password: str, name: str) -> bool:
    """Return whether the password is a frequent one, a word of this game, or ``name``.

    >>> is_common("Password1", "Anna"), is_common("12-Quantum-34", "Anna")
    (True, True)
    >>> is_common("annamaria2026", "Anna Maria"), is_common("correct horse", "Anna")
    (True, False)
    """
    plain = _NOT_LETTERS.sub("", password.casefold())
    return password.casefold() in _frequent() or plain in WORDS | {
        _NOT_LETTERS.sub("", name.casefold())
    }


@cache
def _frequent() -> frozenset[str]:
    """Return the most frequent passwords of public breaches."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # slow import (0.1 s)

    return frozenset(FREQUENCY_LISTS["passwords"])
