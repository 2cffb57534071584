"""A uvicorn server without signal handlers, for use in a test's event loop."""

from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn


class Unsignalled(uvicorn.Server):
    """Does not handle signals.

    At its end uvicorn restores the handlers found at its start. In a fixture these belong to a
    finished task, which would break Ctrl-C for all later tests.
    """

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
