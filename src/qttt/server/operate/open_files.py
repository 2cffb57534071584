"""The limit of open files, of which each socket is one."""

import asyncio
import logging
import os
import sys
from contextlib import suppress
from math import inf

if sys.platform != "win32":  # Windows has no such limit
    from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

OTHER_FILES = 1_000
"""Open files besides players' sockets: HTTP connections, the store, the bus."""
CHECK_INTERVAL_S = 1.0
"""Interval of checks whether files can be opened."""

log = logging.getLogger(__name__)


def describe_file_limit(sockets: int) -> str:
    """Return what ``raise_file_limit`` does, and whether the result suffices."""
    soft, hard, needed = *_limits(), sockets + OTHER_FILES
    if hard < needed:
        return (
            f"at most {hard} can be open, but {sockets} sockets need {needed}: "
            "raise the limit (LimitNOFILE, ulimit -Hn), or lower the setting sockets"
        )
    if soft == inf:
        return "any number can be open"
    raised = f", which will be raised to {needed}" if soft < needed else ""
    return f"at most {soft} can be open{raised}"


def raise_file_limit(sockets: int) -> None:
    """Raise the soft limit to what ``sockets`` need, as far as the hard limit allows."""
    soft, hard = _limits()
    wanted = min(hard, sockets + OTHER_FILES)
    if sys.platform != "win32" and soft < wanted:
        with suppress(ValueError):  # macOS allows less than its hard limit
            setrlimit(RLIMIT_NOFILE, (int(wanted), getrlimit(RLIMIT_NOFILE)[1]))


def has_free_files() -> bool:
    """Return whether another file or connection can be opened."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        return False
    return True


async def watch_files() -> None:
    """Log when no connection can be accepted because too many files are open."""
    had_free = True
    while True:
        if (has_free := has_free_files()) != had_free:
            if has_free:
                log.warning("open files available")
            else:
                log.error("too many open files", extra={"meanwhile": "no client can connect"})
        had_free = has_free
        await asyncio.sleep(CHECK_INTERVAL_S)


def _limits() -> tuple[float, float]:
    """Return the soft and the hard limit."""
    if sys.platform == "win32":
        return inf, inf
    soft, hard = (inf if limit == RLIM_INFINITY else limit for limit in getrlimit(RLIMIT_NOFILE))
    return soft, hard
