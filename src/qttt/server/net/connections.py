"""The connections of one process's clients, and the bounded queues of messages to them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from qttt.server.hub.effects import CloseCode, Send
from qttt.server.protocol.outgoing import Acknowledgment, Rejection, ServerMessage, encode
from qttt.server.telemetry import Telemetry

CONNECTION_EXTENSION = "qttt.connection"
"""The ASGI extension that holds the connection of a WebSocket."""
MAX_MESSAGES = 512
MAX_BYTES = 512 * 1024


class Closing(NamedTuple):
    """The code and reason with which a connection is closed."""

    code: int
    reason: str


SLOW = Closing(CloseCode.SLOW, "too many unread messages")


class Connection(Protocol):
    """The hub's connection to one client."""

    closing: Closing | None
    """The requested code and reason for closing, if any."""

    def send_all(self, lines: Sequence[bytes]) -> None:
        """Send encoded messages after all earlier ones."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Send what is queued and then close the connection."""
        ...


class SendQueue:
    """A queue of messages that is bounded in number and size."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []  # usually empty, and then much smaller than a deque
        self._size = 0

    def __bool__(self) -> bool:
        return bool(self._lines)

    def put(self, line: bytes) -> bool:
        """Add ``line``. On overflow clear the queue and return False."""
        self._lines.append(line)
        self._size += len(line)
        if len(self._lines) > MAX_MESSAGES or self._size > MAX_BYTES:
            self._lines.clear()
            return False
        return True

    def take(self) -> bytes:
        """Remove and return the next message; the queue must not be empty."""
        line = self._lines.pop(0)
        self._size -= len(line)
        return line


class Connections:
    """All clients' connections, by number; ``telemetry`` counts the answers to commands."""

    def __init__(self, telemetry: Telemetry) -> None:
        self._connections: dict[int, Connection] = {}
        self._telemetry = telemetry

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, client: int, connection: Connection) -> None:
        self._connections[client] = connection

    def remove(self, client: int) -> None:
        del self._connections[client]

    def is_open(self, client: int) -> bool:
        """Return whether a client's connection is open and not about to be closed."""
        connection = self._connections.get(client)
        return connection is not None and connection.closing is None

    def send(self, sends: Iterable[Send]) -> None:
        """Send messages, all those for one client in one write."""
        batches: dict[int, list[bytes]] = {}
        for send in sends:
            self._count(send.message)
            line = encode(send.message)
            for client in send.clients:
                batches.setdefault(client, []).append(line)
        for client, lines in batches.items():
            if connection := self._connections.get(client):
                connection.send_all(lines)

    def close(self, client: int, code: int, reason: str) -> None:
        """Close a client's connection after all queued messages are sent."""
        if connection := self._connections.get(client):
            connection.close(code, reason)

    def _count(self, message: ServerMessage | bytes) -> None:
        if isinstance(message, Acknowledgment):
            self._telemetry.decisions.inc()
        elif isinstance(message, Rejection):
            self._telemetry.rejections.labels(message.code).inc()
