"""A game on a server, rebuilt from the entries that the server has stored."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from qttt.game import Player, Position, Rules
from qttt.notation import parse_move, parse_position
from qttt.play import Match, Seat, Toss

from .errors import BotError

Message = Mapping[str, Any]
DRAW, TAKEBACK, REMATCH = "offer-draw", "offer-takeback", "offer-rematch"


class RemoteGame:
    """A game from a message ``game`` of the server (P26), updated by later entries.

    ``seat`` is the bot's seat, None for a spectator. ``version`` is the number of entries.
    ``match`` has the moves; ``terms`` and ``clock`` are as sent by the server. ``next_game`` is
    the name of the rematch, if any.

    Raises ``BotError`` for impossible entries, for example of a newer server.
    """

    def __init__(self, message: Message) -> None:
        terms: Message = message["terms"]
        start = parse_position(terms["start"], Rules.parse(terms["rules"]))
        self.name: str = message["game"]
        self.terms = terms
        self.seat = Player(message["seat"]) if message["seat"] else None
        self.match = Match(start, x=Seat(terms["x"]["name"]), o=Seat(terms["o"]["name"]))
        self.version = 0
        self.clock: Message | None = None
        self.next_game = ""
        self._takeback: Player | None = None
        self._rematch: Player | None = None
        self._is_aborted = False
        self.apply(message)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.match.position

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was aborted."""
        return self._is_aborted or self.match.outcome is not None

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
        return self.is_played_by_bot and not self.is_over and self.match.to_move is self.seat

    @property
    def offers(self) -> tuple[str, ...]:
        """The opponent's pending offers: ``offer-draw`` and ``offer-takeback``.

        After the end of the game: ``offer-rematch``.
        """
        if self.seat is None:
            return ()
        open_ = {DRAW: self.match.draw_offer, TAKEBACK: self._takeback}
        offers = {REMATCH: self._rematch} if self.is_over else open_
        return tuple(kind for kind, by in offers.items() if by is self.seat.other)

    @property
    def result(self) -> str:
        """The points of X and O, such as ``1-0.5``; ``*`` if unfinished or aborted."""
        return self.match.outcome.result if self.match.outcome else "*"

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
        handler = _HANDLERS.get(entry["k"])
        try:
            if handler:
                handler(self, entry)
        except (ValueError, LookupError) as error:
            raise BotError(f"game {self.name}: invalid entry {dict(entry)}: {error}") from error
        self.version += 1

    # --- handlers of entries ---------------------------------------------------------------------

    def _move(self, entry: Message) -> None:
        self.match.play(parse_move(entry["b"], self.position), by=Player(entry["s"]))
        self._takeback = None

    def _toss(self, entry: Message) -> None:
        stored = json.loads(entry["b"])
        toss = Toss(stored["bit"], stored["source"])
        self.match.toss(lambda position: toss)
        self._takeback = None

    def _lose(self, entry: Message) -> None:
        self.match.resign(Player(entry["s"]))

    def _claim_win(self, entry: Message) -> None:
        self.match.resign(Player(entry["s"]).other)

    def _claim_draw(self, entry: Message) -> None:
        by = self.match.draw_offer or Player(entry["s"])
        if self.match.draw_offer is None:
            self.match.offer_draw(by)
        self.match.accept_draw(by.other)

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


_HANDLERS: Mapping[str, Callable[[RemoteGame, Message], None]] = {
    "move": RemoteGame._move,
    "toss": RemoteGame._toss,
    "resign": RemoteGame._lose,
    "flag": RemoteGame._lose,
    "abort": RemoteGame._abort,
    "offer-draw": RemoteGame._offer_draw,
    "accept-draw": RemoteGame._accept_draw,
    "decline-draw": RemoteGame._decline_draw,
    "offer-takeback": RemoteGame._offer_takeback,
    "accept-takeback": RemoteGame._accept_takeback,
    "decline-takeback": RemoteGame._decline_takeback,
    "offer-rematch": RemoteGame._offer_rematch,
    "accept-rematch": RemoteGame._accept_rematch,
    "decline-rematch": RemoteGame._decline_rematch,
    "claim-win": RemoteGame._claim_win,
    "claim-draw": RemoteGame._claim_draw,
}
"""Other kinds of entries are ignored: downtime, and kinds of newer servers."""
