"""When the server was up, according to the stored heartbeats of its processes (P46)."""

from collections.abc import Sequence

from qttt.play.log import LogEntry
from qttt.server.games.commands import Downtime, refund_entries, timeout_entries
from qttt.server.games.game import GameState

HEARTBEAT_INTERVAL_MS = 1_000
MAX_HEARTBEAT_GAP_MS = 3 * HEARTBEAT_INTERVAL_MS
"""A longer time between two stored heartbeats of a process is downtime of that process."""


class Uptime:
    """All ``downtimes`` until ``confirmed_at``, the time of this process's last heartbeat.

    Later times may turn out to be downtime, when the next heartbeat is stored. The process stood
    still until ``resumed_at`` or later.
    """

    def __init__(self) -> None:
        self.confirmed_at = 0
        self.resumed_at = 0
        self.downtimes: Sequence[Downtime] = ()

    def can_charge(self, game: GameState, at: int) -> bool:
        """Return whether a decision at time ``at`` can be charged before the next heartbeat.

        Not if the last one is too old or before a standstill, nor if the player's time is up unless
        there was downtime.
        """
        at, deadline = max(at, game.updated_at), game.clock.deadline
        if deadline is None or at <= self.confirmed_at:
            return True
        if self.confirmed_at < self.resumed_at:
            return False
        return at < min(deadline, self.confirmed_at + MAX_HEARTBEAT_GAP_MS)

    def overdue_entries(self, game: GameState, at: int) -> tuple[LogEntry, ...]:
        """Return the refund or timeout entries that must be stored before anything else, if any.

        A timeout after the last heartbeat is not certain yet.
        """
        refund = refund_entries(game, self.downtimes, self.confirmed_at)
        until = min(max(at, game.updated_at), self.confirmed_at)
        return refund or timeout_entries(game, until)
