"""Codes of invitations: short enough to read out, too many to guess."""

import secrets
from io import BytesIO

import segno

LENGTH = 8
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and small letters without those that look alike: 31⁸, or 8·10¹¹ codes."""


def new_code() -> str:
    """A code that nobody can guess in the time that it is good for."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody typed, in whatever case; None for what is none."""
    code = text.strip().lower()
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None


def qr_svg(text: str) -> bytes:
    """The QR code of ``text`` as a picture, dark on white with its quiet zone."""
    out = BytesIO()
    made = segno.make(text, error="m", micro=False)
    made.save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue()
