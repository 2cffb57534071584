"""Who follows a game at other processes, by what they last said of it."""

from collections.abc import Iterable
from typing import NamedTuple

AGAIN = 5_000
"""So often, in milliseconds, a process says what has not changed."""
FORGOTTEN = 12_000
"""After so many milliseconds of silence a process counts for nothing."""
MOST = 64
"""So many processes are listened to in one game."""


class Said(NamedTuple):
    """The seats whose players are there, how many others watch, who chats, and when it was said."""

    seats: frozenset[str]
    watching: int
    chatting: frozenset[str]
    at: int


class Elsewhere:
    """What is known of one game from other processes, and when they have last been told."""

    def __init__(self) -> None:
        self._said: dict[str, Said] = {}
        self._has_moved = False
        self._told: int | None = None

    @property
    def present(self) -> frozenset[str]:
        """The seats whose players are there."""
        return frozenset().union(*(said.seats for said in self._said.values()))

    @property
    def watching(self) -> int:
        """How many are there who do not play."""
        return sum(said.watching for said in self._said.values())

    @property
    def chatting(self) -> frozenset[str]:
        """The seats whose players have opened the chat."""
        return frozenset().union(*(said.chatting for said in self._said.values()))

    def hear(
        self,
        process: str,
        seats: Iterable[str],
        watching: int,
        chatting: Iterable[str],
        now: int,
    ) -> None:
        """A process has said who is there; one that is new is told at once how it is here."""
        before = self._said.pop(process, None)
        said = Said(frozenset(seats), watching, frozenset(chatting), now)
        if (said.seats or watching) and len(self._said) < MOST:
            self._said[process] = said
            if before is None:
                self._told = None
        kept = self._said.get(process)
        self._has_moved |= (before and before[:3]) != (kept and kept[:3])

    def has_moved(self, now: int) -> bool:
        """Whether it is not as it was when this was last asked; who is silent is forgotten."""
        silent = [name for name, said in self._said.items() if said.at + FORGOTTEN <= now]
        for process in silent:
            del self._said[process]
        moved, self._has_moved = self._has_moved or bool(silent), False
        return moved

    def is_due(self, now: int, moved: bool, is_followed: bool) -> bool:
        """Whether others have to be told how it is here, which is then taken to be done.

        That is when it has ``moved`` here, and now and then while there is anybody.
        """
        is_late = self._told is None or self._told + AGAIN <= now
        if not (moved or (is_followed and is_late)):
            return False
        self._told = now
        return True
