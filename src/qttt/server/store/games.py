"""Games in the database: logs, lists and archive."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Update,
    bindparam,
    delete,
    exists,
    false,
    not_,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from qttt.server.games.game import AppendRequest, AppendResult, GameState, notices_of_start
from qttt.server.games.terms import Terms

from .append import (
    END_COLUMNS,
    HEAD_COLUMNS,
    OPEN_COLUMNS,
    LogHead,
    check_versions,
    continues_log,
    plan_batch,
)
from .database import chunks, execute_many, insert_new, reads, select_in, writes
from .entities import FIRST_CHECK, GameLog, GameSummary, OverdueGames
from .folding import GameFolding, unfold_game
from .packing import pack_terms
from .people import deleted_users_of, session_ended
from .push import queue_notices
from .schema import (
    HAS_CHECK,
    HAS_ID,
    IS_SHOWN,
    challenges,
    deleted_users,
    entries,
    games,
    open_games,
    room_games,
    seats,
    seeks,
    users,
)
from .verify import Cells, parse_terms, read_logs, readable_games, verify_game

_HEADS = (
    select(games.c.id, games.c.version, games.c.digest, games.c.rated)
    .add_columns(open_games.c.check_at, games.c.log.is_not(None))
    .outerjoin(open_games)
    .order_by(games.c.id)
    .with_for_update(key_share=True, of=games)
)
_SUMMARY = tuple(
    games.c[name]
    for name in ("id", "terms", "version", "at", "deadline", "result", "termination", "turn")
)


def _update(game: Column[str], names: Sequence[str]) -> Update:
    """Return the UPDATE of columns of a game; its parameters are these columns and the id."""
    changed = update(game.table).where(game == bindparam("which"))
    return changed.ordered_values(*((name, bindparam(name)) for name in names))


_INSERT_ENTRY = entries.insert()
_UPDATE_HEAD = _update(games.c.id, HEAD_COLUMNS)
_UPDATE_END = _update(games.c.id, END_COLUMNS)
_UPDATE_OPEN = _update(open_games.c.game, OPEN_COLUMNS)
_UPDATE_SEATS = _update(seats.c.game, ("over",))


class GameStore(GameFolding):
    """Games as append-only logs."""

    @writes
    def create(self, connection: Connection, terms: Terms) -> bool:
        """Create a game with an empty log; False if the id is in use.

        Raises ``LookupError`` if one of its users does not exist, and ``RequestError`` if one is
        deleted.
        """
        is_new = create_game(connection, terms)
        if is_new and deleted_users_of(connection, terms):
            raise session_ended()
        return is_new

    async def load(self, game: str) -> GameLog | None:
        """Return the whole game, or None. Does not check the digests; ``verify`` does."""
        return next(iter(await self.load_all([game])), None)

    @reads
    def load_all(self, connection: Connection, ids: Sequence[str]) -> list[GameLog]:
        """Return those of the games that exist, in the order given."""
        logs = read_logs(connection, ids)
        return [logs[game] for game in ids if game in logs]

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        """Store a batch of appends in one transaction with one sync, each append atomically.

        Results are in the order of the batch. A later append may continue an earlier one of the
        same game. An append to a game that does not exist is a conflict. The game that an append
        begins is created with it. Raises ``ValueError``, storing nothing, if the versions of an
        append are not consecutive or the game that it begins already exists.
        """
        check_versions(batch)
        try:
            return await self._append(batch, is_new=True)
        except IntegrityError:
            return await self._append(batch, is_new=False)

    @writes
    def _append(
        self, connection: Connection, batch: Sequence[AppendRequest], *, is_new: bool
    ) -> list[AppendResult]:
        """Store a batch. ``is_new`` skips the check of ids for appends that continue the log."""
        return append_batch(connection, batch, is_new=is_new)

    async def delete_guest_games(self, before: int) -> None:
        """Delete games that ended before that time, and in which no account plays any more."""
        await self._delete_in_batches(
            games.c.id,
            _is_guest_game(before),
            lambda ids, connection: delete_guest_games(connection, ids, before),
        )

    @reads
    def verify(self, connection: Connection, game: str) -> None:
        """Raise ``StoreCorrupt``, naming the first bad entry, unless the digests match the log.

        A game that does not exist is valid.
        """
        verify_game(connection, game)

    async def overdue_games(
        self, now: int, limit: int, after: tuple[int, str] = FIRST_CHECK
    ) -> OverdueGames:
        """Return unfinished games whose deadline is at or before ``now``, longest overdue first.

        Of at most ``limit`` games to be checked, those with a later deadline are checked then.
        ``after`` is ``last`` of the query before, so that games that stay overdue, such as damaged
        ones, hold up no others.
        """
        checked = await self._checked_games(now, limit, after)
        overdue = sorted((at, game) for _, game, at in checked if at is not None and at <= now)
        if len(overdue) < len(checked):
            await self._postpone_checks(now, [game for _, game, _ in checked])
        last = checked[-1][:2] if len(checked) == limit else FIRST_CHECK
        return OverdueGames([game for _, game in overdue], last)

    @reads
    def _checked_games(
        self, connection: Connection, now: int, limit: int, after: tuple[int, str]
    ) -> list[tuple[int, str, int | None]]:
        place = (open_games.c.check_at, open_games.c.game)
        query = (
            select(*place, games.c.deadline)
            .join(games)
            .where(HAS_CHECK, open_games.c.check_at <= now, tuple_(*place) > after)
            .order_by(*place)
            .limit(limit)
        )
        return [(at, game, deadline) for at, game, deadline in connection.execute(query)]

    @writes
    def _postpone_checks(self, connection: Connection, now: int, ids: Sequence[str]) -> None:
        """Check those of the games that are not overdue at their deadlines."""
        is_early = or_(games.c.deadline.is_(None), games.c.deadline > now)
        query = select(games.c.id, games.c.deadline).where(games.c.id.in_(ids), is_early)
        # The lock delays concurrent appends, which could move a deadline.
        locked = query.order_by(games.c.id).with_for_update(key_share=True)
        for game, deadline in connection.execute(locked).all():
            postponed = update(open_games).where(open_games.c.game == game)
            connection.execute(postponed.values(check_at=deadline))

    async def summary(self, game: str) -> GameSummary | None:
        """Return the state of the game, or None if it does not exist."""
        summaries = await self._summaries(select(*_SUMMARY).where(games.c.id == game))
        return summaries[0] if summaries else None

    async def live_games(self, limit: int) -> list[GameSummary]:
        """Return unfinished games that are not private, newest first, without damaged ones."""
        query = select(*_SUMMARY).join(open_games).where(IS_SHOWN)
        return await self._readable(query.order_by(open_games.c.created.desc()), limit)

    async def current_games(self, user: str) -> list[GameSummary]:
        """Return the user's unfinished games, newest first, without damaged ones."""
        return await self._readable(_games_of(user, over=False))

    async def archive(
        self, user: str, limit: int, before: str = "", *, private: bool = False
    ) -> list[GameSummary]:
        """Return one page of the user's finished games, newest start first.

        Args:
            user: Id of the user.
            limit: Maximum number of games.
            before: Id of the last game of the previous page.
            private: Whether private games are included.
        """
        # Earlier versions called games of class rooms off without ending them.
        query = _games_of(user, over=True).where(games.c.result != "").limit(limit)
        if before:
            mark = select(games.c.created, games.c.id).where(games.c.id == before)
            query = query.where(tuple_(seats.c.created, seats.c.game) < mark.scalar_subquery())
        if not private:
            query = query.where(seats.c.is_private == false())
        return await self._summaries(query)

    @reads
    def _summaries(self, connection: Connection, query: Select[Any]) -> list[GameSummary]:
        return [_summary(row) for row in connection.execute(query)]

    @reads
    def _readable(
        self, connection: Connection, query: Select[Any], limit: int | None = None
    ) -> list[GameSummary]:
        return [GameSummary(*cells) for cells in readable_games(connection, query, limit)]


