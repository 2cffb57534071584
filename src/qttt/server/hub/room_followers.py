"""The clients that follow class rooms, each at most one, and are notified of changes."""

from qttt.server.protocol.outgoing import RoomChanged

from .bus_messages import room_channel
from .clients import ConnectedClient
from .effects import Effect, Send
from .subscriptions import Subscriptions


class RoomFollowers:
    """Sends ``room`` messages; effects are appended to ``out``.

    With ``has_bus``, a room may have changed unnoticed before this process subscribes.
    """

    def __init__(self, subscriptions: Subscriptions, out: list[Effect], *, has_bus: bool) -> None:
        self._subscriptions = subscriptions
        self._out = out
        self._has_bus = has_bus
        self._changed: set[str] = set()

    def follow(self, client: ConnectedClient, room: str) -> None:
        """Let a client follow a room instead of any other."""
        self.leave(client)
        client.room = room
        if self._subscriptions.follow(client.number, room_channel(room)) and self._has_bus:
            self._changed.add(room)

    def leave(self, client: ConnectedClient) -> None:
        """Let a client follow no room."""
        self._subscriptions.leave(client.number, room_channel(client.room))
        client.room = ""

    def mark_changed(self, room: str) -> None:
        """Note that a room has changed."""
        self._changed.add(room)

    def send_changes(self) -> None:
        """Notify the followers of all rooms that have changed since the last call."""
        changed, self._changed = self._changed, set()
        for room in sorted(changed):
            if clients := self._subscriptions.clients(room_channel(room)):
                self._out.append(Send(clients, RoomChanged(room)))
