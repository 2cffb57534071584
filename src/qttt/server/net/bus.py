"""How processes tell each other what they have stored: a hint, which may be lost."""

from collections.abc import Callable
from typing import Protocol

from qttt.server.hub import Topic

Hear = Callable[[Topic, str], None]
Turned = Callable[[bool], None]
"""Is told False when the bus is lost, and True when it is back."""


class Bus(Protocol):
    """Between the processes of one server."""

    def publish(self, topic: Topic, text: str) -> None:
        """Tell all other processes."""
        ...

    def subscribe(self, hear: Hear, turned: Turned) -> None:
        """Have ``hear`` called with whatever other processes publish."""
        ...


class NoBus:
    """The bus of a process that is alone."""

    def publish(self, topic: Topic, text: str) -> None:
        """There is nobody to be told."""

    def subscribe(self, hear: Hear, turned: Turned) -> None:
        """There is nobody to be heard."""


class LocalBus:
    """Between hubs in one process, as tests have them."""

    def __init__(self) -> None:
        self._ends: list[LocalEnd] = []

    def end(self) -> "LocalEnd":
        """A place at the bus for one more."""
        self._ends.append(LocalEnd(self._ends))
        return self._ends[-1]


class LocalEnd:
    """One place at a ``LocalBus``."""

    def __init__(self, ends: "list[LocalEnd]") -> None:
        self._ends = ends
        self._hear: Hear | None = None

    def publish(self, topic: Topic, text: str) -> None:
        """Tell all others."""
        for end in self._ends:
            if end is not self and end._hear:
                end._hear(topic, text)

    def subscribe(self, hear: Hear, turned: Turned) -> None:
        """Be told what others publish; it is never lost."""
        self._hear = hear
