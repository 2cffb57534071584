"""Completion of commands and options by the shell, as Click does it."""

import os
from pathlib import Path
from typing import NamedTuple

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from qttt.notation.files import expand_home

from .errors import CliError

VARIABLE = "_QTTT_COMPLETE"
"""Tells Click to complete; it looks for this name, which follows from the program's."""


class Shell(NamedTuple):
    """A shell: the file that it reads when it starts, and what lets it complete.

    The file is in the folder that ``variable`` names, by default and without one in ``folder``.
    """

    completion: type[ShellComplete]
    variable: str
    folder: str
    file: str
    line: str

    @property
    def path(self) -> Path:
        """The path of the file. Raises ``OSError`` if the home folder is unknown."""
        named = Path(os.environ.get(self.variable, ""))
        return expand_home(f"{named if named.is_absolute() else self.folder}/{self.file}")


SHELLS = {
    "bash": Shell(BashComplete, "", "~", ".bashrc", f'eval "$({VARIABLE}=bash_source qttt)"'),
    "zsh": Shell(ZshComplete, "ZDOTDIR", "~", ".zshrc", f'eval "$({VARIABLE}=zsh_source qttt)"'),
    "fish": Shell(
        FishComplete,
        "XDG_CONFIG_HOME",
        "~/.config",
        "fish/completions/qttt.fish",
        f"{VARIABLE}=fish_source qttt | source",
    ),
}


def script(app: click.Command) -> str:
    """Return what the current shell runs to complete. Raises ``CliError``."""
    return _current_shell().completion(app, {}, "qttt", VARIABLE).source()


def install() -> str:
    """Let the current shell complete from its next start; return what was done.

    Raises:
        CliError: The shell is unknown.
        OSError: Its file cannot be written.
    """
    shell = _current_shell()
    file = shell.path
    text = file.read_text("utf-8") if file.exists() else ""
    if shell.line in text.splitlines():
        return f"{file} completes qttt already."
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as end:
        end.write(("" if text.endswith("\n") or not text else "\n") + shell.line + "\n")
    return f"Added to {file}; it takes effect in the next shell."


def _current_shell() -> Shell:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        problem = f"SHELL is {name}" if name else "SHELL is not set"
        raise CliError("usage", f"only {', '.join(SHELLS)} complete commands; {problem}")
    return SHELLS[name]
