"""Playing all games of a program at once, a thread for each: they mostly wait."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from typing import NamedTuple

from qttt.play import Opponent

from .client import Client
from .errors import BotError, Refused
from .game import DRAW, REMATCH, TAKEBACK, Game
from .waiting import Waiting

RENEWING = 10.0
"""Seconds between two signs that one still looks for an opponent (P61)."""
LINGERING = 30.0
"""So many seconds after a game its opponent can offer another."""
OVERTAKEN = frozenset(
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
"""Refusals that say that something has happened meanwhile, of which the stream will tell."""


class Seek(NamedTuple):
    """What somebody is looked for, again and again; ``clock`` as ``300+5`` or ``3d``."""

    clock: str
    rules: str = "goff"
    side: str = "random"


def play(
    client: Client,
    player: Opponent,
    *,
    takes_draw: Callable[[Game], bool] = lambda game: False,
    games: int | None = None,
    seek: Seek | None = None,
    rematches: int = 3,
    tell: Callable[[str], None] = lambda text: None,
) -> list[Game]:
    """Have ``player`` play in the program's games, until so many have ended; returns those.

    These are the games that the program was in before, those that begin meanwhile, and with
    ``seek`` those that it finds: one after the other. Takebacks are granted, as a program's games
    are not rated; ``takes_draw`` decides about draws. So many ``rematches`` in a row are played
    with whoever wants them, and more are declined. ``tell`` hears when games begin and end.

    It waits for a server that is away. Raises what ``player`` raises, and ``BotError`` for what
    waiting does not mend.
    """
    return _Playing(client, player, takes_draw, seek, rematches, tell).run(games)


class _Playing:
    """All threads report to the one that runs.

    They tell games by name, games that have ended, what failed, and None when an opponent is gone.
    """

    def __init__(
        self,
        client: Client,
        player: Opponent,
        takes_draw: Callable[[Game], bool],
        seek: Seek | None,
        rematches: int,
        tell: Callable[[str], None],
    ) -> None:
        self._client = client
        self._player = player
        self._takes_draw = takes_draw
        self._seek = seek
        self._rematches = rematches
        self._tell = tell
        self._news: SimpleQueue[str | Game | Exception | None] = SimpleQueue()
        self._in_a_row: dict[str, int] = {}
        self._known: set[str] = set()
        self._began = Event()

    def run(self, games: int | None) -> list[Game]:
        ended: list[Game] = []
        self._start(self._listen)
        if self._seek:
            self._start(self._find)
        while games is None or len(ended) < games:
            news = self._news.get()
            if isinstance(news, Exception):
                raise news
            if isinstance(news, Game):
                ended.append(news)
                self._tell(f"{news.name} has ended: {news.result}")
            elif news is None:
                if self._seek:
                    self._start(self._find)
            elif news not in self._known:
                self._known.add(news)
                self._began.set()
                self._start(partial(self._play, news))
        return ended

    def _start(self, work: Callable[[], None]) -> None:
        def reporting() -> None:
            try:
                work()
            except Exception as error:  # noqa: BLE001  raised again where somebody waits
                self._news.put(error)

        Thread(target=reporting, daemon=True).start()

    def _listen(self) -> None:
        for name in self._client.events():
            if name:
                self._news.put(name)

    def _find(self) -> None:
        """Look for an opponent until there is one."""
        found: set[str] = set()
        waiting = Waiting()
        while self._seek and not found:
            try:
                before = self._known | set(self._client.games())
                self._began.clear()
                said = self._client.seek(*self._seek)
                found = {said["game"]} if "game" in said else self._wait(said["seek"], before)
            except BotError as error:
                waiting.after(error)
        for game in found:
            self._news.put(game)

    def _wait(self, seek: str, before: set[str]) -> set[str]:
        """What has begun when the seek is over: one game, or nothing if the seek was forgotten."""
        while True:
            if self._began.wait(RENEWING) and (begun := self._known - before):
                return begun
            self._began.clear()
            try:
                if found := self._client.renew(seek):
                    return {found}
            except Refused as error:
                if error.code == "gone":
                    return set(self._client.games()) - before
                raise

    def _play(self, name: str) -> None:
        stream = self._client.follow(name)
        for game in stream:
            if not game.is_mine:
                return
            self._count(game)
            if game.is_over:
                self._news.put(game)
                self._linger(game, stream)
                return
            self._decide(game)

    def _linger(self, game: Game, stream: Iterator[Game]) -> None:
        """Wait a little after a game whose opponent, being a person, may want another."""
        until = time.monotonic() + (LINGERING if game.is_against_person else 0)
        while not game.next_game and time.monotonic() < until:
            self._decide(game)
            game = next(stream)
        if not game.next_game:
            self._in_a_row.pop(game.name, None)
            self._news.put(None)

    def _count(self, game: Game) -> None:
        """Note how many rematches in a row there have been with this one, if it is one."""
        if game.name not in self._in_a_row:
            before = game.terms.get("before")
            self._in_a_row[game.name] = self._in_a_row.pop(before, 0) + 1 if before else 0

    def _decide(self, game: Game) -> None:
        """Answer what is offered, and move if it is the program's turn."""
        for kind, body in self._wishes(game):
            try:
                self._client.do(game, kind, body)
            except Refused as error:
                if error.code not in OVERTAKEN:
                    raise

    def _wishes(self, game: Game) -> list[tuple[str, str]]:
        if TAKEBACK in game.offered:
            return [("accept-takeback", "")]
        if DRAW in game.offered:
            return [("accept-draw" if self._takes_draw(game) else "decline-draw", "")]
        if REMATCH in game.offered:
            is_enough = self._in_a_row.get(game.name, 0) >= self._rematches
            return [("decline-rematch" if is_enough else "accept-rematch", "")]
        if not game.is_my_turn:
            return []
        return [("move", game.position.name(self._player.choose(game.position)))]
