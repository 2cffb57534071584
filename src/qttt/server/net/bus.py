"""Publish and subscribe between the processes of one server; messages can get lost."""

from collections.abc import Callable
from typing import Protocol

from qttt.server.hub import BusMessage

OnMessage = Callable[[BusMessage], None]
OnStatus = Callable[[bool], None]
"""Called with False when the bus becomes unavailable, and with True when it is back."""


class Bus(Protocol):
    """Connects the processes of one server."""

    def publish(self, message: BusMessage) -> None:
        """Send a message to all other processes."""
        ...

    def subscribe(self, on_message: OnMessage, on_status: OnStatus) -> None:
        """Set the callbacks for messages of other processes and for the bus's status."""
        ...


class NullBus:
    """The bus of a single process."""

    def publish(self, message: BusMessage) -> None:
        """No-op: single process."""

    def subscribe(self, on_message: OnMessage, on_status: OnStatus) -> None:
        """No-op: single process."""
