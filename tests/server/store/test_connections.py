"""What a transaction on PostgreSQL costs, and connections that are lost."""

from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

from qttt.server.games.game import AppendRequest
from qttt.server.store import postgres
from qttt.server.store.store import Store, open_store
from tests.server.store.check.common import make_move, make_terms


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    async with open_store(postgres_url) as opened:
        yield opened


@pytest.fixture
def pings(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list of the connections that are tested."""
    tested: list[Any] = []
    dialect = store.database.writer.dialect
    ping = dialect.do_ping

    def record(connection: Any) -> bool:
        tested.append(connection)
        return ping(connection)

    monkeypatch.setattr(dialect, "do_ping", record)
    return tested


async def test_only_idle_connections_are_tested(
    store: Store, pings: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "MAX_IDLE_S", 3600)
    for _ in range(2 * postgres.POSTGRES_CONNECTIONS):
        assert await store.people.user("anna") is None
    assert pings == []
    monkeypatch.setattr(postgres, "MAX_IDLE_S", 0)
    assert await store.people.user("anna") is None
    assert len(pings) == 1


async def test_connections_that_were_lost_while_idle_are_replaced(
    store: Store, postgres_url: str, pings: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2 * postgres.POSTGRES_CONNECTIONS):
        assert await store.people.user("anna") is None
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    monkeypatch.setattr(postgres, "MAX_IDLE_S", 0)
    assert await store.people.user("anna") is None
    assert await store.games.create(make_terms("alone", x="", o=""))
    assert pings


async def test_a_single_move_is_not_sent_in_a_pipeline(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    many: list[str] = []
    execute = psycopg.Cursor.executemany

    def record(cursor: Any, sql: str, rows: Any) -> None:
        many.append(sql.split()[0])
        execute(cursor, sql, rows)

    monkeypatch.setattr(psycopg.Cursor, "executemany", record)
    for game in ("one", "two"):
        assert await store.games.create(make_terms(game, x="", o=""))
    assert await store.games.append([AppendRequest("one", (make_move(1, "a"),))]) == ["stored"]
    assert many == []
    both = [AppendRequest("one", (make_move(2, "b"),)), AppendRequest("two", (make_move(1, "a"),))]
    assert await store.games.append(both) == ["stored"] * 2
    assert many == ["INSERT", "UPDATE"]
