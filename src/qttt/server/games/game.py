"""A game: the fold of its entries through one match and one clock.

The entries are the truth, and everything else follows from them. ``decide`` turns a wish into the
entries that would grant it and changes nothing; ``apply`` lets entries happen.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from qttt.game import Outcome, Player, Position, Rules
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

    Raises ``ValueError`` if there are no such rules, no such start or no such time control, or if
    the game is over before it begins.
    """

    def __init__(self, terms: Terms) -> None:
        start = parse_position(terms.start, Rules.parse(terms.rules))
        if start.outcome:
            raise ValueError(f"nothing can be played from {start}: {start.outcome.title}")
        self.terms = terms
        self.entries: list[Entry] = []
        self.match = Match(start, x=_seat(terms.x), o=_seat(terms.o))
        self.clock = Clock.start(TimeControl.parse(terms.clock), self._decider, terms.created)
        self.offers: dict[Kind, Offer] = {}
        self.declined: set[tuple[Player, Kind]] = set()
        self.ids: dict[str, Entry] = {}
        self.moved = 0
        self.next_game = ""
        self._fallen: Outcome | None = None
        self._is_aborted = False

    # --- how it stands ---------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def touched(self) -> int:
        """The time of the last entry, or of the beginning."""
        return self.entries[-1].at if self.entries else self.terms.created

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.match.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on, and if it was aborted."""
        return self._fallen or self.match.outcome

    @property
    def is_over(self) -> bool:
        """True if nothing but a rematch is left."""
        return self._is_aborted or self.outcome is not None

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
    def chance_decides(self) -> bool:
        """True if the server has to throw its coin now."""
        return not self.is_over and self.match.to_move == "chance"

    @property
    def decider(self) -> Player | None:
        """Who decides now; None if a coin does or the game is over."""
        return None if self.is_over else self._decider

    @property
    def toss(self) -> Toss | None:
        """What the coin showed when this very loop was decided before, and taken back."""
        return self.match.tosses.get(self.match.node)

    @property
    def deadline(self) -> int | None:
        """When somebody has to look at the game if nothing happens; None if never."""
        return self.touched + COIN_PATIENCE if self.chance_decides else self.clock.deadline

    @property
    def _decider(self) -> Player | None:
        decides = self.match.to_move
        return decides if isinstance(decides, Player) else None

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

    # --- what happens ----------------------------------------------------------------------------

    def advance(self, entries: Iterable[Entry]) -> Append:
        """Let ``entries`` happen, and tell what has to be stored for that to be true.

        If it cannot be stored, this game is not the one in the store, and must be read again.
        """
        was_over, news = self.is_over, tuple(entries)
        for entry in news:
            self.apply(entry)
        ended = ("", "") if was_over else (self.result, self.termination)
        return Append(self.terms.game, news, self.deadline, *ended)

    def apply(self, entry: Entry) -> None:
        """Let ``entry`` happen. Raises ``CorruptLog`` if it cannot."""
        if entry.version != self.version + 1 or entry.at < self.touched:
            raise CorruptLog(f"{self.terms.game}: {entry} cannot follow entry {self.version}")
        try:
            _HAPPENS[entry.kind](self, entry)
        except (ValueError, LookupError) as error:
            raise CorruptLog(f"{self.terms.game}: {entry} cannot be: {error}") from error
        self.entries.append(entry)
        if entry.id:
            self.ids[entry.id] = entry

    def _move(self, entry: Entry) -> None:
        self.match.play(parse_move(entry.body, self.position), by=Player(entry.seat), at=entry.at)
        self._goes_on(entry)
        self.clock = self.clock.decided(entry.spent, entry.at, self._decider)
        if self.declined:
            self.declined -= {(Player(entry.seat), kind) for kind in OFFERS}

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
}


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
