"""One game in memory: its subscribers, its inbox, and the append in progress.

Items are processed one at a time. While an append is in progress, the game here is ahead of the
store and nothing is sent to clients, so they see only what is stored. If the append fails, the game
is loaded again and the command is decided anew.
"""

from collections.abc import Callable, Sequence

from qttt.play.log import CorruptLog, EntryKind, LogEntry
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.commands import (
    CLAIMS,
    GameCommand,
    Uptime,
    automatic_entries,
    decide,
    toss_entries,
)
from qttt.server.games.game import COIN_TIMEOUT_MS, AppendRequest, AppendResult, GameState
from qttt.server.games.terms import Terms
from qttt.server.protocol.incoming import SendChat, SendPhrase, SubmitCommand, WatchGame
from qttt.server.protocol.outgoing import Acknowledgment

from .bus_messages import LOBBY_CHANNEL, EntriesStored, LobbyChanged, game_channel
from .effects import CancelSearch, ChooseMove, Effect, Load, LogError, Publish, TossCoin
from .inbox import CoinLanded, DeadlineCheck, Inbox, InboxItem, MoveChosen, Received, RemoteEntries
from .subscribers import Subscribers

MAX_ATTEMPTS = 8
"""Conflicts in the store before a command is rejected as unavailable."""
MAX_INBOX = 1_000
RETRY_DELAY_MS = 1_000
"""Delay before a game is loaded again after a failure of the store, or an engine is asked again."""


