"""The interface of telemetry, and its no-op implementation."""

from typing import Protocol


class Telemetry(Protocol):
    """Receives events of the server; methods must return immediately."""

    def decision_stored(self) -> None:
        """A client's decision is stored and acknowledged."""
        ...

    def message_rejected(self, code: str) -> None:
        """A client's message was rejected with that code."""
        ...

    def committed(self, appends: int, seconds: float) -> None:
        """A batch of appends was committed."""
        ...

    def commit_failed(self, appends: int) -> None:
        """A batch of appends failed, or its result is unknown."""
        ...

    def socket_closed(self, code: int) -> None:
        """The server closed a socket with that code."""
        ...

    def set_store_status(self, is_up: bool, why: str = "") -> None:
        """The store became available or unavailable; called on changes."""
        ...

    def set_bus_status(self, is_up: bool, why: str = "") -> None:
        """The bus between processes became available or unavailable; called on changes."""
        ...

    def published(self, messages: int) -> None:
        """Messages were sent to other processes."""
        ...

    def publish_failed(self, messages: int) -> None:
        """Messages to other processes were lost."""
        ...

    def message_received(self) -> None:
        """A message from another process was received."""
        ...


class NullTelemetry:
    """Ignores all events."""

    def decision_stored(self) -> None:
        """Do nothing."""

    def message_rejected(self, code: str) -> None:
        """Do nothing."""

    def committed(self, appends: int, seconds: float) -> None:
        """Do nothing."""

    def commit_failed(self, appends: int) -> None:
        """Do nothing."""

    def socket_closed(self, code: int) -> None:
        """Do nothing."""

    def set_store_status(self, is_up: bool, why: str = "") -> None:
        """Do nothing."""

    def set_bus_status(self, is_up: bool, why: str = "") -> None:
        """Do nothing."""

    def published(self, messages: int) -> None:
        """Do nothing."""

    def publish_failed(self, messages: int) -> None:
        """Do nothing."""

    def message_received(self) -> None:
        """Do nothing."""
