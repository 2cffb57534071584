"""The hub at work: sockets, streams, the store, and the bus between processes."""

from .bus import Bus, LocalBus, NoBus
from .mailbox import Mailbox
from .redis_bus import redis_bus
from .runner import Runner
from .socket import add_socket

__all__ = ["Bus", "LocalBus", "Mailbox", "NoBus", "Runner", "add_socket", "redis_bus"]
