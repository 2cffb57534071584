"""Starting PostgreSQL for tests from any folder."""

import shutil
from pathlib import Path

import psycopg
import pytest

from tests.server import postgres
from tests.server.services import find


@pytest.mark.skipif(not postgres.is_root(), reason="to enable: run the tests as root")
def test_root_can_run_postgresql_from_a_private_folder(
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
        with psycopg.connect(cluster.url("postgres")) as connection:
            assert connection.execute("SELECT current_user").fetchone() == (postgres.USER,)
