"""Runs a hub: feeds it events, and executes its effects."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from secrets import token_hex
from typing import Self

import qttt
from qttt.play import Coin
from qttt.server.errors import StoreError
from qttt.server.game_errors import log_game_error
from qttt.server.games.commands import HEARTBEAT_INTERVAL_MS
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.games.terms import Identity, Terms
from qttt.server.hub.bus_messages import (
    LOBBY_CHANNEL,
    BusMessage,
    LobbyChanged,
    MessagesLost,
    process_channel,
)
from qttt.server.hub.effects import (
    CancelSearch,
    CheckMissedGames,
    ChooseMove,
    Close,
    Effect,
    Load,
    LoadLobby,
    LogError,
    Publish,
    ReadPoll,
    Send,
    Subscribe,
    TossCoin,
    Unsubscribe,
)
from qttt.server.hub.hub import Hub
from qttt.server.store.calling_off import ClosedRooms
from qttt.server.store.entities import FIRST_CHECK
from qttt.server.store.store import Store
from qttt.server.telemetry import Telemetry

from .background import BackgroundTasks, wait_until
from .clock import ServerClock
from .coin_tosser import CoinTosser
from .connections import Connection, Connections
from .engine_pool import EnginePool
from .heartbeats import Heartbeats
from .redis_bus import RedisBus
from .store_reader import StoreReader
from .writer import Writer

TICK_S, OVERDUE_CHECK_S, LOBBY_UPDATE_S = 0.1, 2.0, 2.0
"""Intervals of the hub's tick, the check for overdue games, and lobby updates."""
SESSION_CHECK_S = 20.0
"""Interval in seconds of the check for sessions that ended without a notification."""
OTHERS_CHECK_S = 1.0
"""Interval in seconds of the check for other processes, without a bus."""
PROCESS_CHECK_S = 5.0
"""Interval in seconds of the check for dead processes, with a bus."""
MAX_OVERDUE = 200
"""Games that one check for overdue games loads; the next one goes on behind them."""
REFRESH_MS, REFRESH_WITHOUT_BUS_MS = 600_000, 2_000
"""Refresh intervals of followed games in milliseconds, with and without the bus.

The bus loses no message unnoticed; the first interval bounds the effect of faults in it.
"""
RECONNECT_DELAY_MS = 1_000
"""Delay in milliseconds before clients reconnect to a stopped server."""
BYE_DELAY_S, CLOSE_TIMEOUT_S = 0.2, 1.0
"""At shutdown: the time for clients to receive ``bye``, and then to close their connections."""

log = logging.getLogger(__name__)


