"""Parts of the night: ``make night ARGS=1/4`` runs one of four parts of the nightly tests.

Each takes at most 80 minutes on two cores. ``night.txt`` has the seconds of files, as measured by
``--seconds file``; the files are distributed from the longest to the shortest, each to the shortest
part. Files that take longer than ``MAX_UNIT_S`` are cut. A test is in exactly one part.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

TABLE = Path(__file__).with_suffix(".txt")
MAX_UNIT_S = 900.0
UNKNOWN_S = 2.0
"""Assumed of a test whose file is not in the table."""


class Part(NamedTuple):
    """One part, counted from 1."""

    number: int
    of: int


class Unit(NamedTuple):
    """Tests that stay together: a file, or a piece of a long one."""

    seconds: float
    file: str
    piece: int


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", type=parse_part, metavar="N/M", help="run one of M parts")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep one part of the selected tests, its longest files first."""
    if part := config.getoption("--part"):
        units = assign([item.nodeid for item in items], read_table())
        chosen = set(distribute(units, part.of)[part.number - 1])
        kept = [pair for pair in zip(units, items, strict=True) if pair[0] in chosen]
        dropped = [item for unit, item in zip(units, items, strict=True) if unit not in chosen]
        kept.sort(key=lambda pair: -pair[0].seconds)
        items[:] = [item for _, item in kept]
        config.hook.pytest_deselected(items=dropped)


def parse_part(text: str) -> Part:
    """Parse a part.

    >>> parse_part("2/4")
    Part(number=2, of=4)
    """
    found = re.fullmatch(r"(\d{1,3})/(\d{1,3})", text)
    part = Part(*map(int, found.groups())) if found else Part(0, 0)
    if not 1 <= part.number <= part.of:
        raise argparse.ArgumentTypeError(f"{text!r} is not a part such as 1/4")
    return part


def read_table() -> dict[str, float]:
    """Return the seconds of files."""
    lines = TABLE.read_text("utf-8").splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return {file: float(seconds) for seconds, _tests, file in rows}


def assign(tests: Sequence[str], table: Mapping[str, float]) -> list[Unit]:
    """Return the unit of each test, given the node IDs in the order of collection."""
    files = [test.partition("::")[0] for test in tests]
    counts, seen, units = Counter(files), Counter[str](), []
    for file in files:
        seconds = table.get(file, UNKNOWN_S * counts[file])
        pieces = min(counts[file], -int(-seconds // MAX_UNIT_S))
        units.append(Unit(seconds / max(1, pieces), file, seen[file] * pieces // counts[file]))
        seen[file] += 1
    return units


def distribute(units: Iterable[Unit], count: int) -> list[list[Unit]]:
    """Distribute units among parts of about the same time."""
    parts: list[list[Unit]] = [[] for _ in range(count)]
    totals = [0.0] * count
    for unit in sorted(set(units), reverse=True):
        shortest = totals.index(min(totals))
        parts[shortest].append(unit)
        totals[shortest] += unit.seconds
    return parts
