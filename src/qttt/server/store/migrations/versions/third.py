"""Passkeys, recovery codes and account deletion.

Revision ID: 3
"""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"

TEXT, BYTES = sa.Text(), sa.LargeBinary()
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "kept_names",
        sa.Column("key", TEXT, nullable=False),
        sa.Column("expires", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_kept_names"),
        sqlite_strict=True,
    )
    op.create_index("kept_names_by_end", "kept_names", ["expires"])
    op.create_table(
        "leavers",
        _user("fk_leavers_user"),
        sa.PrimaryKeyConstraint("user", name="pk_leavers"),
        sqlite_strict=True,
    )
    op.create_table(
        "passkeys",
        sa.Column("id", BYTES, nullable=False),
        _user("fk_passkeys_user"),
        sa.Column("key", BYTES, nullable=False),
        sa.Column("count", WHOLE, nullable=False),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("used", WHOLE, nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sqlite_strict=True,
    )
    op.create_index("passkeys_of_user", "passkeys", ["user", "created"])
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge", BYTES, nullable=False),
        _user("fk_passkey_challenges_user", nullable=True),
        sa.Column("expires", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("challenge", name="pk_passkey_challenges"),
        sqlite_strict=True,
    )
    op.create_index("passkey_challenges_by_end", "passkey_challenges", ["expires"])
    op.create_index("passkey_challenges_of_user", "passkey_challenges", ["user"])
    op.create_table(
        "recovery_codes",
        sa.Column("hash", BYTES, nullable=False),
        _user("fk_recovery_codes_user"),
        sa.Column("created", WHOLE, nullable=False),
        sa.Column("expires", WHOLE, nullable=True),
        sa.PrimaryKeyConstraint("hash", name="pk_recovery_codes"),
        sqlite_strict=True,
    )
    op.create_index("recovery_codes_of_user", "recovery_codes", ["user"])
    op.create_index("room_members_of_user", "room_members", ["user"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_index("room_members_of_user")
    for table in ("recovery_codes", "passkey_challenges", "passkeys", "leavers", "kept_names"):
        op.drop_table(table)


def _user(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column("user", TEXT, sa.ForeignKey("users.id", name=name), nullable=nullable)
