"""Passwords, kept as Argon2id and never otherwise.

The cost is the one that OWASP recommends first: 19 MiB, two passes, one lane. It is paid in two
threads, so that whoever plays is not kept waiting and logins take 38 MiB at most. Somebody who is
not there, or has no password, costs the same, so that the time tells nothing about names.
"""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from .common import is_common
from .errors import PersonError

T = TypeVar("T")

SHORTEST, LONGEST = 8, 128
MEBIBYTE = 1024  # Argon2 counts in KiB
AT_ONCE = 2
WAITING = 30
"""So many may wait for a thread; it takes the last of them less than a second."""


def read_password(text: str, name: str) -> str:
    """The password that somebody of that name chose, in its normal form. Raises ``PersonError``."""
    password = unicodedata.normalize("NFKC", text)
    if not SHORTEST <= len(password) <= LONGEST:
        raise PersonError("bad-password", f"a password has {SHORTEST} to {LONGEST} characters")
    if is_common(password, name):
        raise PersonError("bad-password", "this is among the first that anybody would try")
    return password


class Passwords:
    """Makes hashes of passwords and compares them, two at a time, beside the event loop."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * MEBIBYTE, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="argon2")
        self._under_way = 0
        self._decoy = self._hasher.hash(secrets.token_urlsafe())

    async def hash(self, password: str) -> str:
        """What is kept of that password. Raises ``PersonError`` where too many wait."""
        return await self._apart(self._hasher.hash, password)

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether ``kept`` was made of that password; takes as long where nothing is kept.

        Raises ``PersonError`` where too many wait.
        """
        compared = await self._apart(self._compare, kept or self._decoy, password)
        return compared and bool(kept)

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _compare(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, unicodedata.normalize("NFKC", password))
        except VerificationError:
            return False

    async def _apart(self, work: Callable[..., T], *given: str) -> T:
        if self._under_way >= AT_ONCE + WAITING:
            raise PersonError("busy", "too many are coming in at once; try again in a moment")
        self._under_way += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, work, *given)
        finally:
            self._under_way -= 1
