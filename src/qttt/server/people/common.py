"""Passwords that are tried first by whoever guesses: the most used ones, and what is plain here."""

import re
from functools import cache

WORDS = frozenset({"entanglement", "noughtsandcrosses", "qttt", "quantum", "quantumtictactoe"}) | {
    "superposition",
    "tictactoe",
}
"""What a password here must not consist of, whatever digits and signs are put around it."""
_SIGNS = re.compile(r"[\W\d_]+")


def is_common(password: str, name: str) -> bool:
    """Whether it is among those that were found most often, a word of this game, or ``name``.

    >>> is_common("Password1", "Anna"), is_common("12-Quantum-34", "Anna")
    (True, True)
    >>> is_common("annamaria2026", "Anna Maria"), is_common("correct horse", "Anna")
    (True, False)
    """
    plain = _SIGNS.sub("", password.casefold())
    return password.casefold() in _most_used() or plain in WORDS | {_SIGNS.sub("", name.casefold())}


@cache
def _most_used() -> frozenset[str]:
    """The most frequent of passwords that were made public by thieves."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # a tenth of a second: not at every start

    return frozenset(FREQUENCY_LISTS["passwords"])
