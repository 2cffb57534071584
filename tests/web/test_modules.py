"""Which npm packages are installed for a build."""

import sys
from pathlib import Path

import pytest

from scripts import progress, web
from scripts.kernel import stamp


@pytest.mark.parametrize(
    ("installed", "options"), [(None, ["--omit=dev"]), ("old", ["--omit=dev"]), ("old dev", [])]
)
def test_a_developers_packages_are_kept(
    installed: str | None, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(
        _title: str, _folder: Path, _size: int, command: list[str], _environment: object
    ) -> int:
        commands.append(command)
        fill()
        return 0

    def fill() -> None:
        web.MODULES.mkdir(exist_ok=True)
        (web.MODULES / web.INSTALLED).touch()

    monkeypatch.setattr(progress, "run", run)
    monkeypatch.setattr(web, "find_node", lambda: web.Node(tmp_path, ("npm",)))
    monkeypatch.setattr(web, "MODULES", tmp_path / "node_modules")
    if installed is not None:
        fill()
        stamp(web.MODULES).write_text(installed, "ascii")
    web.install_modules()
    web.install_modules()
    assert commands == [["npm", "--prefix", str(web.WEB), "ci", *options]]


def test_scripts_leave_no_temporary_files(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    leave_folder = "import tempfile; print(tempfile.mkdtemp())"
    web.Node(tmp_path, (sys.executable, "-c", leave_folder)).run("build")
    left = Path(capfd.readouterr().out.strip())
    assert left.is_absolute()
    assert not left.exists()
