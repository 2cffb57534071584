"""Where a process spends its processor time: a sampling profile by layer.

A signal arrives after every two milliseconds of processor time. What the main thread has used since
is charged to its innermost function that belongs to a layer; system calls, and the other threads,
which use the store, are separate layers.
"""

import resource
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import qttt

INTERVAL_S = 0.002
PACKAGE = str(Path(qttt.__file__).parent)
LOOP, SYSTEM, THREADS = "event loop", "system calls", "storing, in its thread"
LAYERS = {
    f"{PACKAGE}/server/net/websocket_connection.py": "WebSocket frames",
    "/uvicorn/protocols/": "WebSocket frames",
    "/websockets/": "WebSocket frames",
    f"{PACKAGE}/server/protocol/": "parsing and encoding messages",
    f"{PACKAGE}/server/net/": "passing messages on",
    f"{PACKAGE}/server/hub/": "queues and subscribers of games",
    f"{PACKAGE}/server/games/": "deciding commands",
    f"{PACKAGE}/server/store/": "storing, requests",
    "/sqlalchemy/": "storing, requests",
    f"{PACKAGE}/server/": LOOP,
    PACKAGE: "rules, matches and clocks",
}
"""Layers by a part of a file's path; the first that fits."""


class Profile:
    """The processor time of each layer, in nanoseconds."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self._names: dict[str, str] = {}
        self._last = _usage()

    @property
    def shares(self) -> dict[str, float]:
        """The share of each layer in all processor time, largest first."""
        total = self.times.total()
        return {layer: spent / total for layer, spent in self.times.most_common()}

    def sample(self, _: int, frame: FrameType | None) -> None:
        """Charge the time since the last sample."""
        before, self._last = self._last, _usage()
        user, system, whole = (now - last for now, last in zip(self._last, before, strict=True))
        self.times[self._layer(frame)] += user
        self.times[SYSTEM] += system
        self.times[THREADS] += max(0, whole - user - system)

    def _layer(self, frame: FrameType | None) -> str:
        while frame:
            file = frame.f_code.co_filename
            if file not in self._names:
                fits = (layer for part, layer in LAYERS.items() if part in file)
                self._names[file] = next(fits, "")
            if name := self._names[file]:
                return name
            frame = frame.f_back
        return LOOP


def _usage() -> tuple[int, int, int]:
    """Return the main thread's time in its code and in system calls, and that of all threads."""
    main = resource.getrusage(resource.RUSAGE_THREAD)
    return int(1e9 * main.ru_utime), int(1e9 * main.ru_stime), time.process_time_ns()


@contextmanager
def profiled() -> Iterator[Profile]:
    """Profile this process from its main thread; on Linux only."""
    profile = Profile()
    before = signal.signal(signal.SIGPROF, profile.sample)
    signal.setitimer(signal.ITIMER_PROF, INTERVAL_S, INTERVAL_S)
    try:
        yield profile
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
