"""The servers that tests use, and the reasons for skipped tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import services

REQUIRED = [name for name, source in services.SOURCES.items() if source.distribution]


@pytest.fixture
def nothing_required() -> Iterator[None]:
    """Remove the servers of the development requirements."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "_required", lambda *_: None)
        yield


@pytest.mark.skipif(os.name != "posix", reason="no servers in the requirements of this system")
@pytest.mark.parametrize("program", REQUIRED)
def test_development_requirements_are_preferred(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / program).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = services.find(program)
    assert found is not None
    assert Path(found).name == services.SOURCES[program].program
    assert Path(found).parent != tmp_path
    assert os.access(found, os.X_OK)


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
@pytest.mark.usefixtures("nothing_required")
def test_the_newest_installed_version_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("9", "15", "14"):
        program = tmp_path / version / "bin" / "postgres"
        program.parent.mkdir(parents=True)
        program.touch(0o755)
    monkeypatch.setattr(services, "PLACES", (f"{tmp_path}/*/bin",))
    assert services.find("postgres") == str(tmp_path / "15" / "bin" / "postgres")


@pytest.mark.usefixtures("nothing_required")
def test_skip_reasons_contain_the_installation_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PLACES", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [services.find(program) for program in services.SOURCES] == [None] * 4
    assert services.skip_reason("nginx") == (
        "no nginx here; on Debian: apt-get install nginx-light"
    )
