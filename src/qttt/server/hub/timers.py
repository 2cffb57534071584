"""When each game has to be checked next."""

import heapq
from collections.abc import Iterator

COMPACTION_MARGIN = 1_000
"""Stale heap entries tolerated before the heap is rebuilt."""


class Timers:
    """At most one timer for each game; setting another replaces it.

    A postponed timer stays in the heap until its old time, as most timers are postponed often.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []
        self._set: dict[str, int] = {}
        self._in_heap: dict[str, int] = {}

    def set(self, game: str, at: int) -> None:
        """Set the timer of ``game`` to the time ``at``."""
        self._set[game] = at
        if game not in self._in_heap or at < self._in_heap[game]:
            self._push(game, at)

    def cancel(self, game: str) -> None:
        """Cancel the timer of ``game``, if any."""
        self._set.pop(game, None)
        self._in_heap.pop(game, None)
        if len(self._heap) > 2 * len(self._in_heap) + COMPACTION_MARGIN:
            self._heap = [(at, game) for game, at in self._in_heap.items()]
            heapq.heapify(self._heap)

    def expired(self, now: int) -> Iterator[str]:
        """Remove and yield the games whose timers have expired by ``now``."""
        while self._heap and self._heap[0][0] <= now:
            at, game = heapq.heappop(self._heap)
            if self._in_heap.get(game) != at:
                continue
            del self._in_heap[game]
            if self._set[game] <= now:
                del self._set[game]
                yield game
            else:
                self._push(game, self._set[game])

    def _push(self, game: str, at: int) -> None:
        self._in_heap[game] = at
        heapq.heappush(self._heap, (at, game))
