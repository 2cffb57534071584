"""The clients that follow class rooms, each at most one, and are notified of changes."""

from qttt.server.protocol.outgoing import PollProgress, RoomChanged

from .bus_messages import room_channel
from .clients import ClientRegistry, ConnectedClient
from .effects import Effect, Publish, ReadPoll, Send

POLL_INTERVAL_MS = 200
"""How often the number of answers in a room is sent."""


class RoomFollowers:
    """Sends ``room`` and ``poll`` messages; effects are appended to ``out``.

    With ``has_bus``, a room may have changed unnoticed before this process subscribes.
    """

    def __init__(self, clients: ClientRegistry, out: list[Effect], *, has_bus: bool) -> None:
        self._clients = clients
        self._out = out
        self._has_bus = has_bus
        self._changed: set[str] = set()
        self._polled: set[str] = set()
        self._polls_read_at = 0

    def follow(self, client: ConnectedClient, room: str) -> None:
        """Let a client follow a room instead of any other."""
        self.leave(client)
        client.room = room
        if self._clients.follow(client.number, room_channel(room)) and self._has_bus:
            self._changed.add(room)

    def leave(self, client: ConnectedClient) -> None:
        self._clients.leave(client.number, room_channel(client.room))
        client.room = ""

    def mark_changed(self, room: str) -> None:
        self._changed.add(room)

    def publish_change(self, room: str) -> None:
        """Note that this process has changed a room, and notify the others."""
        self.mark_changed(room)
        self._out.append(Publish(room_channel(room), RoomChanged(room)))

    def send_changes(self) -> None:
        """Notify the followers of all rooms that have changed since the last call."""
        changed, self._changed = self._changed, set()
        for room in sorted(changed):
            if clients := self._clients.followers(room_channel(room)):
                self._out.append(Send(clients, RoomChanged(room)))

    def mark_poll(self, room: str) -> None:
        """Note that the poll of a room, or an answer to it, has changed."""
        self._polled.add(room)

    def read_polls(self, now: int) -> None:
        """Request the status of all polls that have changed, if it is time to send it."""
        if self._polled and now >= self._polls_read_at + POLL_INTERVAL_MS:
            self._polls_read_at = now
            self._out += map(ReadPoll, sorted(self._polled))
            self._polled.clear()

    def publish_progress(self, progress: PollProgress) -> None:
        """Send the progress of a poll to the followers in all processes."""
        self.send_progress(progress)
        self._out.append(Publish(room_channel(progress.room), progress))

    def send_progress(self, progress: PollProgress) -> None:
        """Send the progress of a poll to the followers in this process."""
        if clients := self._clients.followers(room_channel(progress.room)):
            self._out.append(Send(clients, progress))
