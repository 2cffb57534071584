"""Select parameters of tests that always run; the others run only with ``-m nightly``."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def by_day(chosen: Iterable[object], every: Iterable[Any]) -> list[Any]:
    """Return all parameters, marking those that are not chosen as ``nightly``.

    Raises:
        ValueError: A chosen value is not a parameter.
    """
    chosen, every = list(chosen), list(every)
    unknown = [each for each in chosen if each not in every]
    if unknown:
        raise ValueError(f"not parameters of this test: {unknown}")
    return [
        each if each in chosen else pytest.param(each, marks=pytest.mark.nightly) for each in every
    ]


def first_by_day(count: int, rows: Iterable[Sequence[object]]) -> list[Any]:
    """Return all rows of parameters, marking those after the first ``count`` as ``nightly``."""
    return [
        pytest.param(*row, marks=[] if number < count else pytest.mark.nightly)
        for number, row in enumerate(rows)
    ]
