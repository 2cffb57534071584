"""The clients that follow the lobby or a class room, and what they are sent."""

from collections.abc import Iterable

from qttt.server.protocol.outgoing import (
    ListedGame,
    ListedSeek,
    LobbyChanges,
    LobbySnapshot,
    PollProgress,
    RoomChanged,
    encode,
)

from .bus_messages import LOBBY_CHANNEL, room_channel
from .clients import ClientRegistry, ConnectedClient
from .effects import Effect, LoadLobby, Publish, ReadPoll, Send

POLL_INTERVAL_MS = 200
"""How often the number of answers in a room is sent."""


class LobbyFollowers:
    """Sends the lobby's public seeks and games, and their changes; effects are appended to ``out``.

    They are current while anybody follows them. A client that is the first to do so, and those
    that come before the lobby is loaded, wait for it.
    """

    def __init__(self, clients: ClientRegistry, out: list[Effect]) -> None:
        self._clients = clients
        self._out = out
        self._is_current = False
        self._waiting: set[int] = set()
        self._seeks: dict[str, ListedSeek] = {}
        self._games: dict[str, ListedGame] = {}

    @property
    def clients(self) -> tuple[int, ...]:
        return self._clients.followers(LOBBY_CHANNEL)

    def follow(self, client: ConnectedClient) -> None:
        """Send the lobby at once, or after it is loaded."""
        if self._clients.follow(client.number, LOBBY_CHANNEL):
            self._is_current = False
            self._out.append(LoadLobby())
        if self._is_current:
            self._send(client)
        else:
            self._waiting.add(client.number)

    def leave(self, client: int) -> None:
        """Send nothing more to a client."""
        self._clients.leave(client, LOBBY_CHANNEL)
        self._waiting.discard(client)

    def update(self, seeks: Iterable[ListedSeek], games: Iterable[ListedGame]) -> None:
        """Send what has changed, and everything to the clients that wait."""
        changes = self._replace(seeks, games)
        waiting, self._waiting, self._is_current = self._waiting, set(), True
        others = tuple(listener for listener in self.clients if listener not in waiting)
        if changes and others:
            self._out.append(Send(others, changes))
        for client in sorted(waiting):
            self._send(self._clients.clients[client])

    def _send(self, client: ConnectedClient) -> None:
        seeks, games = list(self._seeks.values()), list(self._games.values())
        line = encode(LobbySnapshot(seeks, games, len(self._clients.clients)))
        client.charge(line)
        self._out.append(Send((client.number,), line))

    def _replace(
        self, seeks: Iterable[ListedSeek], games: Iterable[ListedGame]
    ) -> LobbyChanges | None:
        """Replace the seeks and games. Returns the message with the changes, None if none."""
        old_seeks, self._seeks = self._seeks, {seek.seek: seek for seek in seeks}
        old_games, self._games = self._games, {game.game: game for game in games}
        new_seeks = [seek for key, seek in self._seeks.items() if old_seeks.get(key) != seek]
        new_games = [game for key, game in self._games.items() if old_games.get(key) != game]
        removed = [*(old_seeks.keys() - self._seeks), *(old_games.keys() - self._games)]
        if not (new_seeks or new_games or removed):
            return None
        return LobbyChanges(new_seeks, new_games, sorted(removed), len(self._clients.clients))


class RoomFollowers:
    """Sends ``room`` and ``poll`` messages; effects are appended to ``out``.

    A client follows one room at most. With ``has_bus``, a room may have changed unnoticed before
    this process subscribes.
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
