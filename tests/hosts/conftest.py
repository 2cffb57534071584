"""The wheel that hosts install."""

from pathlib import Path

import pytest

from tests.hosts import environments


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environments.wheel(tmp_path_factory.mktemp("wheel"))
