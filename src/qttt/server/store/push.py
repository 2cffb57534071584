"""Push subscriptions and pending notifications in the database.

A notification is queued in the transaction that stores its entry, one for each subscribed session
of the user. A later one of the same game replaces it, and opening the game deletes it.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, not_, or_, select, update
from sqlalchemy.exc import IntegrityError

from qttt.server.games.game import Notice, NoticeKind
from qttt.server.games.terms import Terms, is_live

from .database import MAX_VALUES, StorePart, insert_new, select_in, upsert, writes
from .schema import IS_QUEUED, games, push_messages, push_subscriptions, seats, server_keys, tokens
from .verify import readable_terms

NOTICE_DELAY_MS = 5_000
"""A notification waits for this time, in which a player who sees the game prevents it."""
MAX_SUBSCRIPTIONS = 10
"""Subscriptions of one user; more replace the oldest."""
PUSH_KEY = "push"
"""The name of the key that signs notifications."""

_KEY = ("session", "game")
_PENDING = (
    *(push_messages.c[name] for name in (*_KEY, "version", "kind", "attempts")),
    *(push_subscriptions.c[name] for name in ("endpoint", "service", "p256dh", "auth")),
    tokens.c.user,
    games.c.terms,
)
_QUEUED = ("service", "kind", "version", "at", "due", "attempts")
_SUBSCRIBED = select(
    tokens.c.user, push_subscriptions.c.session, push_subscriptions.c.service
).join(tokens, tokens.c.hash == push_subscriptions.c.session)


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser's address for notifications, as long as its ``session`` lasts.

    ``service`` is the host of the endpoint, ``p256dh`` and ``auth`` encrypt messages (RFC 8291).
    """

    session: bytes
    endpoint: str
    service: str
    p256dh: str
    auth: str
    created: int


class PendingPush(NamedTuple):
    """A notification that is due: where to send it, and what is sent."""

    session: bytes
    game: str
    version: int
    kind: NoticeKind
    attempts: int
    endpoint: str
    service: str
    p256dh: str
    auth: str
    opponent: str
    waiting: int


class PushStore(StorePart):
    """Push subscriptions, pending notifications, and the key that signs them."""

    @writes
    def key(self, connection: Connection, new: bytes) -> bytes:
        """Return the stored key; ``new`` is stored if there is none."""
        insert_new(connection, server_keys, {"name": PUSH_KEY, "key": new})
        query = select(server_keys.c.key).where(server_keys.c.name == PUSH_KEY)
        return bytes(connection.execute(query).scalar_one())

    async def subscribe(self, user: str, new: PushSubscription) -> bool:
        """Subscribe a session of ``user``; an endpoint belongs to the last session that sent it.

        False if the session has ended, or another one sends the same endpoint at this moment.
        """
        try:
            await self._subscribe(user, new)
        except IntegrityError:
            return False
        return True

    @writes
    def _subscribe(self, connection: Connection, user: str, new: PushSubscription) -> None:
        is_replaced = or_(
            push_subscriptions.c.session == new.session,
            push_subscriptions.c.endpoint == new.endpoint,
        )
        connection.execute(delete(push_subscriptions).where(is_replaced))
        theirs = select(tokens.c.hash).where(tokens.c.user == user)
        kept = (
            select(push_subscriptions.c.session)
            .where(push_subscriptions.c.session.in_(theirs))
            .order_by(push_subscriptions.c.created.desc())
            .offset(MAX_SUBSCRIPTIONS - 1)
        )
        oldest = connection.execute(kept).scalars().all()
        connection.execute(
            delete(push_subscriptions).where(push_subscriptions.c.session.in_(oldest))
        )
        connection.execute(push_subscriptions.insert(), asdict(new))

    @writes
    def unsubscribe(self, connection: Connection, session: bytes, endpoint: str = "") -> None:
        """Delete the subscription of a session, if it still has that endpoint or none is given."""
        is_it = push_subscriptions.c.session == session
        if endpoint:
            is_it = and_(is_it, push_subscriptions.c.endpoint == endpoint)
        connection.execute(delete(push_subscriptions).where(is_it))

    async def mark_seen(self, user: str, game: str, version: int) -> None:
        """Delete the notifications of ``user`` about the game up to that version."""
        seen = select(push_messages.c.game).where(*_is_seen(user, game, version))
        if await self._has_any(seen):  # usually not
            await self._delete_seen(user, game, version)

    @writes
    def _delete_seen(self, connection: Connection, user: str, game: str, version: int) -> None:
        query = select(push_messages.c.session).where(*_is_seen(user, game, version))
        locked = connection.execute(query.with_for_update(skip_locked=True)).scalars().all()
        seen = (push_messages.c.session.in_(locked), push_messages.c.game == game)
        connection.execute(delete(push_messages).where(*seen))

    async def claim(self, now: int, limit: int, busy: Collection[str] = ()) -> list[PendingPush]:
        """Return due notifications, oldest first, each to exactly one caller.

        Those for the services in ``busy`` are left. Call ``retry`` or ``finish`` for each.
        """
        has_due = await self._has_any(select(push_messages.c.game).where(*_is_due(now, busy)))
        return await self._claim(now, limit, busy) if has_due else []  # usually none

    @writes
    def _claim(
        self, connection: Connection, now: int, limit: int, busy: Collection[str]
    ) -> list[PendingPush]:
        query = (
            select(*_PENDING)
            .outerjoin(push_subscriptions, push_subscriptions.c.session == push_messages.c.session)
            .outerjoin(tokens, tokens.c.hash == push_subscriptions.c.session)
            .outerjoin(games, games.c.id == push_messages.c.game)
            .where(*_is_due(now, busy))
            .order_by(push_messages.c.due)
            .limit(limit)
            .with_for_update(of=push_messages, skip_locked=True)
        )
        claimed = []
        for *cells, user, text in connection.execute(query).all():
            message = _is_message(cells[0], cells[1])
            terms = readable_terms(cells[1], text) if text else None
            if user and terms:
                connection.execute(update(push_messages).where(*message).values(due=None))
                claimed.append(_pending(connection, cells, user, terms))
            else:  # the session has ended, or the game was deleted or is damaged
                connection.execute(delete(push_messages).where(*message))
        return claimed

    @writes
    def retry(self, connection: Connection, sent: PendingPush, due: int) -> None:
        """Send it again at ``due``, unless it was seen or replaced meanwhile."""
        later = update(push_messages).where(*_is_in_flight(sent))
        connection.execute(later.values(due=due, attempts=sent.attempts + 1))

    @writes
    def finish(self, connection: Connection, sent: PendingPush) -> None:
        """Delete a notification that was sent or given up."""
        connection.execute(delete(push_messages).where(*_is_in_flight(sent)))

    @writes
    def delete_old(self, connection: Connection, before: int) -> None:
        connection.execute(delete(push_messages).where(push_messages.c.at < before))


