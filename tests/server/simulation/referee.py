"""Checks the guarantees of the protocol against everything that is stored and sent."""

import json
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from qttt.game import Player
from qttt.play.clocks import FIRST_DECISION_MS, TimeControl
from qttt.play.log import EntryKind, LogEntry, Offer
from qttt.server.games.commands import CLAIMS, Downtime
from qttt.server.games.game import GameState
from qttt.server.games.terms import Terms
from qttt.server.hub.subscribers import CLAIM_DELAY_MS
from tests.server.log_entries import parse_entry

UNSURE = ("unavailable", "unreadable", "too-fast")
"""Codes of refusals of a command that can be stored all the same, or whose id can be another's."""
ENDS = (EntryKind.RESIGN, EntryKind.ACCEPT_DRAW, *CLAIMS)
"""Commands that abort a game in which not both players have a decision that stands."""
REPORT_DELAY_MS = 8_000
"""How long a process can take to learn that a player is here in another."""


class Broken(AssertionError):  # noqa: N818
    """A guarantee is violated."""


class SentCommand(NamedTuple):
    """The fields of a command, perhaps invalid ones."""

    game: str
    id: str
    at: int
    kind: EntryKind
    body: str = ""
    lag: int = 0


class Facts(NamedTuple):
    """The state of a game at one version, for clients that have to decide."""

    decider: Player | None
    moves: tuple[str, ...]
    is_over: bool
    offers: tuple[tuple[EntryKind, Offer], ...]
    next_game: str


class Tally:
    """What the clocks of a game may show at most, counted from its entries alone.

    ``line`` has the author of each move that stands, and the increment that it earned.
    """

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._charged: Counter[str] = Counter()
        self.line: list[tuple[str, int]] = []

    @property
    def has_begun(self) -> bool:
        """Return whether a move of each player stands."""
        return {by for by, _ in self.line} >= {*Player}

    def add(self, entry: LogEntry, running: Player | None) -> None:
        """Count an entry, before which the clock of ``running`` was running."""
        self._charged[running or ""] += entry.spent
        if entry.kind in (EntryKind.MOVE, EntryKind.TOSS):
            is_paid = entry.seat == running and not self._control.is_daily
            self.line.append((entry.seat, self._control.increment_ms if is_paid else 0))
        elif entry.kind is EntryKind.ACCEPT_TAKEBACK:
            while self.line.pop()[0] != Player(entry.seat).other:
                pass

    def limit(self, player: Player) -> int:
        """Return the most that the player can have left."""
        if self._control.is_daily:
            return self._control.base_ms
        earned = sum(increment for by, increment in self.line if by == player)
        return self._control.base_ms + earned - self._charged[player]


