"""The time of a server: that of the system, but it never goes back."""

import logging
import time
from collections.abc import Callable

MAX_DEVIATION_MS = 1_000
"""A larger difference from the system's clock is corrected.

Forward this is a standstill (``MAX_TICK_DELAY_MS``), which costs no player time.
"""
SLEWING = 10
"""Ahead of the system's clock, time runs slower by one part in this many."""

log = logging.getLogger(__name__)


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class ServerClock:
    """Milliseconds since 1970 that never decrease.

    It is monotonic between calls of ``follow``: it ignores steps of the system's clock, and stands
    still while the machine is suspended.

    Args:
        system: The system's clock, in milliseconds since 1970.
        monotonic: A clock that is never set, in milliseconds since any time.
    """

    def __init__(
        self, system: Callable[[], int], monotonic: Callable[[], int] = monotonic_ms
    ) -> None:
        self._system = system
        self._monotonic = monotonic
        self._followed_at = monotonic()
        self._offset = system() - self._followed_at
        self._last = 0
        self._is_ahead = False

    @property
    def now(self) -> int:
        self._last = max(self._last, self._offset + self._monotonic())
        return self._last

    @property
    def earliest(self) -> int:
        """This time or that of the system, whichever is earlier; it can go back."""
        return min(self.now, self._system())

    def follow(self) -> None:
        """Follow the system's clock, forward at once, back by running slower; call it often."""
        now = self._monotonic()
        elapsed, self._followed_at = now - self._followed_at, now
        step = self._system() - now - self._offset
        if step > MAX_DEVIATION_MS:
            log.warning("clock set forward", extra={"seconds": step / 1000})
            self._offset += step
        elif step < -MAX_DEVIATION_MS and not self._is_ahead:
            log.warning("clock set back", extra={"seconds": -step / 1000})
            self._is_ahead = True
        elif self._is_ahead:
            self._offset += max(step, -(elapsed // SLEWING))
            self._is_ahead = step < 0
