"""Games in the database: their logs, and the lists in which they are."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, bindparam, not_, select, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from qttt.server.games import Append, Appended, Game, Terms

from .appending import END, HEAD, Head, check, fits, plan
from .database import Database, among, many, unbroken
from .schema import GOES_ON, HAS_DEADLINE, entries, games, seats
from .values import Log, Summary
from .verifying import ENTRY, Cells, read_line, read_terms, verify_game

T = TypeVar("T")

AT_ONCE = 500
"""How many values are asked for in one statement; databases take some ten thousand."""

_HEADS = (
    select(games.c.id, games.c.version, games.c.digest, games.c.rated)
    .order_by(games.c.id)
    .with_for_update(key_share=True)
)
_TERMS = select(games.c.id, games.c.terms)
_LINES = select(entries.c.game, *ENTRY).order_by(entries.c.game, entries.c.version)
_SUMMARY = tuple(
    games.c[name] for name in ("id", "terms", "version", "at", "deadline", "result", "termination")
)
_ID = tuple_(entries.c.game, entries.c.id)
_WHICH = games.c.id == bindparam("which")
_ADD = entries.insert()
_GROW = update(games).where(_WHICH).ordered_values(*((name, bindparam(name)) for name in HEAD))
_END = update(games).where(_WHICH).ordered_values(*((name, bindparam(name)) for name in END))
_LEAVE = update(seats).where(seats.c.game == bindparam("which")).values(over=bindparam("over"))


@unbroken
class SqlGames:
    """The ``GameStore`` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, terms: Terms) -> bool:
        """Begin a game with an empty log; False if there is a game of that id already."""
        async with self._database.write() as connection:
            return await create_game(self._database, connection, terms)

    async def load(self, game: str) -> Log | None:
        """The whole game, None if there is none."""
        return next(iter(await self.load_all([game])), None)

    async def load_all(self, wanted: Sequence[str]) -> list[Log]:
        """Those of the games that exist, in the order asked."""

        def read(connection: Connection) -> dict[str, Log]:
            logs: dict[str, Log] = {}
            for some in _chunks(wanted):
                logs |= _logs(connection, some)
            return logs

        found = await self._database.read_at_once(read)
        return [found[game] for game in wanted if game in found]

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Store what fits, each append whole or not at all, in one transaction with one sync."""
        check(batch)
        try:
            return await self._append(batch, is_new=True)
        except IntegrityError:
            return await self._append(batch, is_new=False)

    async def _append(self, batch: Sequence[Append], *, is_new: bool) -> list[Appended]:
        """Store what fits. What fits is taken to have new ids, unless that was not so before."""

        def store(connection: Connection) -> list[Appended]:
            heads = _heads(connection, {append.game for append in batch})
            doubtful = [each for each in batch if not (is_new and fits(each, heads.get(each.game)))]
            decided = plan(batch, heads, _known(connection, doubtful))
            many(connection, _ADD, decided.entries)
            many(connection, _GROW, list(decided.heads.values()))
            many(connection, _END, decided.ends)
            many(connection, _LEAVE, [(True, game) for *_, game in decided.ends])
            for terms in decided.begun:
                if not _create(self._database, connection, terms):
                    raise ValueError(f"there is a game {terms.game} already; draw another id")
            return decided.answers

        return await self._database.write_at_once(store)

    async def verify(self, game: str) -> None:
        """Raise ``StoreCorrupt``, naming the first bad entry, unless the digests fit the log."""
        async with self._database.read() as connection:
            await verify_game(connection, game)

    async def due(self, now: int, limit: int) -> list[str]:
        """Games whose deadline is ``now`` or past, the longest overdue first."""
        chosen = (
            select(games.c.id)
            .where(HAS_DEADLINE, games.c.deadline <= now)
            .order_by(games.c.deadline, games.c.id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return list((await connection.execute(chosen)).scalars())

    async def summary(self, game: str) -> Summary | None:
        """How the game stands, None if there is none."""
        found = await self._summaries(select(*_SUMMARY).where(games.c.id == game))
        return found[0] if found else None

    async def live(self, limit: int) -> list[Summary]:
        """The games that go on and are not private, the latest first."""
        chosen = select(*_SUMMARY).where(GOES_ON, not_(games.c.private))
        return await self._summaries(chosen.order_by(games.c.created.desc()).limit(limit))

    async def playing(self, user: str) -> list[Summary]:
        """The games of that user which go on, the latest first."""
        return await self._summaries(_games_of(user, over=False))

    async def archive(
        self, user: str, limit: int, before: str = "", *, private: bool = False
    ) -> list[Summary]:
        """The games of that user which have ended, the latest begun first."""
        # What was called off is over for its players, who may still play it to its end.
        chosen = _games_of(user, over=True).where(games.c.result != "").limit(limit)
        if before:
            mark = select(games.c.created, games.c.id).where(games.c.id == before)
            chosen = chosen.where(tuple_(seats.c.created, seats.c.game) < mark.scalar_subquery())
        if not private:
            chosen = chosen.where(not_(games.c.private))
        return await self._summaries(chosen)

    async def _summaries(self, chosen: Select[Any]) -> list[Summary]:
        async with self._database.read() as connection:
            return [_summary(row) for row in await connection.execute(chosen)]


async def create_game(database: Database, connection: AsyncConnection, terms: Terms) -> bool:
    """Begin a game within a transaction; False, changing nothing, if its id is in use.

    Raises ``LookupError`` if one of its users does not exist.
    """
    return await connection.run_sync(lambda there: _create(database, there, terms))


def _create(database: Database, connection: Connection, terms: Terms) -> bool:
    users = {"X": terms.x.user, "O": terms.o.user}
    row = {
        "id": terms.game,
        "terms": terms.to_json(),
        "created": terms.created,
        "private": terms.private,
        "rated": terms.rated and all(users.values()),
        "version": 0,
        "digest": terms.digest,
        "at": terms.created,
        "deadline": Game(terms).deadline,
        "result": "",
        "termination": "",
        "owed": False,
    }
    made = connection.execute(database.insert(games).on_conflict_do_nothing(), row)
    taken = [
        {"game": terms.game, "seat": seat, "user": user, "created": terms.created, "over": False}
        for seat, user in users.items()
        if user
    ]
    if made.rowcount and taken:
        try:
            connection.execute(seats.insert(), taken)
        except IntegrityError as error:
            told = " or ".join(user for user in users.values() if user)
            raise LookupError(f"there is no user {told} for the game {terms.game}") from error
    return bool(made.rowcount)


def _games_of(user: str, *, over: bool) -> Select[Any]:
    """The games of one user, the latest begun first, as the index of the seats has them."""
    return (
        select(*_SUMMARY)
        .join(seats, seats.c.game == games.c.id)
        .where(seats.c.user == user, seats.c.over == over)
        .order_by(seats.c.created.desc(), seats.c.game.desc())
    )


def _heads(connection: Connection, wanted: Iterable[str]) -> dict[str, Head]:
    """How these games stand; they stand so until the transaction ends."""
    heads: dict[str, Head] = {}
    for some in _chunks(sorted(wanted)):
        heads |= {game: Head(*head) for game, *head in among(connection, _HEADS, games.c.id, some)}
    return heads


def _known(connection: Connection, batch: Sequence[Append]) -> set[tuple[str, str]]:
    """Those ids of the batch that are stored, each with its game."""
    ids = [(append.game, entry.id) for append in batch for entry in append.entries if entry.id]
    known: set[tuple[str, str]] = set()
    for some in _chunks(ids):
        rows = connection.execute(select(*_ID.clauses).where(_ID.in_(some)))
        known.update((game, each) for game, each in rows)
    return known


def _chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]


# --- reading rows ----------------------------------------------------------------------------


def _logs(connection: Connection, wanted: Sequence[str]) -> dict[str, Log]:
    terms = among(connection, _TERMS, games.c.id, wanted)
    told = {game: read_terms(game, text) for game, text in terms}
    rows = among(connection, _LINES, entries.c.game, wanted)
    logs = {game: Log(terms, ()) for game, terms in told.items()}
    for game, lines in groupby(rows, itemgetter(0)):
        if game in told:  # it may have begun after the first question
            logs[game] = Log(told[game], tuple(read_line(game, line[1:]) for line in lines))
    return logs


def _summary(row: Cells) -> Summary:
    game, text, *others = row
    return Summary(read_terms(game, text), *others)
