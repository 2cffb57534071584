"""When which game has to be looked at."""

import heapq
from collections.abc import Iterator


class Alarms:
    """One alarm for each game at most; setting another replaces it."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []
        self._set: dict[str, int] = {}

    def set(self, game: str, at: int) -> None:
        """Let the alarm of ``game`` go off at that time."""
        if self._set.get(game) != at:
            self._set[game] = at
            heapq.heappush(self._heap, (at, game))

    def off(self, now: int) -> Iterator[str]:
        """The games whose alarms go off by ``now``; each goes off once."""
        while self._heap and self._heap[0][0] <= now:
            at, game = heapq.heappop(self._heap)
            if self._set.get(game) == at:
                del self._set[game]
                yield game
