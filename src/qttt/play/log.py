"""Games over a network: a log of entries, and the state that follows from them.

Entries are numbered from 1 and chained by digests. Each digest covers the previous digest and the
entry's text, which makes tampering, loss and reordering detectable (P24 of ``spec/protocol.md``).
"""

import json
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from typing import Literal, NamedTuple

from qttt.copies import IndependentCopies
from qttt.game import Move, Node, Outcome, Player, Position, Rules
from qttt.notation import parse_move, parse_position
from qttt.quantum import Measurement

from .clocks import Clock, TimeControl
from .coins import Toss
from .match import Match
from .navigation import decision_nodes, last_decision
from .rulings import Ruling, outcome_off_board
from .seats import Seat

ABORTED, TIME, ABANDONED = "aborted", "time", "abandoned"
"""Terminations caused by an abort, the clock or a player's absence."""
UNDECIDED = "*"
"""The result of an aborted game."""


class EntryKind(StrEnum):
    """The kind of an entry (P20).

    Only the server writes tosses, flags and downtimes; it may also abort. The body of an accepted
    rematch is the new game's id, that of a downtime the refund in milliseconds, that of an accepted
    takeback the time left of both players after it, that of an abort why a class room called the
    game off, if it did.
    """

    MOVE = "move"
    TOSS = "toss"
    RESIGN = "resign"
    OFFER_DRAW = "offer-draw"
    ACCEPT_DRAW = "accept-draw"
    DECLINE_DRAW = "decline-draw"
    OFFER_TAKEBACK = "offer-takeback"
    ACCEPT_TAKEBACK = "accept-takeback"
    DECLINE_TAKEBACK = "decline-takeback"
    ABORT = "abort"
    FLAG = "flag"
    DOWNTIME = "downtime"
    OFFER_REMATCH = "offer-rematch"
    ACCEPT_REMATCH = "accept-rematch"
    DECLINE_REMATCH = "decline-rematch"
    CLAIM_WIN = "claim-win"
    CLAIM_DRAW = "claim-draw"


class LogEntry(NamedTuple):
    """One line of a game's log.

    ``seat`` is ``X``, ``O`` or empty for the server; for a flag it is the player whose time ran
    out. ``at`` is the server's time in milliseconds. ``spent`` milliseconds are charged to the
    clock that was running, so that a log can be replayed without a clock. ``id`` is the id of the
    client's command.
    """

    version: int
    kind: EntryKind
    seat: str
    body: str
    at: int
    spent: int = 0
    id: str = ""

    @property
    def text(self) -> str:
        """One line of JSON, as sent to clients and as hashed."""
        return (
            f'{{"v":{self.version},"k":"{self.kind}","s":"{self.seat}",'
            f'"b":{encode_basestring_ascii(self.body)},'
            f'"at":{self.at},"spent":{self.spent},"id":"{self.id}"}}'
        )


def entry_digest(previous: bytes, entry: LogEntry) -> bytes:
    """Return the 32-byte digest of ``entry``, given the previous entry's digest.

    The first entry follows the digest of the game's terms.
    """
    return blake2b(previous + entry.text.encode(), digest_size=32).digest()


def chain_digest(start: bytes, entries: Iterable[LogEntry]) -> bytes:
    """Return the digest of the last of ``entries``, starting from the digest ``start``."""
    for entry in entries:
        start = entry_digest(start, entry)
    return start


class CorruptLog(Exception):  # noqa: N818  the usual term
    """These entries cannot be the log of this game."""


class Offer(NamedTuple):
    """An open offer by ``seat``, made by the entry with that version."""

    seat: Player
    version: int


