"""The games in memory, and when each of them has to run."""

import heapq
from collections.abc import Callable, Collection, Iterator, Sequence

from qttt.server.games.commands import Downtime, Uptime
from qttt.server.protocol.incoming import WatchGame

from .clients import ClientRegistry, ConnectedClient
from .effects import Effect
from .game_actor import GameActor
from .inbox import InboxItem, Received

COMPACTION_MARGIN = 1_000
"""Stale heap entries tolerated before the heap is rebuilt."""


class Timers:
    """At most one timer for each game; setting another replaces it.

    A postponed timer stays in the heap until its old time, as most timers are postponed often.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []
        self._set: dict[str, int] = {}
        self._in_heap: dict[str, int] = {}

    def set(self, game: str, at: int) -> None:
        self._set[game] = at
        if game not in self._in_heap or at < self._in_heap[game]:
            self._push(game, at)

    def cancel(self, game: str) -> None:
        self._set.pop(game, None)
        self._in_heap.pop(game, None)
        if len(self._heap) > 2 * len(self._in_heap) + COMPACTION_MARGIN:
            self._heap = [(at, game) for game, at in self._in_heap.items()]
            heapq.heapify(self._heap)

    def expired(self, now: int) -> Iterator[str]:
        """Remove and yield the games whose timers have expired by ``now``."""
        while self._heap and self._heap[0][0] <= now:
            at, game = heapq.heappop(self._heap)
            if self._in_heap.get(game) != at:
                continue
            del self._in_heap[game]
            if self._set[game] <= now:
                del self._set[game]
                yield game
            else:
                self._push(game, self._set[game])

    def _push(self, game: str, at: int) -> None:
        self._in_heap[game] = at
        heapq.heappush(self._heap, (at, game))


IDLE_GAME_TTL_MS = 20_000
"""How long an unused game stays in memory."""
RECHECK_MS = 1_000
"""When overdue work that is in progress, or not possible yet, is checked again."""


class GameActors:
    """The games of one process, of class ``actor``; ``clients`` follow them.

    ``refresh`` is how often followed games are loaded again, as for ``GameActor``.
    """

    def __init__(
        self,
        clients: ClientRegistry,
        out: list[Effect],
        actor: type[GameActor],
        new_game: Callable[[], str],
        refresh: int | None,
        chat: bool,
    ) -> None:
        self.by_name: dict[str, GameActor] = {}
        self.refresh = refresh
        self.uptime = Uptime()
        self._clients = clients
        self._make: Callable[[str], GameActor] = lambda game: actor(
            game, out, new_game, self.uptime, self.refresh, chat
        )
        self._timers = Timers()

    @property
    def is_busy(self) -> bool:
        return any(actor.is_busy for actor in self.by_name.values())

    def enqueue(self, game: str, item: InboxItem, now: int) -> None:
        actor = self._actor(game)
        actor.enqueue(item)
        self.run(actor, now)

    def watch(self, client: ConnectedClient, watch: WatchGame, now: int) -> None:
        """Let a client follow a game, unless the game rejects it."""
        actor, is_new = self._actor(watch.game), watch.game not in client.watched
        if self._clients.watch(client, watch.game):
            actor.on_followed()
        is_queued = actor.enqueue(Received(client, client.identity, now, watch))
        self.run(actor, now)
        if is_new and not (is_queued and actor.has_client(client.number)):
            self._clients.unwatch(client, watch.game)

    def leave(self, client: ConnectedClient, game: str) -> None:
        if game in client.watched:
            self._clients.unwatch(client, game)
            if actor := self.by_name.get(game):
                actor.leave(client.number)

    def run(self, actor: GameActor, now: int) -> None:
        """Run a game, and again when it asks to."""
        actor.run(now)
        wake_at = actor.wake_at
        if wake_at is not None:
            self._timers.set(actor.name, wake_at if wake_at > now else now + RECHECK_MS)

    def run_after(self, actor: GameActor, change: Callable[[], None], now: int) -> None:
        """Run a game after a change that can reject clients."""
        clients = actor.clients
        change()
        self.run(actor, now)
        self._unwatch_rejected(actor, clients)

    def run_expired(self, now: int) -> None:
        for game in self._timers.expired(now):
            if actor := self.by_name.get(game):
                self.run(actor, now)

    def load_followed(self, now: int) -> None:
        """Load all followed games, and then again after ``refresh`` milliseconds."""
        for actor in self.by_name.values():
            actor.set_refresh(self.refresh)
            self.run(actor, now)

    def on_heartbeat(self, at: int, downtimes: Sequence[Downtime], now: int) -> None:
        """Run the games that depend on a heartbeat with the time ``at``, or on new downtimes."""
        is_new = downtimes != self.uptime.downtimes
        self.uptime.confirmed_at, self.uptime.downtimes = at, downtimes
        for actor in self.by_name.values():
            if is_new or actor.awaits_heartbeat:
                self.run(actor, now)

    def on_heartbeat_failed(self) -> None:
        for actor in self.by_name.values():
            if actor.awaits_heartbeat:
                actor.on_heartbeat_failed()

    def discard(self, actor: GameActor) -> None:
        """Remove a game that is unused or does not exist."""
        clients = actor.clients
        actor.discard()
        self._unwatch_rejected(actor, clients)
        self._timers.cancel(actor.name)
        del self.by_name[actor.name]

    def discard_idle(self, now: int) -> None:
        for actor in list(self.by_name.values()):
            if actor.last_used + IDLE_GAME_TTL_MS < now and actor.is_idle:
                self.discard(actor)

    def _actor(self, game: str) -> GameActor:
        if game not in self.by_name:
            self.by_name[game] = self._make(game)
        return self.by_name[game]

    def _unwatch_rejected(self, actor: GameActor, clients: Collection[int]) -> None:
        for client in set(clients) - actor.clients:
            self._clients.unwatch(self._clients.clients[client], actor.name)
