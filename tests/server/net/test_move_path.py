"""The way of a move through the server, from the bytes of a frame to those of the answers."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import qttt.server

from .helpers import served, terms

PACKAGE = Path(qttt.server.__file__).parent
PERIODIC = PACKAGE / "net" / "background.py"
"""Calls what is due at any time, which does not count."""
MAX_FILES = 20
"""Files of the server with functions that handle a move.

They read the time and receive (``net``), parse (``protocol``), queue, decide, answer (``hub``,
``games``) and store a move (``store``); one belongs to notifications, and one to telemetry.
"""


class Trace:
    """Records the functions of the server that are called in any thread, by file."""

    def __init__(self) -> None:
        self.is_on = False
        self.files: dict[str, list[str]] = {}
        self.calls = 0
        self._periodic: list[object] = []  # work for the threads of the store

    def note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call":
            return
        if code.co_qualname == "Database._run" and self.is_periodic(frame):
            self._periodic.append(frame.f_locals["work"])
        path = Path(code.co_filename)
        if not self.is_on or not path.is_relative_to(PACKAGE) or self.is_periodic(frame):
            return
        self.calls += 1
        names = self.files.setdefault(path.relative_to(PACKAGE).as_posix(), [])
        if code.co_qualname not in names:
            names.append(code.co_qualname)

    def is_periodic(self, frame: FrameType) -> bool:
        """Return whether a periodic task led to this call, directly or in a thread."""
        for caller in callers(frame):
            code = caller.f_code
            if Path(code.co_filename) == PERIODIC:
                return True
            if code.co_qualname == "_run" and caller.f_locals.get("work") in self._periodic:
                return True
        return False


def callers(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a call and those that led to it."""
    while frame:
        yield frame
        frame = frame.f_back


@contextmanager
def traced() -> Iterator[Trace]:
    """Trace this thread and those that start meanwhile."""
    trace = Trace()
    before = sys.getprofile()
    threading.setprofile(trace.note)
    sys.setprofile(trace.note)
    try:
        yield trace
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


async def test_a_move_passes_few_files(tmp_path: Path) -> None:
    with traced() as trace:
        async with (
            served(tmp_path) as server,
            server.client("Ann") as ann,
            server.client("Bob") as bob,
        ):
            await server.begin(terms(clock="none"))
            for client in (ann, bob):
                await client.watch()
            await ann.submit("move", "12")
            await bob.sync(1)
            trace.is_on = True
            await bob.submit("move", "23")
            await ann.sync(2)
            trace.is_on = False
    for file, names in trace.files.items():
        print(file, *names)
    print(f"{len(trace.files)} files, {trace.calls} calls")
    assert "store/append.py" in trace.files
    assert len(trace.files) <= MAX_FILES
