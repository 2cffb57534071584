"""Publish and subscribe between the processes of one server; messages can get lost."""

from collections.abc import Callable

from qttt.server.hub.bus_messages import BusMessage

OnMessage = Callable[[BusMessage], None]
OnStatus = Callable[[bool], None]
"""Called with False when messages may get lost, and with True when they arrive again."""


class Bus:
    """Connects the processes of one server: here a single one, which needs nothing of it.

    A process receives the messages of others only.
    """

    def connect(self, on_message: OnMessage, on_status: OnStatus) -> None:
        """Set the callbacks for messages of other processes and for the bus's status."""

    def publish(self, channel: str, message: BusMessage) -> None:
        """Send a message to all other processes that are subscribed to ``channel``."""

    def subscribe(self, channel: str) -> None:
        """Receive the messages on ``channel``."""

    def unsubscribe(self, channel: str) -> None:
        """Receive no more messages on ``channel``."""

    async def subscribed(self) -> None:
        """Wait until all subscriptions so far are active, or the bus is unavailable."""
