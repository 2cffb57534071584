"""Descriptive names for a column and two tables.

Revision ID: 5
"""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"

TEXT = sa.Text()
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Rename the column and the tables."""
    _rename_column("owed", "awaits_rating", "games_owed", "games_awaiting_rating")
    _move_names("kept_names", "reserved_names")
    _move_users("leavers", "deleted_users")


def downgrade() -> None:
    """Restore the previous names."""
    _rename_column("awaits_rating", "owed", "games_awaiting_rating", "games_owed")
    _move_names("reserved_names", "kept_names")
    _move_users("deleted_users", "leavers")


def _rename_column(old: str, new: str, old_index: str, new_index: str) -> None:
    op.drop_index(old_index)
    op.alter_column("games", old, new_column_name=new)
    rows = sa.text(new)
    op.create_index(new_index, "games", ["at"], sqlite_where=rows, postgresql_where=rows)


# Tables are copied, because SQLite cannot rename their constraints.


def _move_names(old: str, new: str) -> None:
    op.create_table(
        new,
        sa.Column("key", TEXT, nullable=False),
        sa.Column("expires", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("key", name=f"pk_{new}"),
        sqlite_strict=True,
    )
    op.execute(f"INSERT INTO {new} (key, expires) SELECT key, expires FROM {old}")  # noqa: S608
    op.drop_table(old)
    op.create_index(f"{new}_by_end", new, ["expires"])


def _move_users(old: str, new: str) -> None:
    op.create_table(
        new,
        sa.Column("user", TEXT, sa.ForeignKey("users.id", name=f"fk_{new}_user"), nullable=False),
        sa.PrimaryKeyConstraint("user", name=f"pk_{new}"),
        sqlite_strict=True,
    )
    op.execute(f'INSERT INTO {new} ("user") SELECT "user" FROM {old}')  # noqa: S608
    op.drop_table(old)
