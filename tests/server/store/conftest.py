"""Fixtures: empty databases of both kinds."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from qttt.server.store.store import Store, open_store
from tests.server.postgres import Cluster

numbers = count()


@pytest.fixture
def postgres_url(cluster: Cluster) -> str:
    return cluster.create(f"test{next(numbers)}")


@pytest.fixture
def quick_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, if available, where syncing is free."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(prefix="qttt-store-", dir=memory) as folder:
        yield Path(folder)


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
