"""Where the hub's words go: to the clients of one process, by their numbers."""

import json
from collections.abc import Iterable

from qttt.server.hub import Send
from qttt.server.watch import Watch

from .mailbox import Outlet

DONE, REFUSED = '{"t":"done"', '{"t":"refused"'


class Outlets:
    """The outlets of all clients; ``watch`` is told what is answered to decisions."""

    def __init__(self, watch: Watch) -> None:
        self._outlets: dict[int, Outlet] = {}
        self._watch = watch

    def __len__(self) -> int:
        return len(self._outlets)

    def add(self, client: int, outlet: Outlet) -> None:
        """A client has come."""
        self._outlets[client] = outlet

    def remove(self, client: int) -> None:
        """A client is gone."""
        del self._outlets[client]

    def send(self, sends: Iterable[Send]) -> None:
        """Send all of that; what is for one client goes in one piece, as each has its price."""
        told: dict[int, list[str]] = {}
        for clients, text in sends:
            self._note(text)
            for client in clients:
                told.setdefault(client, []).append(text)
        for client, texts in told.items():
            if outlet := self._outlets.get(client):
                outlet.put(texts)

    def close(self, client: int, code: int, reason: str) -> None:
        """Part with a client, when what it was sent has gone."""
        if outlet := self._outlets.get(client):
            outlet.close(code, reason)

    def _note(self, text: str) -> None:
        if text.startswith(DONE):
            self._watch.stored()
        elif text.startswith(REFUSED):
            self._watch.refused(json.loads(text)["code"])
