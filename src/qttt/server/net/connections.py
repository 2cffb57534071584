"""The connections of one process's clients, by their numbers."""

from collections.abc import Iterable

from qttt.server.hub.effects import Send
from qttt.server.protocol.outgoing import Acknowledgment, Rejection, ServerMessage, encode
from qttt.server.telemetry import Telemetry

from .mailbox import Connection


class Connections:
    """The connections of all clients; ``telemetry`` counts the answers to commands."""

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
        for each in sends:
            self._count(each.message)
            line = encode(each.message)
            for client in each.clients:
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
