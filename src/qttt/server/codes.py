"""Codes that people read and type: of invitations, class rooms and homework, also as QR codes."""

import secrets
from io import BytesIO

CHALLENGE_LENGTH = 8
CHALLENGE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and lower-case letters that are easy to distinguish: 31⁸, or 8·10¹¹ codes."""
ROOM_LENGTH = 6
ROOM_LETTERS = "23456789ACDEFGHJKLMNPQRTUVWXY"
"""Digits and capitals without lookalikes, for 29⁶ or 6·10⁸ codes."""

_LOOKALIKES = str.maketrans("BSZ", "852")


def random_text(letters: str, length: int) -> str:
    """Return an unguessable text of these letters."""
    return "".join(secrets.choice(letters) for _ in range(length))


def new_challenge_code() -> str:
    return random_text(CHALLENGE_LETTERS, CHALLENGE_LENGTH)


def parse_challenge_code(text: str) -> str | None:
    """Normalize a typed code; return None if it is malformed."""
    code = text.strip().lower()
    return code if len(code) == CHALLENGE_LENGTH and set(code) <= set(CHALLENGE_LETTERS) else None


def new_room_code() -> str:
    """Return a random code; it is so short that guesses must be rate-limited."""
    return random_text(ROOM_LETTERS, ROOM_LENGTH)


def parse_room_code(text: str) -> str | None:
    """Parse a typed code in any case and grouping; return None if it is invalid.

    >>> parse_room_code(" k7m-q2x "), parse_room_code("K7MQ0X")
    ('K7MQ2X', None)
    """
    code = "".join(character for character in text.upper() if character not in " -").translate(
        _LOOKALIKES
    )
    return code if len(code) == ROOM_LENGTH and set(code) <= set(ROOM_LETTERS) else None


def qr_svg(text: str) -> bytes:
    """Return the QR code of ``text`` as SVG, with its quiet zone."""
    import segno

    out = BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue()