class GameActor:
    """The game with the id ``name``; effects are appended to ``out``.

    ``new_game`` returns the id of a rematch. The game is loaded again every ``refresh``
    milliseconds, in case a bus message was lost; None if no other process writes to the store.
    ``chat``: players may chat.
    """

    def __init__(
        self,
        name: str,
        out: list[Effect],
        new_game: Callable[[], str],
        uptime: Uptime,
        refresh: int | None = None,
        chat: bool = False,
    ) -> None:
        self.name = name
        self.game: GameState | None = None
        self.subscribers = Subscribers(name, out, chat)
        self.inbox = Inbox()
        self.in_flight: AppendRequest | None = None
        self._in_flight_for: Received | None = None  # the client's request that caused it
        self.last_used = 0
        self.awaits_heartbeat = False
        self._channel = game_channel(name)
        self._out = out
        self._new_game = new_game
        self._uptime = uptime
        self._refresh = refresh
        self._loaded_at = 0
        self._retry_at = 0
        self._is_loading = False
        self._is_outdated = False  # the store has other entries
        self._is_remote = False  # the last entries came from another process
        self._deciding = -1  # the version for which a coin or an engine was asked
        self._search_at = 0  # when to ask an engine again that has failed
        self._failed_version = -1  # the version for which it has failed

    # --- state -----------------------------------------------------------------------------------

    @property
    def wake_at(self) -> int | None:
        """When ``run`` has to be called if nothing happens before; None for never."""
        if self.game is None:
            return self._retry_at if self.is_wanted and not self._is_loading else None
        times = [self.game.deadline] if self.game.deadline else []
        if self._is_remote and not self.game.is_over:
            times.append(self.game.updated_at + COIN_TIMEOUT_MS)
        if self._refresh and self.subscribers.seats:
            times.append(self._loaded_at + self._refresh)
        if self._search_at and self.subscribers.seats:
            times.append(self._search_at)
        return min(times, default=None)

    @property
    def room(self) -> str:
        """The code of the game's class room; empty if it has none or is not loaded."""
        return self.game.terms.room if self.game else ""

    @property
    def is_wanted(self) -> bool:
        """Whether the game has subscribers or items in its inbox."""
        return bool(self.subscribers.seats or self.inbox)

    @property
    def is_idle(self) -> bool:
        """Whether the game can be removed from memory."""
        return not (self.is_wanted or self.in_flight or self._is_loading or self._is_deciding)

    @property
    def is_busy(self) -> bool:
        """Whether a client waits for the answer to a command."""
        return bool(self.in_flight) or self.inbox.has_commands

    @property
    def clients(self) -> set[int]:
        """The clients that follow the game or have asked to."""
        return self.inbox.watchers.union(self.subscribers.seats)

    def has_client(self, client: int) -> bool:
        return client in self.subscribers.seats or self.inbox.has_watch(client)

    @property
    def _is_deciding(self) -> bool:
        return self.game is not None and self._deciding == self.game.version

    # --- calls of the hub ------------------------------------------------------------------------

    def enqueue(self, item: InboxItem) -> bool:
        """Add ``item`` to the inbox, or reject it and return False; call ``run`` next.

        A coin or a move of an engine is never rejected, as it is requested once.
        """
        is_decision = isinstance(item, CoinLanded | MoveChosen)
        if is_full := len(self.inbox) >= MAX_INBOX and not is_decision:
            why = "this game has too many requests: try again later"
            self._reject(item, RejectionCode.UNAVAILABLE, why)
        else:
            self.inbox.append(item)
        return not is_full

    def set_refresh(self, refresh: int | None) -> None:
        """Load the game at the next ``run``, and then every ``refresh`` milliseconds."""
        self._refresh, self._loaded_at = refresh, 0

    def mark_outdated(self) -> None:
        """Load the game at the next ``run`` that is possible."""
        self._is_outdated = True

    def on_followed(self) -> None:
        """Load the game at the next ``run`` if other processes may have changed it."""
        self._loaded_at = 0
        self.subscribers.remote.clear()

    def leave(self, client: int) -> None:
        """Unsubscribe a client; without followers and a clock, the engine stops."""
        self.subscribers.leave(client)
        if self._is_deciding and not self.subscribers.seats and self.wake_at is None:
            self._cancel_search()
        self.inbox.cancel_watch(client)

    def on_loaded(self, terms: Terms, entries: Sequence[LogEntry], now: int) -> None:
        """Replace the game by what the store has, and send new entries to subscribers."""
        self._is_loading = False
        try:
            game = GameState.replay(terms, entries)
        except (ValueError, CorruptLog) as error:
            self._out.append(LogError(f"game {self.name} cannot be loaded: {error}"))
            return self.on_load_failed(now)
        if game.version < self.subscribers.sent_version:
            self._out.append(LogError(f"the store has lost entries of game {self.name}"))
            return self.on_load_failed(now)
        self.game, self._is_remote = game, False
        self.subscribers.send_new_entries(game, now)
        return None

    def discard(self) -> None:
        """Release the game, which is unused or does not exist."""
        self._is_loading = False
        self._reject_all(RejectionCode.NO_SUCH_GAME, f"there is no game {self.name}")
        self.subscribers.seats.clear()
        if self.game:
            self.game.match.root.clear()

    def on_load_failed(self, now: int) -> None:
        """Retry later; the store could not be read."""
        self._is_loading, self._retry_at = False, now + RETRY_DELAY_MS
        self._reject_all(
            RejectionCode.UNAVAILABLE, "the game cannot be loaded now: try again later"
        )

    def on_appended(self, append: AppendRequest, result: AppendResult, now: int) -> None:
        """Handle the store's answer to ``append``; a conflict is retried."""
        if append != self.in_flight:
            return
        self.in_flight, request = None, self._in_flight_for
        if result == "stored":
            self._on_stored(append, request, now)
            return
        self.game = None
        if request is None:
            return
        retried = request._replace(attempts=request.attempts + 1)
        if retried.attempts < MAX_ATTEMPTS:
            self.inbox.appendleft(retried)
        else:
            self._reject(retried, RejectionCode.UNAVAILABLE, "too many conflicts: try again later")

    def on_append_failed(self, append: AppendRequest, now: int) -> None:
        """Load the game again; it is unknown whether the store has added the entries."""
        if append != self.in_flight:
            return
        self.in_flight, self.game, self._retry_at = None, None, now + RETRY_DELAY_MS
        if self._in_flight_for:
            why = "it is unknown whether this was stored: send it again with the same id"
            self._reject(self._in_flight_for, RejectionCode.UNAVAILABLE, why)

    def on_search_failed(self, version: int, now: int) -> None:
        """Ask the engine again later."""
        if self._deciding == version:
            self._deciding, self._search_at = -1, now + RETRY_DELAY_MS
            self._failed_version = version

    def on_heartbeat_failed(self) -> None:
        """Reject the commands that wait for a heartbeat."""
        why = "the store is unavailable: send this again with the same id"
        for request in self.inbox.take_commands():
            self._reject(request, RejectionCode.UNAVAILABLE, why)

    # --- processing ------------------------------------------------------------------------------

    def run(self, now: int) -> None:
        """Process the inbox until something has to be stored, then act for the server."""
        self.last_used, self.awaits_heartbeat = now, False
        if self._refresh and self.in_flight is None and now >= self._loaded_at + self._refresh:
            self.game = None
        if self._is_outdated and not (self.in_flight or self._is_loading):
            self.game = None
        while self.inbox and (game := self._ready_game) is not None:
            if not self._can_process(game, self.inbox[0]):
                break
            self._process(game, self.inbox[0])
        if (game := self._ready_game) is not None:
            self._act(game, now)
        if self.game is None:
            self._load(now)

    @property
    def _ready_game(self) -> GameState | None:
        """The game, unless an append is in progress."""
        return None if self.in_flight else self.game

    def _load(self, now: int) -> None:
        if self.is_wanted and not self._is_loading and now >= self._retry_at:
            self._is_loading, self._loaded_at, self._is_outdated = True, now, False
            self._out.append(Load(self.name))

    def _can_process(self, game: GameState, item: InboxItem) -> bool:
        """Return whether ``item`` decides nothing, or can be charged."""
        decides = isinstance(item, MoveChosen) or (
            isinstance(item, Received) and isinstance(item.message, SubmitCommand)
        )
        return not decides or self._uptime.can_charge(game, item.at)

    def _process(self, game: GameState, item: InboxItem) -> None:
        if not isinstance(item, RemoteEntries) and (
            overdue := self._uptime.overdue_entries(game, item.at)
        ):
            self._submit(game, overdue)
            return
        self.inbox.popleft()
        match item:
            case Received():
                self._receive(game, item)
            case RemoteEntries():
                self._apply_remote(game, item)
            case CoinLanded():
                self._clear_deciding(item.version)
                if item.version == game.version:
                    self._submit(game, toss_entries(game, item.toss, item.at))
            case MoveChosen():
                self._play_engine_move(game, item)
            case DeadlineCheck():
                pass  # overdue entries were submitted above

    def _receive(self, game: GameState, request: Received) -> None:
        match request.message:
            case SubmitCommand() as command:
                self._execute(game, request, command)
            case WatchGame() as watch:
                self.subscribers.join(game, request, watch)
            case SendPhrase() | SendChat() as message:
                self._send(game, request, message)

    def _act(self, game: GameState, now: int) -> None:
        """Submit what the server decides itself, or ask a coin or an engine."""
        if self._deciding not in (-1, game.version):
            self._cancel_search()
        if self._failed_version != game.version:
            self._search_at = 0
        if overdue := self._uptime.overdue_entries(game, now):
            self._submit(game, overdue)
        elif not self._uptime.can_charge(game, now):
            self.awaits_heartbeat = True
        elif entries := automatic_entries(game, now, self._new_game):
            self._submit(game, entries)
        elif not (self._is_deciding or self._is_left_to_others(game, now) or now < self._search_at):
            self._search_at = 0
            self._request_decision(game, now)

    def _request_decision(self, game: GameState, now: int) -> None:
        """Ask a coin or an engine, unless a person has to decide.

        An engine has no lag: it is out of time before its deadline, at which it loses.
        """
        level = game.terms.level_of(game.decider) if game.decider else ""
        charge = game.clock.charge_for(max(now, game.updated_at))
        if game.chance_decides:
            self._out.append(TossCoin(self.name, game.version, game.position))
        elif game.decider and level and not game.clock.is_too_late(charge):
            user = game.terms.user_of(game.decider.other)
            self._out.append(ChooseMove(self.name, game.version, game.position, level, user))
        else:
            return
        self._deciding = game.version

    def _clear_deciding(self, version: int) -> None:
        """Note that a coin or an engine has answered, perhaps for an old version."""
        if self._deciding == version:
            self._deciding = -1

    def _cancel_search(self) -> None:
        self._deciding = -1
        self._out.append(CancelSearch(self.name))

    def _is_left_to_others(self, game: GameState, now: int) -> bool:
        """Return whether the process that stored the last entry should act next."""
        return self._is_remote and now < game.updated_at + COIN_TIMEOUT_MS

    # --- inbox items -----------------------------------------------------------------------------

    def _send(self, game: GameState, request: Received, message: SendPhrase | SendChat) -> None:
        try:
            self.subscribers.write(game.terms, request, message)
        except CommandRejected as error:
            self._reject(request, error.code, error.message)

    def _execute(self, game: GameState, request: Received, command: GameCommand) -> None:
        seat = game.terms.seat_for(request.sender)
        if seat is None:
            self._reject(request, RejectionCode.NOT_SEATED, "you do not play in this game")
            return
        known = game.ids.get(command.id)
        if known and known.seat == seat:
            self._acknowledge(request, known)
            return
        if command.kind is EntryKind.ACCEPT_REMATCH:
            command = GameCommand(command.kind, self._new_game(), command.id, command.at)
        try:
            if command.kind in CLAIMS:
                self.subscribers.check_claim(seat, request.at)
            entries = decide(game, seat, command, request.at)
        except CommandRejected as error:
            if self._may_be_stale(request):
                self.inbox.appendleft(request)
                self.game = None
            else:
                self._reject(request, error.code, error.message)
        else:
            self._submit(game, entries, request)

    def _may_be_stale(self, request: Received) -> bool:
        """Return whether another process may have stored entries since the last load."""
        return self._refresh is not None and self._loaded_at < request.at

    def _apply_remote(self, game: GameState, remote: RemoteEntries) -> None:
        entries = [
            remote_entry for remote_entry in remote.entries if remote_entry.version > game.version
        ]
        if not entries:
            return
        try:
            for entry in entries:
                game.apply(entry)
        except CorruptLog:  # entries before these are missing here: load the game
            self.game = None
        else:
            self._is_remote = True
            self.subscribers.send_new_entries(game, remote.at)

    def _play_engine_move(self, game: GameState, choice: MoveChosen) -> None:
        self._clear_deciding(choice.version)
        if choice.version != game.version or game.decider is None:
            return
        command = GameCommand(EntryKind.MOVE, choice.move, "", game.version)
        try:
            entries = decide(game, game.decider, command, choice.at)
        except CommandRejected as error:
            if error.code is RejectionCode.OUT_OF_TIME:
                return
            self._out.append(LogError(f"game {self.name}: an engine's move was rejected: {error}"))
        else:
            self._submit(game, entries)

    # --- results ---------------------------------------------------------------------------------

    def _submit(
        self, game: GameState, entries: tuple[LogEntry, ...], request: Received | None = None
    ) -> None:
        """Append ``entries`` to the store; nothing else is processed until it answers."""
        if entries:
            self.in_flight, self._in_flight_for = game.advance(entries), request
            self._out.append(self.in_flight)

    def _on_stored(self, append: AppendRequest, request: Received | None, now: int) -> None:
        game = self.game
        if game is None:
            return
        self._is_remote = False
        if request:
            self._acknowledge(request, append.entries[0])
        self.subscribers.send_new_entries(game, now)
        self._out.append(Publish(self._channel, EntriesStored(self.name, append.entries)))
        if append.result:
            self._out.append(Publish(LOBBY_CHANNEL, LobbyChanged()))

    def _acknowledge(self, request: Received, entry: LogEntry) -> None:
        done = Acknowledgment(entry.id, self.name, entry.version)
        self.subscribers.send(request.client.number, done)

    def _reject(self, item: InboxItem, code: RejectionCode, message: str) -> None:
        self.subscribers.reject(item, code, message, self.game.version if self.game else None)

    def _reject_all(self, code: RejectionCode, message: str) -> None:
        for item in self.inbox:
            self._reject(item, code, message)
            if isinstance(item, CoinLanded | MoveChosen):
                self._clear_deciding(item.version)
        self.inbox.clear()
