"""The state of a game, derived by applying its entries to one match and one clock."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from qttt.game import Move, Outcome, Player, Position, Rules
from qttt.notation import parse_move, parse_position
from qttt.play import HUMAN, Match, Ruling, Seat, Toss
from qttt.play.clocks import Clock, TimeControl
from qttt.play.rulings import outcome_off_board
from qttt.quantum import Measurement

from .entries import Append, Entry, Kind
from .terms import Terms, Who

COIN_TIMEOUT_MS = 5_000
"""How long a loop may wait for the server's coin before another process takes over."""

ABORTED, TIME = "aborted", "time"
"""Terminations caused by the clock or an abort."""

UNDECIDED = "*"
"""The result of an aborted game."""


class CorruptLog(Exception):  # noqa: N818  the usual term
    """These entries cannot be the log of this game."""


class Offer(NamedTuple):
    """An open offer by ``seat``, made by the entry with that version."""

    seat: Player
    version: int


class Game:
    """A game between two seats under ``terms``.

    Attributes:
        outcome: The outcome on the board, by agreement or by the clock; None for an aborted game.
        decider: The player to decide; None if the game is over or if ``chance_decides``.
        chance_decides: Whether a loop is waiting for the server's coin.
        deadline: When the game has to be checked if nothing happens, None for never.
        updated_at: The time of the last entry, or of the game's creation.
        position_version: The version of the last entry that changed the position.

    Raises:
        ValueError: Unknown rules, start or time control, or a start in which the game is over.
    """

    def __init__(self, terms: Terms) -> None:
        start = _start(terms.rules, terms.start)
        if start.outcome:
            raise ValueError(f"nothing can be played from {start}: {start.outcome.title}")
        self.terms = terms
        self.entries: list[Entry] = []
        self.match = Match(start, x=_seat(terms.x), o=_seat(terms.o))
        self.updated_at = terms.created
        self._time_outcome: Outcome | None = None
        self._is_aborted = False
        self._update_status()
        self.clock = Clock.start(TimeControl.parse(terms.clock), self.decider, terms.created)
        self.offers: dict[Kind, Offer] = {}
        self.declined: set[tuple[Player, Kind]] = set()
        self.ids: dict[str, Entry] = {}
        self.position_version = 0
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
        accepted = next((each for each in self.entries if each.kind == Kind.ACCEPT_REMATCH), None)
        if accepted is None:
            raise LookupError(f"no rematch of {self.terms.game} was accepted")
        x, o = self.terms.o, self.terms.x
        name, before = accepted.body, self.terms.game
        return replace(self.terms, game=name, x=x, o=o, created=accepted.at, before=before)

    def read_move(self, text: str) -> Move:
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
        self.outcome = self._time_outcome or match.outcome
        self.is_over = self._is_aborted or self.outcome is not None
        decides = None if self.is_over else match.to_move
        self.chance_decides = decides == "chance"
        self.decider = decides if isinstance(decides, Player) else None

    def _deadline(self) -> int | None:
        return self.updated_at + COIN_TIMEOUT_MS if self.chance_decides else self.clock.deadline

    # --- entries ---------------------------------------------------------------------------------

    def advance(self, entries: Iterable[Entry]) -> Append:
        """Apply ``entries``, and return the request that stores them.

        If storing fails, this game is ahead of the store and must be loaded again.
        """
        was_over, had_next, added = self.is_over, self.next_game, tuple(entries)
        for entry in added:
            self.apply(entry)
        ended = ("", "") if was_over else (self.result, self.termination)
        begins = self.rematch if self.next_game != had_next else None
        return Append(self.terms.game, added, self.deadline, *ended, begins)

    def apply(self, entry: Entry) -> None:
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

    def _move(self, entry: Entry) -> None:
        seat = Player(entry.seat)
        self.match.play(self.read_move(entry.body), by=seat, at=entry.at)
        self._update_status()
        self.position_version = entry.version
        self._cancel_answered_offers()
        self.clock = self.clock.after_decision(entry.spent, entry.at, self.decider)
        if self.declined:
            self.declined -= {(seat, kind) for kind in OFFERS}

    def _toss(self, entry: Entry) -> None:
        toss = read_toss(entry.body)
        if self.toss not in (None, toss):
            raise ValueError(f"the coin showed {self.toss} there before")
        self.match.throw(lambda position: toss, at=entry.at)
        self.position_version = entry.version
        self._change_turn(entry)

    def _resign(self, entry: Entry) -> None:
        self.match.resign(Player(entry.seat), at=entry.at)
        self._change_turn(entry)

    def _abort(self, entry: Entry) -> None:
        self._is_aborted = True
        self._change_turn(entry)

    def _flag(self, entry: Entry) -> None:
        loser = Player(entry.seat)
        if self.clock.running is not loser:
            raise ValueError(f"the clock of {loser} is not running")
        points = outcome_off_board(self.match.rules, loser).points
        self._time_outcome = outcome_off_board(self.match.rules, Ruling(points, TIME))
        self._update_status()
        self.offers.clear()
        self.clock = self.clock.timed_out(entry.at)

    def _downtime(self, entry: Entry) -> None:
        self.clock = self.clock.without_downtime(int(entry.body))

    def _offer(self, entry: Entry) -> None:
        if entry.kind is Kind.OFFER_DRAW:
            self.match.offer_draw(Player(entry.seat), at=entry.at)
        self.offers[entry.kind] = Offer(Player(entry.seat), entry.version)

    def _decline(self, entry: Entry) -> None:
        offered = ANSWERS[entry.kind]
        if offered is Kind.OFFER_DRAW:
            self.match.decline_draw(Player(entry.seat), at=entry.at)
        self.declined.add((self.offers.pop(offered).seat, offered))

    def _accept_draw(self, entry: Entry) -> None:
        self.match.accept_draw(Player(entry.seat), at=entry.at)
        self._change_turn(entry)

    def _accept_takeback(self, entry: Entry) -> None:
        self.match.undo_decision(self.offers[Kind.OFFER_TAKEBACK].seat, at=entry.at)
        self.offers.clear()
        self.position_version = entry.version
        self._change_turn(entry)

    def _accept_rematch(self, entry: Entry) -> None:
        del self.offers[Kind.OFFER_REMATCH]
        self.next_game = entry.body

    def _cancel_answered_offers(self) -> None:
        self.offers.pop(Kind.OFFER_TAKEBACK, None)
        if self.match.draw_offer is None:
            self.offers.pop(Kind.OFFER_DRAW, None)

    def _change_turn(self, entry: Entry) -> None:
        """Update the state and the clock after anything but a player's move."""
        self._update_status()
        if self.is_over:
            self.offers.clear()
        self.clock = self.clock.with_decider(entry.spent, entry.at, self.decider)


