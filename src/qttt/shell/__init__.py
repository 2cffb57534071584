"""A command shell modelled on Q3T's.

In a terminal it prompts with line editing. From a pipe it runs a script: failed commands are
reported on standard error with their line number, and the script continues.
"""

import sys
from collections.abc import Iterable
from contextlib import suppress

from qttt.game import Rules
from qttt.notation.escapes import printable
from qttt.play import Coin

from .moves import ShellError
from .session import COMMANDS, PLAIN, Session, TerminalStyle

__all__ = ["COMMANDS", "Session", "ShellError", "TerminalStyle", "run_shell"]

INTERRUPTED = 130


def run_shell(
    rules: Rules,
    *,
    seed: int | None = None,
    coin: Coin | None = None,
    style: TerminalStyle = PLAIN,
) -> int:
    """Run commands from standard input until ``exit`` or its end.

    Returns the exit code: 0; 1 if a command of a script failed; 130 after Ctrl-C. In a terminal,
    Ctrl-C during a command ends only that command.
    """
    session = Session(rules, seed=seed, coin=coin, style=style)
    try:
        is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        return _run_interactively(session) if is_interactive else _run_script(session)
    except KeyboardInterrupt:
        print()
        return INTERRUPTED


def _run_interactively(session: Session) -> int:
    with suppress(ImportError):  # line editing, not available on all platforms
        import readline  # noqa: F401
    _print(["Quantum tic-tac-toe. Type help for the commands, rules for the rules.", ""])
    _execute(session, "board")
    while not session.is_over:
        try:
            line = input(session.prompt)
        except EOFError:
            print()
            break
        try:
            _execute(session, line)
        except KeyboardInterrupt:
            print("\nStopped.")
    return 0


def _run_script(session: Session) -> int:
    successes = []
    for number, line in enumerate(sys.stdin, 1):
        successes.append(_execute(session, line, f"line {number}: "))
        if session.is_over:
            break
    return 0 if all(successes) else 1


def _execute(session: Session, line: str, prefix: str = "") -> bool:
    """Run one line and print its output; return False if it failed."""
    try:
        _print(session.execute_lazily(line))
    except ShellError as error:
        print(f"{prefix}{printable(str(error))}", file=sys.stderr, flush=True)
        return False
    return True


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, flush=True)
