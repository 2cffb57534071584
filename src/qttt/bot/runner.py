"""Plays all games of a bot concurrently, with one thread per game."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from typing import NamedTuple

from qttt.play import History, Opponent

from .client import Client
from .errors import BotError, RequestRejectedError
from .game import DRAW, REMATCH, TAKEBACK, RemoteGame
from .http_api import Backoff

RENEW_INTERVAL_S = 10.0
"""Interval at which seeks are renewed (P61)."""
REMATCH_WAIT_S = 30.0
"""How long to wait for a rematch offer after a game."""
OUTDATED = frozenset(
    {
        "already-offered",
        "chance-decides",
        "game-over",
        "no-offer",
        "not-your-turn",
        "out-of-time",
        "stale",
    }
)
"""Error codes of actions that arrived after an event, which the stream will deliver."""
NO_TIME_LEFT = "no-time-left"
"""Error code of a takeback that the clocks do not allow (P44)."""


class SeekOptions(NamedTuple):
    """The parameters of repeated seeks; ``clock`` is written as ``300+5`` or ``3d``."""

    clock: str
    rules: str = "goff"
    side: str = "random"


def play(
    client: Client,
    player: Opponent,
    *,
    accepts_draw: Callable[[RemoteGame], bool] = lambda game: False,
    games: int | None = None,
    seek: SeekOptions | None = None,
    rematches: int = 3,
    on_message: Callable[[str], None] = lambda text: None,
) -> list[RemoteGame]:
    """Play the account's unfinished and new games until ``games`` have ended; return those.

    Takeback offers are accepted if enough time is left, because games of bots are not rated.
    Retries while the server is down.

    ``seek`` is repeated, one game after another. ``rematches`` are accepted in a row against one
    opponent. ``on_message`` is called when a game has ended.

    Raises:
        BotError: An error that retrying does not solve; also anything that ``player`` raises.
    """
    return _Runner(client, player, accepts_draw, seek, rematches, on_message).run(games)


class _Runner:
    """Starts the threads and consumes their events.

    Events are names of games, games that have ended, exceptions, and None when no rematch follows.
    """

    def __init__(
        self,
        client: Client,
        player: Opponent,
        accepts_draw: Callable[[RemoteGame], bool],
        seek: SeekOptions | None,
        rematches: int,
        on_message: Callable[[str], None],
    ) -> None:
        self._client = client
        self._player = player
        self._accepts_draw = accepts_draw
        self._seek = seek
        self._rematches = rematches
        self._on_message = on_message
        self._events: SimpleQueue[str | RemoteGame | Exception | None] = SimpleQueue()
        self._rematches_in_a_row: dict[str, int] = {}
        self._known: set[str] = set()
        self._game_started = Event()

    def run(self, games: int | None) -> list[RemoteGame]:
        ended: list[RemoteGame] = []
        self._start(self._watch_events)
        if self._seek:
            self._start(self._find)
        while games is None or len(ended) < games:
            event = self._events.get()
            if isinstance(event, Exception):
                raise event
            if isinstance(event, RemoteGame):
                ended.append(event)
                self._on_message(f"{event.name} has ended: {event.result}")
            elif event is None:
                if self._seek:
                    self._start(self._find)
            elif event not in self._known:
                self._known.add(event)
                self._game_started.set()
                self._start(partial(self._play, event))
        return ended

    def _start(self, task: Callable[[], None]) -> None:
        def run_and_report() -> None:
            try:
                task()
            except Exception as error:  # noqa: BLE001  raised again by run()
                self._events.put(error)

        Thread(target=run_and_report, daemon=True).start()

    def _watch_events(self) -> None:
        for name in self._client.events():
            if name:
                self._events.put(name)

    def _find(self) -> None:
        games: set[str] = set()
        backoff = Backoff()
        while self._seek and not games:
            try:
                before = self._known | set(self._client.games())
                self._game_started.clear()
                answer = self._client.seek(*self._seek)
                games = (
                    {answer["game"]}
                    if "game" in answer
                    else self._await_game(answer["seek"], before)
                )
            except BotError as error:
                backoff.retry_or_raise(error)
        for game in games:
            self._events.put(game)

    def _await_game(self, seek: str, before: set[str]) -> set[str]:
        """Return the games started when the seek ends, empty if the seek expired."""
        while True:
            if self._game_started.wait(RENEW_INTERVAL_S) and (started := self._known - before):
                return started
            self._game_started.clear()
            try:
                if game := self._client.renew(seek):
                    return {game}
            except RequestRejectedError as error:
                if error.code == "gone":
                    return set(self._client.games()) - before
                raise

    def _play(self, name: str) -> None:
        stream = self._client.follow(name)
        for game in stream:
            if not game.is_played_by_bot:
                return
            self._count(game)
            if game.is_over:
                self._events.put(game)
                self._await_rematch(game, stream)
                return
            self._decide(game)

    def _await_rematch(self, game: RemoteGame, stream: Iterator[RemoteGame]) -> None:
        deadline = time.monotonic() + (REMATCH_WAIT_S if game.is_against_person else 0)
        while not game.next_game and time.monotonic() < deadline:
            self._decide(game)
            game = next(stream)
        if not game.next_game:
            self._rematches_in_a_row.pop(game.name, None)
            self._events.put(None)

    def _count(self, game: RemoteGame) -> None:
        """Count the rematches in a row up to this game."""
        if game.name not in self._rematches_in_a_row:
            before = game.terms.get("before")
            self._rematches_in_a_row[game.name] = (
                self._rematches_in_a_row.pop(before, 0) + 1 if before else 0
            )

    def _decide(self, game: RemoteGame) -> None:
        """Do the first possible of ``_actions``."""
        for kind, body in self._actions(game):
            try:
                self._client.submit(game, kind, body)
            except RequestRejectedError as error:
                if error.code not in {*OUTDATED, NO_TIME_LEFT}:
                    raise
            else:
                return

    def _actions(self, game: RemoteGame) -> list[tuple[str, str]]:
        if TAKEBACK in game.offers:
            return [("accept-takeback", ""), ("decline-takeback", "")]
        if DRAW in game.offers:
            return [("accept-draw" if self._accepts_draw(game) else "decline-draw", "")]
        if REMATCH in game.offers:
            accepts = self._rematches_in_a_row.get(game.name, 0) < self._rematches
            return [("accept-rematch" if accepts else "decline-rematch", "")]
        if not game.is_my_turn:
            return []
        move = self._player.choose(History.of(game.match.node))
        return [("move", game.position.name(move))]
