"""A game on a server, rebuilt from the entries that the server has stored."""

from collections.abc import Mapping
from typing import Any

from qttt.copies import IndependentCopies
from qttt.game import Player, Position
from qttt.play.log import CorruptLog, EntryKind, LogEntry, LoggedGame
from qttt.play.match import Match
from qttt.play.seats import Seat

from .errors import BotError

Message = Mapping[str, Any]
DRAW, TAKEBACK, REMATCH = EntryKind.OFFER_DRAW, EntryKind.OFFER_TAKEBACK, EntryKind.OFFER_REMATCH
_KINDS = frozenset(EntryKind)


class RemoteGame(IndependentCopies):
    """A game from a message ``game`` of the server (P26), updated by later entries.

    ``seat`` is the bot's seat, None for a spectator. ``version`` is the number of entries.
    ``terms`` and ``clock`` are as sent by the server.

    Raises ``BotError`` for impossible entries; those of unknown kinds, of a newer server, are
    ignored.
    """

    def __init__(self, message: Message) -> None:
        terms: Message = message["terms"]
        self.name: str = message["game"]
        self.terms = terms
        self.seat = Player(message["seat"]) if message["seat"] else None
        self.version = 0
        self.clock: Message | None = None
        self._game = LoggedGame(
            self.name,
            terms["rules"],
            terms["start"],
            x=Seat(terms["x"]["name"]),
            o=Seat(terms["o"]["name"]),
            clock=terms["clock"],
            created=terms["created"],
        )
        self.apply(message)

    @property
    def match(self) -> Match:
        """The moves; an end by the clock or an abort is not in it."""
        return self._game.match

    @property
    def position(self) -> Position:
        """The current position."""
        return self._game.position

    @property
    def next_game(self) -> str:
        """The name of the rematch; empty without one."""
        return self._game.next_game

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was aborted."""
        return self._game.is_over

    @property
    def is_played_by_bot(self) -> bool:
        """Whether this account's seat is played by a bot, not a person."""
        return self.seat is not None and bool(self.terms[self.seat.lower()]["bot"])

    @property
    def is_against_person(self) -> bool:
        """Whether the opponent is neither a bot nor a level."""
        other = self.terms[self.seat.other.lower()] if self.seat else {"bot": True}
        return not (other["bot"] or other["level"])

    @property
    def is_my_turn(self) -> bool:
        """Whether the bot is to move."""
        return self.is_played_by_bot and self._game.decider is self.seat

    @property
    def offers(self) -> tuple[EntryKind, ...]:
        """The opponent's pending offers: ``offer-draw`` and ``offer-takeback``.

        After the end of the game: ``offer-rematch``.
        """
        offers = sorted(self._game.offers.items())
        return tuple(kind for kind, by in offers if self.seat and by.seat is self.seat.other)

    @property
    def result(self) -> str:
        """The points of X and O, such as ``1-0.5``; ``*`` if unfinished or aborted."""
        return self._game.result or "*"

    def apply(self, message: Message) -> bool:
        """Apply a message ``game`` or ``entries``; return False if earlier entries are missing."""
        self.clock = message["clock"]
        for entry in message["entries"]:
            if entry["v"] > self.version + 1:
                return False
            if entry["v"] == self.version + 1:
                self._apply_entry(entry)
        return True

    def _apply_entry(self, entry: Message) -> None:
        if entry["k"] in _KINDS:
            number, kind = self._game.version + 1, EntryKind(entry["k"])
            fields = (entry[name] for name in ("s", "b", "at", "spent", "id"))
            try:
                self._game.apply(LogEntry(number, kind, *fields))
            except CorruptLog as error:
                raise BotError(f"game {self.name}: invalid entry {dict(entry)}: {error}") from error
        self.version += 1
