"""A store in memory that can be slow, unavailable, or lose its answers, but never data."""

from collections import defaultdict
from collections.abc import Callable
from random import Random

from qttt.play.log import ABORTED, EntryKind, LogEntry
from qttt.server.errors import StoreUnavailable
from qttt.server.games.commands import Downtime
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.games.terms import Terms
from qttt.server.store.append import NO_RESULT
from qttt.server.store.calling_off import CallOff
from qttt.server.store.processes import ProcessStore, gaps_between


class Unavailable(StoreUnavailable):
    """The store could not be reached, or its answer was lost."""


class SimulatedStore:
    """Games with their entries; the callbacks are called for each game and each entry."""

    def __init__(
        self,
        rng: Random,
        on_game_created: Callable[[Terms], None],
        on_entry_stored: Callable[[Terms, LogEntry], None],
    ) -> None:
        self.games: dict[str, Terms] = {}
        self.entries: defaultdict[str, list[LogEntry]] = defaultdict(list)
        self.ends: dict[str, tuple[str, int]] = {}
        self.faults = 0.02
        self.is_away = False
        self.processes = SimulatedProcessStore(self)
        self._ids: set[tuple[str, str]] = set()
        self._deadlines: dict[str, int] = {}
        self._rng = rng
        self._on_game_created = on_game_created
        self._on_entry_stored = on_entry_stored

    def create(self, terms: Terms) -> bool:
        """Create a game. Returns False if it exists already."""
        self.fail()
        is_new = terms.game not in self.games
        if is_new:
            self.begin(terms)
        return is_new

    def load(self, game: str) -> tuple[Terms, tuple[LogEntry, ...]] | None:
        self.fail()
        terms = self.games.get(game)
        return (terms, tuple(self.entries[game])) if terms else None

    def append(self, append: AppendRequest) -> AppendResult:
        """Append entries; an error is raised before anything or after everything is done."""
        self.fail()
        result = self._append(append)
        self.fail()
        return result

    def overdue_games(self, now: int) -> list[str]:
        self.fail()
        return [game for game, deadline in self._deadlines.items() if deadline <= now]

    def call_off(self, off: CallOff) -> bool:
        """Abort these games; False if one of them is over."""
        if not self.ends.keys().isdisjoint(off.games):
            return False
        for game in sorted(off.games):
            self._append(self._end(game, off))
        return True

    def _end(self, game: str, off: CallOff) -> AppendRequest:
        log = self.entries[game]
        at = max(off.at, log[-1].at if log else self.games[game].created)
        abort = LogEntry(len(log) + 1, EntryKind.ABORT, "", off.reason, at)
        return AppendRequest(game, (abort,), None, NO_RESULT, ABORTED)

    def _append(self, append: AppendRequest) -> AppendResult:
        game, log = append.game, self.entries[append.game]
        if any((game, entry.id) in self._ids for entry in append.entries if entry.id):
            return "duplicate"
        if append.entries[0].version != len(log) + 1:
            return "conflict"
        for entry in append.entries:
            log.append(entry)
            if entry.id:
                self._ids.add((game, entry.id))
            self._on_entry_stored(self.games[game], entry)
        if append.rematch:
            self.begin(append.rematch)
        if append.result:
            self.ends[game] = (append.result, append.entries[-1].at)
        self._deadlines.pop(game, None)
        if append.deadline is not None:
            self._deadlines[game] = append.deadline
        return "stored"

    def begin(self, terms: Terms) -> None:
        self.games[terms.game] = terms
        self._on_game_created(terms)

    def fail(self) -> None:
        if self.is_away or self._rng.random() < self.faults:
            raise Unavailable


class SimulatedProcessStore(ProcessStore):
    """The heartbeats in a store."""

    def __init__(self, store: SimulatedStore) -> None:
        self._store = store
        self._lives: dict[str, tuple[int, int]] = {}

    async def record_heartbeat(self, process: str, now: int, since: int | None = None) -> None:
        self._store.fail()
        started, _ = self._lives.get(process, (now if since is None else since, now))
        self._lives[process] = (started, now)
        self._store.fail()

    async def beats(self) -> dict[str, int]:
        self._store.fail()
        return {who: beat for who, (_, beat) in self._lives.items()}

    async def outages(self, after: int) -> list[Downtime]:
        self._store.fail()
        return [gap for gap in gaps_between(sorted(self._lives.values())) if gap.end > after]
