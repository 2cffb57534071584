"""``--seconds``: a table at the end of a run, of the time of tests by group or by file."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

import pytest

TOP = 2
"""A group is a folder in ``tests``, or a file there."""


def _group(path: str) -> str:
    return "/".join(PurePosixPath(path).parts[:TOP])


KEYS: dict[str, Callable[[str], str]] = {"group": _group, "file": str}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seconds", choices=sorted(KEYS), help="print the seconds of tests by group or by file"
    )


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if name := config.getoption("--seconds"):
        reports = [report for each in terminalreporter.stats.values() for report in each]
        terminalreporter.section(f"seconds by {name}")
        for line in table(reports, KEYS[name]):
            terminalreporter.write_line(line)


def table(reports: Iterable[object], key: Callable[[str], str]) -> list[str]:
    """Return lines of seconds, number of tests and key, the longest time first.

    Reports that are not of tests are left out: of warnings, and of modules that were skipped.
    """
    seconds: defaultdict[str, float] = defaultdict(float)
    tests = Counter[str]()
    for report in reports:
        if not isinstance(report, pytest.TestReport):
            continue
        name = key(report.nodeid.partition("::")[0])
        seconds[name] += report.duration
        tests[name] += report.when == "call"
    longest_first = sorted(seconds, key=lambda name: -seconds[name])
    return [f"{seconds[name]:8.1f} {tests[name]:6} {name}" for name in longest_first]
