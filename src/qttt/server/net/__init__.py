"""Runs a hub: WebSockets, streams, the store, and the bus between processes."""

from .bus import Bus, NullBus
from .heartbeats import MAX_CLOCK_MS
from .mailbox import Mailbox
from .redis_bus import redis_bus
from .runner import HubRunner
from .websocket import add_websocket_route

__all__ = [
    "MAX_CLOCK_MS",
    "Bus",
    "HubRunner",
    "Mailbox",
    "NullBus",
    "add_websocket_route",
    "redis_bus",
]