class LoggedGame(IndependentCopies):
    """A game, derived by applying the entries of its log to one match and one clock.

    Attributes:
        outcome: The outcome on the board, by agreement, by the clock or by a claim; None for an
            aborted game.
        decider: The player to decide; None if the game is over or if ``chance_decides``.
        chance_decides: Whether a loop is waiting for the server's coin.
        updated_at: The time of the last entry, or of the game's creation.
        ended_at: The time of the entry that ended the game, None during the game.
        position_version: The version of the last entry that changed the position.
        refunded_until: The time of the last refund of downtime.
        next_game: The id of the accepted rematch; empty without one.

    Raises:
        ValueError: Unknown rules, start or time control, or a start in which the game is over.
    """

    def __init__(
        self, name: str, rules: str, start: str, *, x: Seat, o: Seat, clock: str, created: int
    ) -> None:
        position = _start(rules, start)
        if position.outcome:
            raise ValueError(f"the game is already over in {position}: {position.outcome.title}")
        self.name = name
        self.entries: list[LogEntry] = []
        self.match = Match(position, x=x, o=o)
        self.updated_at = created
        self._ruling: Outcome | None = None
        self._is_aborted = False
        self.ended_at: int | None = None
        self._update_status()
        self.clock = Clock.start(TimeControl.parse(clock), self.decider, created)
        self.offers: dict[EntryKind, Offer] = {}
        self.declined: set[tuple[Player, EntryKind]] = set()
        self.ids: dict[str, LogEntry] = {}
        self.position_version = 0
        self.refunded_until = created
        self.next_game = ""
        self._clocks_before: dict[Node, Clock] = {}
        """The clock before the last decision at each node."""
        self._last_parsed: tuple[Position, str, Move] | None = None

    # --- state -----------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The number of entries."""
        return len(self.entries)

    @property
    def result(self) -> str:
        """The result as in a record: ``*`` for an aborted game, empty during the game."""
        if self._is_aborted:
            return UNDECIDED
        return self.outcome.result if self.outcome else ""

    @property
    def termination(self) -> str:
        """The termination as in a record; empty during the game."""
        if self._is_aborted:
            return ABORTED
        return str(self.outcome.termination) if self.outcome else ""

    @property
    def toss(self) -> Toss | None:
        """The earlier toss for the current loop, if it was decided before and taken back."""
        return self.match.tosses.get(self.match.node)

    @property
    def has_begun(self) -> bool:
        """Whether both players have a decision that was not taken back.

        Until then a game that ends is aborted (P45).
        """
        return {node.position.to_move for node in decision_nodes(self.match.node)} == {*Player}

    def clock_after_takeback(self, by: Player, spent: int, at: int) -> Clock:
        """Return the clock after ``by`` takes back its last decision, which costs ``spent``.

        Raises:
            NothingToUndoError: ``by`` has decided nothing yet.
            ClockError: ``spent`` does not fit the elapsed time.
        """
        before = self._clocks_before[last_decision(self.match.node, by)]
        return self.clock.taken_back(before, spent, at, by)

    def parse_move(self, text: str) -> Move:
        """Parse a legal move. Raises ``ValueError`` as ``parse_move`` does.

        The last result is cached, because a move is parsed by ``decide`` and again by ``apply``.
        """
        last = self._last_parsed
        if last is None or last[0] is not self.position or last[1] != text:
            self._last_parsed = last = (self.position, text, parse_move(text, self.position))
        return last[2]

    def _update_status(self) -> None:
        """Cache what is read more often than it changes."""
        match = self.match
        self.position = match.position
        self.outcome = self._ruling or match.outcome
        self.is_over = self._is_aborted or self.outcome is not None
        decides = None if self.is_over else match.to_move
        self.chance_decides = decides == "chance"
        self.decider = decides if isinstance(decides, Player) else None

    # --- entries ---------------------------------------------------------------------------------

    def apply(self, entry: LogEntry) -> None:
        """Apply one entry. Raises ``CorruptLog`` if it is not possible here."""
        if entry.version != self.version + 1 or entry.at < self.updated_at:
            raise CorruptLog(f"{self.name}: {entry} cannot follow entry {self.version}")
        try:
            _APPLY[entry.kind](self, entry)
        except (ValueError, LookupError) as error:
            raise CorruptLog(f"{self.name}: {entry} is not possible: {error}") from error
        self.entries.append(entry)
        self.updated_at = entry.at
        if self.is_over and self.ended_at is None:
            self.ended_at = entry.at
        if entry.id:
            self.ids[entry.id] = entry

    def _move(self, entry: LogEntry) -> None:
        seat = Player(entry.seat)
        self._clocks_before[self.match.node] = self.clock
        self.match.play(self.parse_move(entry.body), by=seat, at=entry.at)
        self._update_status()
        self.position_version = entry.version
        self._cancel_answered_offers()
        self.clock = self.clock.after_decision(entry.spent, entry.at, self.decider)
        if self.declined:
            self.declined -= {(seat, kind) for kind in OFFERS}

    def _toss(self, entry: LogEntry) -> None:
        toss = parse_toss(entry.body)
        if self.toss not in (None, toss):
            raise ValueError(f"the coin showed {self.toss} there before")
        self.match.toss(lambda position: toss, at=entry.at)
        self.position_version = entry.version
        self._change_turn(entry)

    def _resign(self, entry: LogEntry) -> None:
        self.match.resign(Player(entry.seat), at=entry.at)
        self._change_turn(entry)

    def _abort(self, entry: LogEntry) -> None:
        self._is_aborted = True
        if not entry.seat:  # nobody decided it, so that nobody is charged
            self.clock = self.clock.stopped(entry.at)
        self._change_turn(entry)

    def _flag(self, entry: LogEntry) -> None:
        loser = Player(entry.seat)
        if self.clock.running is not loser:
            raise ValueError(f"the clock of {loser} is not running")
        self._rule(loser, TIME)
        self._update_status()
        self.offers.clear()
        self.clock = self.clock.timed_out(entry.at)

    def _claim(self, entry: LogEntry) -> None:
        is_win = entry.kind is EntryKind.CLAIM_WIN
        self._rule(Player(entry.seat).other if is_win else "both", ABANDONED)
        self._change_turn(entry)

    def _rule(self, by: Player | Literal["both"], reason: str) -> None:
        """End the game for ``reason``, with the points of a resignation or an agreed draw."""
        points = outcome_off_board(self.match.rules, by).points
        self._ruling = outcome_off_board(self.match.rules, Ruling(points, reason))

    def _downtime(self, entry: LogEntry) -> None:
        self.clock = self.clock.without_downtime(int(entry.body))
        self.refunded_until = entry.at

    def _offer(self, entry: LogEntry) -> None:
        if entry.kind is EntryKind.OFFER_DRAW:
            self.match.offer_draw(Player(entry.seat), at=entry.at)
        self.offers[entry.kind] = Offer(Player(entry.seat), entry.version)

    def _decline(self, entry: LogEntry) -> None:
        offered = ANSWERS[entry.kind]
        if offered is EntryKind.OFFER_DRAW:
            self.match.decline_draw(Player(entry.seat), at=entry.at)
        self.declined.add((self.offers.pop(offered).seat, offered))

    def _accept_draw(self, entry: LogEntry) -> None:
        self.match.accept_draw(Player(entry.seat), at=entry.at)
        self._change_turn(entry)

    def _accept_takeback(self, entry: LogEntry) -> None:
        by = self.offers[EntryKind.OFFER_TAKEBACK].seat
        clock = self.clock_after_takeback(by, entry.spent, entry.at)
        self.match.undo_decision(by, at=entry.at)
        self.offers.clear()
        self.position_version = entry.version
        self._change_turn(entry)
        if entry.body:  # without it, an older server let the players keep their increments
            if entry.body != format_times(clock):
                raise ValueError(f"after this takeback the clocks show {format_times(clock)}")
            self.clock = clock

    def _accept_rematch(self, entry: LogEntry) -> None:
        del self.offers[EntryKind.OFFER_REMATCH]
        self.next_game = entry.body

    def _cancel_answered_offers(self) -> None:
        self.offers.pop(EntryKind.OFFER_TAKEBACK, None)
        if self.match.draw_offer is None:
            self.offers.pop(EntryKind.OFFER_DRAW, None)

    def _change_turn(self, entry: LogEntry) -> None:
        """Update the state and the clock after anything but a player's move."""
        self._update_status()
        if self.is_over:
            self.offers.clear()
        self.clock = self.clock.with_decider(entry.spent, entry.at, self.decider)


