"""What this process and the others tell each other, and what it does when that may be incomplete.

Each process reports its followers of a game to those that follow it too.
"""

from qttt.server.protocol.outgoing import PlayerChat, PlayerPhrase, PollProgress, RoomChanged

from .bus_messages import (
    BusMessage,
    EntriesStored,
    GameCalledOff,
    GameCreated,
    LobbyChanged,
    MessagesLost,
    PresenceReport,
    SessionsEnded,
    game_channel,
    process_channel,
)
from .clients import ClientRegistry
from .effects import CheckMissedGames, Effect, Publish
from .followers import RoomFollowers
from .game_actors import GameActors
from .inbox import RemoteEntries
from .presence import NOBODY
from .subscribers import Subscribers

MAX_UPDATE_GAP_MS = 3_000
"""A longer time between two updates is a standstill, in which clients could not connect."""


class OtherProcesses:
    """Handles messages of the bus and its outages; effects are appended to ``out``.

    ``process`` identifies this process; empty in a single process, which reports nothing. It gets
    answers on the channel of its first id. Presence ``is_complete`` while messages of other
    processes arrive.
    """

    def __init__(
        self,
        process: str,
        clients: ClientRegistry,
        games: GameActors,
        rooms: RoomFollowers,
        out: list[Effect],
    ) -> None:
        self.is_complete = True
        self._process = process
        self._answers = process_channel(process)
        self._clients = clients
        self._games = games
        self._rooms = rooms
        self._out = out
        self._alive: frozenset[str] = frozenset()
        self._updated_at = 0

    @property
    def known(self) -> frozenset[str]:
        """The processes that have reported followers."""
        actors = self._games.by_name.values()
        return frozenset().union(*(actor.subscribers.remote.processes for actor in actors))

    def receive(self, message: BusMessage, now: int) -> None:
        """Handle a message; the caller of the hub handles changes of the lobby."""
        match message:
            case EntriesStored(game, entries):
                if game in self._games.by_name:
                    self._games.enqueue(game, RemoteEntries(entries, now), now)
            case PlayerPhrase(game) | PlayerChat(game):
                if actor := self._games.by_name.get(game):
                    actor.subscribers.relay(message)
            case GameCalledOff(game):
                if actor := self._games.by_name.get(game):
                    actor.mark_outdated()
                    self._games.run(actor, now)
            case GameCreated():
                self._clients.announce_game(message)
            case RoomChanged(room):
                self._rooms.mark_changed(room)
            case PollProgress():
                self._rooms.send_progress(message)
            case PresenceReport():
                self._receive_presence(message)
            case SessionsEnded(user, session):
                self._clients.revoke(user, session)
            case MessagesLost(channel):
                self._catch_up(*channel.partition(":")[::2], now)
            case LobbyChanged():
                pass

    def _receive_presence(self, report: PresenceReport) -> None:
        """Update a game from the report of another process, and answer it if it asks."""
        actor = self._games.by_name.get(report.game)
        if actor is None or not actor.subscribers.seats:
            return
        remote = actor.subscribers.remote
        remote.update(report.process, report.presence)
        if report.answer_to:
            answer = PresenceReport(report.game, self._process, remote.reported)
            self._out.append(Publish(report.answer_to, answer))

    def _catch_up(self, kind: str, name: str, now: int) -> None:
        """Look in the store for what has happened on a channel; sessions are checked regularly."""
        if kind == "game" and (actor := self._games.by_name.get(name)):
            actor.on_followed()
            self._games.run(actor, now)
        elif kind == "room":
            self._rooms.mark_changed(name)
        elif kind == "user":
            self._out.append(CheckMissedGames(name))

    def update_presence(self, now: int) -> None:
        """Send changes to clients, and report the local followers to other processes."""
        restarts = not self.is_complete or now > self._updated_at + MAX_UPDATE_GAP_MS
        self._updated_at = now
        for game, actor in self._games.by_name.items():
            subscribers = actor.subscribers
            has_changed, subscribers.has_changed = subscribers.has_changed, False
            if self._process and (has_changed or subscribers.remote.must_ask):
                self._report_presence(game, subscribers)
            has_changed |= subscribers.remote.take_changed()
            if has_changed or restarts:
                subscribers.note_presence(now, restarts=restarts)
            if has_changed:
                subscribers.broadcast_presence()

    def _report_presence(self, game: str, subscribers: Subscribers) -> None:
        local, remote = subscribers.local_presence, subscribers.remote
        answer_to = self._answers if remote.must_ask and local != NOBODY else ""
        if remote.take_report(local):
            report = PresenceReport(game, self._process, local, answer_to)
            self._out.append(Publish(game_channel(game), report))

    def restart(self, process: str) -> None:
        """Use another id, and exchange all presence again; the old id expires elsewhere."""
        self._process = process
        for actor in self._games.by_name.values():
            actor.subscribers.remote.restart()

    def keep(self, alive: frozenset[str], now: int) -> None:
        """Forget the presence in all processes but these.

        If any has died, all followed games are loaded and followers of class rooms are notified: it
        may have stored what it did not publish.
        """
        for actor in self._games.by_name.values():
            actor.subscribers.remote.keep(alive)
        has_lost, self._alive = not alive >= self._alive, alive
        if has_lost and self._games.refresh:
            self._mark_rooms()
            self._games.load_followed(now)

    def set_bus_status(self, is_up: bool, refresh: int, now: int) -> None:
        """Load all followed games now and then every ``refresh`` milliseconds.

        Followers of class rooms are notified, as messages may have been lost. Nobody counts as away
        until the bus is up.
        """
        self.is_complete = is_up
        self._games.refresh = refresh
        self._mark_rooms()
        self._games.load_followed(now)

    def _mark_rooms(self) -> None:
        for client in self._clients.clients.values():
            self._rooms.mark_changed(client.room)
