"""A command shell, after Q3T's: ``play R1 C1 R2 C2``, ``undo``, ``tree``, ``save`` and more.

In a terminal it prompts and edits lines. From a pipe it reads a script: a command that cannot be
carried out is told on standard error with the number of its line, and the script goes on.
"""

import sys
from collections.abc import Iterable
from contextlib import suppress

from qttt.game import Rules
from qttt.notation.escapes import printable

from .errors import ShellError
from .session import COMMANDS, PLAIN, Session, Style

__all__ = ["COMMANDS", "Session", "ShellError", "Style", "run"]

INTERRUPTED = 130


def run(rules: Rules, *, seed: int | None = None, style: Style = PLAIN) -> int:
    """Carry out commands from standard input until ``exit`` or its end.

    Returns the exit code: 0; 1 if a script had a command that could not be carried out; 130
    after Ctrl-C. While a command that a person gave is carried out, Ctrl-C ends only that.
    """
    session = Session(rules, seed=seed, style=style)
    try:
        return _talk(session) if sys.stdin.isatty() else _follow(session)
    except KeyboardInterrupt:
        print()
        return INTERRUPTED


def _talk(session: Session) -> int:
    """Commands from a person."""
    with suppress(ImportError):  # not everywhere; without it lines cannot be edited
        import readline  # noqa: F401
    _print(["Quantum tic-tac-toe. help lists the commands, rules tells the rules.", ""])
    _obey(session, "board")
    while not session.is_over:
        try:
            line = input(session.prompt)
        except EOFError:
            print()
            break
        try:
            _obey(session, line)
        except KeyboardInterrupt:
            print("\nStopped.")
    return 0


def _follow(session: Session) -> int:
    """Commands from a script."""
    done = []
    for number, line in enumerate(sys.stdin, 1):
        done.append(_obey(session, line, f"line {number}: "))
        if session.is_over:
            break
    return 0 if all(done) else 1


def _obey(session: Session, line: str, where: str = "") -> bool:
    """Carry out one line and print the answer; False if it was refused."""
    try:
        _print(session.answer(line))
    except ShellError as error:
        print(f"{where}{printable(str(error))}", file=sys.stderr, flush=True)
        return False
    return True


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, flush=True)
