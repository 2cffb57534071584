"""The hub of one process: a state machine that takes events and returns effects.

It does no I/O and reads no clock, so that tests can simulate the network, the store and time.
"""

from collections.abc import Callable, Iterable, Sequence

from qttt.play import Toss
from qttt.play.log import LogEntry
from qttt.server.errors import RejectionCode
from qttt.server.games.commands import Downtime
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.games.terms import Identity, Terms, new_game_id
from qttt.server.protocol.incoming import (
    BadMessageError,
    LeaveGame,
    LeaveLobby,
    LeaveRoom,
    Ping,
    SendChat,
    SendPhrase,
    SubmitCommand,
    WatchGame,
    WatchLobby,
    WatchRoom,
    named_in,
    parse_message,
)
from qttt.server.protocol.outgoing import (
    Bye,
    Hello,
    ListedGame,
    ListedSeek,
    PollProgress,
    Pong,
    Rejection,
    ServerMessage,
    user_info,
)

from .bus_messages import BusMessage, GameCalledOff, SessionsEnded, game_channel, user_channel
from .clients import IDLE_TIMEOUT_MS, ClientRegistry, ConnectedClient, TokenBucket
from .effects import CheckMissedGames, ChooseMove, Close, CloseCode, Effect, Load, Publish, Send
from .followers import LobbyFollowers, RoomFollowers
from .game_actor import GameActor
from .game_actors import GameActors
from .inbox import CoinLanded, DeadlineCheck, MoveChosen, Received
from .other_processes import OtherProcesses

SWEEP_INTERVAL_MS = 1_000
"""How often idle clients and games are removed, and presence is sent."""
MAX_TICK_DELAY_MS = 1_000
"""A process whose ticks are further apart has stood still."""


