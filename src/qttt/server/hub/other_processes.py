"""What this process learns from the others, and what it does when that may be incomplete."""

from qttt.server.protocol.outgoing import PlayerChat, PlayerPhrase, PollProgress, RoomChanged

from .bus_messages import (
    BusMessage,
    EntriesStored,
    GameCreated,
    LobbyChanged,
    MessagesLost,
    PresenceReport,
    SessionsEnded,
)
from .clients import ClientRegistry
from .effects import CheckMissedGames, Effect
from .game_actors import GameActors
from .game_announcer import GameAnnouncer
from .inbox import RemoteEntries
from .presence import Presence
from .room_followers import RoomFollowers


class OtherProcesses:
    """Handles messages of the bus and its outages; effects are appended to ``out``."""

    def __init__(
        self,
        clients: ClientRegistry,
        games: GameActors,
        presence: Presence,
        announcer: GameAnnouncer,
        rooms: RoomFollowers,
        out: list[Effect],
    ) -> None:
        self._clients = clients
        self._games = games
        self._presence = presence
        self._announcer = announcer
        self._rooms = rooms
        self._out = out
        self._alive: frozenset[str] = frozenset()

    def receive(self, message: BusMessage, now: int) -> None:
        """Handle a message; the caller of the hub handles changes of the lobby."""
        match message:
            case EntriesStored(game, entries):
                if game in self._games.by_name:
                    self._games.enqueue(game, RemoteEntries(entries, now), now)
            case PlayerPhrase(game) | PlayerChat(game):
                if actor := self._games.by_name.get(game):
                    actor.subscribers.relay(message)
            case GameCreated():
                self._announcer.announce(message)
            case RoomChanged(room):
                self._rooms.mark_changed(room)
            case PollProgress():
                self._rooms.send_progress(message)
            case PresenceReport():
                self._presence.receive(message)
            case SessionsEnded(user, session):
                self._clients.revoke(user, session)
            case MessagesLost(channel):
                self._catch_up(*channel.partition(":")[::2], now)
            case LobbyChanged():
                pass

    def _catch_up(self, kind: str, name: str, now: int) -> None:
        """Look in the store for what has happened on a channel; sessions are checked regularly."""
        if kind == "game" and (actor := self._games.by_name.get(name)):
            actor.on_followed()
            self._games.run(actor, now)
        elif kind == "room":
            self._rooms.mark_changed(name)
        elif kind == "user":
            self._out.append(CheckMissedGames(name))

    def keep(self, alive: frozenset[str], now: int) -> None:
        """Forget the presence in all processes but these.

        If any has died, all followed games are loaded and followers of class rooms are notified: it
        may have stored what it did not publish.
        """
        self._presence.keep(alive)
        has_lost, self._alive = not alive >= self._alive, alive
        if has_lost and self._games.refresh:
            self._mark_rooms()
            self._games.load_followed(now)

    def set_bus_status(self, is_up: bool, refresh: int, now: int) -> None:
        """Load all followed games now and then every ``refresh`` milliseconds.

        Followers of class rooms are notified, as messages may have been lost. Nobody counts as away
        until the bus is up.
        """
        self._presence.is_complete = is_up
        self._games.refresh = refresh
        self._mark_rooms()
        self._games.load_followed(now)

    def _mark_rooms(self) -> None:
        for client in self._clients.clients.values():
            self._rooms.mark_changed(client.room)
