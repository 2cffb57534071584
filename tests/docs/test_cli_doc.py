"""docs/cli.md is complete; ``test_markdown.py`` runs its examples."""

import re
from pathlib import Path

import pytest

from qttt.cli.app import COMMANDS
from qttt.shell import COMMANDS as TYPED
from tests.cli.helpers import stdout_of

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "cli.md").read_text("utf-8")


def section(command: str) -> str:
    """Return the section of a command."""
    found = re.search(rf"^## `qttt {command}\b.*?(?=^## )", TEXT, re.MULTILINE | re.DOTALL)
    assert found, command
    return found[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_section_with_an_example(name: str) -> None:
    assert re.search(rf"^\$ .*qttt {name}\b", section(name), re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_named(name: str) -> None:
    options = set(re.findall(r"--[a-z][a-z-]+", stdout_of(name, "--help"))) - {"--help", "--out"}
    about = TEXT.partition("## ")[0] + section(name)
    assert {option for option in options if option not in about} == set()


def test_every_command_of_the_shell_is_named() -> None:
    assert all(re.search(rf"^{name}\b", section("shell"), re.MULTILINE) for name in TYPED)


def test_every_kind_of_error_is_named() -> None:
    kinds = re.findall(r"^\| `([a-z ]+)` \|", TEXT, re.MULTILINE)
    source = ROOT / "src" / "qttt" / "cli"
    code = "".join(path.read_text("utf-8") for path in source.glob("*.py"))
    assert all(f'"{kind}"' in code for kind in kinds)
    used = re.findall(r'(?:CliError\(\s*|^        [A-Z]\w+Error: )"([a-z ]+)"', code, re.MULTILINE)
    assert {"usage", "kernel"} <= set(used) <= set(kinds)
