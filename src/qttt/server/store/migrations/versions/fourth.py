"""Seeks that stay open while their user is offline.

Revision ID: 4
"""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"

TEXT = sa.Text()
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Recreate the table; its rows, which live for half a minute, are dropped."""
    op.drop_table("seeks")
    _seeks(
        sa.Column("stays", FLAG, nullable=False),
        sa.Column("game", TEXT, sa.ForeignKey("games.id", name="fk_seeks_game"), nullable=True),
    )
    op.create_index("seeks_of_user", "seeks", ["user", "stays"], unique=True)


def downgrade() -> None:
    """Recreate the previous table."""
    op.drop_table("seeks")
    _seeks(sa.UniqueConstraint("user", name="uq_seeks_user"))


def _seeks(*more: sa.Column[bool] | sa.Column[str] | sa.UniqueConstraint) -> None:
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
        *more,
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
        sqlite_strict=True,
    )
