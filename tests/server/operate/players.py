"""People who play by chance, at whichever of several addresses answers, and note what they heard.

A player says what has not been acknowledged again under the same id, as the app does.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from random import Random
from typing import Any, Self

import httpx
import websockets
from websockets import ClientConnection
from websockets.typing import Origin, Subprotocol

from qttt.engine import Level, choose
from qttt.notation import format_move
from qttt.server.games import Game, Terms, Who, read_entry
from qttt.server.store import Store

GONE = (OSError, websockets.WebSocketException, httpx.HTTPError, TimeoutError)
PAUSE = 0.05
HURRY = {"clock": "none"}


class Player:
    """Somebody with a session.

    ``heard`` maps what was acknowledged to its game and version; ``overheard`` has the types of
    what was said to one who only listened.
    """

    def __init__(self, urls: Sequence[str], seed: int) -> None:
        self.urls = list(urls)
        self.chance = Random(seed)
        self.heard: dict[str, tuple[str, int]] = {}
        self.overheard: set[str] = set()
        self.refusals: list[str] = []
        self.longest = 0.0
        self.cookie = ""
        self._numbers = count(1)
        self._name = f"p{seed}"
        self.browser = httpx.AsyncClient(timeout=60)

    async def __aenter__(self) -> Self:
        answer = await self.ask("POST", "session", {})
        self.cookie = answer.cookies["qttt"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.browser.aclose()

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """The answer of the first server that gives one."""
        while True:
            url = self.urls[0]
            headers = {"Origin": url} | ({"Cookie": f"qttt={self.cookie}"} if self.cookie else {})
            try:
                answer = await self.browser.request(
                    method, f"{url}/api/{path}", json=body, headers=headers
                )
                self.browser.cookies.clear()
                if answer.status_code < 500:
                    assert answer.is_success, (method, path, answer.text)
                    return answer
            except GONE:
                pass
            await self._next()

    async def play(self, name: str) -> Game:
        """Play that game to its end, over as many connections as that takes."""
        told = (await self.ask("GET", f"games/{name}")).json()
        game = _begun(name, told)
        wish: dict[str, object] | None = None
        while game.outcome is None:
            try:
                wish = await self._talk(game, told["seat"], wish)
            except GONE:
                await self._next()
        return game

    @asynccontextmanager
    async def watching(self, game: str, have: int = 0) -> AsyncIterator[ClientConnection]:
        """A connection over which that game is followed."""
        async with self._line() as line:
            await line.send(json.dumps({"t": "watch", "game": game, "have": have}))
            yield line

    async def _next(self) -> None:
        await asyncio.sleep(PAUSE)
        self.urls = [*self.urls[1:], self.urls[0]]

    async def _talk(
        self, game: Game, seat: str, wish: dict[str, object] | None
    ) -> dict[str, object] | None:
        """Play over one connection, until the game or the connection ends."""
        async with self.watching(game.terms.game, game.version) as line:
            with suppress(websockets.ConnectionClosed):
                while game.outcome is None:
                    async with asyncio.timeout(20):
                        said = json.loads(await line.recv())
                    wish = self._take(game, said, wish)
                    if said["t"] == "refused" or (said["t"] == "game" and wish):
                        await self._repeat(line, wish, said)
                    elif wish is None and game.decider == seat and said["t"] in ("game", "entries"):
                        wish = self._choose(game)
                        await line.send(json.dumps(wish))
        return wish

    async def listen(self) -> set[str]:
        """What the server says, by types, until it ends the connection; nothing is said to it."""
        async with self._line() as line:
            with suppress(websockets.ConnectionClosed):
                while True:
                    self.overheard.add(json.loads(await line.recv())["t"])
        return self.overheard

    def _line(self) -> websockets.connect:
        url = self.urls[0]
        return websockets.connect(
            f"ws{url[4:]}/api/socket",
            origin=Origin(url),
            additional_headers={"Cookie": f"qttt={self.cookie}"},
            subprotocols=[Subprotocol("qttt.1")],
            open_timeout=60,
        )

    def _take(
        self, game: Game, said: dict[str, Any], wish: dict[str, object] | None
    ) -> dict[str, object] | None:
        """Note what was said; the wish that is not acknowledged yet."""
        for each in said.get("entries", ()):
            entry = read_entry(each)
            if entry.version == game.version + 1:
                game.apply(entry)
        if said["t"] == "done" and wish and said["id"] == wish["id"]:
            self.heard[str(said["id"])] = (game.terms.game, said["version"])
            return None
        return wish

    async def _repeat(
        self,
        line: ClientConnection,
        wish: dict[str, object] | None,
        said: dict[str, Any],
    ) -> None:
        """Say again what was not acknowledged; only a store that is away may refuse it."""
        if said["t"] == "refused":
            self.refusals.append(said["code"])
            assert said["code"] in ("unavailable", "too-fast"), (said, wish)
            await asyncio.sleep(0.2)
        if wish:
            await line.send(json.dumps(wish))

    def _choose(self, game: Game) -> dict[str, object]:
        move = choose(game.position, Level.RANDOM, self.chance)
        body = format_move(move, game.position)
        id_ = f"{self._name}-{next(self._numbers)}"
        common = {"t": "do", "game": game.terms.game, "id": id_}
        return {**common, "at": game.version, "kind": "move", "body": body}


def _begun(name: str, told: dict[str, Any]) -> Game:
    """The game before its first entry, as far as it matters who plays it."""
    terms = told["terms"]
    x, o = (Who(seat, terms[seat]["name"]) for seat in ("x", "o"))
    made = Terms(
        name, terms["rules"], terms["start"], x, o, terms["clock"], False, terms["created"]
    )
    return Game(made)


async def begin(x: Player, o: Player) -> str:
    """A new game of the two."""
    made = (await x.ask("POST", "challenges", {**HURRY, "side": "X"})).json()
    accepted = await o.ask("POST", f"challenges/{made['code']}/accept", {})
    return str(accepted.json()["game"])


async def crowd(stack: AsyncExitStack, urls: Sequence[str], pairs: int) -> list[Player]:
    """So many pairs of players."""
    players = [Player(urls, seed) for seed in range(2 * pairs)]
    return [await stack.enter_async_context(each) for each in players]


async def ended(playing: Sequence[asyncio.Task[None]]) -> None:
    """Let all stop playing; what went wrong with one of them is raised."""
    for task in playing:
        task.cancel()
    for result in await asyncio.gather(*playing, return_exceptions=True):
        if not isinstance(result, asyncio.CancelledError | None):
            raise result


async def keep_playing(x: Player, o: Player) -> None:
    """One game after the other, until cancelled."""
    while True:
        game = await begin(x, o)
        await asyncio.gather(x.play(game), o.play(game))


async def lost(store: Store, players: Sequence[Player]) -> list[str]:
    """What was acknowledged and is not stored where it was said to be; games are verified."""
    heard = {id_: place for player in players for id_, place in player.heard.items()}
    games = sorted({game for game, _ in heard.values()})
    stored = {}
    for log in await store.games.load_all(games):
        game = Game(log.terms)
        for entry in log.entries:
            game.apply(entry)
            assert entry.id not in stored or not entry.id
            stored[entry.id] = (log.terms.game, entry.version)
        await store.games.verify(log.terms.game)
    return [id_ for id_, place in heard.items() if stored.get(id_) != place]
