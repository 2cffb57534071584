"""Fixtures: empty databases of both kinds."""

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from qttt.server.store.store import Store, open_store
from tests.server.postgres import Cluster

numbers = count()


@pytest.fixture
def postgres_url(cluster: Cluster) -> str:
    return cluster.create(f"test{next(numbers)}")


@pytest.fixture
def sqlite_url(quick_path: Path) -> str:
    return f"sqlite:///{quick_path / 'games.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    text: str = request.getfixturevalue(f"{request.param}_url")
    return text


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with open_store(url) as opened:
        yield opened
