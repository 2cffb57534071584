"""Codes of class rooms: read from the wall and typed on a phone."""

import secrets

LENGTH = 6
LETTERS = "23456789ACDEFGHJKLMNPQRTUVWXY"
"""Digits and capital letters, of those that look alike one or none: 29⁶, or 6·10⁸ codes."""

_ALIKE = str.maketrans("BSZ", "852")


def new_code() -> str:
    """A code that is not to be guessed, as long as few guesses are answered."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody typed, in whatever case and groups; None for what is none.

    >>> read_code(" k7m-q2x "), read_code("K7MQ0X")
    ('K7MQ2X', None)
    """
    code = "".join(each for each in text.upper() if each not in " -").translate(_ALIKE)
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None
