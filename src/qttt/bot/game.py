"""A game on a server as a program sees it: the fold of the entries that the server has stored."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from qttt.game import Player, Position, Rules
from qttt.notation import parse_move, parse_position
from qttt.play import Match, Seat, Toss

from .errors import BotError

Message = Mapping[str, Any]
DRAW, TAKEBACK, REMATCH = "offer-draw", "offer-takeback", "offer-rematch"


class Game:
    """What a message ``game`` of the server tells (P26), and then the entries after it.

    ``seat`` is the program's own, None if it only watches. ``version`` is the number of entries.
    ``match`` has the moves, ``terms`` and ``clock`` are as the server tells them. ``next_game`` is
    the rematch, empty while there is none.

    Raises ``BotError`` for entries that cannot be, as those of a newer server may be.
    """

    def __init__(self, said: Message) -> None:
        terms: Message = said["terms"]
        start = parse_position(terms["start"], Rules.parse(terms["rules"]))
        self.name: str = said["game"]
        self.terms = terms
        self.seat = Player(said["seat"]) if said["seat"] else None
        self.match = Match(start, x=Seat(terms["x"]["name"]), o=Seat(terms["o"]["name"]))
        self.version = 0
        self.clock: Message | None = None
        self.next_game = ""
        self._takeback: Player | None = None
        self._rematch: Player | None = None
        self._is_aborted = False
        self.hear(said)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.match.position

    @property
    def is_over(self) -> bool:
        """True if nothing is left to be decided."""
        return self._is_aborted or self.match.outcome is not None

    @property
    def is_mine(self) -> bool:
        """True if a program plays here for this account, and not a person."""
        return self.seat is not None and bool(self.terms[self.seat.lower()]["bot"])

    @property
    def is_against_person(self) -> bool:
        """True if neither a program nor a level plays in the other seat."""
        other = self.terms[self.seat.other.lower()] if self.seat else {"bot": True}
        return not (other["bot"] or other["level"])

    @property
    def is_my_turn(self) -> bool:
        """True if the program has to move."""
        return self.is_mine and not self.is_over and self.match.to_move is self.seat

    @property
    def offered(self) -> tuple[str, ...]:
        """What the other player offers: ``offer-draw``, ``offer-takeback``, both or nothing.

        Once the game is over that is ``offer-rematch`` or nothing.
        """
        if self.seat is None:
            return ()
        open_ = {DRAW: self.match.offer, TAKEBACK: self._takeback}
        offers = {REMATCH: self._rematch} if self.is_over else open_
        return tuple(kind for kind, by in offers.items() if by is self.seat.other)

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` and so on; ``*`` if it goes on or was aborted."""
        return self.match.outcome.result if self.match.outcome else "*"

    def hear(self, said: Message) -> bool:
        """Take in a message ``game`` or ``entries``; False if something before it was missed."""
        self.clock = said["clock"]
        for entry in said["entries"]:
            if entry["v"] > self.version + 1:
                return False
            if entry["v"] == self.version + 1:
                self._apply(entry)
        return True

    def _apply(self, entry: Message) -> None:
        happens = _HAPPENS.get(entry["k"])
        try:
            if happens:
                happens(self, entry)
        except (ValueError, LookupError) as error:
            raise BotError(f"game {self.name}: {dict(entry)} cannot be: {error}") from error
        self.version += 1

    # --- what each entry does --------------------------------------------------------------------

    def _move(self, entry: Message) -> None:
        self.match.play(parse_move(entry["b"], self.position), by=Player(entry["s"]))
        self._takeback = None

    def _toss(self, entry: Message) -> None:
        said = json.loads(entry["b"])
        shown = Toss(said["bit"], said["source"])
        self.match.throw(lambda position: shown)
        self._takeback = None

    def _lose(self, entry: Message) -> None:
        self.match.resign(Player(entry["s"]))

    def _abort(self, entry: Message) -> None:
        self._is_aborted = True

    def _offer_draw(self, entry: Message) -> None:
        self.match.offer_draw(Player(entry["s"]))

    def _accept_draw(self, entry: Message) -> None:
        self.match.accept_draw(Player(entry["s"]))

    def _decline_draw(self, entry: Message) -> None:
        self.match.decline_draw(Player(entry["s"]))

    def _offer_takeback(self, entry: Message) -> None:
        self._takeback = Player(entry["s"])

    def _accept_takeback(self, entry: Message) -> None:
        self.match.undo_decision(Player(entry["s"]).other)
        self._takeback = None

    def _decline_takeback(self, entry: Message) -> None:
        self._takeback = None

    def _offer_rematch(self, entry: Message) -> None:
        self._rematch = Player(entry["s"])

    def _accept_rematch(self, entry: Message) -> None:
        self._rematch, self.next_game = None, str(entry["b"])

    def _decline_rematch(self, entry: Message) -> None:
        self._rematch = None


_HAPPENS: Mapping[str, Callable[[Game, Message], None]] = {
    "move": Game._move,
    "toss": Game._toss,
    "resign": Game._lose,
    "flag": Game._lose,
    "abort": Game._abort,
    "offer-draw": Game._offer_draw,
    "accept-draw": Game._accept_draw,
    "decline-draw": Game._decline_draw,
    "offer-takeback": Game._offer_takeback,
    "accept-takeback": Game._accept_takeback,
    "decline-takeback": Game._decline_takeback,
    "offer-rematch": Game._offer_rematch,
    "accept-rematch": Game._accept_rematch,
    "decline-rematch": Game._decline_rematch,
}
"""What is not here changes nothing for a program: downtime, and what newer servers know."""