OFFERS = (EntryKind.OFFER_DRAW, EntryKind.OFFER_TAKEBACK, EntryKind.OFFER_REMATCH)
ANSWERS = {
    EntryKind.ACCEPT_DRAW: EntryKind.OFFER_DRAW,
    EntryKind.DECLINE_DRAW: EntryKind.OFFER_DRAW,
    EntryKind.ACCEPT_TAKEBACK: EntryKind.OFFER_TAKEBACK,
    EntryKind.DECLINE_TAKEBACK: EntryKind.OFFER_TAKEBACK,
    EntryKind.ACCEPT_REMATCH: EntryKind.OFFER_REMATCH,
    EntryKind.DECLINE_REMATCH: EntryKind.OFFER_REMATCH,
}
"""The offer that each kind of answer is for."""

_APPLY: dict[EntryKind, Callable[[LoggedGame, LogEntry], None]] = {
    EntryKind.MOVE: LoggedGame._move,
    EntryKind.TOSS: LoggedGame._toss,
    EntryKind.RESIGN: LoggedGame._resign,
    EntryKind.OFFER_DRAW: LoggedGame._offer,
    EntryKind.ACCEPT_DRAW: LoggedGame._accept_draw,
    EntryKind.DECLINE_DRAW: LoggedGame._decline,
    EntryKind.OFFER_TAKEBACK: LoggedGame._offer,
    EntryKind.ACCEPT_TAKEBACK: LoggedGame._accept_takeback,
    EntryKind.DECLINE_TAKEBACK: LoggedGame._decline,
    EntryKind.ABORT: LoggedGame._abort,
    EntryKind.FLAG: LoggedGame._flag,
    EntryKind.DOWNTIME: LoggedGame._downtime,
    EntryKind.OFFER_REMATCH: LoggedGame._offer,
    EntryKind.ACCEPT_REMATCH: LoggedGame._accept_rematch,
    EntryKind.DECLINE_REMATCH: LoggedGame._decline,
    EntryKind.CLAIM_WIN: LoggedGame._claim,
    EntryKind.CLAIM_DRAW: LoggedGame._claim,
}


@lru_cache(256)
def _start(rules: str, start: str) -> Position:
    return parse_position(start, Rules.parse(rules))


def format_times(clock: Clock) -> str:
    """Return the time left of both players as the body of a takeback; empty without a clock."""
    return f"{clock.x.left} {clock.o.left}" if clock.control.has_clock else ""


def format_toss(toss: Toss) -> str:
    """Return a toss as the body of an entry."""
    measurement = json.loads(toss.measurement.to_json()) if toss.measurement else None
    return json.dumps({"bit": toss.bit, "source": toss.source, "measurement": measurement})


def parse_toss(body: str) -> Toss:
    """Parse the output of ``format_toss``. Raises ``ValueError`` or ``LookupError``."""
    fields = json.loads(body)
    measurement = fields["measurement"]
    parsed = Measurement.from_json(measurement) if measurement else None
    return Toss(fields["bit"], fields["source"], parsed)
