"""Marks of known browsers: those in which a user has logged in with the current password.

Failed logins in known browsers are counted separately, so that a stranger's guesses do not lock the
user out. A mark is a random nonce and its keyed hash under the account's password hash. It is not
stored, becomes invalid with the password, and does not authenticate.
"""

import re
import secrets
from hashlib import blake2b

NONCE_LENGTH = 22
_FORM = re.compile(r"[A-Za-z0-9_-]{22}[0-9a-f]{64}")


def new_mark(password_hash: str) -> str:
    """Return a new mark for an account with that password hash."""
    nonce = secrets.token_urlsafe(16)
    return nonce + _mac(nonce, password_hash)


def is_mark(text: str) -> bool:
    """Return whether the text has the form of a mark."""
    return _FORM.fullmatch(text) is not None


def is_valid_mark(mark: str, password_hash: str) -> bool:
    """Return whether a text with the form of a mark was created for that password hash."""
    nonce, mac = mark[:NONCE_LENGTH], mark[NONCE_LENGTH:]
    return secrets.compare_digest(mac, _mac(nonce, password_hash))


def _mac(nonce: str, password_hash: str) -> str:
    key = blake2b(password_hash.encode()).digest()
    return blake2b(nonce.encode(), key=key, digest_size=32).hexdigest()
