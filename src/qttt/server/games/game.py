"""A game: the fold of its entries through one match and one clock.

The entries are the truth, and everything else follows from them. ``decide`` turns a wish into the
entries that would grant it and changes nothing; ``apply`` lets entries happen.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from qttt.game import Move, Outcome, Player, Position, Rules
from qttt.notation import parse_move, parse_position
from qttt.play import HUMAN, Match, Ruling, Seat, Toss
from qttt.play.clocks import Clock, TimeControl
from qttt.play.verdicts import conceded
from qttt.quantum import Measurement

from .entries import Append, Entry, Kind
from .terms import Terms, Who

COIN_PATIENCE = 5_000
"""How long a loop may wait for the server's coin until somebody else looks after it."""

ABORTED, TIME = "aborted", "time"
"""Why a game ended that neither the board nor the players' word ended."""

UNDECIDED = "*"
"""The result of a game that was aborted."""


class CorruptLog(Exception):  # noqa: N818  what is wrong, in the words of those who keep logs
    """These entries cannot be the log of this game."""


class Offer(NamedTuple):
    """Something that ``seat`` has offered, by the entry of that version."""

    seat: Player
    version: int


class Game:
    """A game between two seats, under ``terms``, as far as its entries tell.

    ``position``, ``outcome`` and ``is_over`` are the board's, with what ended the game off it; an
    aborted game is over without an outcome. ``decider`` is who decides now: None if the game is
    over or ``chance_decides``, when the server has to throw its coin. ``deadline`` is when somebody
    has to look at the game if nothing happens, None if never; ``touched`` the time of the last
    entry, or of the beginning.

    Raises ``ValueError`` if there are no such rules, no such start or no such time control, or if
    the game is over before it begins.
    """

    def __init__(self, terms: Terms) -> None:
        start = _start(terms.rules, terms.start)
        if start.outcome:
            raise ValueError(f"nothing can be played from {start}: {start.outcome.title}")
        self.terms = terms
        self.entries: list[Entry] = []
        self.match = Match(start, x=_seat(terms.x), o=_seat(terms.o))
        self.touched = terms.created
        self._fallen: Outcome | None = None
        self._is_aborted = False
        self._look()
        self.clock = Clock.start(TimeControl.parse(terms.clock), self.decider, terms.created)
        self.offers: dict[Kind, Offer] = {}
        self.declined: set[tuple[Player, Kind]] = set()
        self.ids: dict[str, Entry] = {}
        self.moved = 0
        self.next_game = ""
        self._last: tuple[Position, str, Move] | None = None
        self.deadline = self._deadline()

    # --- how it stands ---------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def result(self) -> str:
        """As a record writes it; ``*`` for a game that was aborted, empty while it goes on."""
        if self._is_aborted:
            return UNDECIDED
        return self.outcome.result if self.outcome else ""

    @property
    def termination(self) -> str:
        """Why the game ended, as a record says it; empty while it goes on."""
        if self._is_aborted:
            return ABORTED
        return str(self.outcome.termination) if self.outcome else ""

    @property
    def toss(self) -> Toss | None:
        """What the coin showed when this very loop was decided before, and taken back."""
        return self.match.tosses.get(self.match.node)

    @property
    def rematch(self) -> Terms:
        """The terms of the next game, after one was accepted: the players change seats.

        Raises ``LookupError`` if none was.
        """
        found = [each for each in self.entries if each.kind == Kind.ACCEPT_REMATCH]
        if not found:
            raise LookupError(f"no rematch of {self.terms.game} was accepted")
        accepted = found[0]
        x, o = self.terms.o, self.terms.x
        name, before = accepted.body, self.terms.game
        return replace(self.terms, game=name, x=x, o=o, created=accepted.at, before=before)

    def read_move(self, text: str) -> Move:
        """The legal move that ``text`` names. Raises ``ValueError`` as ``parse_move`` does.

        What was read last is remembered: what a player wishes is what happens next.
        """
        if self._last is None or self._last[0] is not self.position or self._last[1] != text:
            self._last = (self.position, text, parse_move(text, self.position))
        return self._last[2]

    def _look(self) -> None:
        """Find out how the board stands now, which is asked more often than it changes."""
        match = self.match
        self.position = match.position
        self.outcome = self._fallen or match.outcome
        self.is_over = self._is_aborted or self.outcome is not None
        decides = None if self.is_over else match.to_move
        self.chance_decides = decides == "chance"
        self.decider = decides if isinstance(decides, Player) else None

    def _deadline(self) -> int | None:
        return self.touched + COIN_PATIENCE if self.chance_decides else self.clock.deadline

    # --- what happens ----------------------------------------------------------------------------

    def advance(self, entries: Iterable[Entry]) -> Append:
        """Let ``entries`` happen, and tell what has to be stored for that to be true.

        If it cannot be stored, this game is not the one in the store, and must be read again.
        """
        was_over, had_next, news = self.is_over, self.next_game, tuple(entries)
        for entry in news:
            self.apply(entry)
        ended = ("", "") if was_over else (self.result, self.termination)
        begins = self.rematch if self.next_game != had_next else None
        return Append(self.terms.game, news, self.deadline, *ended, begins)

    def apply(self, entry: Entry) -> None:
        """Let ``entry`` happen. Raises ``CorruptLog`` if it cannot."""
        if entry.version != self.version + 1 or entry.at < self.touched:
            raise CorruptLog(f"{self.terms.game}: {entry} cannot follow entry {self.version}")
        try:
            _HAPPENS[entry.kind](self, entry)
        except (ValueError, LookupError) as error:
            raise CorruptLog(f"{self.terms.game}: {entry} cannot be: {error}") from error
        self.entries.append(entry)
        self.touched = entry.at
        self.deadline = self._deadline()
        if entry.id:
            self.ids[entry.id] = entry

    def _move(self, entry: Entry) -> None:
        seat = Player(entry.seat)
        self.match.play(self.read_move(entry.body), by=seat, at=entry.at)
        self._look()
        self._goes_on(entry)
        self.clock = self.clock.decided(entry.spent, entry.at, self.decider)
        if self.declined:
            self.declined -= {(seat, kind) for kind in OFFERS}

    def _toss(self, entry: Entry) -> None:
        shown = read_toss(entry.body)
        if self.toss not in (None, shown):
            raise ValueError(f"the coin showed {self.toss} there before")
        self.match.throw(lambda position: shown, at=entry.at)
        self.moved = entry.version
        self._turn(entry)

    def _resign(self, entry: Entry) -> None:
        self.match.resign(Player(entry.seat), at=entry.at)
        self._turn(entry)

    def _abort(self, entry: Entry) -> None:
        self._is_aborted = True
        self._turn(entry)

    def _flag(self, entry: Entry) -> None:
        loser = Player(entry.seat)
        if self.clock.running is not loser:
            raise ValueError(f"the time of {loser} does not pass")
        points = conceded(self.match.rules, loser).points
        self._fallen = conceded(self.match.rules, Ruling(points, TIME))
        self._look()
        self.offers.clear()
        self.clock = self.clock.flagged(entry.at)

    def _downtime(self, entry: Entry) -> None:
        self.clock = self.clock.given_back(int(entry.body))

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
        self._turn(entry)

    def _accept_takeback(self, entry: Entry) -> None:
        self.match.undo_decision(self.offers[Kind.OFFER_TAKEBACK].seat, at=entry.at)
        self.offers.clear()
        self.moved = entry.version
        self._turn(entry)

    def _accept_rematch(self, entry: Entry) -> None:
        del self.offers[Kind.OFFER_REMATCH]
        self.next_game = entry.body

    def _goes_on(self, entry: Entry) -> None:
        """A move was made: offers that it answers are off."""
        self.moved = entry.version
        self.offers.pop(Kind.OFFER_TAKEBACK, None)
        if self.match.offer is None:
            self.offers.pop(Kind.OFFER_DRAW, None)

    def _turn(self, entry: Entry) -> None:
        """It was decided otherwise than by a player's move whose decision is due, or nobody's."""
        self._look()
        if self.is_over:
            self.offers.clear()
        self.clock = self.clock.turned(entry.spent, entry.at, self.decider)


