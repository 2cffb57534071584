"""Exports that each schema's version wrote, with everything that its server stored.

``python -m tests.server.store.write_export`` writes that of the present schema.
"""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from qttt.server import create_app, services
from qttt.server.retention import DAY_MS
from qttt.server.store.backup import verify_store
from qttt.server.store.connecting import connect
from qttt.server.store.export import export_store, import_store
from qttt.server.store.older import stored_tables
from qttt.server.store.schema import OLDEST_SCHEMA, SCHEMA_VERSION
from tests.server.conftest import write_app

from .write_export import EXPORTS

HERE = "http://127.0.0.1:8000"
GAMES = 9
SCHEMAS = [str(number) for number in range(OLDEST_SCHEMA, int(SCHEMA_VERSION) + 1)]
KEEP_MS = {"room": 44 * DAY_MS}


def tables(file: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each table of an export."""
    rows: dict[str, list[dict[str, Any]]] = {}
    columns: list[str] = []
    for line in map(json.loads, file.read_text("utf-8").splitlines()):
        match line:
            case {"table": table, "columns": columns}:
                current = rows.setdefault(table, [])
            case list():
                current.append(dict(zip(columns, line, strict=True)))
            case _:
                assert "format" in line or "rows" in line
    return rows


def answered(schema: str) -> Any:
    """Return what the server answered before it wrote the export."""
    return json.loads((EXPORTS / f"{schema}.json").read_text("utf-8"))


def test_every_schema_has_its_export() -> None:
    assert {path.stem for path in EXPORTS.glob("*.jsonl")} == {*SCHEMAS}, (
        f"write that of schema {SCHEMA_VERSION}: python -m tests.server.store.write_export"
    )
    assert {path.stem for path in EXPORTS.glob("*.json")} == {*SCHEMAS}


def test_the_export_of_this_schema_has_its_tables_and_a_row_in_each() -> None:
    rows = tables(EXPORTS / f"{SCHEMA_VERSION}.jsonl")
    assert {name: list(each[0]) for name, each in rows.items() if each} == {
        name: table.columns.keys() for name, table in stored_tables().items()
    }, "increase SCHEMA_VERSION with each change of the tables, and write its export"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_older_export_is_imported_whole(schema: str, url: str, quick_path: Path) -> None:
    file, again = EXPORTS / f"{schema}.jsonl", quick_path / "again.jsonl"
    assert import_store(file, url, KEEP_MS) == GAMES
    with connect(url) as database:
        assert verify_store(database, replay=True) == GAMES
    assert export_store(url, again) == GAMES
    before, after = tables(file), tables(again)
    for table, rows in before.items():
        columns = set().union(*rows)
        found = [{name: row[name] for name in columns} for row in after[table]]
        assert sorted(map(in_order, found)) == sorted(map(in_order, rows)), table
    for room in after["rooms"]:
        if "expires" not in before["rooms"][0]:
            kept = (room["created"] + KEEP_MS["room"], "en")
            assert (room["expires"], room["language"]) == kept


def in_order(row: dict[str, Any]) -> str:
    return json.dumps(row, sort_keys=True)


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_the_server_answers_as_the_older_one_did(
    schema: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, old = tmp_path / "games.db", answered(schema)
    import_store(EXPORTS / f"{schema}.jsonl", str(store))
    monkeypatch.setattr(services, "now_ms", lambda: old["at"])
    application = create_app(write_app(tmp_path), data=str(store))
    async with (
        application.router.lifespan_context(application),
        httpx.AsyncClient(transport=httpx.ASGITransport(application), base_url=HERE) as client,
    ):
        for name, path, answer in old["answers"]:
            cookie = {"Cookie": f"qttt={old['cookies'][name]}"}
            response = await client.get(f"/api/{path}", headers=cookie)
            assert response.status_code == 200, (path, response.text)
            assert_contains(response.json(), answer, f"{name}: {path}")
        login = {"name": "Anna", "password": old["password"]}
        response = await client.post("/api/login", json=login, headers={"Origin": HERE})
        assert response.status_code == 200, response.text


def assert_contains(answer: Any, older: Any, place: str) -> None:
    """Check that everything in the older answer is also in the new one, which can have more."""
    match older:
        case dict():
            for key, value in older.items():
                if key in ("now", "url"):  # of the request
                    continue
                assert key in answer, f"{place}: no {key}"
                assert_contains(answer[key], value, f"{place}.{key}")
        case list():
            assert len(answer) == len(older), place
            for number, (new, old) in enumerate(zip(answer, older, strict=True)):
                assert_contains(new, old, f"{place}[{number}]")
        case _:
            assert answer == older, place
