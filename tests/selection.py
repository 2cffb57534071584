"""Choose what of a test runs by day; the rest runs with ``-m nightly``."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def by_day(chosen: Iterable[object], every: Iterable[Any]) -> list[Any]:
    """Return every parameter, those that are not among the chosen ones marked ``nightly``.

    Raises:
        ValueError: if one of the chosen is no parameter of the test.
    """
    chosen, every = list(chosen), list(every)
    unknown = [each for each in chosen if each not in every]
    if unknown:
        raise ValueError(f"no parameters of this test: {unknown}")
    return [
        each if each in chosen else pytest.param(each, marks=pytest.mark.nightly) for each in every
    ]


def first_by_day(count: int, rows: Iterable[Sequence[object]]) -> list[Any]:
    """Return rows of parameters, all after the first ``count`` marked ``nightly``."""
    return [
        pytest.param(*row, marks=[] if number < count else pytest.mark.nightly)
        for number, row in enumerate(rows)
    ]