class HubRunner:
    """Connects a hub with clients, a store and, if there are several processes, a bus.

    Args:
        store: The store of games, people and the lobby.
        coin: Decides loops; ``os`` is the fallback.
        clock: The system's clock, in milliseconds since 1970 (see ``ServerClock``).
        bus: None for a single process.
        telemetry: Receives events of the server.
        shutdown_timeout_s: Limit for answering pending commands at shutdown.
        chat: Whether players may chat.
    """

    def __init__(
        self,
        store: Store,
        coin: Coin,
        clock: Callable[[], int],
        bus: RedisBus | None = None,
        telemetry: Telemetry | None = None,
        shutdown_timeout_s: float = CLOSE_TIMEOUT_S,
        chat: bool = False,
    ) -> None:
        self._store = store
        self._coins = CoinTosser(coin)
        self._clock = ServerClock(clock)
        self._bus = bus
        self._refresh = REFRESH_MS if bus else None
        self.telemetry = telemetry or Telemetry(qttt.__version__)
        self._shutdown_timeout_s = shutdown_timeout_s
        self._writer = Writer(store.games, self._on_append_result, self.telemetry)
        self._heartbeats = Heartbeats(store.processes)
        self._connections = Connections(self.telemetry)
        self._numbers = count(1)
        self._tasks = BackgroundTasks()
        self._engines = EnginePool()
        self._is_bus_up = True
        self._checked = FIRST_CHECK
        self.is_store_up = True
        """Whether the store accepted the last heartbeat."""
        self.is_shutting_down = False
        self._process = token_hex(8) if bus else ""
        self._hub = Hub(qttt.__version__, refresh=self._refresh, process=self._process, chat=chat)
        self._reader = StoreReader(
            store, bus, self._hub, self._tasks, self.execute, lambda: self.now
        )
        self.telemetry.sockets.set_function(lambda: self.connection_count)
        self.telemetry.games.set_function(lambda: self._hub.game_count)
        self.telemetry.waiting.set_function(lambda: self._writer.queued_appends)

    async def __aenter__(self) -> Self:
        """Start the background tasks. Raises ``StoreUnavailable``."""
        await self._heartbeats.beat(self.now)
        self._on_heartbeat()
        self._tasks.start(self._writer.run())
        self._tasks.repeat(TICK_S, self._tick)
        self._tasks.repeat(HEARTBEAT_INTERVAL_MS / 1000, self._heartbeat)
        self._tasks.repeat(OVERDUE_CHECK_S, self._check_deadlines)
        self._tasks.repeat(LOBBY_UPDATE_S, self._reader.update_lobby)
        self._tasks.repeat(SESSION_CHECK_S, self._check_sessions)
        if self._bus:
            self._bus.subscribe(process_channel(self._process))
            self._bus.connect(self._on_bus_message, self._on_bus_status)
            self._tasks.repeat(PROCESS_CHECK_S, self._check_processes)
        else:
            self._tasks.repeat(OTHERS_CHECK_S, self._check_others)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop, and store pending entries."""
        await self.stop()
        self._engines.cancel_all()
        await self._tasks.cancel_all()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._writer.write(), timeout=2)

    async def stop(self) -> None:
        """Answer pending commands, then notify and disconnect all clients.

        Later messages are ignored; clients resend unanswered commands when they reconnect.
        """
        if not self.is_shutting_down:
            self.is_shutting_down = True
            await wait_until(lambda: not self._hub.is_busy, self._shutdown_timeout_s)
        effects = self._hub.stop(RECONNECT_DELAY_MS, self.now)
        self.execute([effect for effect in effects if isinstance(effect, Send)])
        if self._connections:  # a client that is sending would miss `bye` if closed at once
            await asyncio.sleep(BYE_DELAY_S)
        self.execute([effect for effect in effects if isinstance(effect, Close)])
        await wait_until(lambda: not self._connections, CLOSE_TIMEOUT_S)

    @property
    def now(self) -> int:
        """The time in milliseconds since 1970, which never decreases."""
        return self._clock.now

    def uptime_ago(self, uptime: int) -> int:
        """Return the time since which the server has been up for ``uptime`` ms in total.

        Until a step of the system's clock forward and back is over, its time counts, so that
        nothing is deleted too early.
        """
        return self._heartbeats.uptime_ago(self._clock.earliest, uptime)

    @property
    def condition(self) -> str:
        """``stopping``, ``store-away`` or ``ok``."""
        if self.is_shutting_down:
            return "stopping"
        return "ok" if self.is_store_up else "store-away"

    @property
    def connection_count(self) -> int:
        return len(self._connections)

    # --- clients ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def connected(
        self, identity: Identity | None, connection: Connection, address: str = ""
    ) -> AsyncIterator[int]:
        """Connect a client to the hub, and yield its number; ``address`` limits it, if given."""
        client = next(self._numbers)
        self._connections.add(client, connection)
        self.execute(self._hub.connect(client, identity, self.now, address))
        try:
            yield client
        finally:
            self._connections.remove(client)
            self.execute(self._hub.disconnect(client, self.now))

    def receive(self, client: int, text: str) -> None:
        """Pass a client's message to the hub, unless its connection is closing."""
        if not self.is_shutting_down and self._connections.is_open(client):
            self.execute(self._hub.receive(client, text, self.now))

    # --- notifications ---------------------------------------------------------------------------

    async def announce_game(self, terms: Terms) -> None:
        """Announce a game that was created in the store."""
        self.execute(self._hub.on_game_created(terms, self.now))

    def on_lobby_changed(self) -> None:
        """Update the lobby of all clients, after a change of the seeks."""
        self._execute(Publish(LOBBY_CHANNEL, LobbyChanged()))

    def on_room_changed(self, code: str) -> None:
        self.execute(self._hub.on_room_changed(code, self.now))

    def on_called_off(self, games: Iterable[str]) -> None:
        """Send what the store has of games that a class room has called off."""
        self.execute(self._hub.on_called_off(games, self.now))

    def on_rooms_closed(self, closed: ClosedRooms) -> None:
        """Announce rooms that were closed in the store, and the ends of their games."""
        self.on_called_off(closed.games)
        for code in closed.codes:
            self.on_room_changed(code)

    def on_poll_changed(self, code: str) -> None:
        """Send the progress of a class room's poll to its followers, soon."""
        self._hub.on_poll_changed(code)

    async def end_sessions(self, user: str, session: str = "") -> None:
        """Disconnect the clients of a session, or of all of ``user`` if ``session`` is empty."""
        self.execute(self._hub.end_sessions(user, session, self.now))

    def _on_bus_message(self, message: BusMessage) -> None:
        self._reader.lobby.has_changed |= isinstance(message, LobbyChanged | MessagesLost)
        self.execute(self._hub.on_bus_message(message, self.now))

    # --- effects ---------------------------------------------------------------------------------

    def execute(self, effects: Sequence[Effect]) -> None:
        """Execute the hub's effects, ``Send`` first."""
        self._connections.send([effect for effect in effects if isinstance(effect, Send)])
        for effect in effects:
            self._execute(effect)

    def _execute(self, effect: Effect) -> None:
        match effect:
            case Send():
                pass  # sent before
            case AppendRequest():
                self._writer.submit(effect)
            case Publish(channel, message):
                self._reader.lobby.has_changed |= isinstance(message, LobbyChanged)
                if self._bus:
                    self._bus.publish(channel, message)
            case Subscribe(channel):
                if self._bus:
                    self._bus.subscribe(channel)
            case Unsubscribe(channel):
                if self._bus:
                    self._bus.unsubscribe(channel)
            case Load() | LoadLobby() | CheckMissedGames() | ReadPoll():
                self._reader.request(effect)
            case TossCoin():
                self._tasks.start(self._toss_coin(effect))
            case ChooseMove():
                self._tasks.start(self._choose_move(effect))
            case CancelSearch(game):
                self._engines.cancel(game)
            case Close(client, code, reason):
                self._connections.close(client, code, reason)
            case LogError(text):
                log_game_error(text)

    def _on_append_result(self, append: AppendRequest, result: AppendResult | None) -> None:
        if result is None:
            self.execute(self._hub.on_store_error(append, self.now))
        else:
            self.execute(self._hub.on_appended(append, result, self.now))

    async def _toss_coin(self, effect: TossCoin) -> None:
        toss = await self._coins.toss(effect.position)
        self.execute(self._hub.on_coin_landed(effect.game, effect.version, toss, self.now))

    async def _choose_move(self, effect: ChooseMove) -> None:
        try:
            move = await self._engines.choose_move(effect)
        except Exception:
            log.exception("search failed", extra={"game": effect.game})
            self.execute(self._hub.on_search_failed(effect, self.now))
        else:
            if move:
                self.execute(self._hub.on_move_chosen(effect.game, effect.version, move, self.now))

    # --- time ------------------------------------------------------------------------------------

    async def _tick(self) -> None:
        self._clock.follow()
        await self._catch_up()
        self.execute(self._hub.tick(self.now))

    async def _heartbeat(self) -> None:
        """Store a heartbeat, which also shows whether the store is available."""
        await self._catch_up()
        try:
            await self._heartbeats.beat(self.now)
        except Exception as error:
            self._set_store_status(False, str(error))
            self.execute(self._hub.on_heartbeat_failed())
            if not isinstance(error, StoreError):
                raise
        else:
            self._set_store_status(True)
            self._on_heartbeat()

    def _on_heartbeat(self) -> None:
        beats = self._heartbeats
        if self._process not in ("", beats.process):
            self._process = beats.process
            self.execute(self._hub.set_process(self._process))
        self.execute(self._hub.on_heartbeat(beats.last, beats.downtimes, self.now))

    async def _catch_up(self) -> None:
        """Receive the messages that waited while the process stood still."""
        if self._hub.is_late(self.now):
            self._heartbeats.resume(self.now)
            await asyncio.sleep(TICK_S)

    def _set_store_status(self, is_up: bool, why: str = "") -> None:
        if is_up != self.is_store_up:
            self.is_store_up = is_up
            self.telemetry.set_store_status(is_up, why)

    def _on_bus_status(self, is_up: bool) -> None:
        """Poll the store more often while the bus is down."""
        self._is_bus_up = is_up
        self._reader.lobby.has_changed = True
        if is_up:
            self._heartbeats.rename()  # others may have missed messages of this process
        refresh = REFRESH_MS if is_up else REFRESH_WITHOUT_BUS_MS
        self.execute(self._hub.on_bus_status(is_up, refresh, self.now))

    async def _check_others(self) -> None:
        """Without a bus, treat other processes on the store as if the bus were down."""
        is_alone = not await self._heartbeats.other_is_alive(lambda: self.now)
        if is_alone != self._is_bus_up:
            why = "" if is_alone else "another process uses this store: set redis for both"
            self.telemetry.set_bus_status(is_alone, why)
            self._on_bus_status(is_alone)

    async def _check_processes(self) -> None:
        """Forget the clients of dead processes, and load what these stored but did not publish."""
        known = self._hub.known_processes
        alive = await self._heartbeats.alive(lambda: self.now)
        self.execute(self._hub.keep_processes(alive, known, self.now))

    async def _check_deadlines(self) -> None:
        self._reader.lobby.has_changed |= not self._is_bus_up
        overdue = await self._store.games.overdue_games(self.now, MAX_OVERDUE, self._checked)
        self._checked = overdue.last
        self.execute(self._hub.check_deadlines(overdue.games, self.now))

    async def _check_sessions(self) -> None:
        """End sessions that expired, or ended without a message on the bus."""
        sessions = self._hub.sessions
        hashes = [bytes.fromhex(session) for session in sessions]
        valid = await self._store.people.valid_tokens(hashes, self.now)
        for session in sessions.keys() - {session_hash.hex() for session_hash in valid}:
            await self.end_sessions(sessions[session], session)
