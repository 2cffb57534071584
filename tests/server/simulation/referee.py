"""The promises, watched over: told of all that is stored and of all that a hub sends, at once."""

import json
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from qttt.game import Player
from qttt.play.clocks import FIRST_DECISION
from qttt.server.games import Entry, Game, Kind, Span, Terms, read_entry
from qttt.server.games.game import Offer
from qttt.server.protocol import Do

UNSURE = ("unavailable", "unreadable")
"""What such refusals name may have been stored before, or under the id of another wish."""


class Broken(AssertionError):  # noqa: N818
    """A promise is broken."""


class Facts(NamedTuple):
    """What there is to know about a game at one version, for clients that have to decide."""

    decider: Player | None
    moves: tuple[str, ...]
    is_over: bool
    offers: tuple[tuple[Kind, Offer], ...]
    next_game: str


class Referee:
    """``asked`` is to be told of each wish before it is sent."""

    def __init__(self) -> None:
        self.logs: defaultdict[str, list[Entry]] = defaultdict(list)
        self.facts: defaultdict[str, list[Facts]] = defaultdict(list)
        self.counts: Counter[str] = Counter()
        self.downtimes: list[Span] = []
        self._games: dict[str, Game] = {}
        self._since: dict[str, int] = {}
        self._wishes: defaultdict[tuple[str, str], set[tuple[str, Kind, str]]] = defaultdict(set)
        self._ids: set[tuple[str, str]] = set()

    def asked(self, user: str, do: Do) -> None:
        self._wishes[do.game, do.id].add((user, do.kind, do.body))

    def begun(self, terms: Terms) -> None:
        self._games[terms.game] = Game(terms)
        self._since[terms.game] = terms.created
        self._look(self._games[terms.game])

    def terms(self, game: str) -> Terms:
        return self._games[game].terms

    def result(self, game: str) -> str:
        """How a game ended, empty while it goes on."""
        return self._games[game].result

    def committed(self, terms: Terms, entry: Entry) -> None:
        """Each wish once, in order, of the one who sits there; no clock below zero."""
        game = self._games[terms.game]
        self._check(entry.version == game.version + 1, "in order", entry)
        if entry.id:
            self._check((terms.game, entry.id) not in self._ids, "exactly once", entry)
            self._ids.add((terms.game, entry.id))
        if entry.seat and entry.kind is not Kind.FLAG:
            self._check(self._is_wished(terms, entry), "nobody acts for another", entry)
        self._check_time(game, entry)
        since = game.clock.since
        game.apply(entry)
        if entry.kind is not Kind.DOWNTIME and game.clock.since != since:
            self._since[terms.game] = game.clock.since
        for player in Player:
            self._check(game.clock.remaining(player, entry.at) >= 0, "clocks", entry)
        self.logs[terms.game].append(entry)
        self.counts[entry.kind] += 1
        self._look(game)

    def _is_wished(self, terms: Terms, entry: Entry) -> bool:
        if terms.level(entry.seat):
            return not entry.id
        return any(
            terms.seat(user) == entry.seat and kind == entry.kind
            for user, kind, _ in self._wishes[terms.game, entry.id]
        )

    def _check_time(self, game: Game, entry: Entry) -> None:
        """Nobody is charged for more than the own time, and nobody's ends before it is up."""
        since = self._since[game.terms.game]
        lost = (min(end, entry.at) - max(start, since) for start, end in self.downtimes)
        thought = entry.at - since - sum(max(0, each) for each in lost)
        self._check(entry.spent <= max(0, thought) or entry.kind is Kind.FLAG, "clocks", entry)
        running = game.clock.running
        if entry.kind is Kind.FLAG:
            self._check(running is not None and running.value == entry.seat, "flags", entry)
            self._check(running and thought >= game.clock.time(running).left, "flags", entry)
        if entry.kind is Kind.ABORT and not entry.seat:
            self._check(running is None and thought >= FIRST_DECISION, "flags", entry)

    def _look(self, game: Game) -> None:
        position = game.position
        moves = tuple(map(position.name, position.legal_moves)) if game.decider else ()
        self.facts[game.terms.game].append(
            Facts(game.decider, moves, game.is_over, tuple(game.offers.items()), game.next_game)
        )

    # --- what a hub says -------------------------------------------------------------------------

    def said(self, text: str, users: list[str]) -> dict[str, Any]:
        """What is sent to these users, read; it must be true."""
        said: dict[str, Any] = json.loads(text)
        game = said.get("game") or ""
        if said["t"] in ("entries", "game"):
            for entry in map(read_entry, said["entries"]):
                self._check(self._is_stored(game, entry), "shown only what is stored", said)
                if entry.kind is Kind.ACCEPT_REMATCH:
                    self._check(entry.body in self._games, "a game that is told of is there", said)
            clock = said["clock"]
            self._check(clock is None or min(clock["x"], clock["o"]) >= 0, "clocks", said)
        elif said["t"] == "started" or said.get("code") == "no-such-game":
            is_there = said["t"] == "started"
            self._check((game in self._games) == is_there, "a game that is told of is there", said)
        elif said["t"] == "done" and users:
            self._check(self._is_done(said, users), "acknowledged only what is stored", said)
        elif said["t"] == "refused" and said["id"] and said["code"] not in UNSURE:
            self._check(not self._is_done(said, users), "refused only what is not stored", said)
        return said

    def _is_stored(self, game: str, entry: Entry) -> bool:
        log = self.logs[game]
        return entry.version <= len(log) and log[entry.version - 1] == entry

    def _is_done(self, said: dict[str, Any], users: list[str]) -> bool:
        log, version = self.logs[said["game"]], said["version"]
        if said["t"] == "refused":
            found = next((each for each in log if each.id == said["id"]), None)
        else:
            found = log[version - 1] if 0 < version <= len(log) else None
        terms = self._games[said["game"]].terms if said["game"] in self._games else None
        return bool(
            found
            and terms
            and users
            and found.id == said["id"]
            and all(terms.seat(user) == found.seat for user in users)
        )

    def _check(self, is_kept: object, promise: str, what: object) -> None:
        if not is_kept:
            raise Broken(f"{promise}: {what}")
