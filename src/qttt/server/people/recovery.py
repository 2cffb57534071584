"""Codes for whoever has forgotten a password: 120 bits that work once; only their hash is kept.

They are drawn by chance and as long as that, so that the hash needs neither salt nor time. They
are written on paper and typed again: in Crockford's letters, of which none looks like another, four
at a time.
"""

import secrets
from hashlib import blake2b

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH, GROUP = 24, 4
HOW_MANY = 10
"""So many are made at once."""
_MEANT = str.maketrans("ILO", "110", " -")


def new_code() -> str:
    """A code that nobody can guess, in groups: ``7Q2M-…``."""
    drawn = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(drawn[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def code_hash(text: str) -> bytes:
    """What is kept of a code, however it was typed (BLAKE2b-256); of what is none, no code's hash.

    >>> code_hash("7q2m 00oo-11iL 7q2m-7q2m-7q2m") == code_hash("7Q2M-0000-1111-7Q2M-7Q2M-7Q2M")
    True
    """
    code = text.upper().translate(_MEANT)
    is_code = len(code) == LENGTH and set(code) <= set(LETTERS)
    return blake2b(code.encode() if is_code else b"", digest_size=32).digest()
