"""A server inside the loop of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn


class Unsignalled(uvicorn.Server):
    """Leaves signals alone.

    At its end a server puts back the handlers that it found. In a fixture it found that of a task
    which ended long ago, and Ctrl-C would be lost for all tests that follow.
    """

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
