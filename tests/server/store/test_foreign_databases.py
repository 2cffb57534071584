"""Databases of PostgreSQL unlike those of other tests: rights of users, encodings, poolers."""

import re
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.sql import SQL, Composed, Identifier
from sqlalchemy import make_url

from qttt.server.errors import StoreError, StoreUnavailable
from qttt.server.operate.checks import check_settings
from qttt.server.operate.settings import ServerSettings
from qttt.server.store.connecting import connect
from qttt.server.store.entities import User
from qttt.server.store.store import open_store, read_version
from qttt.server.store.upgrade import upgrade_store
from tests.server.postgres import Cluster

from .older_stores import OLDER, create_older
from .test_older_exports import GAMES, KEEP_MS

DOCUMENT = Path(__file__).parents[3] / "docs" / "operate.md"


def execute(url: str, statement: str) -> None:
    """Execute a statement with the name of the database, which is also that of a user."""
    name = Identifier(make_url(url).database or "")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(Composed([SQL(statement).format(name=name)]))


@pytest.fixture
def user_url(postgres_url: str) -> str:
    """An empty database for a user that may not create anything in it."""
    execute(postgres_url, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    execute(postgres_url, "CREATE ROLE {name} LOGIN")
    url = make_url(postgres_url)
    return url.set(username=url.database).render_as_string()


def checked(url: str) -> tuple[str, bool]:
    """Return the result of ``qttt serve --check`` for the store at that URL."""
    (result,) = (each for each in check_settings(ServerSettings(), url) if each.name == "store")
    return result.message, result.is_wrong


@pytest.mark.parametrize("schema", ["public", "My games"])
async def test_a_user_who_cannot_create_tables(
    user_url: str, postgres_url: str, schema: str
) -> None:
    """The statement in the message gives the right, also if names have to be quoted."""
    execute(postgres_url, f'CREATE SCHEMA IF NOT EXISTS "{schema}"')
    execute(postgres_url, f'GRANT USAGE ON SCHEMA "{schema}" TO {{name}}')
    execute(postgres_url, f'ALTER ROLE {{name}} SET search_path = "{schema}"')
    text, is_wrong = checked(user_url)
    grant = re.search(r"cannot create tables: (GRANT CREATE ON SCHEMA .*), or make it", text)
    assert grant
    assert is_wrong
    with pytest.raises(StoreError, match=re.escape(grant[1])):
        async with open_store(user_url):
            pass
    execute(postgres_url, grant[1])
    async with open_store(user_url):
        assert not checked(user_url)[1]


async def test_a_user_without_a_schema(user_url: str, postgres_url: str) -> None:
    execute(postgres_url, "ALTER ROLE {name} SET search_path = missing")
    text, is_wrong = checked(user_url)
    assert ("can use no schema of search_path" in text, is_wrong) == (True, True)


async def test_a_user_who_cannot_read_the_tables(user_url: str, postgres_url: str) -> None:
    async with open_store(postgres_url):
        pass
    message = "permission denied for table schema_version: the user of the store must own"
    text, is_wrong = checked(user_url)
    assert (message in text, is_wrong) == (True, True)
    with pytest.raises(StoreUnavailable, match=message):
        async with open_store(user_url):
            pass


def test_an_upgrade_needs_a_right_that_the_owner_of_the_database_has(
    user_url: str, postgres_url: str
) -> None:
    execute(postgres_url, "GRANT CREATE ON SCHEMA public TO {name}")
    create_older(user_url, OLDER[-1])
    with pytest.raises(StoreUnavailable, match=r"permission denied for database .* must own"):
        upgrade_store(user_url, KEEP_MS)
    with connect(user_url) as database, database.reading() as connection:
        assert read_version(connection) == OLDER[-1]
    execute(postgres_url, "ALTER DATABASE {name} OWNER TO {name}")
    done = upgrade_store(user_url, KEEP_MS)
    assert done
    assert done.games == GAMES


async def test_the_owner_of_a_database_needs_no_other_right(cluster: Cluster) -> None:
    execute(cluster.url("postgres"), "CREATE ROLE owner LOGIN")
    execute(cluster.url("postgres"), "CREATE DATABASE owned OWNER owner ENCODING 'UTF8'")
    url = cluster.url("owned").replace("qttt@", "owner@")
    assert not checked(url)[1]
    async with open_store(url) as store:
        assert await store.people.add_user(User("anna", "anna", 1, key="anna"))
    assert not checked(url)[1]


async def test_a_database_that_stores_bytes(cluster: Cluster) -> None:
    options = "ENCODING 'SQL_ASCII' TEMPLATE template0"
    execute(cluster.url("postgres"), f"CREATE DATABASE bytes {options}")
    url = cluster.url("bytes")
    assert not checked(url)[1]
    async with open_store(url) as store:
        user = User("anna", "Άννα", 1, key="άννα")
        assert await store.people.add_user(user)
        assert await store.people.user("anna") == user
        assert await store.people.user_by_name_key("άννα") == user
    assert not checked(url)[1]


async def test_a_database_that_cannot_store_all_texts(cluster: Cluster) -> None:
    options = "ENCODING 'LATIN1' TEMPLATE template0"
    execute(cluster.url("postgres"), f"CREATE DATABASE latin {options}")
    url = cluster.url("latin")
    message = "the database has the encoding LATIN1: create another one with ENCODING 'UTF8'"
    text, is_wrong = checked(url)
    assert (message in text, is_wrong) == (True, True)
    with pytest.raises(StoreError, match=message):
        async with open_store(url):
            pass
    options = text.partition("create another one with ")[2]
    assert f"CREATE DATABASE qttt OWNER qttt {options}`" in DOCUMENT.read_text("utf-8")
    execute(cluster.url("postgres"), f"CREATE DATABASE advised {options}")
    assert not checked(cluster.url("advised"))[1]


async def test_a_pooler_that_ignores_the_settings_of_connections(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise commits could return before their data is synced."""
    async with open_store(postgres_url) as store:
        query = "SHOW synchronous_commit"
        assert await store.database.write(lambda c: c.exec_driver_sql(query).scalar()) == "on"
    open_connection = psycopg.connect

    def ignore_options(*args: Any, options: str, **more: Any) -> psycopg.Connection[Any]:
        return open_connection(*args, **more)

    monkeypatch.setattr(psycopg, "connect", ignore_options)
    with pytest.raises(StoreError, match=r"ignores settings .* connect to PostgreSQL itself"):
        async with open_store(postgres_url):
            pass
