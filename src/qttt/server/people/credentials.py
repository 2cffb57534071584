"""Random secrets that identify a client: tokens, recovery codes, and marks of known browsers.

Of tokens and codes only a hash is stored. They have so much entropy that a fast hash without salt
is safe.
"""

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import blake2b

from qttt.server.codes import random_text

TOKEN_BYTES = 32
_MAC_BYTES = 16
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which has no lookalikes, as recovery codes are copied by hand."""
LENGTH, GROUP = 24, 4
CODES_PER_SET = 10
_CORRECTIONS = str.maketrans("ILO", "110", " -")

NONCE_LENGTH = 22
_MARK = re.compile(r"[A-Za-z0-9_-]{22}[0-9a-f]{64}")


def new_token() -> str:
    """Return a random bearer token of 43 characters, 256 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def token_hash(token: str) -> bytes:
    return blake2b(token.encode("ascii"), digest_size=TOKEN_BYTES).digest()


def new_guest_token(key: bytes, now: int) -> str:
    """Return a bearer token of a guest that the server recognizes without having stored it.

    It has the form of ``new_token``: four bytes for the time, twelve random ones, and a keyed hash
    of 128 bits.
    """
    start = (now // 1000).to_bytes(4) + secrets.token_bytes(TOKEN_BYTES - 4 - _MAC_BYTES)
    return urlsafe_b64encode(start + _guest_mac(start, key)).decode().rstrip("=")


def guest_token_time(token: str, key: bytes) -> int | None:
    """Return when a text with the form of a token was created, None unless it is a guest's."""
    data = urlsafe_b64decode(token + "=")
    start, mac = data[:-_MAC_BYTES], data[-_MAC_BYTES:]
    if not secrets.compare_digest(mac, _guest_mac(start, key)):
        return None
    return int.from_bytes(start[:4]) * 1000


def guest_seed(token: str, key: bytes) -> int:
    """Return the number from which the guest's id and name are derived."""
    return int.from_bytes(blake2b(token.encode("ascii"), key=key, digest_size=32).digest())


def _guest_mac(start: bytes, key: bytes) -> bytes:
    return blake2b(start, key=key, digest_size=_MAC_BYTES, person=b"guest").digest()


def new_recovery_code() -> str:
    """Return a random code for a forgotten password, 120 bits in groups: ``7Q2M-…``."""
    letters = random_text(LETTERS, LENGTH)
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def code_hash(text: str) -> bytes:
    """Return the BLAKE2b-256 hash of a code as typed; text that is not a code matches no code.

    >>> code_hash("7q2m 00oo-11iL 7q2m-7q2m-7q2m") == code_hash("7Q2M-0000-1111-7Q2M-7Q2M-7Q2M")
    True
    """
    code = text.upper().translate(_CORRECTIONS)
    is_code = len(code) == LENGTH and set(code) <= set(LETTERS)
    return blake2b(code.encode() if is_code else b"", digest_size=32).digest()


def new_mark(password_hash: str) -> str:
    """Return a mark for a browser in which a user has logged in with the current password.

    Failed logins in known browsers are counted separately, so that a stranger's guesses do not lock
    the user out. A mark is a random nonce and its keyed hash under the account's password hash. It
    is not stored, becomes invalid with the password, and does not authenticate.
    """
    nonce = secrets.token_urlsafe(16)
    return nonce + _mac(nonce, password_hash)


def is_mark(text: str) -> bool:
    return _MARK.fullmatch(text) is not None


def is_valid_mark(mark: str, password_hash: str) -> bool:
    """Return whether a text with the form of a mark was created for that password hash."""
    nonce, mac = mark[:NONCE_LENGTH], mark[NONCE_LENGTH:]
    return secrets.compare_digest(mac, _mac(nonce, password_hash))


def _mac(nonce: str, password_hash: str) -> str:
    key = blake2b(password_hash.encode()).digest()
    return blake2b(nonce.encode(), key=key, digest_size=32).hexdigest()
