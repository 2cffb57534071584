"""Types of columns for SQLite and PostgreSQL, strict tables, and partial indexes."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    TextClause,
)
from sqlalchemy.types import REAL, TypeDecorator, TypeEngine

NAMING = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
}
TABLES = MetaData(naming_convention=NAMING)
"""All tables, once ``schema`` is imported."""

# Strict SQLite tables support INTEGER, REAL, TEXT and BLOB only.
Whole = BigInteger().with_variant(Integer(), "sqlite")
Number: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")


class Flag(TypeDecorator[bool]):
    """A Boolean, stored as 1 or 0 in strict SQLite tables."""

    impl = Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Boolean())

    def process_result_value(self, value: Any, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


def table(
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
        info={"fillfactor": fillfactor},
    )


def column(name: str, kind: Any, *more: Any, null: bool = False, key: bool = False) -> Column[Any]:
    """Return a column that is not null, unless ``null``."""
    return Column(name, kind, *more, nullable=null, primary_key=key)


def partial_index(name: str, *columns: str, where: TextClause, unique: bool = False) -> Index:
    """Return a partial index of the rows for which ``where`` holds."""
    return Index(name, *columns, unique=unique, sqlite_where=where)


def add_postgres_options() -> None:
    """Set the options of tables and indexes for PostgreSQL.

    Not before they are needed, because SQLAlchemy imports the dialect that they belong to.
    """
    for target in TABLES.tables.values():
        target.dialect_kwargs["postgresql_with"] = {"fillfactor": target.info["fillfactor"]}
        for index in target.indexes:
            index.dialect_kwargs["postgresql_where"] = index.dialect_kwargs.get("sqlite_where")
