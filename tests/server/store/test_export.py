"""Exports of a store, and importing them into either database."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Column, Connection, LargeBinary, Text, select, update
from sqlalchemy.types import TypeDecorator

from qttt.server.errors import StoreCorrupt, StoreError
from qttt.server.store.columns import TABLES
from qttt.server.store.entities import User
from qttt.server.store.export import HEADER, export_store, import_store
from qttt.server.store.schema import games, schema_version, users
from qttt.server.store.store import Store, open_store
from tests.server.store.check.common import make_terms

from .test_replay import begin

GAMES = 3


def sample(column: Column[Any]) -> Any:
    """Return a value that is hard to write; foreign keys reference what ``fill`` stores."""
    if isinstance(column.type, LargeBinary):
        return bytes(range(256))
    referenced = {key.column for key in column.foreign_keys}
    match column.type:
        case Text() if games.c.id in referenced:
            return "game000001"
        case Text() if users.c.id in referenced:
            return "anna"
        case Text():
            return "code" if column.primary_key or referenced else 'Zoë\n"½"\u2028'
        case TypeDecorator() | Boolean():
            return True
        case _:
            return 2**53


def fill(connection: Connection) -> None:
    """Add a row to each table that has none."""
    for table in TABLES.sorted_tables:
        if table not in (users, games) and connection.execute(select(table)).first() is None:
            row = {column.name: sample(column) for column in table.columns}
            connection.execute(table.insert(), row)


async def create(url: str) -> None:
    async with open_store(url) as store:
        for name in ("anna", "bert"):
            await store.people.add_user(User(name, name, 1, key=name))
        await begin(store, make_terms("game000001"), "12", "23", "")
        await begin(store, make_terms("game000002", rated=False), "12", "23")
        await begin(store, make_terms("game000003", o=""))
        await store.games.fold(2**62, 1)
        await store.database.write(fill)


def lines(file: Path) -> list[str]:
    return sorted(file.read_text("utf-8").splitlines())


async def test_an_export_moves_a_store_between_databases(
    quick_path: Path, postgres_url: str
) -> None:
    first, second, third = (quick_path / f"{number}.jsonl" for number in range(3))
    place, copy = str(quick_path / "games.db"), str(quick_path / "copy.db")
    await create(place)
    assert export_store(place, first) == GAMES
    assert import_store(first, postgres_url) == GAMES
    assert export_store(postgres_url, second) == GAMES
    assert import_store(second, copy) == GAMES
    assert export_store(copy, third) == GAMES
    assert lines(first) == lines(second) == lines(third)
    assert {path.stat().st_mode & 0o777 for path in (first, Path(copy))} == {0o600}
    exported = {json.loads(line)["table"] for line in lines(first) if '"columns"' in line}
    assert exported == set(TABLES.tables) - {schema_version.name}
    async with open_store(copy) as store:
        assert await store.people.user("anna") == User("anna", "anna", 1, key="anna")
        for number in range(1, GAMES + 1):
            await store.games.verify(f"game00000{number}")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: "", f"its first line is not {json.dumps(HEADER)}"),
        (lambda text: text.replace("qttt store", "other"), "its first line is not"),
        (lambda text: text[: text.rindex("{")], "its last lines are missing"),
        (lambda text: text.replace('{"rows":', '{"rows":1'), "is not part of an export"),
        (lambda text: text[: len(text) // 2], "Unterminated string|Expecting|delimiter"),
        (lambda text: text.replace('["id","name"', '["id","nick"'), "no column nick of users"),
        (
            lambda text: text.replace('"table":"seats"', '"table":"chairs"'),
            "no column game of chairs",
        ),
        (lambda text: text.replace('["anna","anna"', '["bert","anna"'), "UNIQUE constraint failed"),
    ],
    ids=["empty", "other", "no end", "lost rows", "cut", "column", "table", "twice"],
)
async def test_a_damaged_export_is_rejected(tmp_path: Path, change: Any, problem: str) -> None:
    place, file, new = tmp_path / "games.db", tmp_path / "games.jsonl", tmp_path / "new.db"
    await create(str(place))
    export_store(str(place), file)
    file.write_text(change(file.read_text("utf-8")), "utf-8")
    with pytest.raises(StoreError, match=rf"^{file} cannot be imported: .*({problem})"):
        import_store(file, str(new))
    assert not new.exists()


async def test_a_damaged_game_is_not_imported(tmp_path: Path, postgres_url: str) -> None:
    place, file = str(tmp_path / "games.db"), tmp_path / "games.jsonl"
    await create(place)
    async with open_store(place) as store:
        changed = update(games).values(version=9)
        await store.database.write(lambda connection: connection.execute(changed))
    export_store(place, file)
    with pytest.raises(StoreCorrupt, match="game game000001 is corrupt: entry 4 is missing"):
        import_store(file, postgres_url)
    with pytest.raises(StoreError, match=r"^there is no store at .*: it has no tables"):
        export_store(postgres_url, tmp_path / "none.jsonl")


async def test_a_store_is_not_overwritten(store: Store, url: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with pytest.raises(StoreError, match=f"^there is no export at {file}$"):
        import_store(file, url)
    export_store(url, file)
    with pytest.raises(
        StoreError, match=r"already exists: stop the server|contains a store: use an empty database"
    ):
        import_store(file, url)
