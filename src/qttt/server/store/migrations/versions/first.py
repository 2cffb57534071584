"""The first schema.

Revision ID: 1
"""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

TEXT, BYTES = sa.Text(), sa.LargeBinary()
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NUMBER: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "games",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("terms", TEXT, nullable=False),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("private", FLAG, nullable=False),
        sa.Column("rated", FLAG, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("digest", BYTES, nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.Column("deadline", WHOLE, nullable=True),
        sa.Column("result", TEXT, nullable=False),
        sa.Column("termination", TEXT, nullable=False),
        sa.Column("owed", FLAG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sqlite_strict=True,
    )
    _partial("games_by_deadline", "games", ["deadline"], "deadline IS NOT NULL")
    _partial("games_going_on", "games", ["created"], "result = ''")
    _partial("games_owed", "games", ["at"], "owed")
    op.create_table(
        "processes",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("started", WHOLE, nullable=False),
        sa.Column("beat", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
        sqlite_strict=True,
    )
    op.create_table(
        "users",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("key", TEXT, nullable=True),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("bot", FLAG, nullable=False),
        sa.Column("listed", FLAG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("key", name="uq_users_key"),
        sqlite_strict=True,
    )
    op.create_table(
        "challenges",
        sa.Column("code", TEXT, nullable=False),
        sa.Column(
            "user", TEXT, sa.ForeignKey("users.id", name="fk_challenges_user"), nullable=False
        ),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("start", TEXT, nullable=False),
        sa.Column("clock", TEXT, nullable=False),
        sa.Column("rated", FLAG, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("expires", WHOLE, nullable=False),
        sa.Column(
            "game", TEXT, sa.ForeignKey("games.id", name="fk_challenges_game"), nullable=True
        ),
        sa.Column("bot", FLAG, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_challenges"),
        sqlite_strict=True,
    )
    op.create_index("challenges_of_user", "challenges", ["user", "created", "code"])
    op.create_table(
        "entries",
        sa.Column("game", TEXT, sa.ForeignKey("games.id", name="fk_entries_game"), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("seat", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.Column("spent", WHOLE, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("digest", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("game", "version", name="pk_entries"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    _partial("entries_by_id", "entries", ["game", "id"], "id <> ''", unique=True)
    op.create_table(
        "passwords",
        sa.Column(
            "user", TEXT, sa.ForeignKey("users.id", name="fk_passwords_user"), nullable=False
        ),
        sa.Column("hash", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_passwords"),
        sqlite_strict=True,
    )
    op.create_table(
        "ratings",
        sa.Column("user", TEXT, sa.ForeignKey("users.id", name="fk_ratings_user"), nullable=False),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("pace", TEXT, nullable=False),
        sa.Column("value", NUMBER, nullable=False),
        sa.Column("deviation", NUMBER, nullable=False),
        sa.Column("volatility", NUMBER, nullable=False),
        sa.Column("games", WHOLE, nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("user", "rules", "pace", name="pk_ratings"),
        sqlite_strict=True,
    )
    op.create_index("ratings_by_value", "ratings", ["rules", "pace", "value"])
    op.create_table(
        "seats",
        sa.Column("game", TEXT, sa.ForeignKey("games.id", name="fk_seats_game"), nullable=False),
        sa.Column("seat", TEXT, nullable=False),
        sa.Column("user", TEXT, sa.ForeignKey("users.id", name="fk_seats_user"), nullable=False),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("over", FLAG, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("seats_of_user", "seats", ["user", "over", "created", "game"])
    op.create_table(
        "seeks",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("user", TEXT, sa.ForeignKey("users.id", name="fk_seeks_user"), nullable=False),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("clock", TEXT, nullable=False),
        sa.Column("rated", FLAG, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("expires", WHOLE, nullable=False),
        sa.Column("bot", FLAG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
        sa.UniqueConstraint("user", name="uq_seeks_user"),
        sqlite_strict=True,
    )
    op.create_table(
        "tokens",
        sa.Column("hash", BYTES, nullable=False),
        sa.Column("user", TEXT, sa.ForeignKey("users.id", name="fk_tokens_user"), nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("expires", WHOLE, nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        sqlite_strict=True,
    )
    op.create_index("tokens_by_end", "tokens", ["expires"])
    op.create_index("tokens_of_user", "tokens", ["user", "kind", "created"])


def downgrade() -> None:
    """Drop all tables, with what is in them."""
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


def _partial(name: str, table: str, columns: list[str], where: str, unique: bool = False) -> None:
    rows = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=rows, postgresql_where=rows)