class Hub:
    """The clients of one process and the games that they follow.

    Each method returns the effects to execute, in order. ``now`` is in milliseconds.

    Args:
        version: The program's version, sent to clients.
        new_game: Returns the id of a rematch.
        refresh: How often a followed game is loaded again, in milliseconds; None if no other
            process writes to the store.
        process: This process's first id on the bus, and the name of its channel there; empty in
            a single process.
        chat: Whether players may chat.
        actor: The class of its games.
    """

    def __init__(
        self,
        version: str,
        *,
        new_game: Callable[[], str] = new_game_id,
        refresh: int | None = None,
        process: str = "",
        chat: bool = False,
        actor: type[GameActor] = GameActor,
    ) -> None:
        self._version = version
        self._out: list[Effect] = []
        self._clients = ClientRegistry(self._out)
        self._lobby = LobbyFollowers(self._clients, self._out)
        self._rooms = RoomFollowers(self._clients, self._out, has_bus=bool(process))
        self._games = GameActors(self._clients, self._out, actor, new_game, refresh, chat)
        self._others = OtherProcesses(process, self._clients, self._games, self._rooms, self._out)
        self._ticked_at: int | None = None
        self._swept_at = 0

    @property
    def game_count(self) -> int:
        return len(self._games.by_name)

    @property
    def has_lobby_followers(self) -> bool:
        return bool(self._lobby.clients)

    @property
    def is_busy(self) -> bool:
        return self._games.is_busy

    # --- clients ---------------------------------------------------------------------------------

    def connect(
        self, client: int, identity: Identity | None, now: int, address: str = ""
    ) -> list[Effect]:
        """Add a client and send ``hello``; ``client`` is its unique number."""
        self._clients.add(ConnectedClient(client, identity, address, now))
        self._send(client, Hello(user_info(identity) if identity else None, now, self._version))
        if identity and not identity.bot:
            self._out.append(CheckMissedGames(identity.user))
        return self._take_effects()

    def disconnect(self, client: int, now: int) -> list[Effect]:
        """Remove a client; its queued requests are still processed."""
        removed = self._clients.remove(client)
        if removed is None:
            return []
        for game in list(removed.watched):
            self._games.leave(removed, game)
        self._lobby.leave(client)
        self._rooms.leave(removed)
        return self._take_effects()

    @property
    def sessions(self) -> dict[str, str]:
        return self._clients.sessions

    def end_sessions(self, user: str, session: str, now: int) -> list[Effect]:
        """Disconnect the clients of a session, or of all of ``user`` if ``session`` is empty.

        They are anonymous at once, and other processes do the same.
        """
        self._out.append(Publish(user_channel(user), SessionsEnded(user, session)))
        self._clients.revoke(user, session)
        return self._take_effects()

    def receive(self, client: int, text: str, now: int) -> list[Effect]:
        sender = self._clients.clients.get(client)
        if sender is None:
            return []
        sender.last_seen = now
        if not sender.messages.take(now):
            self._limit_rate(sender, text, now)
            return self._take_effects()
        try:
            self._dispatch(sender, text, now)
        except BadMessageError as error:
            self._reject(sender, error.code, error.message, error.game, error.id)
        return self._take_effects()

    def _dispatch(self, client: ConnectedClient, text: str, now: int) -> None:
        match parse_message(text):
            case SubmitCommand() as command:
                request = Received(client, client.identity, self._arrival(now), command)
                self._games.enqueue(command.game, request, now)
            case WatchGame() as watch:
                self._watch(client, watch, now)
            case SendPhrase() as phrase:
                self._enqueue_limited(client.phrases, client, phrase, now)
            case SendChat() as chat:
                self._enqueue_limited(client.chats, client, chat, now)
            case LeaveGame(game):
                self._games.leave(client, game)
            case Ping(n):
                self._send(client.number, Pong(n, now))
            case WatchLobby():
                self._lobby.follow(client)
            case LeaveLobby():
                self._lobby.leave(client.number)
            case WatchRoom(room):
                self._rooms.follow(client, room)
            case LeaveRoom():
                self._rooms.leave(client)

    def _watch(self, client: ConnectedClient, watch: WatchGame, now: int) -> None:
        game = watch.game
        if game not in client.watched and (why := self._clients.why_not_watch(client)):
            self._reject(client, RejectionCode.TOO_MANY, why, game)
        else:
            self._games.watch(client, watch, now)

    def _enqueue_limited(
        self, bucket: TokenBucket, client: ConnectedClient, message: SendPhrase | SendChat, now: int
    ) -> None:
        if bucket.take(now):
            self._games.enqueue(message.game, Received(client, client.identity, now, message), now)
        else:
            why = "too many phrases or chat messages: wait a few seconds"
            self._reject(client, RejectionCode.TOO_FAST, why, message.game)

    def _limit_rate(self, client: ConnectedClient, text: str, now: int) -> None:
        if client.rejections.take(now):
            id_, game = named_in(text)
            why = "too many messages: wait a second"
            self._reject(client, RejectionCode.TOO_FAST, why, game, id_)
        else:
            self._out.append(Close(client.number, CloseCode.FLOOD, "too many messages"))

    # --- the store -------------------------------------------------------------------------------

    def on_loaded(
        self, game: str, log: tuple[Terms, Sequence[LogEntry]] | None, now: int
    ) -> list[Effect]:
        """Handle the answer to ``Load``; None if the store has no such game."""
        actor = self._games.by_name.get(game)
        if actor and log:
            self._games.run_after(actor, lambda: actor.on_loaded(*log, now), now)
        elif actor:
            self._games.discard(actor)
        return self._take_effects()

    def on_appended(self, append: AppendRequest, result: AppendResult, now: int) -> list[Effect]:
        if actor := self._games.by_name.get(append.game):
            actor.on_appended(append, result, now)
            if result == "stored" and append.result and actor.room:
                self._rooms.publish_change(actor.room)
            self._games.run(actor, now)
        if result == "stored" and append.rematch:
            self._clients.publish_game(append.rematch)
        return self._take_effects()

    def on_store_error(self, effect: Load | AppendRequest, now: int) -> list[Effect]:
        """Handle a ``Load`` or ``AppendRequest`` that failed or was not answered."""
        actor = self._games.by_name.get(effect.game)
        if actor and isinstance(effect, Load):
            self._games.run_after(actor, lambda: actor.on_load_failed(now), now)
        elif actor and isinstance(effect, AppendRequest):
            actor.on_append_failed(effect, now)
            self._games.run(actor, now)
        return self._take_effects()

    def on_game_created(self, terms: Terms, now: int) -> list[Effect]:
        self._clients.publish_game(terms)
        return self._take_effects()

    def on_called_off(self, games: Iterable[str], now: int) -> list[Effect]:
        """Load games that a class room has called off in the store, as other processes do."""
        for game in games:
            called_off = GameCalledOff(game)
            self._out.append(Publish(game_channel(game), called_off))
            self._others.receive(called_off, now)
        return self._take_effects()

    def on_missed_game(self, user: str, game: str, now: int) -> list[Effect]:
        """Notify ``user`` of a game that began while they were offline."""
        self._clients.notify_of_game(user, game)
        return self._take_effects()

    def check_deadlines(self, games: Sequence[str], now: int) -> list[Effect]:
        """Check games whose deadlines have passed according to the store."""
        for game in games:
            self._games.enqueue(game, DeadlineCheck(now), now)
        return self._take_effects()

    # --- coins, engines, other processes ---------------------------------------------------------

    def on_coin_landed(self, game: str, version: int, toss: Toss, now: int) -> list[Effect]:
        self._games.enqueue(game, CoinLanded(version, toss, now), now)
        return self._take_effects()

    def on_move_chosen(self, game: str, version: int, move: str, now: int) -> list[Effect]:
        self._games.enqueue(game, MoveChosen(version, move, now), now)
        return self._take_effects()

    def on_search_failed(self, search: ChooseMove, now: int) -> list[Effect]:
        """Handle a ``ChooseMove`` without an answer; it is requested again later, if need be."""
        if actor := self._games.by_name.get(search.game):
            actor.on_search_failed(search.version, now)
            self._games.run(actor, now)
        return self._take_effects()

    def on_bus_message(self, message: BusMessage, now: int) -> list[Effect]:
        """Handle a message of another process.

        The caller handles changes of the lobby, with ``update_lobby``.
        """
        self._others.receive(message, now)
        return self._take_effects()

    def update_lobby(
        self, seeks: Iterable[ListedSeek], games: Iterable[ListedGame]
    ) -> list[Effect]:
        self._lobby.update(seeks, games)
        return self._take_effects()

    def on_room_changed(self, room: str, now: int) -> list[Effect]:
        """Notify the followers of a class room, at the next sweep, and other processes."""
        self._rooms.publish_change(room)
        return self._take_effects()

    def on_poll_changed(self, room: str) -> None:
        """Send the progress of a class room's poll within two ticks."""
        self._rooms.mark_poll(room)

    def on_poll_read(self, progress: PollProgress) -> list[Effect]:
        self._rooms.publish_progress(progress)
        return self._take_effects()

    # --- time ------------------------------------------------------------------------------------

    def tick(self, now: int) -> list[Effect]:
        """Handle expired timers; call this about ten times a second."""
        if self._ticked_at is not None and self.is_late(now):
            self._clients.excuse(now - self._ticked_at, now)
        self._ticked_at = now
        self._games.run_expired(now)
        self._rooms.read_polls(now)
        if now >= self._swept_at + SWEEP_INTERVAL_MS:
            self._swept_at = now
            self._sweep(now)
        return self._take_effects()

    def is_late(self, now: int) -> bool:
        """Return whether the process stood still, so that sockets can have unread messages."""
        return self._ticked_at is not None and now > self._ticked_at + MAX_TICK_DELAY_MS

    def on_heartbeat(self, at: int, downtimes: Sequence[Downtime], now: int) -> list[Effect]:
        """Note that a heartbeat was stored with the time ``at``, and all downtimes before it."""
        self._games.on_heartbeat(at, downtimes, now)
        return self._take_effects()

    def on_heartbeat_failed(self) -> list[Effect]:
        self._games.on_heartbeat_failed()
        return self._take_effects()

    def set_process(self, process: str) -> list[Effect]:
        """Use another id on the bus, as others may have missed messages, and exchange presence."""
        self._others.restart(process)
        return self._take_effects()

    @property
    def known_processes(self) -> frozenset[str]:
        """The other processes of which something is known."""
        return self._others.known

    def keep_processes(
        self, alive: frozenset[str], known: frozenset[str], now: int
    ) -> list[Effect]:
        """Forget what is known of dead processes.

        ``known`` are the ``known_processes`` from before ``alive`` was read: a process that has
        reported since can be too new for it.
        """
        self._others.keep(alive | (self._others.known - known), now)
        return self._take_effects()

    def on_bus_status(self, is_up: bool, refresh: int, now: int) -> list[Effect]:
        """Note that messages may get lost, or arrive again; see ``OtherProcesses``."""
        self._others.set_bus_status(is_up, refresh, now)
        return self._take_effects()

    def stop(self, again: int, now: int) -> list[Effect]:
        """Disconnect all clients and ask them to reconnect after ``again`` milliseconds."""
        clients = tuple(self._clients.clients)
        if clients:
            self._out.append(Send(clients, Bye(again)))
        why = "the server is stopping"
        self._out += [Close(client, CloseCode.STOPPING, why) for client in clients]
        return self._take_effects()

    def _sweep(self, now: int) -> None:
        for client in self._clients.clients.values():
            if client.last_seen + IDLE_TIMEOUT_MS < now:
                why = "the connection was idle for too long"
                self._out.append(Close(client.number, CloseCode.IDLE, why))
        self._others.update_presence(now)  # also that of games which are then discarded
        self._games.discard_idle(now)
        self._rooms.send_changes()

    # --- helpers ---------------------------------------------------------------------------------

    def _arrival(self, now: int) -> int:
        """When a command that is received now arrived, at the earliest after a standstill."""
        if self._ticked_at is None or not self.is_late(now):
            return now
        self._games.uptime.resumed_at = self._ticked_at + MAX_TICK_DELAY_MS
        return self._ticked_at

    def _reject(
        self, client: ConnectedClient, code: RejectionCode, why: str, game: str = "", id_: str = ""
    ) -> None:
        rejected = Rejection(id=id_ or None, game=game or None, code=code, message=why)
        self._send(client.number, rejected)

    def _send(self, client: int, message: ServerMessage) -> None:
        self._out.append(Send((client,), message))

    def _take_effects(self) -> list[Effect]:
        # The actors share this list, so it is cleared and not replaced.
        effects = self._out[:]
        self._out.clear()
        return effects
