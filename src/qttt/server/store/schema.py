"""The tables. ``migrations`` makes them; a test holds the two together.

    users ──┬── passwords    one hash each, for those who have a password
            ├── passkeys     with which one comes in instead
            ├── passkey_challenges    what a passkey has to sign just now
            ├── recovery_codes        for a password that is forgotten
            ├── leavers      who have left for good, while their names are taken out of games
            ├── tokens       sessions and bots
            ├── ratings      one for each preset and pace
            ├── seeks        two each at most: one that stays, and one that does not
            ├── challenges ── games, once one is accepted
            ├── rooms ──┬─── room_members
            │           └─── room_games ── games
            └── seats ────── games ── entries

A game's row holds what never changes, as JSON, and how the log stands: so a list of games reads no
log, and to append is to lock one row. What the log says is not stored a second time.

On SQLite the tables are strict: a column holds what it was declared to hold.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKey,
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

NAMING = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
}
TABLES = MetaData(naming_convention=NAMING)

# What a strict table of SQLite knows: INTEGER, REAL, TEXT and BLOB.
Whole = BigInteger().with_variant(Integer(), "sqlite")
Number: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")


class Flag(TypeDecorator[bool]):
    """True or False, for which a strict table of SQLite has 1 and 0."""

    impl = Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """What the column is declared as."""
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Boolean())

    def process_result_value(self, value: Any, dialect: Dialect) -> bool | None:
        """What is read from it."""
        return None if value is None else bool(value)


def _table(name: str, *parts: Column[Any] | Index, sorted_by_key: bool = False) -> Table:
    """A strict table; with ``sorted_by_key`` SQLite keeps the rows in the order of the key."""
    return Table(name, TABLES, *parts, sqlite_strict=True, sqlite_with_rowid=not sorted_by_key)


def _column(name: str, kind: Any, *more: Any, null: bool = False, key: bool = False) -> Column[Any]:
    return Column(name, kind, *more, nullable=null, primary_key=key)


def _partial(name: str, *columns: str, where: TextClause, unique: bool = False) -> Index:
    """An index over those rows only for which ``where`` holds."""
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


# Said as in the index, in a query too, or it is not used.
GOES_ON = text("result = ''")
IS_OWED = text("owed")
HAS_DEADLINE = text("deadline IS NOT NULL")
HAS_ID = text("id <> ''")
PAIRS = text("stage = 'playing' AND kind = 'arena'")


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

kept_names = _table(
    "kept_names",
    _column("key", Text, key=True),
    _column("expires", Whole),
    Index("kept_names_by_end", "expires"),
)
"""Names that had an owner lately, and that nobody may take until they expire."""

leavers = _table("leavers", _column("user", Text, ForeignKey(users.c.id), key=True))
"""Who have left for good, as long as their names are still in games."""

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
"""Public keys; ``count`` is how often a device says that it has signed, if it counts."""

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
"""Those that a user made never expire, those that the operator made do."""

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
    _column("owed", Flag),
    _partial("games_by_deadline", "deadline", where=HAS_DEADLINE),
    _partial("games_going_on", "created", where=GOES_ON),
    _partial("games_owed", "at", where=IS_OWED),
)
"""``at`` is when the last entry was made; ``owed``: rated, over, and not in the ratings yet."""

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
"""Who has which games; ``created`` is the game's, so that a page is read in order. ``over``: it has
ended, or was called off in a class room."""

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
"""``game`` is what a seek has become that stays, until its user has been told."""

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
    _partial("rooms_that_pair", "code", where=PAIRS),
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
"""Which games a room has begun, from ``place`` 0; how they ended is in ``games`` only."""

processes = _table(
    "processes",
    _column("id", Text, key=True),
    _column("started", Whole),
    _column("beat", Whole),
)
"""When each process of the server was alive: from ``started`` to its last ``beat``."""
