"""Who follows which class room, and what they have not been told."""

from collections.abc import Iterator


class Onlookers:
    """Clients that follow one room each at most; of many changes they are told once."""

    def __init__(self) -> None:
        self._rooms: dict[int, str] = {}
        self._clients: dict[str, set[int]] = {}
        self._old: set[str] = set()

    def follow(self, client: int, room: str) -> None:
        """Let a client follow that room, and no other."""
        self.leave(client)
        self._rooms[client] = room
        self._clients.setdefault(room, set()).add(client)

    def leave(self, client: int) -> None:
        """Let a client follow no room."""
        room = self._rooms.pop(client, "")
        if room:
            self._clients[room].discard(client)
            if not self._clients[room]:
                del self._clients[room]

    def is_old(self, room: str) -> None:
        """The room has changed."""
        if room in self._clients:
            self._old.add(room)

    def news(self) -> Iterator[tuple[tuple[int, ...], str]]:
        """The rooms that have changed since this was last asked, with those to be told."""
        old, self._old = self._old, set()
        for room in sorted(old & self._clients.keys()):
            yield tuple(sorted(self._clients[room])), room
