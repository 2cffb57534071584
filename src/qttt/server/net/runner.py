"""Runs a hub: tells it what happens, and carries out what it wants done."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from random import Random
from types import TracebackType
from typing import Self

import qttt
from qttt.play import Coin, named_coin, with_fallback
from qttt.server.games import Append, Appended, Kind, Span, Terms, Who
from qttt.server.hub import (
    CancelSearch,
    CheckMissedGames,
    ChooseMove,
    Close,
    Effect,
    Hub,
    Load,
    LogError,
    Publish,
    Send,
    Topic,
    TossCoin,
)
from qttt.server.lobby.showing import game_shown, seek_shown
from qttt.server.protocol import outgoing
from qttt.server.store import Store, StoreUnavailable
from qttt.server.watch import Unwatched, Watch

from .bus import Bus, NoBus
from .mailbox import Mailbox, Outlet
from .outlets import Outlets
from .programs import ask, follow, hear_events
from .thinking import Thinkers
from .writer import Writer

TICK, BEAT, LATE, LOBBY, SESSIONS = 0.1, 1.0, 2.0, 0.5, 20.0
"""Seconds between ticks of the hub, signs of life in the store, looks for what is overdue there,
news of the lobby, and looks for sessions that have ended without a word."""
MOST_DUE = 200
LISTED = 50
"""So many games the lobby shows, and so many who wait."""
LONGEST = 30 * 86_400_000
"""Longer ago than any clock runs: what was down before that does not matter any more."""
CALM, HURRIED = 15_000, 2_000
"""So often, in milliseconds, games are read again that are followed and that other processes may
change, while the bus tells of that, and while it is away."""
AGAIN = 1_000
"""After so many milliseconds clients shall come again when the server stops."""
HEARING, PARTING = 0.2, 1.0
"""After so many seconds they have heard that, and so many more they have to part."""

log = logging.getLogger(__name__)


class Runner:
    """A hub at work between clients, a store and, where there are more processes, a bus.

    ``clock`` is read once: time then goes on evenly, whatever is done to the machine's clock.
    ``watch`` is told what happens. ``patience`` is how many seconds it may take, at the end, to
    answer what was asked. With ``chat`` players may write to each other.
    """

    def __init__(
        self,
        store: Store,
        coin: Coin,
        clock: Callable[[], int],
        bus: Bus | None = None,
        watch: Watch | None = None,
        patience: float = PARTING,
        chat: bool = False,
    ) -> None:
        self._store = store
        self._coin = with_fallback(coin, named_coin("os"))
        self._began = clock() - time.monotonic_ns() // 1_000_000
        self._bus = bus or NoBus()
        self._refresh = None if bus is None else CALM
        self.watch = watch or Unwatched()
        self._patience = patience
        self._chat = chat
        self._writer = Writer(store.games, self._stored, self.watch)
        self._outlets = Outlets(self.watch)
        self._numbers = count(1)
        self._loads: set[str] = set()
        self._recalls: dict[str, str] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._thinkers = Thinkers()
        self._lobby_is_old = True
        self._is_cut_off = False
        self._is_store_there = True
        self.is_leaving = False
        self._hub = Hub(qttt.__version__)

    async def __aenter__(self) -> Self:
        """Begin to serve. Raises ``StoreUnavailable``."""
        process = f"{Random().getrandbits(64):016x}"
        await self._store.processes.beat(process, self.now)
        outages = await self._store.processes.outages(self.now - LONGEST)
        downtimes = [Span(each.since, each.until) for each in outages]
        self._hub = Hub(
            qttt.__version__,
            downtimes=downtimes,
            refresh=self._refresh,
            process=process if self._refresh else "",
            chat=self._chat,
        )
        self._bus.subscribe(lambda topic, text: self.heard(topic, text), self._bus_is)
        self._start(self._writer.run())
        self._start(self._every(TICK, self._tick))
        self._start(self._every(BEAT, lambda: self._beat(process)))
        self._start(self._every(LATE, self._look_for_overdue))
        self._start(self._every(LOBBY, self._tell_lobby))
        self._start(self._every(SESSIONS, self._look_for_ended))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Say good-bye, and store what clients wait for."""
        await self.stop()
        self._thinkers.stop_all()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._writer.write(), timeout=2)

    async def stop(self) -> None:
        """Answer what has been asked, tell all clients that the server stops, let them hear it.

        What they say from now on is not heard: they say it again to whomever they meet next.
        """
        if not self.is_leaving:
            self.is_leaving = True
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience):
                    while self._hub.is_busy:
                        await asyncio.sleep(0.01)
        effects = self._hub.stop(AGAIN, self.now)
        self.do_all([effect for effect in effects if isinstance(effect, Send)])
        if self._outlets:  # who is just speaking would hear nothing of it once the line is closed
            await asyncio.sleep(HEARING)
        self.do_all([effect for effect in effects if isinstance(effect, Close)])
        with suppress(TimeoutError):
            async with asyncio.timeout(PARTING):
                while self._outlets:
                    await asyncio.sleep(0.01)

    @property
    def now(self) -> int:
        """The time in milliseconds; it never goes back."""
        return self._began + time.monotonic_ns() // 1_000_000

    @property
    def online(self) -> int:
        """How many sockets and streams are open."""
        return len(self._outlets)

    @property
    def games(self) -> int:
        """How many games are in memory."""
        return self._hub.games

    @property
    def waiting(self) -> int:
        """How many appends wait for the store."""
        return self._writer.waiting

    @property
    def is_writing(self) -> bool:
        """Whether the store took the last sign of life."""
        return self._is_store_there

    # --- clients ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def connected(self, who: Who | None, outlet: Outlet) -> AsyncIterator[int]:
        """The number of a client of the hub, whose words to it go into ``outlet``."""
        client = next(self._numbers)
        self._outlets.add(client, outlet)
        self.do_all(self._hub.connect(client, who, self.now))
        try:
            yield client
        finally:
            self._outlets.remove(client)
            self.do_all(self._hub.disconnect(client, self.now))

    def receive(self, client: int, text: str) -> None:
        """A client has said ``text``."""
        if not self.is_leaving:
            self.do_all(self._hub.receive(client, text, self.now))

    async def do(self, who: Who, game: str, id_: str, at: int, kind: Kind, body: str) -> int:
        """Decide something; returns the version at which it is stored. Raises ``Refusal``."""
        said = {"t": "do", "game": game, "id": id_, "at": at, "kind": kind, "body": body}
        mailbox = Mailbox()
        async with self.connected(who, mailbox) as client:
            self.receive(client, outgoing.text(said))
            return await ask(mailbox, id_)

    async def follow(self, who: Who, game: str) -> AsyncGenerator[str, None]:
        """The game and all that happens in it from now on, each message as one line of JSON."""
        mailbox = Mailbox()
        async with self.connected(who, mailbox) as client:
            self.receive(client, outgoing.text({"t": "watch", "game": game}))
            async for text in follow(mailbox, lambda: self._is_here(client)):
                yield text

    async def events(self, who: Who) -> AsyncGenerator[str, None]:
        """What concerns somebody, above all games that begin, each message as one line of JSON."""
        mailbox = Mailbox()
        async with self.connected(who, mailbox) as client:
            async for text in hear_events(mailbox, lambda: self._is_here(client)):
                yield text

    def _is_here(self, client: int) -> None:
        """A stream says nothing by itself, and yet it is there."""
        self.receive(client, '{"t":"ping"}')

    # --- what others tell ------------------------------------------------------------------------

    async def started(self, terms: Terms) -> None:
        """A game has been created in the store."""
        self.do_all(self._hub.on_game_created(terms, self.now))

    def lobby_changed(self) -> None:
        """Somebody has begun to wait in the lobby, or waits no more."""
        self._lobby_is_old = True
        self._bus.publish("lobby", "")

    def room_changed(self, code: str) -> None:
        """A class room is not as it was."""
        self.do_all(self._hub.on_room_changed(code, self.now))

    async def ended(self, user: str, session: str = "") -> None:
        """A session of that user has ended, or all of them if none is named."""
        self.do_all(self._hub.end_sessions(user, session, self.now))

    def heard(self, topic: Topic, text: str) -> None:
        """Another process has published that."""
        self._lobby_is_old |= topic in ("lobby", "started")
        self.do_all(self._hub.on_bus_message(topic, text, self.now))

    # --- effects ---------------------------------------------------------------------------------

    def do_all(self, effects: Sequence[Effect]) -> None:
        """Carry out what the hub wants done; clients are told first, before any is parted with."""
        self._outlets.send([effect for effect in effects if isinstance(effect, Send)])
        for effect in effects:
            self._do(effect)

    def _do(self, effect: Effect) -> None:
        match effect:
            case Send():
                pass  # clients have been told
            case Append():
                self._writer.put(effect)
            case Publish(topic, text):
                self._lobby_is_old |= topic in ("lobby", "started")
                self._bus.publish(topic, text)
            case Load(game):
                if not self._loads:
                    self._start(self._load())
                self._loads.add(game)
            case CheckMissedGames(user, told):
                if not self._recalls:
                    self._start(self._recall())
                self._recalls[user] = told
            case TossCoin():
                self._start(self._throw(effect))
            case ChooseMove():
                self._start(self._think(effect))
            case CancelSearch(game):
                self._thinkers.stop(game)
            case Close(client, code, reason):
                self._outlets.close(client, code, reason)
            case LogError(message):
                log.error("%s", message)

    def _stored(self, append: Append, result: Appended | None) -> None:
        if result is None:
            self.do_all(self._hub.on_store_error(append, self.now))
        else:
            self.do_all(self._hub.on_appended(append, result, self.now))

    async def _load(self) -> None:
        """Read all games together that were asked for by now."""
        games, self._loads = list(self._loads), set()
        try:
            found = {log.terms.game: log for log in await self._store.games.load_all(games)}
        except StoreUnavailable:
            for game in games:
                self.do_all(self._hub.on_store_error(Load(game), self.now))
        else:
            for game in games:
                self.do_all(self._hub.on_loaded(game, found.get(game), self.now))

    async def _recall(self) -> None:
        """Look for what all have found while away who have come by now."""
        recalls, self._recalls = self._recalls, {}
        with suppress(StoreUnavailable):  # then they are told when they come again
            for user, game in await self._store.lobby.found(list(recalls)):
                if recalls[user] != game:
                    self.do_all(self._hub.on_missed_game(user, game, self.now))

    async def _throw(self, throw: TossCoin) -> None:
        toss = await asyncio.to_thread(self._coin, throw.position)
        self.do_all(self._hub.on_coin_landed(throw.game, throw.version, toss, self.now))

    async def _think(self, think: ChooseMove) -> None:
        if move := await self._thinkers.think(think):
            self.do_all(self._hub.on_move_chosen(think.game, think.version, move, self.now))

    # --- time ------------------------------------------------------------------------------------

    async def _tick(self) -> None:
        self.do_all(self._hub.tick(self.now))

    async def _beat(self, process: str) -> None:
        """Give a sign of life; so it is noticed when the store goes away, and when it is back."""
        try:
            await self._store.processes.beat(process, self.now)
        except StoreUnavailable as error:
            self._store_is(False, str(error))
        else:
            self._store_is(True)

    def _store_is(self, there: bool, why: str = "") -> None:
        if there != self._is_store_there:
            self._is_store_there = there
            self.watch.store_is(there, why)

    def _bus_is(self, there: bool) -> None:
        """While the bus is away the store is asked more often for what others have stored."""
        self._is_cut_off = not there
        self._lobby_is_old = True
        self.do_all(self._hub.set_refresh(CALM if there else HURRIED, self.now))

    async def _look_for_overdue(self) -> None:
        self._lobby_is_old |= self._is_cut_off
        games = await self._store.games.due(self.now, MOST_DUE)
        self.do_all(self._hub.check_deadlines(games, self.now))

    async def _look_for_ended(self) -> None:
        """Sessions expire, are ended in the store, or by a process that nobody could hear."""
        here = self._hub.sessions
        hashes = [bytes.fromhex(session) for session in here]
        held = await self._store.people.held(hashes, self.now)
        for session in here.keys() - {each.hex() for each in held}:
            await self.ended(here[session], session)

    async def _tell_lobby(self) -> None:
        if self._lobby_is_old:
            self._lobby_is_old = False
            seeks = await self._store.lobby.seeks(self.now, LISTED)
            games = await self._store.games.live(LISTED)
            text = outgoing.lobby(map(seek_shown, seeks), map(game_shown, games))
            self.do_all(self._hub.update_lobby(text, self.now))

    async def _every(self, seconds: float, what: Callable[[], Coroutine[None, None, None]]) -> None:
        while True:
            try:
                await what()
            except StoreUnavailable as error:
                log.debug("left for the next time: %s", error)
            await asyncio.sleep(seconds)

    def _start(self, job: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._jobs.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a job of the server failed", exc_info=error)
