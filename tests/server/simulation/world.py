"""A deterministic simulation of clients, a network, server processes, a store, a bus and time.

All randomness comes from one seed, so that every failure is reproducible.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from qttt.play import Toss
from qttt.server.errors import StoreUnavailable
from qttt.server.games.commands import HEARTBEAT_INTERVAL_MS, MAX_HEARTBEAT_GAP_MS, Downtime
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Identity, Terms
from qttt.server.hub.bus_messages import (
    MessagesLost,
    decode_bus_message,
    encode_bus_message,
    game_channel,
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
from qttt.server.hub.subscribers import CLAIM_DELAY_MS
from qttt.server.net.heartbeats import Heartbeats
from qttt.server.net.runner import REFRESH_MS, REFRESH_WITHOUT_BUS_MS
from qttt.server.protocol.outgoing import encode

from .bus import BusInspector
from .players import SimulatedClient
from .referee import Broken, Referee
from .store import SimulatedStore, Unavailable

RULES = ("goff", "goff", "closer", "qubic3", "classic3", "no-pair-loops")
CLOCKS = ("none", "40+2", "15+0", "3d")
ABSENCE_MS = (CLAIM_DELAY_MS, 2 * CLAIM_DELAY_MS)
"""The shortest and longest time of an absence."""
OUTAGE_MS = (MAX_HEARTBEAT_GAP_MS + 1_000, 40_000)
"""The shortest and longest time for which the store is away, or a process stands still."""
BUS_OUTAGE_MS, LONG_BUS_OUTAGE_MS = (10, 5_000), (60_000, 120_000)
"""The shortest and longest time without the bus, by default and with ``bus_outages``."""

T = TypeVar("T")


def run_now(action: Coroutine[None, None, T]) -> T:
    """Return the result of a coroutine that waits for nothing."""
    try:
        action.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError(f"{action} waits")


class SimulatedProcess:
    """A server process: its hub, and the clients connected to it.

    It is up until it crashes, and stands still until ``stopped_until``.
    """

    def __init__(self, hub: Hub, heartbeats: Heartbeats, name: str) -> None:
        self.hub = hub
        self.heartbeats = heartbeats
        self.name = name
        self.life = 0
        self.is_up = True
        self.stopped_until = 0
        self.lines: dict[int, SimulatedClient] = {}
        self.channels = {process_channel(name)}
        self.wanted: set[str] = set()
        self.subscribed_at = 0
        self.delivered_at: dict[SimulatedProcess, int] = {}
        self.is_on_bus = True
        self.lost: set[str] = set()

    def follows(self, game: str) -> bool:
        """Return whether a client in this process follows the game, or has asked to."""
        actor = self.hub._games.by_name.get(game) if self.is_up else None
        return actor is not None and bool(actor.clients)

    def seats(self, game: str) -> list[str | None]:
        """Return the seats of the game's followers in this process; None for spectators."""
        actor = self.hub._games.by_name.get(game) if self.is_up else None
        return list(actor.subscribers.seats.values()) if actor else []

    def readers(self, game: str) -> Sequence[str]:
        """Return the seats that have opened the game's chat in this process."""
        actor = self.hub._games.by_name.get(game) if self.is_up else None
        return sorted(set(actor.subscribers.chat.clients.values())) if actor else []


