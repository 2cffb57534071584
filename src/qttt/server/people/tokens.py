"""Bearer tokens of 256 random bits, of which only the hash is stored.

A token has as much entropy as its hash, so a fast hash without salt is safe.
"""

import re
import secrets
from hashlib import blake2b

TOKEN_BYTES = 32
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """Return a random token of 43 characters."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(text: str) -> bool:
    """Return whether the text has the form of a token."""
    return _FORM.fullmatch(text) is not None


def token_hash(token: str) -> bytes:
    """Return the BLAKE2b-256 hash of a token."""
    return blake2b(token.encode("ascii"), digest_size=TOKEN_BYTES).digest()
