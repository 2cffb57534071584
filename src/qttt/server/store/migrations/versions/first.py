"""The first schema.

Revision ID: 1
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

TEXT, BYTES = sa.Text(), sa.LargeBinary()
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NUMBER: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create all tables."""
    _games()
    _processes()
    _users()
    _challenges()
    _entries()
    _passwords()
    _ratings()
    _seats()
    _seeks()
    _tokens()


def downgrade() -> None:
    """Drop all tables."""
    for table in (
        "tokens",
        "seeks",
        "seats",
        "ratings",
        "passwords",
        "entries",
        "challenges",
        "users",
        "processes",
        "games",
    ):
        op.drop_table(table)


# --- people --------------------------------------------------------------------------------------


def _users() -> None:
    _table(
        "users",
        _column("id", TEXT),
        _column("name", TEXT),
        _column("key", TEXT, null=True),
        _column("created", WHOLE),
        _column("bot", FLAG),
        _column("listed", FLAG),
        sa.UniqueConstraint("key", name="uq_users_key"),
        key=["id"],
    )


def _passwords() -> None:
    _table("passwords", _reference("passwords", "user"), _column("hash", TEXT), key=["user"])


def _tokens() -> None:
    _table(
        "tokens",
        _column("hash", BYTES),
        _reference("tokens", "user"),
        _column("kind", TEXT),
        _column("created", WHOLE),
        _column("expires", WHOLE),
        _column("label", TEXT),
        key=["hash"],
    )
    op.create_index("tokens_by_end", "tokens", ["expires"])
    op.create_index("tokens_of_user", "tokens", ["user", "kind", "created"])


def _ratings() -> None:
    _table(
        "ratings",
        _reference("ratings", "user"),
        _column("rules", TEXT),
        _column("pace", TEXT),
        _column("value", NUMBER),
        _column("deviation", NUMBER),
        _column("volatility", NUMBER),
        _column("games", WHOLE),
        _column("at", WHOLE),
        key=["user", "rules", "pace"],
    )
    op.create_index("ratings_by_value", "ratings", ["rules", "pace", "value"])


# --- games ---------------------------------------------------------------------------------------


def _games() -> None:
    _table(
        "games",
        _column("id", TEXT),
        _column("terms", TEXT),
        _column("created", WHOLE),
        _column("private", FLAG),
        _column("rated", FLAG),
        _column("version", WHOLE),
        _column("digest", BYTES),
        _column("at", WHOLE),
        _column("deadline", WHOLE, null=True),
        _column("result", TEXT),
        _column("termination", TEXT),
        _column("owed", FLAG),
        key=["id"],
    )
    _partial("games_by_deadline", "games", ["deadline"], "deadline IS NOT NULL")
    _partial("games_going_on", "games", ["created"], "result = ''")
    _partial("games_owed", "games", ["at"], "owed")


def _entries() -> None:
    _table(
        "entries",
        _reference("entries", "game"),
        _column("version", WHOLE),
        _column("kind", TEXT),
        _column("seat", TEXT),
        _column("body", TEXT),
        _column("at", WHOLE),
        _column("spent", WHOLE),
        _column("id", TEXT),
        _column("digest", BYTES),
        key=["game", "version"],
        sorted_by_key=True,
    )
    _partial("entries_by_id", "entries", ["game", "id"], "id <> ''", unique=True)


def _seats() -> None:
    _table(
        "seats",
        _reference("seats", "game"),
        _column("seat", TEXT),
        _reference("seats", "user"),
        _column("created", WHOLE),
        _column("over", FLAG),
        key=["game", "seat"],
        sorted_by_key=True,
    )
    op.create_index("seats_of_user", "seats", ["user", "over", "created", "game"])


# --- the lobby -----------------------------------------------------------------------------------


def _seeks() -> None:
    _table(
        "seeks",
        _column("id", TEXT),
        _reference("seeks", "user"),
        _column("rules", TEXT),
        _column("clock", TEXT),
        _column("rated", FLAG),
        _column("side", TEXT),
        _column("created", WHOLE),
        _column("expires", WHOLE),
        _column("bot", FLAG),
        sa.UniqueConstraint("user", name="uq_seeks_user"),
        key=["id"],
    )


def _challenges() -> None:
    _table(
        "challenges",
        _column("code", TEXT),
        _reference("challenges", "user"),
        _column("rules", TEXT),
        _column("start", TEXT),
        _column("clock", TEXT),
        _column("rated", FLAG),
        _column("side", TEXT),
        _column("created", WHOLE),
        _column("expires", WHOLE),
        _reference("challenges", "game", null=True),
        _column("bot", FLAG),
        key=["code"],
    )
    op.create_index("challenges_of_user", "challenges", ["user", "created", "code"])


# --- the server ----------------------------------------------------------------------------------


def _processes() -> None:
    _table(
        "processes",
        _column("id", TEXT),
        _column("started", WHOLE),
        _column("beat", WHOLE),
        key=["id"],
    )


# --- building blocks -----------------------------------------------------------------------------


def _table(
    name: str, *parts: sa.schema.SchemaItem, key: list[str], sorted_by_key: bool = False
) -> None:
    """Create a strict table; ``sorted_by_key`` makes it WITHOUT ROWID on SQLite."""
    primary = sa.PrimaryKeyConstraint(*key, name=f"pk_{name}")
    op.create_table(name, *parts, primary, sqlite_strict=True, sqlite_with_rowid=not sorted_by_key)


def _column(name: str, kind: sa.types.TypeEngine[Any], *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=null)


def _reference(table: str, name: str, *, null: bool = False) -> sa.Column[str]:
    """Return a foreign key column to ``users`` or ``games``, by ``name``."""
    there = sa.ForeignKey(f"{name}s.id", name=f"fk_{table}_{name}")
    return sa.Column(name, TEXT, there, nullable=null)


def _partial(name: str, table: str, columns: list[str], where: str, unique: bool = False) -> None:
    rows = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=rows, postgresql_where=rows)
