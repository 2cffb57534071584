"""Clients play over real sockets, on a store in a file."""

import asyncio
import json
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
import websockets

from qttt.play.log import EntryKind, LogEntry
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.game import GameState
from qttt.server.games.terms import Identity, is_game_id
from qttt.server.net import connections, runner, streams
from qttt.server.store.entities import Seek
from qttt.server.store.store import Store
from qttt.server.telemetry import Telemetry
from qttt.server.text import parse_ip
from tests.server.hub.helpers import listed_seek
from tests.server.store.check.lobby import open_seek, taking

from .helpers import ANN, BOB, GAME, Socket, opened, served, terms


async def play(players: dict[str, Socket], store: Store, moves: int = 99) -> GameState:
    """Play random moves, each player according to the entries received, until the end."""
    rng, game = Random(4), None
    for _ in range(moves):
        log = await store.games.load(GAME)
        assert log is not None
        game = GameState(log.terms)
        for entry in log.entries:
            game.apply(entry)
        if game.is_over:
            break
        if game.decider is None:
            await asyncio.sleep(0.01)
            continue
        player = await players[game.decider].sync(game.version)
        await player.submit("move", game.position.name(rng.choice(game.position.legal_moves)))
        await player.sync(game.version + 1)
    assert game is not None
    return game


@pytest.mark.parametrize("rules", ["goff", "qubic3"])
async def test_two_play_a_game_and_a_third_watches(tmp_path: Path, rules: str) -> None:
    async with (
        served(tmp_path) as server,
        server.client("Ann") as ann,
        server.client("Bob") as bob,
        server.client() as stranger,
    ):
        await server.begin(terms(rules))
        assert (await ann.receive("hello"))["who"]["name"] == "Ann"
        assert (await stranger.receive("hello"))["who"] is None
        assert await ann.receive("started") == {"t": "started", "game": GAME}
        for client in (ann, bob, stranger):
            await client.watch()
        game = await play({"X": ann, "O": bob}, server.store)
        assert game.outcome is not None
        for client in (ann, bob, stranger):
            await client.sync(game.version)
            assert client.entries == [json.loads(entry.text) for entry in game.entries]
        await server.store.games.verify(GAME)


