"""When which game has to be looked at."""

import heapq
from collections.abc import Iterator

SPARE = 1_000
"""So many that were dropped are left among the others, however few those are."""


class Alarms:
    """One alarm for each game at most; setting another replaces it.

    Alarms are mostly put off, at each move. So one that is put off stays where it is among the
    others until its old time has come, and only then takes the place of its new one.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []
        self._set: dict[str, int] = {}
        self._placed: dict[str, int] = {}

    def set(self, game: str, at: int) -> None:
        """Let the alarm of ``game`` go off at that time."""
        self._set[game] = at
        if game not in self._placed or at < self._placed[game]:
            self._place(game, at)

    def drop(self, game: str) -> None:
        """Let the alarm of ``game`` not go off, if it has one."""
        self._set.pop(game, None)
        self._placed.pop(game, None)
        if len(self._heap) > 2 * len(self._placed) + SPARE:
            self._heap = [(at, game) for game, at in self._placed.items()]
            heapq.heapify(self._heap)

    def off(self, now: int) -> Iterator[str]:
        """The games whose alarms go off by ``now``; each goes off once."""
        while self._heap and self._heap[0][0] <= now:
            placed, game = heapq.heappop(self._heap)
            if self._placed.get(game) != placed:
                continue
            del self._placed[game]
            if self._set[game] <= now:
                del self._set[game]
                yield game
            else:
                self._place(game, self._set[game])

    def _place(self, game: str, at: int) -> None:
        self._placed[game] = at
        heapq.heappush(self._heap, (at, game))
