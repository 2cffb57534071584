"""Clients that play random moves at any responding server, and record what was acknowledged.

Like the app, a player repeats unacknowledged decisions with the same id.
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

from qttt.engine import Level, choose_move
from qttt.notation import format_move
from qttt.server.games.game import GameState
from qttt.server.games.terms import Identity, Terms
from qttt.server.store.store import Store
from tests.server.log_entries import parse_entry

DISCONNECTED = (OSError, websockets.WebSocketException, httpx.HTTPError, TimeoutError)
RETRY_S = 0.05


class PlayerStoppedError(Exception):
    """No server responds, and the player need not wait for one."""


class Player:
    """A client with a guest session.

    ``acknowledged`` maps ids of decisions to game and version; ``received`` has the types of the
    messages received by ``listen``. A player that ``is_stopped`` starts no game, and raises
    ``PlayerStoppedError`` if no server responds.
    """

    def __init__(self, urls: Sequence[str], seed: int) -> None:
        self.urls = list(urls)
        self.chance = Random(seed)
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.received: set[str] = set()
        self.is_stopped = False
        self.rejections: list[str] = []
        self.cookie = ""
        self._numbers = count(1)
        self._name = f"p{seed}"
        self.browser = httpx.AsyncClient(timeout=60)

    async def __aenter__(self) -> Self:
        answer = await self.ask("POST", "session", {})
        self.cookie = answer.cookies["qttt-guest"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.browser.aclose()

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Return the response of the first server that responds."""
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
            except DISCONNECTED:
                pass
            await self._next()

    async def play(self, name: str) -> GameState:
        """Play that game to its end, reconnecting as needed."""
        state = (await self.ask("GET", f"games/{name}")).json()
        game = _new_game(name, state)
        pending: dict[str, object] | None = None
        while game.outcome is None:
            try:
                pending = await self._play_connected(game, state["seat"], pending)
            except DISCONNECTED:
                await self._next()
        return game

    @asynccontextmanager
    async def watching(self, game: str, have: int = 0) -> AsyncIterator[ClientConnection]:
        """Open a connection that watches the game."""
        async with self.connected() as socket:
            await socket.send(json.dumps({"t": "watch", "game": game, "have": have}))
            yield socket

    async def _next(self) -> None:
        if self.is_stopped:
            raise PlayerStoppedError
        await asyncio.sleep(RETRY_S)
        self.urls = [*self.urls[1:], self.urls[0]]

    async def _play_connected(
        self, game: GameState, seat: str, pending: dict[str, object] | None
    ) -> dict[str, object] | None:
        """Play until the game or the connection ends; return the unacknowledged decision."""
        async with self.watching(game.terms.game, game.version) as socket:
            with suppress(websockets.ConnectionClosed):
                while game.outcome is None:
                    async with asyncio.timeout(20):
                        message = json.loads(await socket.recv())
                    pending = self._receive(game, message, pending)
                    kind, is_ours = message["t"], game.decider == seat
                    if kind == "refused" or (kind == "game" and pending):
                        await self._repeat(socket, pending, message)
                    elif pending is None and is_ours and kind in ("game", "entries"):
                        pending = self._choose(game)
                        await socket.send(json.dumps(pending))
        return pending

    async def listen(self) -> set[str]:
        """Receive messages until the server closes the connection; return their types."""
        async with self.connected() as socket:
            with suppress(websockets.ConnectionClosed):
                while True:
                    self.received.add(json.loads(await socket.recv())["t"])
        return self.received

    def connected(self) -> websockets.connect:
        """Return a connection to the first server, to be opened with ``async with``."""
        url = self.urls[0]
        return websockets.connect(
            f"ws{url[4:]}/api/socket",
            origin=Origin(url),
            additional_headers={"Cookie": f"qttt={self.cookie}"},
            subprotocols=[Subprotocol("qttt.1")],
            open_timeout=60,
        )

    def _receive(
        self, game: GameState, message: dict[str, Any], pending: dict[str, object] | None
    ) -> dict[str, object] | None:
        """Process a message; return the decision that is still unacknowledged."""
        for each in message.get("entries", ()):
            entry = parse_entry(each)
            if entry.version == game.version + 1:
                game.apply(entry)
        if message["t"] == "done" and pending and message["id"] == pending["id"]:
            self.acknowledged[str(message["id"])] = (game.terms.game, message["version"])
            return None
        return pending

    async def _repeat(
        self,
        socket: ClientConnection,
        pending: dict[str, object] | None,
        message: dict[str, Any],
    ) -> None:
        """Repeat a decision; it can be rejected only if the store is unavailable."""
        if message["t"] == "refused":
            self.rejections.append(message["code"])
            assert message["code"] in ("unavailable", "too-fast"), (message, pending)
            await asyncio.sleep(0.2)
        if pending:
            await socket.send(json.dumps(pending))

    def _choose(self, game: GameState) -> dict[str, object]:
        move = choose_move(game.position, Level.RANDOM, self.chance)
        body = format_move(move, game.position)
        id_ = f"{self._name}-{next(self._numbers)}"
        common = {"t": "do", "game": game.terms.game, "id": id_}
        return {**common, "at": game.version, "kind": "move", "body": body}


def _new_game(name: str, state: dict[str, Any]) -> GameState:
    """Return the game before its first entry, from the API's response."""
    terms = state["terms"]
    x, o = (Identity(seat, terms[seat]["name"]) for seat in ("x", "o"))
    return GameState(
        Terms(name, terms["rules"], terms["start"], x, o, terms["clock"], False, terms["created"])
    )


async def begin(x: Player, o: Player, clock: str = "none") -> str:
    """Start a game of two players and return its id."""
    challenge = (await x.ask("POST", "challenges", {"clock": clock, "side": "X"})).json()
    accepted = await o.ask("POST", f"challenges/{challenge['code']}/accept", {})
    return str(accepted.json()["game"])


async def make_players(stack: AsyncExitStack, urls: Sequence[str], pairs: int) -> list[Player]:
    players = [Player(urls, seed) for seed in range(2 * pairs)]
    return [await stack.enter_async_context(player) for player in players]


@asynccontextmanager
async def all_playing(players: Sequence[Player]) -> AsyncIterator[None]:
    """Let pairs of players play one game after the other; at the end stop them.

    They are not cancelled: a cancelled WebSocket does not close its connection.
    """
    pairs = zip(players[::2], players[1::2], strict=True)
    playing = [asyncio.create_task(_keep_playing(x, o)) for x, o in pairs]
    try:
        yield
    finally:
        for player in players:
            player.is_stopped = True
        await asyncio.gather(*playing)


async def _keep_playing(x: Player, o: Player) -> None:
    with suppress(PlayerStoppedError):
        while not x.is_stopped:
            game = await begin(x, o)
            for result in await asyncio.gather(x.play(game), o.play(game), return_exceptions=True):
                if isinstance(result, BaseException):
                    raise result


async def lost(store: Store, players: Sequence[Player]) -> list[str]:
    """Return the acknowledged ids that are not stored as acknowledged; verify the games."""
    acknowledged = {id_: at for player in players for id_, at in player.acknowledged.items()}
    games = sorted({game for game, _ in acknowledged.values()})
    stored = {}
    for log in await store.games.load_all(games):
        game = GameState(log.terms)
        for entry in log.entries:
            game.apply(entry)
            assert entry.id not in stored or not entry.id
            stored[entry.id] = (log.terms.game, entry.version)
        await store.games.verify(log.terms.game)
    return [id_ for id_, at in acknowledged.items() if stored.get(id_) != at]
