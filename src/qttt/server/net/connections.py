"""The connections of one process's clients, by their numbers."""

import json
from collections.abc import Iterable

from qttt.server.hub import Send
from qttt.server.telemetry import Telemetry

from .mailbox import Connection

DONE_PREFIX, REFUSED_PREFIX = '{"t":"done"', '{"t":"refused"'


class Connections:
    """The connections of all clients; ``telemetry`` counts the answers to commands."""

    def __init__(self, telemetry: Telemetry) -> None:
        self._connections: dict[int, Connection] = {}
        self._telemetry = telemetry

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, client: int, connection: Connection) -> None:
        """Add the connection of a new client."""
        self._connections[client] = connection

    def remove(self, client: int) -> None:
        """Remove the connection of a client."""
        del self._connections[client]

    def is_open(self, client: int) -> bool:
        """Return whether a client's connection is open and not about to be closed."""
        connection = self._connections.get(client)
        return connection is not None and connection.closing is None

    def send(self, sends: Iterable[Send]) -> None:
        """Send messages, all those for one client in one write."""
        batches: dict[int, list[str]] = {}
        for clients, text in sends:
            self._count(text)
            for client in clients:
                batches.setdefault(client, []).append(text)
        for client, texts in batches.items():
            if connection := self._connections.get(client):
                connection.send_all(texts)

    def close(self, client: int, code: int, reason: str) -> None:
        """Close a client's connection after all queued messages are sent."""
        if connection := self._connections.get(client):
            connection.close(code, reason)

    def _count(self, text: str) -> None:
        if text.startswith(DONE_PREFIX):
            self._telemetry.decision_stored()
        elif text.startswith(REFUSED_PREFIX):
            self._telemetry.message_rejected(json.loads(text)["code"])
