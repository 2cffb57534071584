"""Renewal after a fork: the process inherits locks and files, but not the threads that use them."""

import os
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

_renewals = WeakKeyDictionary[Any, Callable[[Any], object]]()


def renew_after_fork(thing: T, renew: Callable[[T], object]) -> None:
    """Call ``renew(thing)`` in every process that is forked while ``thing`` exists.

    ``renew`` must not keep ``thing`` alive. No-op on systems without fork.
    """
    _renewals[thing] = renew


def _renew_all() -> None:
    for thing, renew in [*_renewals.items()]:
        renew(thing)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_all)
