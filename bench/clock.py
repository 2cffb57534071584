"""Timing: the median of several runs.

CPU time minimises the influence of other programs; only process starts use wall-clock time, which
is what users wait for.
"""

import subprocess
import time
from collections.abc import Callable, Sequence
from statistics import median

RESOLUTION = time.get_clock_info("process_time").resolution
"""The minimum of a measured time, to avoid infinite figures."""


def cpu_seconds(action: Callable[[], object], before: Callable[[], object] | None = None) -> float:
    """Return the CPU time of one run; ``before`` is not counted."""
    if before:
        before()
    start = time.process_time()
    action()
    return max(time.process_time() - start, RESOLUTION)


def median_cpu(
    action: Callable[[], object], runs: int, before: Callable[[], object] | None = None
) -> float:
    return median(cpu_seconds(action, before) for _ in range(runs))


def median_wall(commands: Sequence[Sequence[str]], runs: int) -> list[float]:
    """Return the median time of each command; they alternate to share the machine's conditions."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(runs):
        for command, taken in zip(commands, times, strict=True):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            taken.append(time.perf_counter() - start)
    return [median(taken) for taken in times]
