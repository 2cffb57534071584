"""The clients of other processes that follow a game, by each process's last message."""

from typing import NamedTuple

from qttt.game import Player

from .bus_messages import GamePresence

REPUBLISH_MS = 5_000
"""How often unchanged presence is published again."""
PROCESS_TIMEOUT_MS = 12_000
"""A process that publishes nothing for this long is considered dead."""
MAX_PROCESSES = 64
"""Processes tracked for one game."""


class ReceivedPresence(NamedTuple):
    """What one process published, and when it was received."""

    presence: GamePresence
    at: int


class RemotePresence:
    """Who follows one game in other processes, and when this process last published."""

    def __init__(self) -> None:
        self._processes: dict[str, ReceivedPresence] = {}
        self._has_changed = False
        self._published_at: int | None = None

    @property
    def present(self) -> frozenset[Player]:
        """The seats whose players follow the game."""
        return frozenset().union(*(each.presence.seats for each in self._processes.values()))

    @property
    def watching(self) -> int:
        """The number of followers who do not play."""
        return sum(each.presence.watching for each in self._processes.values())

    @property
    def chatting(self) -> frozenset[Player]:
        """The seats whose players have opened the chat."""
        return frozenset().union(*(each.presence.chatting for each in self._processes.values()))

    def update(self, process: str, presence: GamePresence, now: int) -> None:
        """Record what a process published; a new process makes this one publish at once."""
        before = self._processes.pop(process, None)
        is_followed = bool(presence.seats or presence.watching)
        if is_followed and len(self._processes) < MAX_PROCESSES:
            self._processes[process] = ReceivedPresence(presence, now)
            if before is None:
                self._published_at = None
        after = self._processes.get(process)
        self._has_changed |= (before and before.presence) != (after and after.presence)

    def take_changed(self, now: int) -> bool:
        """Drop dead processes. Returns whether presence has changed since the last call."""
        dead = [
            name for name, each in self._processes.items() if each.at + PROCESS_TIMEOUT_MS <= now
        ]
        for process in dead:
            del self._processes[process]
        changed, self._has_changed = self._has_changed or bool(dead), False
        return changed

    def take_due(self, now: int, has_changed: bool, is_followed: bool) -> bool:
        """Return whether to publish the local presence now, and record that it was published.

        It is due after a local change, and every ``REPUBLISH_MS`` while the game is followed here.
        """
        is_late = self._published_at is None or self._published_at + REPUBLISH_MS <= now
        if not (has_changed or (is_followed and is_late)):
            return False
        self._published_at = now
        return True