class World:
    """``processes`` hubs on one store; ``events`` counts the events so far.

    Without ``faults`` nothing crashes or gets lost, and clients stay connected for longer. With
    ``absences`` clients that disconnect are away for long, in games with long clocks; with
    ``bus_outages`` processes lose the bus for longer than it takes to claim a game.
    """

    def __init__(
        self,
        seed: int,
        *,
        processes: int = 1,
        pairs: int = 4,
        faults: bool = True,
        absences: bool = False,
        bus_outages: bool = False,
        make: Callable[..., Hub] = Hub,
    ) -> None:
        self.rng = Random(seed)
        self.now = 1_000_000
        self.events = 0
        self.reports: list[str] = []
        self.seen: Counter[str] = Counter()
        self.referee = Referee()
        self.store = SimulatedStore(self.rng, self.on_game_created, self.referee.on_entry_stored)
        self._make = make
        self._refresh = REFRESH_MS if processes > 1 else None
        self._agenda: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._numbers = 0
        self._noise = 1.0
        self._faults = float(faults)
        self._absences = absences
        self._bus_outages = bus_outages
        self.store.faults *= faults
        self.bus = BusInspector()
        self._unreachable_since: int | None = None
        self.processes = [self._new_process() for _ in range(processes)]
        self.clients = [self._client(number, pairs) for number in range(2 * pairs + 3)]
        self._connected: dict[SimulatedClient, tuple[SimulatedProcess, int]] = {}
        self._away_until: dict[SimulatedClient, int] = {}
        for place, process in enumerate(self.processes):
            self.after(place, self._tick, process)
            self.after(place, self._beat, process)
            self.after(place, self._check_processes, process)
        for pair in range(pairs):
            self.after(0, self._begin, pair)
        for client in self.clients:
            self.after(self.rng.randrange(500), self._connect, client)
            self.after(1_000, self._think, client)
        self.after(20_000, self._crash)
        self.after(30_000, self._stop)
        self.after(40_000, self._disconnect_store)
        self.after(10_000, self._break_bus)

    def close(self) -> None:
        """Release resources; there are none without class rooms."""

    # --- running ---------------------------------------------------------------------------------

    def run(self, events: int) -> None:
        """Simulate this many events."""
        until = self.events + events
        while self.events < until:
            self._step()

    def run_for(self, time: int) -> None:
        """Simulate this many milliseconds."""
        until = self.now + time
        while self.now < until:
            self._step()

    def settle(self) -> None:
        """Run without faults, but for one more crash, until all clients are in sync.

        The busiest process crashes after all outages; what others remember of it must go.
        """
        self._noise = self._faults = self.store.faults = 0.0
        self.run_for(OUTAGE_MS[1] + 5_000)
        self._kill(max(self.processes, key=lambda each: len(each.lines)))
        earliest, latest = self.now + 20_000, self.now + 80_000
        while self.now < earliest or (self.now < latest and self._behind()):
            self._step()
        if behind := self._behind():
            raise Broken(f"all honest clients converge: {behind}")

    def _behind(self) -> list[str]:
        """Return the honest clients that wait for an answer or are out of sync."""
        return [
            client.user
            for client in self.clients
            if client.terms
            and not client.is_careless
            and not self._is_in_sync(client, client.terms)
        ]

    def _is_in_sync(self, client: SimulatedClient, terms: Terms) -> bool:
        """Return whether a client has all entries, the presence, and no pending command."""
        knows_all = client.entries == self.referee.logs[terms.game]
        knows_who = client.presence == self._presence(terms.game)
        return knows_all and knows_who and not client.pending and self._knows_chat(client, terms)

    def _knows_chat(self, client: SimulatedClient, terms: Terms) -> bool:
        """Return whether a client that has opened the chat knows who else has."""
        readers = {seat for process in self.processes for seat in process.readers(terms.game)}
        is_reader = client.chats and terms.seat_of(client.user) in readers
        return client.readers == sorted(readers) if is_reader else not client.readers

    def _presence(self, game: str) -> tuple[list[str], int]:
        """Return the seats whose players follow a game in any process, and the others' number."""
        seats = [seat for process in self.processes for seat in process.seats(game)]
        return sorted({seat for seat in seats if seat}), seats.count(None)

    def _step(self) -> None:
        self.now, number, what, arguments = heapq.heappop(self._agenda)
        stopped_until = self._stopped_until(what, *arguments)
        if stopped_until > self.now:
            heapq.heappush(self._agenda, (stopped_until, number, what, arguments))
            return
        self.events += what != self._think
        what(*arguments)

    def _stopped_until(self, what: Callable[..., None], subject: object = None, *_: object) -> int:
        """Return when a process that stands still can do this; requests to the store are sent."""
        if isinstance(subject, SimulatedProcess) and what not in (self._append, self._load):
            return subject.stopped_until
        return 0

    def after(self, delay: int, what: Callable[..., None], *arguments: object) -> None:
        self._numbers += 1
        heapq.heappush(self._agenda, (self.now + delay, self._numbers, what, arguments))

    def happens(self, chance: float) -> bool:
        return self.rng.random() < chance * self._faults

    # --- games -----------------------------------------------------------------------------------

    def _begin(self, pair: int) -> None:
        """Start a new game for this pair from time to time, sometimes against an engine."""
        self.after(self.rng.randrange(3_000, 20_000), self._begin, pair)
        if self._noise == 0:
            return
        a, b = self.clients[2 * pair : 2 * pair + 2]
        if self._absences and max(self._away_until.get(each, 0) for each in (a, b)) > self.now:
            return
        other = (
            Identity("", "Easy", "easy") if self.rng.random() < 0.2 else Identity(b.user, b.user)
        )
        x, o = self.rng.sample([Identity(a.user, a.user), other], 2)
        rules, clock = (
            self.rng.choice(RULES),
            "600+0" if self._absences else self.rng.choice(CLOCKS),
        )
        is_rated = self.rng.random() < 0.5
        terms = Terms(self.name(), rules, "-", x, o, clock, is_rated, self.now)
        self._create(terms, self.rng.choice(self.processes))

    def name(self) -> str:
        self._numbers += 1
        return f"{self._numbers:010}"

    def _create(self, terms: Terms, process: SimulatedProcess) -> None:
        if process.stopped_until > self.now:
            return
        try:
            self.store.create(terms)
        except Unavailable:
            return
        self.do(process, process.hub.on_game_created(terms, self.now))

    def on_game_created(self, terms: Terms) -> None:
        """Let the players of a stored game follow it, and some spectators."""
        self.referee.on_game_created(terms)
        for client in self.clients:
            if self._turns_to(client, terms):
                client.follow(terms)
                self.after(self.rng.randrange(300), client.resync)

    def _turns_to(self, client: SimulatedClient, terms: Terms) -> bool:
        """Whether a client leaves its game for this one: in worlds of absences, players wait."""
        if terms.seat_of(client.user) or self._absences:
            return bool(terms.seat_of(client.user))
        return self.rng.random() < 0.2

    # --- clients ---------------------------------------------------------------------------------

    def _client(self, number: int, pairs: int) -> SimulatedClient:
        is_careless = number % 4 == 3 or number == 2 * pairs
        user = f"{number:04}{'abcdefgh'}"
        chats = number % 3 > 0
        return SimulatedClient(
            user, self, self.referee, self.rng, is_careless=is_careless, chats=chats
        )

    def _think(self, client: SimulatedClient) -> None:
        limit = 30_000 if self.happens(0.01) else 400
        self.after(self.rng.randrange(20, limit), self._think, client)
        if client not in self._connected:
            return
        if self._noise:
            client.act()
        if self.rng.random() < 0.1:
            client.resync()

    def _connect(self, client: SimulatedClient) -> None:
        process = self.rng.choice(self.processes)
        if not process.is_up or process.stopped_until > self.now:
            self.after(self.rng.randrange(500), self._connect, client)
            return
        self._numbers += 1
        number = self._numbers
        self._connected[client] = (process, number)
        process.lines[number] = client
        self.do(process, process.hub.connect(number, Identity(client.user, client.user), self.now))
        client.resync()
        if self._noise:
            longest = 60_000 if self._faults else 300_000 if self._absences else 600_000
            self.after(self.rng.randrange(1_000, longest), self._cut, client, number)

    def _cut(self, client: SimulatedClient, number: int) -> None:
        """Break the connection; the server notices at once or later."""
        process, current = self._connected.get(client, (None, 0))
        if process is None or current != number:
            return
        del self._connected[client]
        self.after(self.rng.randrange(2_000), self._hang_up, process, process.life, number)
        away = self.rng.randrange(*ABSENCE_MS if self._absences else (2_000,))
        self._away_until[client] = self.now + away
        self.after(away, self._connect, client)

    def _hang_up(self, process: SimulatedProcess, life: int, number: int) -> None:
        if process.life == life and process.is_up:
            process.lines.pop(number, None)
            self.do(process, process.hub.disconnect(number, self.now))

    # --- the network -----------------------------------------------------------------------------

    def send(self, client: SimulatedClient, text: str) -> None:
        """Send a client's message, which can get lost, late or duplicated."""
        connected = self._connected.get(client)
        if connected is None or self.happens(0.02):
            return
        for _ in range(2 if self.happens(0.05) else 1):
            self.after(self._delay(), self._arrive, *connected, text)

    def _arrive(self, process: SimulatedProcess, number: int, text: str) -> None:
        if process.is_up and number in process.lines:
            self.do(process, process.hub.receive(number, text, self.now))

    def _send(self, process: SimulatedProcess, send: Send) -> None:
        lines = [process.lines[each] for each in send.clients if each in process.lines]
        message = self.referee.check_sent(encode(send.message), [client.user for client in lines])
        self.seen[message.get("code", message["t"])] += 1
        for client in lines:
            connected = self._connected.get(client)
            if connected and connected[0] is process and not self.happens(0.02):
                for _ in range(2 if self.happens(0.05) else 1):
                    self.after(self._delay(), client.receive, message)

    def _delay(self) -> int:
        return self.rng.randrange(1, 2_000) if self.happens(0.03) else self.rng.randrange(1, 40)

    # --- processes -------------------------------------------------------------------------------

    def _new_process(self) -> SimulatedProcess:
        name = self.name() if self._refresh else ""
        hub = self._make("test", new_game=self.name, refresh=self._refresh, process=name, chat=True)
        return SimulatedProcess(hub, Heartbeats(self.store.processes), name)

    def _beat(self, process: SimulatedProcess) -> None:
        self.after(HEARTBEAT_INTERVAL_MS, self._beat, process)
        self._after_catching_up(process, self._beat_now)

    def _beat_now(self, process: SimulatedProcess) -> None:
        beats, hub = process.heartbeats, process.hub
        try:
            run_now(beats.beat(self.now))
        except StoreUnavailable:
            self.do(process, hub.on_heartbeat_failed())
        else:
            if self._refresh and process.name != beats.process:
                process.name = beats.process
                self.do(process, hub.set_process(beats.process))
            self.do(process, hub.on_heartbeat(beats.last, beats.downtimes, self.now))

    def _check_processes(self, process: SimulatedProcess) -> None:
        """Forget dead processes from time to time."""
        self.after(5_000, self._check_processes, process)
        if process.is_up and self._refresh:
            with suppress(StoreUnavailable):
                alive = run_now(process.heartbeats.alive(lambda: self.now))
                hub = process.hub
                self.after(1_000, self._keep_processes, process, hub, alive, hub.known_processes)

    def _keep_processes(
        self, process: SimulatedProcess, hub: Hub, alive: frozenset[str], known: frozenset[str]
    ) -> None:
        """Use a list that a slow store was asked for when these processes were ``known``."""
        if process.is_up and process.hub is hub:
            self.do(process, hub.keep_processes(alive, known, self.now))

    def _tick(self, process: SimulatedProcess) -> None:
        self.after(250, self._tick, process)
        self._after_catching_up(process, self._tick_now)

    def _tick_now(self, process: SimulatedProcess) -> None:
        self.do(process, process.hub.tick(self.now))
        for game in process.hub._games.by_name:
            for seat in filter(None, process.seats(game)):
                self.referee.followed[game, seat].append(self.now)
        if self.rng.random() < 0.05:
            try:
                games = self.store.overdue_games(self.now)
            except Unavailable:
                return
            self.do(process, process.hub.check_deadlines(games, self.now))

    def _after_catching_up(
        self, process: SimulatedProcess, what: Callable[[SimulatedProcess], None]
    ) -> None:
        """Do it, but first receive the messages that waited while the process stood still."""
        if not process.is_up:
            return
        if process.hub.is_late(self.now):
            process.heartbeats.resume(self.now)
            self.after(100, self._if_alive, process, process.life, what, ())
        else:
            what(process)

    def _crash(self) -> None:
        """Kill a process; its requests to the store can still be executed."""
        self.after(self.rng.randrange(5_000, 90_000), self._crash)
        if not self._faults:
            return
        process = self.rng.choice(self.processes)
        if process.is_up:
            self._kill(process)

    def _kill(self, process: SimulatedProcess) -> None:
        process.is_up, process.stopped_until = False, 0
        process.life += 1
        process.lines.clear()
        for client, (there, number) in list(self._connected.items()):
            if there is process:
                self._cut(client, number)
        self._note_reachability()
        self.after(self.rng.randrange(100, 20_000), self._restart, process)

    def _restart(self, process: SimulatedProcess) -> None:
        new = self._new_process()
        try:
            run_now(new.heartbeats.beat(self.now))
        except StoreUnavailable:
            self.after(1_000, self._restart, process)
            return
        process.hub, process.heartbeats, process.is_up = new.hub, new.heartbeats, True
        process.name = new.name
        process.channels, process.wanted = new.channels, new.wanted
        self._note_reachability()
        beats = process.heartbeats
        self.do(process, process.hub.on_heartbeat(beats.last, beats.downtimes, self.now))
        self._notice_bus(process)

    def _stop(self) -> None:
        """Let a process stand still, often longer than a player's time."""
        self.after(self.rng.randrange(40_000, 200_000), self._stop)
        process = self.rng.choice(self.processes)
        if self._faults and process.is_up:
            pause = self.rng.randrange(*OUTAGE_MS)
            process.stopped_until = self.now + pause
            self._note_reachability()
            self.after(pause, self._note_reachability)

    def _disconnect_store(self) -> None:
        """Make the store unavailable, often longer than a player's time."""
        self.after(self.rng.randrange(100_000, 300_000), self._disconnect_store)
        if self._faults and not self.store.is_away:
            self.store.is_away = True
            self._note_reachability()
            self.after(self.rng.randrange(*OUTAGE_MS), self._reconnect_store)

    def _reconnect_store(self) -> None:
        self.store.is_away = False
        self._note_reachability()

    def _break_bus(self) -> None:
        """Let a process lose its connections to the bus for a while, which it notices later."""
        self.after(self.rng.randrange(5_000, 20_000), self._break_bus)
        process = self.rng.choice(self.processes)
        if process.is_on_bus and (self._faults or self._bus_outages):
            process.is_on_bus = False
            self.after(self.rng.randrange(2_000), self._notice_bus, process)
            outage = LONG_BUS_OUTAGE_MS if self._bus_outages else BUS_OUTAGE_MS
            self.after(self.rng.randrange(*outage), self._join_bus, process)

    def _notice_bus(self, process: SimulatedProcess) -> None:
        if process.is_up and self._refresh and not process.is_on_bus:
            down = process.hub.on_bus_status(False, REFRESH_WITHOUT_BUS_MS, self.now)
            self.do(process, down)

    def _join_bus(self, process: SimulatedProcess) -> None:
        process.is_on_bus = True
        if process.is_up and self._refresh:
            process.heartbeats.rename()
            for channel in sorted(process.lost):
                self._publish(process, Publish(channel, MessagesLost(channel)))
            process.lost.clear()
            self.do(process, process.hub.on_bus_status(True, self._refresh, self.now))

    def _note_reachability(self) -> None:
        """Record the times when no process could store anything."""
        is_reachable = not self.store.is_away and any(
            process.is_up and process.stopped_until <= self.now for process in self.processes
        )
        if not is_reachable and self._unreachable_since is None:
            self._unreachable_since = self.now
        elif is_reachable and self._unreachable_since is not None:
            self.referee.downtimes.append(Downtime(self._unreachable_since, self.now))
            self._unreachable_since = None

    # --- effects ---------------------------------------------------------------------------------

    def do(self, process: SimulatedProcess, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send():
                    self._send(process, effect)
                case AppendRequest():
                    self.after(
                        self.rng.randrange(1, 25), self._append, process, process.life, effect
                    )
                case Load():
                    at = max(self.now, process.subscribed_at) + self.rng.randrange(1, 25)
                    self.after(at - self.now, self._load, process, process.life, effect)
                case ReadPoll(room):
                    self._answer(process, self._read_poll, room)
                case TossCoin():
                    self._answer(process, self._throw, effect)
                case ChooseMove():
                    self._answer(process, self._choose, effect)
                case Publish():
                    self._publish(process, effect)
                case Subscribe(channel):
                    process.wanted.add(channel)
                    at = max(process.subscribed_at, self.now + self.rng.randrange(1, 25))
                    process.subscribed_at = at
                    self.after(at - self.now, self._subscribe, process, process.life, channel)
                case Unsubscribe(channel):
                    process.wanted.discard(channel)
                    process.channels.discard(channel)
                case Close():
                    self._shut(process, effect)
                case LogError():
                    self.reports.append(effect.message)
                case LoadLobby() | CheckMissedGames() | CancelSearch():
                    pass  # there is no lobby, and searches end at once

    def _answer(
        self, process: SimulatedProcess, what: Callable[..., None], *arguments: object
    ) -> None:
        self.after(
            self.rng.randrange(1, 60), self._if_alive, process, process.life, what, arguments
        )

    def _if_alive(
        self,
        process: SimulatedProcess,
        life: int,
        what: Callable[..., None],
        arguments: tuple[Any, ...],
    ) -> None:
        if process.is_up and process.life == life:
            what(process, *arguments)

    def _append(self, process: SimulatedProcess, life: int, append: AppendRequest) -> None:
        if process.life != life and self.rng.random() < 0.5:
            return  # it died before it was asked
        try:
            result = self.store.append(append)
        except Unavailable:
            self._answer(process, self._unavailable, append)
        else:
            self.after(
                self.rng.randrange(1, 10),
                self._if_alive,
                process,
                life,
                lambda there: self.do(there, there.hub.on_appended(append, result, self.now)),
                (),
            )

    def _load(self, process: SimulatedProcess, life: int, load: Load) -> None:
        if process.life != life:
            return
        try:
            found = self.store.load(load.game)
        except Unavailable:
            self._answer(process, self._unavailable, load)
        else:
            self._answer(process, self._loaded, load.game, found)

    def _loaded(self, process: SimulatedProcess, game: str, found: Any) -> None:
        self.do(process, process.hub.on_loaded(game, found, self.now))

    def _unavailable(self, process: SimulatedProcess, what: Load | AppendRequest) -> None:
        self.do(process, process.hub.on_store_error(what, self.now))

    def _read_poll(self, process: SimulatedProcess, room: str) -> None:
        """Read the status of a poll; there are none without class rooms."""

    def _throw(self, process: SimulatedProcess, throw: TossCoin) -> None:
        toss = Toss(self.rng.getrandbits(1), "simulated")
        self.do(process, process.hub.on_coin_landed(throw.game, throw.version, toss, self.now))

    def _choose(self, process: SimulatedProcess, think: ChooseMove) -> None:
        move = think.position.name(self.rng.choice(think.position.legal_moves))
        self.do(process, process.hub.on_move_chosen(think.game, think.version, move, self.now))

    def _subscribe(self, process: SimulatedProcess, life: int, channel: str) -> None:
        if process.life == life and channel in process.wanted:
            process.channels.add(channel)

    def _publish(self, process: SimulatedProcess, publish: Publish) -> None:
        """Publish a message, also to its sender, as Redis does; each sender's stay in order."""
        channel, message = publish
        receivers = [each for each in self.processes if each.is_up and channel in each.channels]
        game = getattr(message, "game", "")
        following = [
            each for each in self.processes if channel == game_channel(game) and each.follows(game)
        ]
        self.bus.check(channel, message, len(receivers), len(following))
        if not process.is_on_bus:
            process.lost.add(channel)
        for other in receivers:
            if other is not process and process.is_on_bus:
                at = max(process.delivered_at.get(other, 0), self.now + self._delay())
                process.delivered_at[other] = at
                self.after(at - self.now, self._deliver, other, other.life, publish)

    def _deliver(self, process: SimulatedProcess, life: int, publish: Publish) -> None:
        if (
            process.life == life
            and process.is_up
            and process.is_on_bus
            and publish.channel in process.channels
        ):
            message = decode_bus_message(encode_bus_message(publish.message))
            self.do(process, process.hub.on_bus_message(message, self.now))

    def _shut(self, process: SimulatedProcess, close: Close) -> None:
        client = process.lines.get(close.client)
        if client and self._connected.get(client) == (process, close.client):
            self._cut(client, close.client)
        process.lines.pop(close.client, None)
        self.do(process, process.hub.disconnect(close.client, self.now))
