"""Tests can start a PostgreSQL wherever the repository is."""

import shutil
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.server import postgres
from tests.server.services import find


@pytest.mark.skipif(not postgres.is_root(), reason="only root runs it as another user")
async def test_root_runs_it_out_of_a_folder_that_others_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find("postgres")
    assert found is not None
    package = Path(found).parents[2]
    for folder in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(folder, tmp_path / folder.name)
    tmp_path.chmod(0o700)
    private = tmp_path / Path(found).relative_to(package.parent)
    monkeypatch.setattr(postgres, "find", lambda _: str(private))
    with postgres.running() as cluster:
        assert not cluster.programs.is_relative_to(tmp_path)
        connection = await asyncpg.connect(cluster.url("postgres"))
        assert await connection.fetchval("SELECT current_user") == postgres.USER
        await connection.close()
