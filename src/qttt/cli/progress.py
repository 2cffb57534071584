"""Progress of long commands on standard error."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import click

STEPS = 20
"""Number of progress lines if standard error is not a terminal."""


class ProgressReporter(Protocol):
    """Reports progress: the amount done, a remark, and the total if it was not known before."""

    def __call__(self, done: int, remark: str = "", *, total: int | None = None) -> None:
        """Report progress."""


@contextmanager
def progress(total: int | None, what: str) -> Iterator[ProgressReporter]:
    """Show a bar on a terminal, otherwise occasional lines; ``what`` is a plural noun."""
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

        def report(done: int, remark: str = "", *, total: int | None = None) -> None:
            bar.update(task, completed=done, total=total, remark=remark)

        yield report


def can_show_progress(*, prints: bool) -> bool:
    """Return whether a bar can be shown on a terminal: not if the command ``prints`` there."""
    return sys.stderr.isatty() and not (prints and sys.stdout.isatty())


@contextmanager
def games_progress(*, prints: bool) -> Iterator[ProgressReporter]:
    """Show the number of games done, if ``can_show_progress``."""
    if not can_show_progress(prints=prints):
        yield _silent
        return
    with progress(None, "games") as report:
        yield report


def _silent(done: int, remark: str = "", *, total: int | None = None) -> None:
    """Report nothing."""


def _lines(known_total: int | None, what: str) -> ProgressReporter:
    step, last_total = 0, known_total

    def report(done: int, remark: str = "", *, total: int | None = None) -> None:
        nonlocal step, last_total
        total = total or known_total or done
        if total != last_total:
            step, last_total = 0, total
        if done * STEPS // total > step:
            step = done * STEPS // total
            click.echo(f"{done:,} of {total:,} {what}{', ' if remark else ''}{remark}", err=True)

    return report
