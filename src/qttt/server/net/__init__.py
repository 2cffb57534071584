"""Runs a hub: WebSockets, streams, the store, and the bus between processes."""

from .bus import Bus, NullBus
from .mailbox import Mailbox
from .redis_bus import redis_bus
from .runner import Runner
from .socket import add_socket

__all__ = ["Bus", "Mailbox", "NullBus", "Runner", "add_socket", "redis_bus"]