def append_batch(
    connection: Connection, batch: Sequence[AppendRequest], *, is_new: bool
) -> list[AppendResult]:
    """Store a batch of appends within a transaction; see ``GameStore.append``."""
    heads = _heads(connection, {append.game for append in batch})
    for game, head in heads.items():
        if head.is_folded:
            unfold_game(connection, game)
    unsure = [new for new in batch if not (is_new and continues_log(new, heads.get(new.game)))]
    plan = plan_batch(batch, heads, _known(connection, unsure))
    execute_many(connection, _INSERT_ENTRY, plan.entries)
    execute_many(connection, _UPDATE_HEAD, list(plan.heads.values()))
    execute_many(connection, _UPDATE_END, plan.ends)
    execute_many(connection, _UPDATE_OPEN, list(plan.opens.values()))
    execute_many(connection, _UPDATE_SEATS, [(True, game) for *_, game in plan.ends])
    for terms in plan.created:
        begin_game(connection, terms)
        # Such a rematch is ended at once, see ``AccountStore.games_of_deleted_users``.
        for user in deleted_users_of(connection, terms):
            insert_new(connection, deleted_users, {"user": user})
    queue_notices(connection, plan.notices)
    return plan.results


def delete_guest_games(connection: Connection, ids: Sequence[str], before: int) -> None:
    """Delete those of these games that ended before that time, and in which no account plays."""
    query = select(games.c.id).where(games.c.id.in_(ids), *_is_guest_game(before))
    locked = connection.execute(query.order_by(games.c.id).with_for_update()).scalars().all()
    for column in (open_games.c.game, entries.c.game, seats.c.game, games.c.id):
        connection.execute(delete(column.table).where(column.in_(locked)))