def queue_notices(connection: Connection, notices: Sequence[Notice]) -> None:
    """Queue notices for the subscribed sessions of their users, within a transaction.

    Of several notices for one session about one game, the last replaces the others.
    """
    users = sorted({notice.user for notice in notices})
    subscribed: dict[str, list[tuple[bytes, str]]] = {}
    if users:  # usually none of them has subscribed
        for user, session, service in select_in(connection, _SUBSCRIBED, tokens.c.user, users):
            subscribed.setdefault(user, []).append((session, service))
    rows = {
        (session, notice.game): {
            "session": session,
            "game": notice.game,
            "service": service,
            "kind": notice.kind,
            "version": notice.version,
            "at": notice.at,
            "due": notice.at + NOTICE_DELAY_MS,
            "attempts": 0,
        }
        for notice in notices
        for session, service in subscribed.get(notice.user, ())
    }
    queued = [rows[key] for key in sorted(rows)]
    upsert(connection, push_messages, queued, changed=_QUEUED, keys=_KEY)


def _pending(connection: Connection, cells: Sequence[Any], user: str, terms: Terms) -> PendingPush:
    opponent = terms.o.name if terms.x.user == user else terms.x.name
    return PendingPush._make((*cells, opponent, _count_waiting(connection, user)))


def _count_waiting(connection: Connection, user: str) -> int:
    """Count the user's correspondence games in which it is their turn."""
    query = (
        select(games.c.id, games.c.terms)
        .join(seats, seats.c.game == games.c.id)
        .where(seats.c.user == user, not_(seats.c.over), games.c.turn == seats.c.seat)
        .limit(MAX_VALUES)
    )
    waiting = (readable_terms(game, text) for game, text in connection.execute(query))
    return sum(not is_live(terms.clock) for terms in waiting if terms)


def _is_due(now: int, busy: Collection[str]) -> tuple[Any, ...]:
    return IS_QUEUED, push_messages.c.due <= now, push_messages.c.service.not_in(sorted(busy))


def _is_seen(user: str, game: str, version: int) -> tuple[Any, ...]:
    theirs = select(tokens.c.hash).where(tokens.c.user == user)
    return (
        push_messages.c.session.in_(theirs),
        push_messages.c.game == game,
        push_messages.c.version <= version,
    )


def _is_message(session: bytes, game: str) -> tuple[Any, ...]:
    return push_messages.c.session == session, push_messages.c.game == game


def _is_in_flight(sent: PendingPush) -> tuple[Any, ...]:
    return (
        *_is_message(sent.session, sent.game),
        push_messages.c.version == sent.version,
        push_messages.c.due.is_(None),
    )
