"""How far a long command has come, told on standard error."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import typer

STEPS = 20
"""So many lines tell the progress where there is no terminal."""


class Progress(Protocol):
    """Takes how much is done, a remark for people, and how much there is if that was not known."""

    def __call__(self, done: int, remark: str = "", *, total: int | None = None) -> None:
        """Tell it."""


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Progress]:
    """A bar on a terminal, elsewhere a line now and then; ``what`` is counted, in the plural."""
    if not sys.stderr.isatty():
        yield _lines(total, what)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    remark = TextColumn("{task.fields[remark]}")
    columns = (BarColumn(), MofNCompleteColumn(), what, TimeRemainingColumn(), remark)
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=total, remark="")

        def tell(done: int, remark: str = "", *, total: int | None = None) -> None:
            bar.update(task, completed=done, total=total, remark=remark)

        yield tell


def _lines(known: int | None, what: str) -> Progress:
    """Tells the progress a few times."""
    told = 0

    def tell(done: int, remark: str = "", *, total: int | None = None) -> None:
        nonlocal told
        total = total or known or done
        if done * STEPS // total > told:
            told = done * STEPS // total
            typer.echo(f"{done:,} of {total:,} {what}{', ' if remark else ''}{remark}", err=True)

    return tell
