"""Moving windows in memory, for the rate limits of one process.

The storage in memory of package ``limits`` looks at every key after each hit, in a thread each.
Here a hit takes the same time however many clients there are.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from itertools import islice
from time import time
from typing import NamedTuple

from limits import RateLimitItem, WindowStats

EXAMINED = 2
"""The number of windows that each hit looks at, in turn, to remove empty ones."""


class _Window(NamedTuple):
    seconds: int
    hits: deque[float]

    def forget(self, now: float) -> None:
        """Remove the hits that have left the window."""
        while self.hits and self.hits[0] <= now - self.seconds:
            self.hits.popleft()


class LocalLimiter:
    """Counts hits, as ``limits.aio.strategies.MovingWindowRateLimiter`` does.

    ``clock`` returns seconds since 1970.
    """

    def __init__(self, clock: Callable[[], float] = time) -> None:
        self._clock = clock
        self._windows = OrderedDict[str, _Window]()

    @property
    def size(self) -> int:
        """The number of windows in memory."""
        return len(self._windows)

    async def hit(self, limit: RateLimitItem, *identifiers: str) -> bool:
        """Count one hit, or return False if that would be above the limit."""
        hits = self._hits(limit, identifiers)
        if len(hits) >= limit.amount:
            return False
        if not hits:
            self._windows[limit.key_for(*identifiers)] = _Window(limit.get_expiry(), hits)
        hits.append(self._clock())
        self._examine()
        return True

    async def test(self, limit: RateLimitItem, *identifiers: str) -> bool:
        """Return whether a hit would be below the limit."""
        return len(self._hits(limit, identifiers)) < limit.amount

    async def get_window_stats(self, limit: RateLimitItem, *identifiers: str) -> WindowStats:
        """Return when the oldest hit leaves the window, and how many hits are left."""
        hits = self._hits(limit, identifiers)
        oldest = hits[0] if hits else self._clock()
        return WindowStats(oldest + limit.get_expiry(), limit.amount - len(hits))

    def _hits(self, limit: RateLimitItem, identifiers: tuple[str, ...]) -> deque[float]:
        window = self._windows.get(limit.key_for(*identifiers))
        if window is None:
            return deque()
        window.forget(self._clock())
        return window.hits

    def _examine(self) -> None:
        """Look at the windows that have not been looked at for longest; remove the empty ones."""
        now = self._clock()
        for key in list(islice(self._windows, EXAMINED)):
            window = self._windows[key]
            window.forget(now)
            if window.hits:
                self._windows.move_to_end(key)
            else:
                del self._windows[key]
