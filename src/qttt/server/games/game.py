"""The state of a game on the server, the requests that store its entries, and who is notified."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, Self

from qttt.play.log import EntryKind, LogEntry, LoggedGame
from qttt.play.seats import HUMAN, Seat

from .terms import Identity, Terms, is_live

COIN_TIMEOUT_MS = 5_000
"""How long a loop may wait for the server's coin before another process takes over."""
NoticeKind = Literal["started", "turn", "over", "draw", "takeback", "rematch"]

_TURNING = (EntryKind.MOVE, EntryKind.TOSS, EntryKind.ACCEPT_TAKEBACK)
_OFFERS: Mapping[EntryKind, NoticeKind] = {
    EntryKind.OFFER_DRAW: "draw",
    EntryKind.OFFER_TAKEBACK: "takeback",
}


class Notice(NamedTuple):
    """A reason to notify ``user`` of the game at ``version``."""

    user: str
    kind: NoticeKind
    game: str
    version: int
    at: int


class AppendRequest(NamedTuple):
    """A request to append entries to a game atomically.

    It conflicts unless the version of the first entry is the game's next. ``deadline`` is when the
    game has to be checked again if nothing happens, None for never. ``result`` and ``termination``
    are set only by entries that end the game, as in a record (``*`` and ``aborted`` without a
    result). ``rematch`` are the terms of the game that these entries start. ``turn`` is the seat
    that decides next, empty for none, and ``notices`` are the notifications of these entries.
    """

    game: str
    entries: tuple[LogEntry, ...]
    deadline: int | None = None
    result: str = ""
    termination: str = ""
    rematch: Terms | None = None
    turn: str = ""
    notices: tuple[Notice, ...] = ()


AppendResult = Literal["stored", "conflict", "duplicate"]
"""``conflict``: the version does not follow; ``duplicate``: an id is already in the game."""


class GameState(LoggedGame):
    """A game between two seats under ``terms``.

    ``deadline`` is when the game has to be checked if nothing happens, None for never. Raises
    ``ValueError`` as ``LoggedGame`` does.
    """

    def __init__(self, terms: Terms) -> None:
        super().__init__(
            terms.game,
            terms.rules,
            terms.start,
            x=_seat(terms.x),
            o=_seat(terms.o),
            clock=terms.clock,
            created=terms.created,
        )
        self.terms = terms
        self.deadline = self._deadline()

    @classmethod
    def replay(cls, terms: Terms, entries: Iterable[LogEntry]) -> Self:
        """Return the game after ``entries``. Raises ``ValueError`` or ``CorruptLog``."""
        game = cls(terms)
        for entry in entries:
            game.apply(entry)
        return game

    @property
    def rematch(self) -> Terms:
        """The terms of the accepted rematch, with the seats exchanged.

        Raises ``LookupError`` if no rematch was accepted.
        """
        accepted = next(
            (entry for entry in self.entries if entry.kind == EntryKind.ACCEPT_REMATCH), None
        )
        if accepted is None:
            raise LookupError(f"no rematch of {self.name} was accepted")
        x, o = self.terms.o, self.terms.x
        created, before = accepted.at, self.name
        return replace(self.terms, game=accepted.body, x=x, o=o, created=created, before=before)

    def apply(self, entry: LogEntry) -> None:
        """Apply one entry. Raises ``CorruptLog`` if it is not possible here."""
        super().apply(entry)
        self.deadline = self._deadline()

    def advance(self, entries: Iterable[LogEntry]) -> AppendRequest:
        """Apply ``entries``, and return the request that stores them.

        If storing fails, this game is ahead of the store and must be loaded again.
        """
        was_over, had_next, added = self.is_over, self.next_game, tuple(entries)
        for entry in added:
            self.apply(entry)
        ended = ("", "") if was_over else (self.result, self.termination)
        begins = self.rematch if self.next_game != had_next else None
        turn = str(self.decider or "")
        has_ended = self.is_over and not was_over
        notices = notices_of_entries(self.terms, added, turn, has_ended=has_ended)
        return AppendRequest(self.name, added, self.deadline, *ended, begins, turn, notices)

    def _deadline(self) -> int | None:
        return self.updated_at + COIN_TIMEOUT_MS if self.chance_decides else self.clock.deadline


def _seat(identity: Identity) -> Seat:
    return Seat(identity.name, identity.level or ("bot" if identity.bot else HUMAN))


def notices_of_entries(
    terms: Terms, entries: Sequence[LogEntry], turn: str, *, has_ended: bool
) -> tuple[Notice, ...]:
    """Return the notices that these new entries cause.

    A correspondence game notifies the player in whose ``turn`` the other has left it or to whom the
    other makes an offer, and both of its end, except the one who caused it. A rematch that is
    offered is notified after any game.
    """
    last, kinds = entries[-1], {entry.kind for entry in entries}
    if EntryKind.OFFER_REMATCH in kinds:
        return _notices(terms, "rematch", _others(last.seat), last)
    if is_live(terms.clock):
        return ()
    if has_ended:
        by = "" if last.kind is EntryKind.FLAG else last.seat
        return _notices(terms, "over", _others(by), last)
    if offered := _OFFERS.get(last.kind):
        return _notices(terms, offered, _others(last.seat), last)
    if turn and turn != last.seat and not kinds.isdisjoint(_TURNING):
        return _notices(terms, "turn", turn, last)
    return ()


def notices_of_start(terms: Terms) -> tuple[Notice, ...]:
    """Return the notices of a new game: to both players, if it is by correspondence."""
    if is_live(terms.clock):
        return ()
    users = [user for user in (terms.x.user, terms.o.user) if user]
    return tuple(Notice(user, "started", terms.game, 0, terms.created) for user in users)


def _notices(terms: Terms, kind: NoticeKind, seats: str, last: LogEntry) -> tuple[Notice, ...]:
    users = [user for seat in seats if (user := terms.user_of(seat))]
    return tuple(Notice(user, kind, terms.game, last.version, last.at) for user in users)


def _others(seat: str) -> str:
    return "XO".replace(seat, "") if seat else "XO"