OFFERS = (Kind.OFFER_DRAW, Kind.OFFER_TAKEBACK, Kind.OFFER_REMATCH)
ANSWERS = {
    Kind.ACCEPT_DRAW: Kind.OFFER_DRAW,
    Kind.DECLINE_DRAW: Kind.OFFER_DRAW,
    Kind.ACCEPT_TAKEBACK: Kind.OFFER_TAKEBACK,
    Kind.DECLINE_TAKEBACK: Kind.OFFER_TAKEBACK,
    Kind.ACCEPT_REMATCH: Kind.OFFER_REMATCH,
    Kind.DECLINE_REMATCH: Kind.OFFER_REMATCH,
}
"""To which offer each answer belongs."""

_HAPPENS: dict[Kind, Callable[[Game, Entry], None]] = {
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
    """Where a game begins; most begin at the same few positions."""
    return parse_position(start, Rules.parse(rules))


def write_toss(toss: Toss) -> str:
    """What a coin showed, as the body of an entry."""
    how = json.loads(toss.measurement.to_json()) if toss.measurement else None
    return json.dumps({"bit": toss.bit, "source": toss.source, "measurement": how})


def read_toss(body: str) -> Toss:
    """What ``write_toss`` wrote. Raises ``ValueError`` for anything else."""
    said = json.loads(body)
    how = said["measurement"]
    return Toss(said["bit"], said["source"], Measurement.from_json(how) if how else None)


def _seat(who: Who) -> Seat:
    return Seat(who.name, who.level or ("bot" if who.bot else HUMAN))
