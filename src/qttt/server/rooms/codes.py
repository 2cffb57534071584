"""Codes of class rooms, which are read from a screen and typed on a phone."""

import secrets

CODE_LENGTH = 6
LETTERS = "23456789ACDEFGHJKLMNPQRTUVWXY"
"""Digits and capitals without lookalikes, for 29⁶ or 6·10⁸ codes."""

_LOOKALIKES = str.maketrans("BSZ", "852")


def new_room_code() -> str:
    """Return a random code; it is so short that guesses must be rate-limited."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def parse_room_code(text: str) -> str | None:
    """Parse a typed code in any case and grouping; return None if it is invalid.

    >>> parse_room_code(" k7m-q2x "), parse_room_code("K7MQ0X")
    ('K7MQ2X', None)
    """
    code = "".join(each for each in text.upper() if each not in " -").translate(_LOOKALIKES)
    return code if len(code) == CODE_LENGTH and set(code) <= set(LETTERS) else None
