"""Which clients follow which class room."""

from collections.abc import Iterator


class RoomSubscriptions:
    """Clients that follow at most one room each; changes are coalesced."""

    def __init__(self) -> None:
        self._rooms: dict[int, str] = {}
        self._clients: dict[str, set[int]] = {}
        self._changed: set[str] = set()

    def follow(self, client: int, room: str) -> None:
        """Subscribe a client to a room, instead of any other."""
        self.leave(client)
        self._rooms[client] = room
        self._clients.setdefault(room, set()).add(client)

    def leave(self, client: int) -> None:
        """Unsubscribe a client."""
        room = self._rooms.pop(client, "")
        if room:
            self._clients[room].discard(client)
            if not self._clients[room]:
                del self._clients[room]

    def mark_changed(self, room: str) -> None:
        """Note that the room has changed."""
        if room in self._clients:
            self._changed.add(room)

    def take_changes(self) -> Iterator[tuple[tuple[int, ...], str]]:
        """Yield each room that has changed since the last call, after its subscribers."""
        changed, self._changed = self._changed, set()
        for room in sorted(changed & self._clients.keys()):
            yield tuple(sorted(self._clients[room])), room
