"""How time is measured: several runs, and of them the median.

Processor time, so that other programs on the machine count as little as possible; only what starts
a process is measured by the clock on the wall, because that is what somebody waits for.
"""

import subprocess
import time
from collections.abc import Callable, Sequence
from statistics import median

RESOLUTION = time.get_clock_info("process_time").resolution
"""Nothing takes less, or there would be figures without end."""


def cpu_seconds(action: Callable[[], object], before: Callable[[], object] | None = None) -> float:
    """Processor time of one run; ``before`` gets things ready and is not counted."""
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
    """The time that each command takes; they take turns, so that all meet the same machine."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(runs):
        for command, taken in zip(commands, times, strict=True):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            taken.append(time.perf_counter() - start)
    return [median(taken) for taken in times]
