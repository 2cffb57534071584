"""Tokens: 256 bits that open a session; only their hash is kept.

A token is drawn by chance and as long as its hash, so that the hash needs neither salt nor time:
whoever reads the store finds no token by guessing.
"""

import re
import secrets
from hashlib import blake2b

BYTES = 32
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """A token that nobody can guess, 43 characters."""
    return secrets.token_urlsafe(BYTES)


def is_token(text: str) -> bool:
    """Whether ``new_token`` could have drawn it."""
    return _FORM.fullmatch(text) is not None


def token_hash(token: str) -> bytes:
    """What is kept of a token (BLAKE2b-256)."""
    return blake2b(token.encode("ascii"), digest_size=BYTES).digest()
