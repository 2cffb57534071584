"""The tables.

    users ──┬── passwords    at most one hash per user
            ├── passkeys     WebAuthn credentials
            ├── passkey_challenges    pending WebAuthn challenges
            ├── recovery_codes        for forgotten passwords
            ├── progress     results, lessons and puzzles in the app
            ├── deleted_users         whose names are still in games
            ├── tokens       sessions and bots
            │     └── push_subscriptions    where sessions get notifications
            ├── ratings      one per preset and pace
            ├── seeks        at most two per user: one that stays, and one that does not
            ├── challenges ── games, once accepted
            ├── rooms ──┬─── room_members
            │           ├─── room_games ── games
            │           └─── polls ── poll_answers
            ├── homework ── homework_pupils ── homework_tries
            └── seats ────── games ─┬─ entries
                                    └─ open_games    while anything remains to be done

A row of ``games`` holds the immutable terms and the state of the log, so that listing games
reads no log, and appending locks one row. Nothing that an append changes there is in an index, so
that PostgreSQL updates the row in place; indexed columns that change are in ``open_games``.

On SQLite the tables are strict.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TextClause,
    text,
)
from sqlalchemy.types import REAL, TypeDecorator, TypeEngine

SCHEMA_VERSION = "9"
"""Increases with every change of the tables; a store with another version is rejected."""

NAMING = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
}
TABLES = MetaData(naming_convention=NAMING)

# Strict SQLite tables support INTEGER, REAL, TEXT and BLOB only.
Whole = BigInteger().with_variant(Integer(), "sqlite")
Number: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")


class Flag(TypeDecorator[bool]):
    """A Boolean, stored as 1 or 0 in strict SQLite tables."""

    impl = Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return the column type for the dialect."""
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Boolean())

    def process_result_value(self, value: Any, dialect: Dialect) -> bool | None:
        """Convert 1 and 0 to bool."""
        return None if value is None else bool(value)


def _table(
    name: str,
    *parts: Column[Any] | ForeignKeyConstraint | Index,
    sorted_by_key: bool = False,
    fillfactor: int = 100,
) -> Table:
    """Return a strict table; ``sorted_by_key`` makes it WITHOUT ROWID on SQLite.

    ``fillfactor`` is the percentage of a page that PostgreSQL fills with new rows.
    """
    return Table(
        name,
        TABLES,
        *parts,
        sqlite_strict=True,
        sqlite_with_rowid=not sorted_by_key,
        postgresql_with={"fillfactor": fillfactor},
    )


def _column(name: str, kind: Any, *more: Any, null: bool = False, key: bool = False) -> Column[Any]:
    return Column(name, kind, *more, nullable=null, primary_key=key)


def _partial(name: str, *columns: str, where: TextClause, unique: bool = False) -> Index:
    """Return a partial index of the rows for which ``where`` holds."""
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


# Queries must repeat the condition of a partial index literally for it to be used.
IS_UNFINISHED = text("ended IS NULL")
IS_FINISHED = text("ended IS NOT NULL")
AWAITS_RATING = text("awaits_rating")
HAS_CHECK = text("check_at IS NOT NULL")
HAS_ID = text("id <> ''")
IS_QUEUED = text("due IS NOT NULL")
IS_PAIRING = text("stage = 'playing' AND kind = 'arena'")


schema_version = _table("schema_version", _column("version_num", Text, key=True))
"""One row: the ``SCHEMA_VERSION`` with which the store was created."""

users = _table(
    "users",
    _column("id", Text, key=True),
    _column("name", Text),
    Column("key", Text, unique=True),
    _column("created", Whole),
    _column("bot", Flag),
    _column("listed", Flag),
)

passwords = _table(
    "passwords",
    _column("user", Text, ForeignKey(users.c.id), key=True),
    _column("hash", Text),
)

reserved_names = _table(
    "reserved_names",
    _column("key", Text, key=True),
    _column("expires", Whole),
    Index("reserved_names_by_end", "expires"),
)
"""Names of deleted users, reserved until they expire."""

deleted_users = _table("deleted_users", _column("user", Text, ForeignKey(users.c.id), key=True))
"""Deleted users whose names are still in games."""

passkeys = _table(
    "passkeys",
    _column("id", LargeBinary, key=True),
    _column("user", Text, ForeignKey(users.c.id)),
    _column("key", LargeBinary),
    _column("count", Whole),
    _column("created", Whole),
    _column("used", Whole),
    _column("label", Text),
    Index("passkeys_of_user", "user", "created"),
)
"""WebAuthn credentials; ``count`` is the device's signature counter, 0 if it has none."""

passkey_challenges = _table(
    "passkey_challenges",
    _column("challenge", LargeBinary, key=True),
    Column("user", Text, ForeignKey(users.c.id)),
    _column("expires", Whole),
    Index("passkey_challenges_by_end", "expires"),
    Index("passkey_challenges_of_user", "user"),
)

