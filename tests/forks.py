"""Checks in forked processes."""

import os
import signal
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., Any])

HANG_S = 60
"""What a hanging process may take before it is ended."""


def needs_fork(test: Test) -> Test:
    """Mark a test that forks."""
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")(test)
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")(test)
    return test


def is_true_in_child(check: Callable[[], bool]) -> bool:
    """Return the result of a check in a forked process; False if it raises or hangs."""
    child = os.fork()
    if child == 0:
        signal.alarm(HANG_S)
        result = False
        try:
            result = check()
        finally:
            os._exit(not result)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
