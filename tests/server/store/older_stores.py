"""Stores of older schemas, created from their exports."""

from base64 import b64decode

from sqlalchemy import Column, LargeBinary, MetaData, Table

from qttt.server.store.columns import TABLES
from qttt.server.store.connecting import connect
from qttt.server.store.schema import OLDEST_SCHEMA, SCHEMA_VERSION, schema_version
from qttt.server.store.store import USE_WAL

from .test_older_exports import tables
from .write_export import EXPORTS

OLDER = [str(number) for number in range(OLDEST_SCHEMA, int(SCHEMA_VERSION))]


def create_older(url: str, schema: str) -> None:
    """Create the tables and rows of a store that the version with that schema wrote."""
    with connect(url) as database:
        if database.is_sqlite:
            with database.writer.connect() as connection:
                connection.connection.cursor().execute(USE_WAL)
        with database.writer.begin() as connection:
            schema_version.create(connection)
            connection.execute(schema_version.insert(), {"version_num": schema})
            for name, rows in tables(EXPORTS / f"{schema}.jsonl").items():
                if rows:
                    kept = [TABLES.tables[name].columns[column] for column in rows[0]]
                    table = Table(name, MetaData(), *map(_copy, kept), sqlite_strict=True)
                    table.create(connection)
                    binary = [each.name for each in kept if isinstance(each.type, LargeBinary)]
                    for row in rows:
                        row |= {each: b64decode(row[each]) for each in binary}
                    connection.execute(table.insert(), rows)


def _copy(column: "Column[object]") -> "Column[object]":
    return Column(
        column.name, column.type, primary_key=column.primary_key, nullable=column.nullable
    )
