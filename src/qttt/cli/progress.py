"""How far a long command has come, told on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

STEPS = 20
"""So many lines tell the progress where there is no terminal."""

Progress = Callable[[int, str], None]
"""Takes how much is done, and a remark for people."""


@contextmanager
def progress(total: int, what: str) -> Iterator[Progress]:
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
        yield lambda done, text: bar.update(task, completed=done, remark=text)


def _lines(total: int, what: str) -> Progress:
    """Tells the progress a few times."""
    told = 0

    def tell(done: int, remark: str) -> None:
        nonlocal told
        if done * STEPS // total > told:
            told = done * STEPS // total
            typer.echo(f"{done:,} of {total:,} {what}{', ' if remark else ''}{remark}", err=True)

    return tell