OFFERS = (Kind.OFFER_DRAW, Kind.OFFER_TAKEBACK, Kind.OFFER_REMATCH)
ANSWERS = {
    Kind.ACCEPT_DRAW: Kind.OFFER_DRAW,
    Kind.DECLINE_DRAW: Kind.OFFER_DRAW,
    Kind.ACCEPT_TAKEBACK: Kind.OFFER_TAKEBACK,
    Kind.DECLINE_TAKEBACK: Kind.OFFER_TAKEBACK,
    Kind.ACCEPT_REMATCH: Kind.OFFER_REMATCH,
    Kind.DECLINE_REMATCH: Kind.OFFER_REMATCH,
}
"""The offer that each kind of answer is for."""

_APPLY: dict[Kind, Callable[[Game, Entry], None]] = {
    Kind.MOVE: Game._move,
    Kind.TOSS: Game._toss,
    Kind.RESIGN: Game._resign,
    Kind.OFFER_DRAW: Game._offer,
    Kind.ACCEPT_DRAW: Game._accept_draw,
    Kind.DECLINE_DRAW: Game._decline,
    Kind.OFFER_TAKEBACK: Game._offer,
    Kind.ACCEPT_TAKEBACK: Game._accept_takeback,
    Kind.DECLINE_TAKEBACK: Game._decline,
    Kind.ABORT: Game._abort,
    Kind.FLAG: Game._flag,
    Kind.DOWNTIME: Game._downtime,
    Kind.OFFER_REMATCH: Game._offer,
    Kind.ACCEPT_REMATCH: Game._accept_rematch,
    Kind.DECLINE_REMATCH: Game._decline,
}


@lru_cache(256)
def _start(rules: str, start: str) -> Position:
    return parse_position(start, Rules.parse(rules))


def write_toss(toss: Toss) -> str:
    """Return a toss as the body of an entry."""
    measurement = json.loads(toss.measurement.to_json()) if toss.measurement else None
    return json.dumps({"bit": toss.bit, "source": toss.source, "measurement": measurement})


def read_toss(body: str) -> Toss:
    """Parse the output of ``write_toss``. Raises ``ValueError`` or ``LookupError`` if malformed."""
    fields = json.loads(body)
    measurement = fields["measurement"]
    parsed = Measurement.from_json(measurement) if measurement else None
    return Toss(fields["bit"], fields["source"], parsed)


def _seat(who: Who) -> Seat:
    return Seat(who.name, who.level or ("bot" if who.bot else HUMAN))
