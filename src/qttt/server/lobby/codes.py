"""Codes of challenges, short but hard to guess, and QR codes."""

import secrets
from io import BytesIO

import segno

CODE_LENGTH = 8
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and lower-case letters that are easy to distinguish: 31⁸, or 8·10¹¹ codes."""


def new_challenge_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def parse_challenge_code(text: str) -> str | None:
    """Normalize a typed code; return None if it is malformed."""
    code = text.strip().lower()
    return code if len(code) == CODE_LENGTH and set(code) <= set(LETTERS) else None


def qr_svg(text: str) -> bytes:
    """Return the QR code of ``text`` as SVG, with its quiet zone."""
    out = BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue()
