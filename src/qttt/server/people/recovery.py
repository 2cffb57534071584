"""Recovery codes for forgotten passwords: 120 random bits, used once, stored as a hash.

With that entropy, a fast hash without salt is safe. Codes are copied by hand, so they use
Crockford's base 32, which has no lookalikes, in groups of four.
"""

import secrets
from hashlib import blake2b

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH, GROUP = 24, 4
CODES_PER_SET = 10
_CORRECTIONS = str.maketrans("ILO", "110", " -")


def new_recovery_code() -> str:
    """Return a random code in groups: ``7Q2M-…``."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def code_hash(text: str) -> bytes:
    """Return the BLAKE2b-256 hash of a code as typed; text that is not a code matches no code.

    >>> code_hash("7q2m 00oo-11iL 7q2m-7q2m-7q2m") == code_hash("7Q2M-0000-1111-7Q2M-7Q2M-7Q2M")
    True
    """
    code = text.upper().translate(_CORRECTIONS)
    is_code = len(code) == LENGTH and set(code) <= set(LETTERS)
    return blake2b(code.encode() if is_code else b"", digest_size=32).digest()