def _is_guest_game(before: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for a game without an account that no other row references.

    Its players are guests, engines, and accounts that were deleted.
    """
    theirs = seats.join(users, users.c.id == seats.c.user)
    seated = select(seats.c.game).select_from(theirs).where(seats.c.game == games.c.id)
    named = (
        exists().where(table.c.game == games.c.id) for table in (room_games, seeks, challenges)
    )
    return (
        *(games.c.at < before, games.c.result != "", games.c.created < before),
        not_(exists(seated.where(or_(users.c.key.is_not(None), users.c.bot)))),
        *map(not_, named),
    )


def begin_game(connection: Connection, terms: Terms) -> None:
    """Create a game within a transaction. Raises ``ValueError`` if its id is in use."""
    if not create_game(connection, terms):
        raise ValueError(f"game {terms.game} already exists; choose another id")


def create_game(connection: Connection, terms: Terms) -> bool:
    """Create a game within a transaction; False, changing nothing, if its id is in use.

    Raises ``LookupError`` if one of its users does not exist.
    """
    users = {"X": terms.x.user, "O": terms.o.user}
    start = GameState(terms)
    row = {
        "id": terms.game,
        "terms": pack_terms(terms),
        "created": terms.created,
        "private": terms.private,
        "rated": terms.rated and all(users.values()),
        "version": 0,
        "digest": terms.digest,
        "at": terms.created,
        "deadline": start.deadline,
        "result": "",
        "termination": "",
        "turn": str(start.decider or ""),
    }
    if not insert_new(connection, games, row):
        return False
    copied = {"game": terms.game, "created": terms.created, "is_private": terms.private}
    opened = {"check_at": start.deadline, "awaits_rating": False}
    connection.execute(open_games.insert(), copied | opened)
    seated = [
        copied | {"seat": seat, "user": user, "over": False} for seat, user in users.items() if user
    ]
    if seated:
        try:
            connection.execute(seats.insert(), seated)
        except IntegrityError as error:
            names = " or ".join(user for user in users.values() if user)
            raise LookupError(f"no user {names} exists for game {terms.game}") from error
        queue_notices(connection, notices_of_start(terms))
    return True


def _games_of(user: str, *, over: bool) -> Select[Any]:
    """Select the games of one user, newest start first, in the order of the index of ``seats``."""
    return (
        select(*_SUMMARY)
        .join(seats, seats.c.game == games.c.id)
        .where(seats.c.user == user, seats.c.over == over)
        .order_by(seats.c.created.desc(), seats.c.game.desc())
    )


def _heads(connection: Connection, ids: Iterable[str]) -> dict[str, LogHead]:
    """Return the heads of these games, locked until the transaction ends."""
    heads: dict[str, LogHead] = {}
    for chunk in chunks(sorted(ids)):
        rows = select_in(connection, _HEADS, games.c.id, chunk)
        heads |= {game: LogHead(*head) for game, *head in rows}
    return heads


def _known(connection: Connection, batch: Sequence[AppendRequest]) -> set[tuple[str, str]]:
    """Return pairs (game, id) that are stored already, all of the batch among them.

    They are sought by game and by id: SQLite scans the table for a list of pairs.
    """
    known: set[tuple[str, str]] = set()
    for some in chunks(batch):
        ids = [entry.id for append in some for entry in append.entries if entry.id]
        query = select(entries.c.game, entries.c.id).where(
            entries.c.game.in_({append.game for append in some}), HAS_ID, entries.c.id.in_(ids)
        )
        known.update((game, head) for game, head in connection.execute(query))
    return known


def _summary(row: Cells) -> GameSummary:
    game, text, *others = row
    return GameSummary(parse_terms(game, text), *others)
