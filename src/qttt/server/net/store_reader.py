"""Reads what a hub requests from the store: games, users' games, polls and the lobby."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf

from qttt.server.errors import StoreCorrupt, StoreUnavailable
from qttt.server.game_errors import log_game_error
from qttt.server.hub.effects import CheckMissedGames, Effect, Load, LoadLobby, ReadPoll
from qttt.server.hub.hub import Hub
from qttt.server.lobby.lobby import MAX_LISTED, game_fields, seek_fields
from qttt.server.protocol.outgoing import ListedGame, ListedSeek, PollProgress
from qttt.server.store.entities import GameLog
from qttt.server.store.store import Store

from .background import BackgroundTasks
from .redis_bus import RedisBus

MAX_LOADED = 100
"""Games that are loaded with one query."""

log = logging.getLogger(__name__)


class StoreReader:
    """Answers the effects of ``hub`` that read the store; ``execute`` gets what follows.

    One query answers all requests for games that have arrived during the one before, and one all
    for users. Each is made after their subscriptions to ``bus``, if any, so that no change between
    them is missed.
    """

    def __init__(
        self,
        store: Store,
        bus: RedisBus | None,
        hub: Hub,
        tasks: BackgroundTasks,
        execute: Callable[[Sequence[Effect]], None],
        clock: Callable[[], int],
    ) -> None:
        self.lobby = LobbyReader(store)
        self._store = store
        self._bus = bus
        self._hub = hub
        self._tasks = tasks
        self._execute = execute
        self._clock = clock
        self._loads: set[str] = set()
        self._loading = asyncio.Lock()
        self._damaged: set[str] = set()
        self._missed_checks: dict[str, str] = {}
        self._checking = asyncio.Lock()

    def request(self, effect: Load | LoadLobby | CheckMissedGames | ReadPoll) -> None:
        """Start a task that answers the effect, unless one does."""
        match effect:
            case Load(game):
                if not self._loads:
                    self._tasks.start(self._load())
                self._loads.add(game)
            case CheckMissedGames(user, announced):
                if not self._missed_checks:
                    self._tasks.start(self._check_missed_games())
                self._missed_checks[user] = announced
            case LoadLobby():
                self.lobby.has_changed = True
                self._tasks.start(self._load_lobby())
            case ReadPoll(room):
                self._tasks.start(self._read_poll(room))

    async def update_lobby(self) -> None:
        """Send what has changed in the lobby, if it is followed. Raises ``StoreUnavailable``."""
        if self._hub.has_lobby_followers and (lobby := await self.lobby.read(self._clock())):
            self._execute(self._hub.update_lobby(*lobby))

    async def _subscribed(self) -> None:
        if self._bus:
            await self._bus.subscribed()

    async def _load(self) -> None:
        async with self._loading:
            damaged = self._loads & self._damaged
            games, self._loads = list(self._loads - damaged), set()
            await self._subscribed()
            for start in range(0, len(games), MAX_LOADED):  # others have a turn in between
                await self._load_now(games[start : start + MAX_LOADED])
            for game in damaged:  # each by itself, as it can keep others from loading
                await self._load_now([game])

    async def _load_now(self, games: Sequence[str]) -> None:
        try:
            logs = await self._store.games.load_all(games)
        except StoreUnavailable:
            self._report(games)
        except Exception as error:
            if len(games) > 1:
                for game in games:
                    await self._load_now([game])
                return
            if isinstance(error, StoreCorrupt):
                log_game_error(str(error))
            else:
                log.exception("game not loaded", extra={"game": games[0]})
            self._damaged.update(games)
            self._report(games)
        else:
            self._damaged.difference_update(games)
            loaded = {game_log.terms.game: game_log for game_log in logs}
            for game in games:
                self._deliver(game, loaded.get(game))

    def _deliver(self, game: str, loaded: GameLog | None) -> None:
        try:
            self._execute(self._hub.on_loaded(game, loaded, self._clock()))
        except Exception:  # the others of the query wait for their logs
            log.exception("loading failed", extra={"game": game})
            self._report([game])

    def _report(self, games: Sequence[str]) -> None:
        """Report games that could not be loaded."""
        for game in games:
            self._execute(self._hub.on_store_error(Load(game), self._clock()))

    async def _check_missed_games(self) -> None:
        async with self._checking:
            checks, self._missed_checks = self._missed_checks, {}
            await self._subscribed()
            with suppress(StoreUnavailable):  # checked again when the user reconnects
                for user, game in await self._store.lobby.collect_matches(list(checks)):
                    if checks[user] != game:
                        self._execute(self._hub.on_missed_game(user, game, self._clock()))

    async def _load_lobby(self) -> None:
        await self._subscribed()
        with suppress(StoreUnavailable):  # read again at the next update
            await self.update_lobby()

    async def _read_poll(self, room: str) -> None:
        try:
            status = await self._store.polls.status(room)
        except StoreUnavailable:
            self._hub.on_poll_changed(room)
        except Exception:
            log.exception("poll not read")
            self._hub.on_poll_changed(room)
        else:
            if status:
                self._execute(self._hub.on_poll_read(PollProgress(room, *status)))


class LobbyReader:
    """The public seeks and games in ``store``.

    Set ``has_changed`` when any of them may have changed.
    """

    def __init__(self, store: Store) -> None:
        self.has_changed = True
        self._store = store
        self._lock = asyncio.Lock()
        self._expires = inf  # when the first listed seek expires, unless it is renewed

    async def read(self, now: int) -> tuple[list[ListedSeek], list[ListedGame]] | None:
        """Return the seeks and games; None if nothing has changed. The last result is the newest.

        Raises ``StoreUnavailable``.
        """
        async with self._lock:
            return await self._read(now)

    async def _read(self, now: int) -> tuple[list[ListedSeek], list[ListedGame]] | None:
        if not self.has_changed and now < self._expires:
            return None
        self.has_changed = False
        try:
            seeks = await self._store.lobby.seeks(now, MAX_LISTED)
            games = await self._store.games.live_games(MAX_LISTED)
        except Exception:
            self.has_changed = True
            raise
        self._expires = min((seek.expires for seek in seeks), default=inf)
        return (
            [ListedSeek(**seek_fields(seek)) for seek in seeks],
            [ListedGame(**game_fields(game.terms)) for game in games],
        )
