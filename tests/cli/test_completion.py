"""Shells complete commands and options."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from qttt.cli.completion import SHELLS, VARIABLE
from tests.cli.helpers import error_of, stdout_of


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for variable in ("ZDOTDIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("shell", "variables", "place"),
    [
        ("bash", {}, ".bashrc"),
        ("zsh", {}, ".zshrc"),
        ("zsh", {"ZDOTDIR": "zsh"}, "zsh/.zshrc"),
        ("fish", {}, ".config/fish/completions/qttt.fish"),
        ("fish", {"XDG_CONFIG_HOME": "my"}, "my/fish/completions/qttt.fish"),
    ],
)
def test_installed_once_after_what_is_there(
    shell: str,
    variables: dict[str, str],
    place: str,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    for variable, folder in variables.items():
        monkeypatch.setenv(variable, str(home / folder))
    file = home / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("# mine", "utf-8")
    assert stdout_of("--install-completion") == (
        f"Added to {file}; it takes effect in the next shell.\n"
    )
    assert file.read_text("utf-8") == f"# mine\n{SHELLS[shell].line}\n"
    assert stdout_of("--install-completion") == f"{file} completes qttt already.\n"
    assert file.read_text("utf-8") == f"# mine\n{SHELLS[shell].line}\n"


@pytest.mark.parametrize(
    ("shell", "problem"), [("/bin/tcsh", "SHELL is tcsh"), ("", "SHELL is not set")]
)
def test_unknown_shell_is_an_error(
    shell: str, problem: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", shell)
    for option in ("--install-completion", "--show-completion"):
        assert error_of(option) == f"only bash, zsh, fish complete commands; {problem}"
    assert [*home.iterdir()] == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [("qttt so", ["solve"]), ("qttt solve --val", ["--values-only"]), ("qttt store v", ["verify"])],
)
def test_words_are_completed(words: str, expected: list[str]) -> None:
    """The program answers as the script of the shell asks."""
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), VARIABLE: "bash_complete"}
    program = "import sys; sys.argv[0] = 'qttt'; from qttt.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **asked},
        capture_output=True,
        encoding="utf-8",
    )
    assert [line.partition(",")[2] for line in done.stdout.splitlines()] == expected


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_the_script_is_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/bash")
    script = stdout_of("--show-completion")
    assert VARIABLE in script
    subprocess.run(["bash", "-n"], input=script, encoding="utf-8", check=True)