async def test_a_client_that_reconnects_gets_the_missing_entries(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client("Bob") as bob:
        await server.begin(terms())
        await bob.watch()
        async with server.client("Ann") as ann:
            await ann.watch()
            await ann.submit("move", "12")
            await ann.receive("done")
        await bob.sync(1)
        await bob.submit("move", "23")
        async with server.client("Ann") as again:
            again.entries = bob.entries[:1]
            await again.watch()
            assert [entry["b"] for entry in again.entries] == ["12", "23"]


async def test_a_game_continues_after_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await server.begin(terms())
        async with server.client("Ann") as ann:
            await ann.watch()
            await ann.submit("move", "12")
            await ann.receive("done")
            server.server.should_exit = True
            assert await ann.receive("bye") == {"t": "bye", "again": runner.RECONNECT_DELAY_MS}
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await ann.receive("more")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
    async with served(tmp_path) as server, server.client("Bob") as bob:
        await bob.watch()
        await bob.submit("move", "23")
        await bob.sync(2)


async def test_engines_move(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client("Ann") as ann:
        await server.begin(terms(o=Identity("", "Easy", "easy")))
        await ann.watch()
        await ann.submit("move", "12")
        await ann.sync(2)
        assert (ann.entries[1]["s"], ann.entries[1]["k"]) == ("O", "move")


@pytest.mark.parametrize("origin", [None, "http://evil.example", "http://allowed.example.evil"])
async def test_other_origins_are_rejected(tmp_path: Path, origin: str | None) -> None:
    async with served(tmp_path) as server:
        with pytest.raises(websockets.InvalidStatus) as rejected:
            async with server.client("Ann", origin=origin):
                pass
        assert rejected.value.response.status_code == 403


@pytest.mark.parametrize(
    ("options", "message", "code"),
    [
        ({"subprotocols": None}, "", 1002),
        ({"subprotocols": ["qttt.2"]}, "", 1002),
        ({}, b"binary", 1003),
        ({}, "x" * 20_000, 1009),
    ],
    ids=["none", "other", "binary", "large"],
)
async def test_a_client_that_violates_the_protocol_is_disconnected(
    tmp_path: Path, options: dict[str, object], message: str | bytes, code: int
) -> None:
    async with served(tmp_path) as server, server.client("Ann", **options) as ann:
        if message:
            await ann.line.send(message)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await ann.receive("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


async def test_garbage_is_answered(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as stranger:
        await stranger.line.send("garbage")
        assert (await stranger.receive("refused"))["code"] == "unreadable"
        await stranger.line.send("x" * 5_000)
        assert (await stranger.receive("refused"))["code"] == "too-big"


async def test_a_client_that_does_not_read_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_MESSAGES", 40)
    async with served(tmp_path) as server, server.client("Ann") as ann:
        await server.begin(terms())
        await ann.watch()
        async with server.stalled():
            await server.online(2)
            for number in count():
                if server.runner.connection_count < 2:
                    break
                seek = listed_seek(f"{number}", "x" * 50_000)
                server.runner.execute(server.runner._hub.update_lobby([seek], []))
                await asyncio.sleep(0.001)
            await ann.submit("move", "12")
            await ann.receive("done")


async def test_the_lobby_follows_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "LOBBY_UPDATE_S", 0.01)
    async with served(tmp_path) as server, server.client("Ann") as ann:
        await ann.send(t="lobby")
        assert (await ann.receive("lobby"))["games"] == []
        await server.begin(terms())
        (game,) = (await ann.receive("lobby-changes"))["games"]
        assert (game["game"], game["x"]["name"], "version" in game) == (GAME, "Ann", False)
        expires = server.runner.now + 500
        seek = Seek("seek", BOB.user, "Bob", "goff", "300+5", False, "", 1, expires)
        await open_seek(server.store, seek)
        server.runner.on_lobby_changed()
        added = await ann.receive("lobby-changes")
        assert [each["seek"] for each in added["seeks"]] == ["seek"]
        assert (added["games"], added["removed"], added["online"]) == ([], [], 1)
        assert (await ann.receive("lobby-changes"))["removed"] == ["seek"]
        assert server.runner.now >= expires


async def test_programs_play_through_the_runner(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        events, lines = streams.events(server.runner, BOB), streams.follow(server.runner, ANN, GAME)
        starting = asyncio.ensure_future(anext(events))
        await server.online(1)
        await server.begin(terms())
        assert json.loads(await starting)["game"] == GAME
        assert json.loads(await anext(lines))["seat"] == "X"
        assert await streams.submit(server.runner, ANN, GAME, "a", 0, EntryKind.MOVE, "12") == 1
        assert await streams.submit(server.runner, ANN, GAME, "a", 0, EntryKind.MOVE, "12") == 1
        assert json.loads(await anext(lines))["entries"][0]["b"] == "12"
        with pytest.raises(CommandRejected, match="O decides now") as rejected:
            await streams.submit(server.runner, ANN, GAME, "b", 1, EntryKind.MOVE, "12")
        assert rejected.value.code is RejectionCode.NOT_YOUR_TURN
        await events.aclose()
        await lines.aclose()
        assert server.runner.connection_count == 0


async def test_a_rematch_is_created(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client("Ann") as ann:
        await server.begin(terms())
        await ann.receive("started")
        await streams.submit(server.runner, ANN, GAME, "a", 0, EntryKind.RESIGN, "")
        await streams.submit(server.runner, BOB, GAME, "b", 1, EntryKind.OFFER_REMATCH, "")
        await streams.submit(server.runner, ANN, GAME, "c", 2, EntryKind.ACCEPT_REMATCH, "")
        began = (await ann.receive("started"))["game"]
        assert is_game_id(began)
        log = await server.store.games.load(began)
        assert log is not None
        assert (log.terms.x, log.terms.before) == (BOB, GAME)


async def test_a_missed_game_is_announced_once(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        wanted = ("goff", "3d", False, "", 1, 2**50)
        waiting = Seek("seek", ANN.user, "Ann", *wanted, stays=True)
        await open_seek(server.store, waiting)
        other, matching = replace(waiting, user=BOB.user), taking("seek", terms(clock="3d"))
        assert await server.store.lobby.place_seek(other, matching, 1)
        async with server.client("Ann") as ann:
            assert (await ann.receive("started"))["game"] == GAME
        async with server.client("Ann") as ann:
            await ann.receive("hello")
            await asyncio.sleep(0.2)
            await ann.send(t="ping", n=1)
            assert json.loads(await ann.line.recv())["t"] == "pong"


async def test_downtime_is_refunded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server was down for longer than the time that the player had left."""
    async with opened(tmp_path) as store:
        past = replace(terms(clock="60+0"), created=1_000)
        await store.processes.record_heartbeat("before", 900)
        await store.processes.record_heartbeat("before", 10_000)
        assert await store.games.create(past)
        game = GameState(past)
        for seat, body in (("X", "12"), ("O", "23")):
            entry = LogEntry(game.version + 1, EntryKind.MOVE, seat, body, 9_000)
            assert await store.games.append([game.advance([entry])]) == ["stored"]
    async with served(tmp_path) as server, server.client("Ann") as ann:
        await ann.watch()
        assert [entry["k"] for entry in ann.entries] == ["move", "move", "downtime"]
        await ann.submit("move", "45")
        await ann.sync(4)
        assert ann.entries[3]["k"] == "move"


async def test_messages_on_a_closing_connection_are_ignored(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        box, watch = streams.Mailbox(), json.dumps({"t": "watch", "game": GAME})
        value = server.runner.telemetry.registry.get_sample_value
        async with server.runner.connected(None, box) as client:
            box.close(*connections.SLOW)
            server.runner.receive(client, watch)
            assert value("qttt_games_in_memory") == 0
        async with server.runner.connected(None, streams.Mailbox()) as client:
            server.runner.receive(client, watch)
            assert value("qttt_games_in_memory") == 1


ANOTHER = (False, "another process uses this store: set redis for both")


async def test_moves_at_another_process_arrive_without_a_bus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses: list[tuple[bool, str]] = []
    monkeypatch.setattr(Telemetry, "set_bus_status", lambda _, *why: statuses.append(why))
    monkeypatch.setattr(runner, "OTHERS_CHECK_S", 0.05)
    monkeypatch.setattr(runner, "REFRESH_WITHOUT_BUS_MS", 200)
    async with (
        served(tmp_path) as one,
        served(tmp_path) as two,
        one.client("Ann") as ann,
        two.client("Bob") as bob,
    ):
        await one.begin(terms())
        for version, (player, move) in enumerate([(ann, "12"), (bob, "23"), (ann, "45")]):
            await player.watch()
            await player.sync(version)
            await player.submit("move", move)
            await player.receive("done")
        async with asyncio.timeout(60):
            while statuses.count(ANOTHER) < 2:
                await asyncio.sleep(0.01)


async def test_a_client_that_connects_again_costs_no_parsing_of_addresses(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with server.client("Ann") as ann:
            await ann.receive("hello")
        before = parse_ip.cache_info().misses
        async with server.client("Ann") as ann:
            await ann.receive("hello")
        assert parse_ip.cache_info().misses == before
