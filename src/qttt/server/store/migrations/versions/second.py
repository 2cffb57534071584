"""Class rooms.

Revision ID: 2
"""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

TEXT = sa.Text()
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables of class rooms."""
    op.create_table(
        "rooms",
        sa.Column("code", TEXT, nullable=False),
        sa.Column("title", TEXT, nullable=False),
        _reference("teacher", "users.id", "fk_rooms_teacher"),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("clock", TEXT, nullable=False),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("stage", TEXT, nullable=False),
        sa.Column("is_paused", FLAG, nullable=False),
        sa.Column("round", WHOLE, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_rooms"),
        sqlite_strict=True,
    )
    op.create_index("rooms_of_teacher", "rooms", ["teacher", "created", "code"])
    op.create_index("rooms_by_age", "rooms", ["created"])
    pairs = sa.text("stage = 'playing' AND kind = 'arena'")
    op.create_index(
        "rooms_that_pair", "rooms", ["code"], sqlite_where=pairs, postgresql_where=pairs
    )
    op.create_table(
        "room_members",
        _reference("room", "rooms.code", "fk_room_members_room"),
        sa.Column("number", WHOLE, nullable=False),
        _reference("user", "users.id", "fk_room_members_user"),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("came", WHOLE, nullable=False),
        sa.Column("presence", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("room", "number", name="pk_room_members"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "room_games",
        _reference("room", "rooms.code", "fk_room_games_room"),
        sa.Column("place", WHOLE, nullable=False),
        _reference("game", "games.id", "fk_room_games_game"),
        sa.Column("round", WHOLE, nullable=False),
        sa.Column("x", WHOLE, nullable=False),
        sa.Column("o", WHOLE, nullable=False),
        sa.Column("is_off", FLAG, nullable=False),
        sa.PrimaryKeyConstraint("room", "place", name="pk_room_games"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("room_games", "room_members", "rooms"):
        op.drop_table(table)


def _reference(name: str, column: str, key: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, sa.ForeignKey(column, name=key), nullable=False)
