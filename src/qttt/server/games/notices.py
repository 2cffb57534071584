"""Which players are notified of entries that a game has got while they are away."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from qttt.play.log import EntryKind, LogEntry

from .terms import Terms, is_live

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