class Referee:
    """Knows all games. Call ``on_command`` before a client sends a command."""

    def __init__(self) -> None:
        self.logs: defaultdict[str, list[LogEntry]] = defaultdict(list)
        self.facts: defaultdict[str, list[Facts]] = defaultdict(list)
        self.counts: Counter[str] = Counter()
        self.downtimes: list[Downtime] = []
        self.followed: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self._games: dict[str, GameState] = {}
        self._tallies: dict[str, Tally] = {}
        self._since: dict[str, int] = {}
        self._commands: defaultdict[tuple[str, str], set[tuple[str, EntryKind, str]]] = defaultdict(
            set
        )
        self._ids: set[tuple[str, str]] = set()

    def on_command(self, user: str, do: SentCommand) -> None:
        self._commands[do.game, do.id].add((user, do.kind, do.body))

    def on_game_created(self, terms: Terms) -> None:
        self._games[terms.game] = GameState(terms)
        self._tallies[terms.game] = Tally(self._games[terms.game].clock.control)
        self._since[terms.game] = terms.created
        self._look(self._games[terms.game])

    def terms(self, game: str) -> Terms:
        return self._games[game].terms

    def result(self, game: str) -> str:
        """Return the result of a game; empty during the game."""
        return self._games[game].result

    def on_entry_stored(self, terms: Terms, entry: LogEntry) -> None:
        """Check that commands are executed once, in order, for the right player and clock."""
        game = self._games[terms.game]
        self._check(entry.version == game.version + 1, "in order", entry)
        if entry.id:
            self._check((terms.game, entry.id) not in self._ids, "exactly once", entry)
            self._ids.add((terms.game, entry.id))
        if entry.seat and entry.kind is not EntryKind.FLAG:
            self._check(self._was_sent(terms, entry), "players act for themselves", entry)
        self._check_time(game, entry)
        since, tally = game.clock.since, self._tallies[terms.game]
        tally.add(entry, game.clock.running)
        game.apply(entry)
        if entry.kind is not EntryKind.DOWNTIME and game.clock.since != since:
            self._since[terms.game] = game.clock.since
        for player in Player:
            left = game.clock.remaining(player, entry.at)
            self._check(0 <= left <= max(0, tally.limit(player)), "clocks", entry)
        self.logs[terms.game].append(entry)
        self.counts[entry.kind] += 1
        self._look(game)

    def _was_sent(self, terms: Terms, entry: LogEntry) -> bool:
        if terms.level_of(entry.seat):
            return not entry.id
        return any(
            terms.seat_of(user) == entry.seat
            and (kind == entry.kind or (kind in ENDS and entry.kind is EntryKind.ABORT))
            for user, kind, _ in self._commands[terms.game, entry.id]
        )

    def _check_time(self, game: GameState, entry: LogEntry) -> None:
        """Check that players are charged only for their own time, and not flagged too early."""
        since = self._since[game.terms.game]
        lost = (min(end, entry.at) - max(start, since) for start, end in self.downtimes)
        elapsed = entry.at - since - sum(max(0, each) for each in lost)
        self._check(entry.spent <= max(0, elapsed) or entry.kind is EntryKind.FLAG, "clocks", entry)
        running, has_begun = game.clock.running, self._tallies[game.terms.game].has_begun
        if entry.kind in CLAIMS:
            self._check_claim(game, entry)
        if entry.kind in (*ENDS, EntryKind.FLAG):
            self._check(has_begun, "aborts", entry)
        if entry.kind is EntryKind.FLAG:
            self._check(running is not None and running.value == entry.seat, "flags", entry)
            self._check(running and elapsed >= game.clock.time(running).left, "flags", entry)
        if entry.body and entry.kind is EntryKind.ABORT:
            self._check(game.terms.room and not entry.seat, "rooms call games off", entry)
        elif entry.kind is EntryKind.ABORT and not entry.seat:
            limit = game.clock.time(running).left if running else FIRST_DECISION_MS
            self._check(not has_begun and elapsed >= limit, "flags", entry)

    def _check_claim(self, game: GameState, entry: LogEntry) -> None:
        """Check that the other player did not follow the game in the minute before."""
        other = Player(entry.seat).other
        times = self.followed[game.terms.game, other.value]
        is_away = not any(
            entry.at - CLAIM_DELAY_MS < time < entry.at - REPORT_DELAY_MS for time in times
        )
        self._check(game.clock.running is other and is_away, "claims", entry)

    def _look(self, game: GameState) -> None:
        position = game.position
        moves = tuple(map(position.name, position.legal_moves)) if game.decider else ()
        self.facts[game.terms.game].append(
            Facts(game.decider, moves, game.is_over, tuple(game.offers.items()), game.next_game)
        )

    # --- messages of a hub -----------------------------------------------------------------------

    def check_sent(self, line: bytes, users: list[str]) -> dict[str, Any]:
        """Parse and check a message that a hub sends to ``users``."""
        message: dict[str, Any] = json.loads(line)
        game = message.get("game") or ""
        if message["t"] in ("entries", "game"):
            for entry in map(parse_entry, message["entries"]):
                self._check(self._is_stored(game, entry), "shown only what is stored", message)
                if entry.kind is EntryKind.ACCEPT_REMATCH:
                    self._check(entry.body in self._games, "announced games exist", message)
            clock = message["clock"]
            self._check(clock is None or min(clock["x"], clock["o"]) >= 0, "clocks", message)
        elif message["t"] == "started" or message.get("code") == "no-such-game":
            is_there = message["t"] == "started"
            self._check((game in self._games) == is_there, "announced games exist", message)
        elif message["t"] == "done" and users:
            self._check(self._is_done(message, users), "acknowledged only what is stored", message)
        elif message["t"] == "refused" and message["id"] and message["code"] not in UNSURE:
            self._check(
                not self._is_done(message, users), "refused only what is not stored", message
            )
        return message

    def _is_stored(self, game: str, entry: LogEntry) -> bool:
        log = self.logs[game]
        return entry.version <= len(log) and log[entry.version - 1] == entry

    def _is_done(self, message: dict[str, Any], users: list[str]) -> bool:
        log, version = self.logs[message["game"]], message["version"]
        if message["t"] == "refused":
            found = next((each for each in log if each.id == message["id"]), None)
        else:
            found = log[version - 1] if 0 < version <= len(log) else None
        terms = self._games[message["game"]].terms if message["game"] in self._games else None
        return bool(
            found
            and terms
            and users
            and found.id == message["id"]
            and all(terms.seat_of(user) == found.seat for user in users)
        )

    def _check(self, holds: object, guarantee: str, subject: object) -> None:
        if not holds:
            raise Broken(f"{guarantee}: {subject}")
