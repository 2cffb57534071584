"""The state of a game, derived by applying its entries to one match and one clock."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

from qttt.game import Move, Outcome, Player, Position, Rules
from qttt.notation import parse_move, parse_position
from qttt.play import HUMAN, Match, Ruling, Seat, Toss
from qttt.play.clocks import Clock, TimeControl
from qttt.play.rulings import outcome_off_board
from qttt.quantum import Measurement

from .entries import AppendRequest, EntryKind, LogEntry
from .terms import Identity, Terms

COIN_TIMEOUT_MS = 5_000
"""How long a loop may wait for the server's coin before another process takes over."""

ABORTED, TIME, ABANDONED = "aborted", "time", "abandoned"
"""Terminations caused by an abort, the clock or a player's absence."""

UNDECIDED = "*"
"""The result of an aborted game."""


class CorruptLog(Exception):  # noqa: N818  the usual term
    """These entries cannot be the log of this game."""


class Offer(NamedTuple):
    """An open offer by ``seat``, made by the entry with that version."""

    seat: Player
    version: int


class GameState:
    """A game between two seats under ``terms``.

    Attributes:
        outcome: The outcome on the board, by agreement, by the clock or by a claim; None for an
            aborted game.
        decider: The player to decide; None if the game is over or if ``chance_decides``.
        chance_decides: Whether a loop is waiting for the server's coin.
        deadline: When the game has to be checked if nothing happens, None for never.
        updated_at: The time of the last entry, or of the game's creation.
        position_version: The version of the last entry that changed the position.
        refunded_until: The time of the last refund of downtime.

    Raises:
        ValueError: Unknown rules, start or time control, or a start in which the game is over.
    """

    def __init__(self, terms: Terms) -> None:
        start = _start(terms.rules, terms.start)
        if start.outcome:
            raise ValueError(f"the game is already over in {start}: {start.outcome.title}")
        self.terms = terms
        self.entries: list[LogEntry] = []
        self.match = Match(start, x=_seat(terms.x), o=_seat(terms.o))
        self.updated_at = terms.created
        self._ruling: Outcome | None = None
        self._is_aborted = False
        self._update_status()
        self.clock = Clock.start(TimeControl.parse(terms.clock), self.decider, terms.created)
        self.offers: dict[EntryKind, Offer] = {}
        self.declined: set[tuple[Player, EntryKind]] = set()
        self.ids: dict[str, LogEntry] = {}
        self.position_version = 0
        self.refunded_until = terms.created
        self.next_game = ""
        self._last_parsed: tuple[Position, str, Move] | None = None
        self.deadline = self._deadline()

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
    def rematch(self) -> Terms:
        """The terms of the accepted rematch, with the seats exchanged.

        Raises ``LookupError`` if no rematch was accepted.
        """
        accepted = next(
            (each for each in self.entries if each.kind == EntryKind.ACCEPT_REMATCH), None
        )
        if accepted is None:
            raise LookupError(f"no rematch of {self.terms.game} was accepted")
        x, o = self.terms.o, self.terms.x
        name, before = accepted.body, self.terms.game
        return replace(self.terms, game=name, x=x, o=o, created=accepted.at, before=before)

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

    def _deadline(self) -> int | None:
        return self.updated_at + COIN_TIMEOUT_MS if self.chance_decides else self.clock.deadline

    # --- entries ---------------------------------------------------------------------------------

    def advance(self, entries: Iterable[LogEntry]) -> AppendRequest:
        """Apply ``entries``, and return the request that stores them.

        If storing fails, this game is ahead of the store and must be loaded again.
        """
        was_over, had_next, added = self.is_over, self.next_game, tuple(entries)
        for entry in added:
            self.apply(entry)
        ended = ("", "") if was_over else (self.result, self.termination)
        begins = self.rematch if self.next_game != had_next else None
        return AppendRequest(self.terms.game, added, self.deadline, *ended, begins)

    def apply(self, entry: LogEntry) -> None:
        """Apply one entry. Raises ``CorruptLog`` if it is not possible here."""
        if entry.version != self.version + 1 or entry.at < self.updated_at:
            raise CorruptLog(f"{self.terms.game}: {entry} cannot follow entry {self.version}")
        try:
            _APPLY[entry.kind](self, entry)
        except (ValueError, LookupError) as error:
            raise CorruptLog(f"{self.terms.game}: {entry} is not possible: {error}") from error
        self.entries.append(entry)
        self.updated_at = entry.at
        self.deadline = self._deadline()
        if entry.id:
            self.ids[entry.id] = entry

    def _move(self, entry: LogEntry) -> None:
        seat = Player(entry.seat)
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
        self.match.undo_decision(self.offers[EntryKind.OFFER_TAKEBACK].seat, at=entry.at)
        self.offers.clear()
        self.position_version = entry.version
        self._change_turn(entry)

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

_APPLY: dict[EntryKind, Callable[[GameState, LogEntry], None]] = {
    EntryKind.MOVE: GameState._move,
    EntryKind.TOSS: GameState._toss,
    EntryKind.RESIGN: GameState._resign,
    EntryKind.OFFER_DRAW: GameState._offer,
    EntryKind.ACCEPT_DRAW: GameState._accept_draw,
    EntryKind.DECLINE_DRAW: GameState._decline,
    EntryKind.OFFER_TAKEBACK: GameState._offer,
    EntryKind.ACCEPT_TAKEBACK: GameState._accept_takeback,
    EntryKind.DECLINE_TAKEBACK: GameState._decline,
    EntryKind.ABORT: GameState._abort,
    EntryKind.FLAG: GameState._flag,
    EntryKind.DOWNTIME: GameState._downtime,
    EntryKind.OFFER_REMATCH: GameState._offer,
    EntryKind.ACCEPT_REMATCH: GameState._accept_rematch,
    EntryKind.DECLINE_REMATCH: GameState._decline,
    EntryKind.CLAIM_WIN: GameState._claim,
    EntryKind.CLAIM_DRAW: GameState._claim,
}


@lru_cache(256)
def _start(rules: str, start: str) -> Position:
    return parse_position(start, Rules.parse(rules))


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


def _seat(identity: Identity) -> Seat:
    return Seat(identity.name, identity.level or ("bot" if identity.bot else HUMAN))
