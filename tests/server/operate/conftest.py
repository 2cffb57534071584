"""Fixtures: a Redis, and a PostgreSQL that a test can stop."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.server import redis_server
from tests.server.postgres import Cluster, PostgresUnavailable
from tests.server.postgres import running as postgres
from tests.server.redis_server import RedisServer, RedisUnavailable


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with ExitStack() as stack:
        try:
            started = stack.enter_context(redis_server.running())
        except RedisUnavailable as reason:
            pytest.skip(str(reason))
        yield started


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL for one test."""
    with ExitStack() as stack:
        try:
            started = stack.enter_context(postgres(fsync=True))
        except PostgresUnavailable as reason:
            pytest.skip(str(reason))
        yield started