recovery_codes = _table(
    "recovery_codes",
    _column("hash", LargeBinary, key=True),
    _column("user", Text, ForeignKey(users.c.id)),
    _column("created", Whole),
    Column("expires", Whole),
    Index("recovery_codes_of_user", "user"),
)
"""Codes generated by users do not expire; those generated by the operator do."""

progress = _table(
    "progress",
    _column("user", Text, ForeignKey(users.c.id), key=True),
    _column("text", LargeBinary),
)
"""What accounts have done in the app, as JSON."""

tokens = _table(
    "tokens",
    _column("hash", LargeBinary, key=True),
    _column("user", Text, ForeignKey(users.c.id)),
    _column("kind", Text),
    _column("created", Whole),
    _column("expires", Whole),
    _column("label", Text),
    Index("tokens_of_user", "user", "kind", "created"),
    Index("tokens_by_end", "expires"),
)

push_subscriptions = _table(
    "push_subscriptions",
    _column("session", LargeBinary, ForeignKey(tokens.c.hash, ondelete="CASCADE"), key=True),
    Column("endpoint", Text, nullable=False, unique=True),
    _column("service", Text),
    _column("p256dh", Text),
    _column("auth", Text),
    _column("created", Whole),
)
"""Push subscriptions, deleted with their session."""

push_messages = _table(
    "push_messages",
    _column("session", LargeBinary, key=True),
    _column("game", Text, key=True),
    _column("service", Text),
    _column("kind", Text),
    _column("version", Whole),
    _column("at", Whole),
    Column("due", Whole),
    _column("attempts", Whole),
    _partial("push_messages_by_due", "due", where=IS_QUEUED),
    Index("push_messages_by_time", "at"),
)
"""Notifications to be sent: ``due`` is when, null while one is being sent.

They reference nothing, so that queuing them waits for no other transaction.
"""

server_keys = _table("server_keys", _column("name", Text, key=True), _column("key", LargeBinary))
"""Private keys that all processes of the server share."""

ratings = _table(
    "ratings",
    _column("user", Text, ForeignKey(users.c.id), key=True),
    _column("rules", Text, key=True),
    _column("pace", Text, key=True),
    _column("value", Number),
    _column("deviation", Number),
    _column("volatility", Number),
    _column("games", Whole),
    _column("at", Whole),
    Index("ratings_by_value", "rules", "pace", "value"),
)

games = _table(
    "games",
    _column("id", Text, key=True),
    _column("terms", Text),
    _column("created", Whole),
    _column("private", Flag),
    _column("rated", Flag),
    _column("version", Whole),
    _column("digest", LargeBinary),
    _column("at", Whole),
    Column("deadline", Whole),
    _column("result", Text),
    _column("termination", Text),
    _column("turn", Text),
    Column("log", Text),
    fillfactor=80,
)
"""``at``: time of the last entry; ``deadline``: when the game has to be checked again; ``turn``:
the seat that decides, empty for none.

``log``: all entries of a finished game (``pack_log``), which then has no rows elsewhere but in
``seats``; null before.
"""

open_games = _table(
    "open_games",
    _column("game", Text, ForeignKey(games.c.id), key=True),
    _column("created", Whole),
    Column("check_at", Whole),
    Column("ended", Whole),
    _column("awaits_rating", Flag),
    _partial("open_games_by_check", "check_at", where=HAS_CHECK),
    _partial("open_games_going_on", "created", where=IS_UNFINISHED),
    _partial("open_games_over", "ended", where=IS_FINISHED),
    _partial("open_games_awaiting_rating", "ended", where=AWAITS_RATING),
    fillfactor=80,
)
"""Unfinished games, and finished ones with entries.

``check_at``: when to look at the game's deadline, which may have moved to a later time; ``ended``:
when the game ended; ``awaits_rating``: it is not in the ratings yet.
"""

seats = _table(
    "seats",
    _column("game", Text, ForeignKey(games.c.id), key=True),
    _column("seat", Text, key=True),
    _column("user", Text, ForeignKey(users.c.id)),
    _column("created", Whole),
    _column("over", Flag),
    Index("seats_of_user", "user", "over", "created", "game"),
    sorted_by_key=True,
)
"""The games of each user. ``created`` copies the game's, so that an index can order pages.
``over``: the game has ended, or was called off in a class room."""

entries = _table(
    "entries",
    _column("game", Text, ForeignKey(games.c.id), key=True),
    _column("version", Whole, key=True),
    _column("kind", Text),
    _column("seat", Text),
    _column("body", Text),
    _column("at", Whole),
    _column("spent", Whole),
    _column("id", Text),
    _column("digest", LargeBinary),
    _partial("entries_by_id", "game", "id", where=HAS_ID, unique=True),
    sorted_by_key=True,
)

