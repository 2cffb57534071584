"""After any error of what a hub has requested, its games, lobby and rooms go on.

A hub requests something once, so a request without an answer would stop a game for ever.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from qttt.game import Position
from qttt.play import Toss
from qttt.server.codes import new_room_code
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Identity, Terms
from qttt.server.hub import game_actor
from qttt.server.hub.effects import (
    CheckMissedGames,
    ChooseMove,
    Effect,
    Load,
    LoadLobby,
    ReadPoll,
    TossCoin,
)
from qttt.server.hub.hub import Hub
from qttt.server.net import engine_pool, runner
from qttt.server.net.engine_pool import EnginePool
from qttt.server.net.runner import HubRunner
from qttt.server.net.streams import Mailbox
from qttt.server.operate.logs import MAX_ERRORS, ErrorLimit
from qttt.server.services import now_ms
from qttt.server.store.games import GameStore
from qttt.server.store.polls import PollStatus
from qttt.server.store.store import Store
from tests.server.busy import without_downtime

from .helpers import ANN, BOB, GAME, opened, terms


def broken_coin(position: Position) -> Toss:
    raise RuntimeError("a bug")


class Client:
    """A client of a runner."""

    def __init__(self, hub_runner: HubRunner, number: int, mailbox: Mailbox) -> None:
        self.runner, self.number, self.mailbox = hub_runner, number, mailbox

    def send(self, **message: Any) -> None:
        self.runner.receive(self.number, json.dumps(message))

    def submit(self, body: str, at: int) -> None:
        self.send(t="do", game=GAME, id=f"{at}", at=at, kind="move", body=body)

    async def receive(self, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while line := await self.mailbox.get():
                message: dict[str, Any] = json.loads(line)
                if message["t"] in kinds:
                    return message
        raise AssertionError("the mailbox is closed")

    async def watch(self) -> dict[str, Any]:
        self.send(t="watch", game=GAME)
        return await self.receive("game", "refused")

    async def entry(self, version: int) -> dict[str, Any]:
        """Wait for an entry of the game."""
        while True:
            for entry in (await self.receive("entries"))["entries"]:
                if entry["v"] == version:
                    return dict(entry)


class Server:
    """A runner on a store, of which single calls fail."""

    def __init__(self, hub_runner: HubRunner, store: Store, patch: pytest.MonkeyPatch) -> None:
        self.runner, self.store, self._patch = hub_runner, store, patch
        self.has_failed = False

    def fail(self, owner: object, name: str, result: object = None) -> None:
        """Let the next call raise an error; later ones return ``result``, or are real."""
        real = getattr(owner, name)

        def check() -> None:
            if not self.has_failed:
                self.has_failed = True
                raise RuntimeError("a bug")

        def call(*args: Any, **more: Any) -> Any:
            check()
            return real(*args, **more)

        async def call_async(*_: object) -> Any:
            check()
            return result

        self._patch.setattr(owner, name, call_async if result else call)

    @asynccontextmanager
    async def client(self, who: Identity = ANN) -> AsyncIterator[Client]:
        mailbox = Mailbox()
        async with self.runner.connected(who, mailbox) as number:
            yield Client(self.runner, number, mailbox)

    async def begin(self, game: Terms) -> None:
        assert await self.store.games.create(game)


async def load(server: Server) -> None:
    await server.begin(terms())
    server.fail(server.store.games, "load_all")
    async with server.client() as client:
        assert (await client.watch())["code"] == "unavailable"
        assert (await client.watch())["t"] == "game"


async def append(server: Server) -> None:
    await server.begin(terms())
    server.fail(server.store.games, "append")
    async with server.client() as client:
        await client.watch()
        client.submit("12", 0)
        assert (await client.receive("done", "refused"))["code"] == "unavailable"
        client.submit("12", 0)
        assert (await client.receive("done", "refused"))["t"] == "done"


async def load_lobby(server: Server) -> None:
    server.fail(server.store.lobby, "seeks")
    async with server.client() as client:
        client.send(t="lobby")
        await client.receive("lobby")


async def read_poll(server: Server) -> None:
    server.fail(server.store.polls, "status", PollStatus(1, "asking", 1, 7))
    room = new_room_code()
    async with server.client() as client:
        client.send(t="room", room=room)
        server.runner.on_poll_changed(room)
        assert (await client.receive("poll"))["answers"] == 7


async def check_missed_games(server: Server) -> None:
    server.fail(server.store.lobby, "collect_matches", [(ANN.user, GAME)])
    async with server.client(), asyncio.timeout(60):
        while not server.has_failed:
            await asyncio.sleep(0.01)
    async with server.client() as later:
        assert (await later.receive("started"))["game"] == GAME


async def toss_coin(server: Server) -> None:
    await server.begin(terms("qubic3"))
    async with server.client() as ann, server.client(BOB) as bob:
        await ann.watch()
        ann.submit("12", 0)
        await ann.entry(1)
        bob.submit("12", 1)
        assert '"operating system' in (await ann.entry(3))["b"]


async def choose_move(server: Server) -> None:
    await server.begin(terms(clock="none", o=Identity("", "Easy", "easy")))
    server.fail(engine_pool, "decide_move")
    async with server.client() as client:
        await client.watch()
        client.submit("12", 0)
        assert (await client.entry(2))["s"] == "O"


FAILED: dict[type, Callable[[Server], Awaitable[None]]] = {
    Load: load,
    AppendRequest: append,
    LoadLobby: load_lobby,
    ReadPoll: read_poll,
    CheckMissedGames: check_missed_games,
    TossCoin: toss_coin,
    ChooseMove: choose_move,
}


@pytest.mark.parametrize("request_", FAILED, ids=lambda effect: effect.__name__)
async def test_a_request_that_fails_stops_nothing(
    request_: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "LOBBY_UPDATE_S", 0.05)
    monkeypatch.setattr(game_actor, "RETRY_DELAY_MS", 10)
    with without_downtime():
        async with (
            opened(tmp_path) as store,
            HubRunner(store, broken_coin, now_ms) as hub_runner,
        ):
            await FAILED[request_](Server(hub_runner, store, monkeypatch))


@pytest.mark.parametrize(
    ("owner", "name"), [(GameStore, "load_all"), (Hub, "on_loaded"), (EnginePool, "choose_move")]
)
async def test_an_error_that_recurs_is_logged_a_few_times(
    owner: type,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    attempts = 0

    def fail(*_: object) -> None:
        nonlocal attempts
        attempts += 1
        raise RuntimeError("a bug")

    monkeypatch.setattr(game_actor, "RETRY_DELAY_MS", 10)
    monkeypatch.setattr(runner, "TICK_S", 0.01)
    monkeypatch.setattr(caplog.handler, "filters", [ErrorLimit(lambda: 0)])
    engine = Identity("", "Easy", "easy")
    with without_downtime():
        async with opened(tmp_path) as store, HubRunner(store, broken_coin, now_ms) as hub_runner:
            await store.games.create(replace(terms(clock="none"), x=engine))
            monkeypatch.setattr(owner, name, fail)
            async with hub_runner.connected(BOB, Mailbox()) as client, asyncio.timeout(60):
                for number in range(3 * MAX_ERRORS):
                    hub_runner.receive(client, json.dumps({"t": "watch", "game": GAME}))
                    while attempts <= number:
                        await asyncio.sleep(0.01)
    assert len(caplog.records) == MAX_ERRORS


async def test_a_heartbeat_that_fails_is_an_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "HEARTBEAT_INTERVAL_MS", 10)
    async with opened(tmp_path) as store, HubRunner(store, broken_coin, now_ms) as hub_runner:
        Server(hub_runner, store, monkeypatch).fail(store.processes, "record_heartbeat")
        async with asyncio.timeout(60):
            for is_up in (False, True):
                while hub_runner.is_store_up != is_up:
                    await asyncio.sleep(0)


def test_every_request_of_a_hub_is_tested() -> None:
    """The effects with answers, which the documentation of each names."""
    answered = {effect for effect in get_args(Effect) if "all ``Hub." in (effect.__doc__ or "")}
    assert answered | {AppendRequest} == FAILED.keys()
