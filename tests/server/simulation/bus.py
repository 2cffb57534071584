"""Counts what is published on the bus, and checks that only followers get it."""

from collections import Counter

from qttt.server.hub.bus_messages import BusMessage, GamePresence, PresenceReport, game_channel
from qttt.server.hub.presence import NOBODY

from .referee import Broken


class BusInspector:
    """Counts messages and their deliveries by kind."""

    def __init__(self) -> None:
        self.published: Counter[str] = Counter()
        self.delivered: Counter[str] = Counter()
        self._presence: dict[tuple[str, str], GamePresence] = {}

    def check(self, channel: str, message: BusMessage, receivers: int, following: int) -> None:
        """Check a message for ``receivers``; its game is followed in ``following`` processes."""
        kind = type(message).__name__
        if isinstance(message, PresenceReport):
            if channel == game_channel(message.game):
                self._check_report(message)
            else:
                kind, following = "answer", 1
        self.published[kind] += 1
        self.delivered[kind] += receivers
        if kind in ("EntriesStored", "PresenceReport", "answer") and receivers > following + 1:
            raise Broken(f"only processes that follow the game get a message: {message}")

    def _check_report(self, report: PresenceReport) -> None:
        key = (report.process, report.game)
        before = self._presence.get(key, NOBODY)
        if report.presence == before and not report.answer_to:
            raise Broken(f"presence is reported when it changes: {report}")
        self._presence[key] = report.presence
