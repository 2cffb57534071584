"""Passwords: which are too easy to guess, and hashing with Argon2id.

The parameters are OWASP's first recommendation: 19 MiB, two passes, one lane. Hashing runs in two
threads, outside the event loop, and uses at most 38 MiB. Users without a password, or without an
account, take the same time, so timing does not reveal names.
"""

import asyncio
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from qttt.server.errors import RequestError

T = TypeVar("T")

MIN_LENGTH, MAX_LENGTH = 8, 128
WORDS = frozenset({"entanglement", "noughtsandcrosses", "qttt", "quantum", "quantumtictactoe"}) | {
    "superposition",
    "tictactoe",
}
"""Words rejected as passwords, with any digits and punctuation around them."""
_NOT_LETTERS = re.compile(r"[\W\d_]+")
MEBIBYTE = 1024  # in Argon2's unit, KiB
MEMORY, PASSES, LANES = 19 * MEBIBYTE, 2, 1
DECOY = f"$argon2id$v=19$m={MEMORY},t={PASSES},p={LANES}${22 * 'A'}${43 * 'A'}"
"""The hash of no password, which takes as long to verify as any other."""
THREADS = 2
MAX_WAITING = 30
"""Requests waiting for a thread; the last of them waits less than a second."""


def validate_password(text: str, name: str) -> str:
    """Normalize (NFKC) and check a new password of that user. Raises ``RequestError``."""
    password = unicodedata.normalize("NFKC", text)
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise RequestError(
            "bad-password", f"a password must have {MIN_LENGTH} to {MAX_LENGTH} characters"
        )
    if is_common(password, name):
        raise RequestError("bad-password", "this password is too easy to guess; choose another")
    return password


def is_common(password: str, name: str) -> bool:
    """Return whether the password is a frequent one, a word of this game, or ``name``.

    >>> is_common("Password1", "Anna"), is_common("12-Quantum-34", "Anna")
    (True, True)
    >>> is_common("annamaria2026", "Anna Maria"), is_common("correct horse", "Anna")
    (True, False)
    """
    plain = _NOT_LETTERS.sub("", password.casefold())
    return password.casefold() in _frequent() or plain in WORDS | {
        _NOT_LETTERS.sub("", name.casefold())
    }


@cache
def _frequent() -> frozenset[str]:
    """Return the most frequent passwords of public breaches."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # slow import (0.1 s)

    return frozenset(FREQUENCY_LISTS["passwords"])


class Passwords:
    """Hashes and verifies passwords in threads."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(PASSES, MEMORY, LANES)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="argon2")
        self._running = 0

    async def hash(self, password: str) -> str:
        """Return the hash of a password. Raises ``RequestError`` if too many requests wait."""
        return await self._in_thread(self._hasher.hash, password)

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Return whether ``hashed`` is a hash of the password; None takes as long as a hash.

        Raises ``RequestError`` if too many requests wait.
        """
        is_equal = await self._in_thread(self._compare, hashed or DECOY, password)
        return is_equal and bool(hashed)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _compare(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, unicodedata.normalize("NFKC", password))
        except VerificationError:
            return False

    async def _in_thread(self, work: Callable[..., T], *args: str) -> T:
        if self._running >= THREADS + MAX_WAITING:
            raise RequestError("busy", "too many logins at once; try again in a moment")
        self._running += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, work, *args)
        finally:
            self._running -= 1