seeks = _table(
    "seeks",
    _column("id", Text, key=True),
    _column("user", Text, ForeignKey(users.c.id)),
    _column("rules", Text),
    _column("clock", Text),
    _column("rated", Flag),
    _column("side", Text),
    _column("created", Whole),
    _column("expires", Whole),
    _column("bot", Flag),
    _column("stays", Flag),
    _column("game", Text, ForeignKey(games.c.id), null=True),
    Index("seeks_of_user", "user", "stays", unique=True),
)
"""``game``: of a seek that stays, the game that it led to, until its user is notified."""

challenges = _table(
    "challenges",
    _column("code", Text, key=True),
    _column("user", Text, ForeignKey(users.c.id)),
    _column("rules", Text),
    _column("start", Text),
    _column("clock", Text),
    _column("rated", Flag),
    _column("side", Text),
    _column("created", Whole),
    _column("expires", Whole),
    _column("game", Text, ForeignKey(games.c.id), null=True),
    _column("bot", Flag),
    Index("challenges_of_user", "user", "created", "code"),
)

rooms = _table(
    "rooms",
    _column("code", Text, key=True),
    _column("title", Text),
    _column("teacher", Text, ForeignKey(users.c.id)),
    _column("kind", Text),
    _column("rules", Text),
    _column("clock", Text),
    _column("created", Whole),
    _column("stage", Text),
    _column("is_paused", Flag),
    _column("round", Whole),
    _column("version", Whole),
    Index("rooms_of_teacher", "teacher", "created", "code"),
    Index("rooms_by_age", "created"),
    _partial("rooms_that_pair", "code", where=IS_PAIRING),
)

room_members = _table(
    "room_members",
    _column("room", Text, ForeignKey(rooms.c.code), key=True),
    _column("number", Whole, key=True),
    _column("user", Text, ForeignKey(users.c.id)),
    _column("name", Text),
    _column("came", Whole),
    _column("presence", Text),
    Index("room_members_of_user", "user"),
    sorted_by_key=True,
)

room_games = _table(
    "room_games",
    _column("room", Text, ForeignKey(rooms.c.code), key=True),
    _column("place", Whole, key=True),
    _column("game", Text, ForeignKey(games.c.id)),
    _column("round", Whole),
    _column("x", Whole),
    _column("o", Whole),
    _column("is_off", Flag),
    sorted_by_key=True,
)
"""The games of a room, in order of ``place`` from 0; their results are in ``games``."""

polls = _table(
    "polls",
    _column("room", Text, ForeignKey(rooms.c.code), key=True),
    _column("number", Whole, key=True),
    _column("kind", Text),
    _column("text", Text),
    _column("options", Text),
    _column("rules", Text),
    _column("position", Text),
    _column("marks", Text),
    _column("created", Whole),
    _column("stage", Text),
    _column("round", Whole),
)
"""The polls of a room; ``options`` and ``marks`` are JSON arrays."""

poll_answers = _table(
    "poll_answers",
    _column("room", Text, ForeignKey(rooms.c.code), key=True),
    _column("poll", Whole, key=True),
    _column("round", Whole, key=True),
    _column("member", Whole, key=True),
    _column("answer", Text),
    sorted_by_key=True,
)
"""The last answer of each member in each round of a poll."""

homework = _table(
    "homework",
    _column("code", Text, key=True),
    _column("title", Text),
    _column("teacher", Text, ForeignKey(users.c.id)),
    _column("tasks", Text),
    _column("created", Whole),
    _column("due", Whole),
    _column("expires", Whole),
    Index("homework_of_teacher", "teacher", "created", "code"),
    Index("homework_by_end", "expires"),
)
"""Homework; ``tasks`` is a JSON array of names."""

homework_pupils = _table(
    "homework_pupils",
    _column("homework", Text, ForeignKey(homework.c.code), key=True),
    _column("number", Whole, key=True),
    _column("name", Text),
    _column("key", Text),
    Index("homework_pupils_by_key", "homework", "key", unique=True),
    sorted_by_key=True,
)

homework_tries = _table(
    "homework_tries",
    _column("homework", Text, key=True),
    _column("pupil", Whole, key=True),
    _column("place", Whole, key=True),
    _column("id", Text),
    _column("task", Whole),
    _column("answer", Text),
    _column("at", Whole),
    ForeignKeyConstraint(
        ["homework", "pupil"], [homework_pupils.c.homework, homework_pupils.c.number]
    ),
    Index("homework_tries_by_id", "homework", "pupil", "id", unique=True),
    sorted_by_key=True,
)
"""Answers of a pupil, in order of ``place`` from 1."""

processes = _table(
    "processes",
    _column("id", Text, key=True),
    _column("started", Whole),
    _column("beat", Whole),
)
"""Each server process, with its first and its last heartbeat."""
