"""The interface of telemetry, and its no-op implementation."""

from typing import Protocol


class Watch(Protocol):
    """Receives events of the server; methods must return immediately."""

    def stored(self) -> None:
        """A client's decision is stored and acknowledged."""
        ...

    def refused(self, code: str) -> None:
        """A client's message was rejected with that code."""
        ...

    def committed(self, appends: int, seconds: float) -> None:
        """A batch of appends was committed."""
        ...

    def uncommitted(self, appends: int) -> None:
        """A batch of appends failed, or its result is unknown."""
        ...

    def cut_off(self, code: int) -> None:
        """The server closed a socket with that code."""
        ...

    def store_is(self, there: bool, why: str = "") -> None:
        """The store became available or unavailable; called on changes."""
        ...

    def bus_is(self, there: bool, why: str = "") -> None:
        """The bus between processes became available or unavailable; called on changes."""
        ...

    def published(self, messages: int) -> None:
        """Messages were sent to other processes."""
        ...

    def unpublished(self, messages: int) -> None:
        """Messages to other processes were lost."""
        ...

    def heard(self) -> None:
        """A message from another process was received."""
        ...


class Unwatched:
    """Ignores all events."""

    def stored(self) -> None:
        """Do nothing."""

    def refused(self, code: str) -> None:
        """Do nothing."""

    def committed(self, appends: int, seconds: float) -> None:
        """Do nothing."""

    def uncommitted(self, appends: int) -> None:
        """Do nothing."""

    def cut_off(self, code: int) -> None:
        """Do nothing."""

    def store_is(self, there: bool, why: str = "") -> None:
        """Do nothing."""

    def bus_is(self, there: bool, why: str = "") -> None:
        """Do nothing."""

    def published(self, messages: int) -> None:
        """Do nothing."""

    def unpublished(self, messages: int) -> None:
        """Do nothing."""

    def heard(self) -> None:
        """Do nothing."""
