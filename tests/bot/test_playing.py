"""Bots play whole games on a real server, including one that is killed during a game."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from random import Random
from threading import Thread

import pytest

from qttt.bot import (
    BotError,
    Client,
    Level,
    LevelPlayer,
    RemoteGame,
    RequestRejectedError,
    SeekOptions,
    play,
    runner,
)
from qttt.game import Move, Player, Position
from qttt.play import History, Opponent
from qttt.play.log import LogEntry
from qttt.server.games.game import GameState as Fold
from qttt.server.store.store import open_store

from .conftest import Server

TIMEOUT_S = 240


@dataclass
class Slow:
    """Plays randomly after a delay."""

    seconds: float = 0.0
    rng: Random = field(default_factory=lambda: Random(3))

    def choose(self, game: History) -> Move:
        time.sleep(self.seconds)
        return self.rng.choice(game.position.legal_moves)


def together(*parties: Callable[[], list[RemoteGame]]) -> list[list[RemoteGame]]:
    """Run all parties concurrently and return their results; after an error the others go on."""
    running = [Future[list[RemoteGame]]() for _ in parties]

    def run(party: Callable[[], list[RemoteGame]], future: Future[list[RemoteGame]]) -> None:
        try:
            future.set_result(party())
        except Exception as error:  # noqa: BLE001  raised below
            future.set_exception(error)

    for pair in zip(parties, running, strict=True):
        Thread(target=run, args=pair, daemon=True).start()
    return [each.result(TIMEOUT_S) for each in running]


def begin(x: Client, o: Client, clock: str = "3d") -> str:
    return o.accept(x.invite(clock, side="X").url)


def stored(server: Server, name: str) -> list[LogEntry]:
    """Return the stored entries of a game, verified by their digests and the rules."""

    async def read() -> list[LogEntry]:
        async with open_store(str(server.store)) as store:
            await store.games.verify(name)
            log = await store.games.load(name)
            assert log is not None
            game = Fold(log.terms)
            for entry in log.entries:
                game.apply(entry)
            assert game.is_over
            return game.entries

    return asyncio.run(read())


def test_two_programs_find_each_other_and_play(server: Server) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    easy, seek = LevelPlayer(Level.EASY, Random(1)), SeekOptions("300+5")
    messages: list[str] = []
    one, other = together(
        lambda: play(ann, easy, seek=seek, games=2, on_message=messages.append),
        lambda: play(bob, easy, seek=seek, games=2),
    )
    assert {game.name: game.result for game in one} == {game.name: game.result for game in other}
    assert [f"{game.name} has ended: {game.result}" for game in one] == messages
    assert all(game.match.outcome for game in one)


@pytest.mark.parametrize("rules", ["krist", "goff chooser=chance"])
def test_a_program_plays_against_a_level_under_other_rules(server: Server, rules: str) -> None:
    ann = server.client("Ann")
    name = ann.play_level("random", rules)
    (game,) = play(ann, LevelPlayer(Level.RANDOM), games=1)
    assert (game.name, game.is_over) == (name, True)


def test_a_game_continues_after_the_server_was_killed(server: Server) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)

    def kill() -> list[RemoteGame]:
        for game in ann.follow(name):
            if game.version >= 3:
                break
        for _ in range(2):
            server.kill()
            time.sleep(0.3)
            server.start()
            time.sleep(0.3)
        return []

    slow = Slow(0.1)
    one, other, _ = together(
        lambda: play(ann, slow, games=1), lambda: play(bob, slow, games=1), kill
    )
    entries = stored(server, name)
    assert one[0].version == other[0].version == len(entries)
    moves = [entry for entry in entries if entry.kind == "move"]
    assert len({entry.id for entry in moves}) == len(moves) == len(one[0].match.node.moves)
    assert {entry.kind for entry in entries} <= {"move", "downtime"}


def test_a_restarted_bot_continues_and_moves_once(server: Server) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)
    game = next(ann.follow(name))
    assert [ann.submit(game, "move", body) for body in ("12", "12", "34")] == [1, 1, 1]
    one, other = together(lambda: play(ann, Slow(), games=1), lambda: play(bob, Slow(), games=1))
    assert one[0].result == other[0].result
    assert stored(server, name)[0].body == "12"


def until(client: Client, name: str, holds: Callable[[RemoteGame], bool]) -> RemoteGame:
    deadline = time.monotonic() + TIMEOUT_S
    for game in client.follow(name):
        if holds(game):
            return game
        assert time.monotonic() < deadline, game
    raise AssertionError("the stream has ended")


@pytest.mark.parametrize("takes", [True, False])
def test_answers_to_offers(server: Server, takes: bool) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)

    def offer() -> list[RemoteGame]:
        ann.submit(next(ann.follow(name)), "move", "12")
        ann.submit(until(ann, name, lambda game: game.is_my_turn), "offer-takeback")
        again = until(ann, name, lambda game: game.position == Position())
        ann.submit(again, "move", "45")
        ann.submit(until(ann, name, lambda game: game.is_my_turn), "offer-draw")
        answered = until(ann, name, lambda game: game.match.draw_offer is None)
        if not answered.is_over:
            ann.submit(answered, "resign")
        return [answered]

    _, (game,) = together(
        offer, lambda: play(bob, Slow(), accepts_draw=lambda game: takes, games=1)
    )
    kinds = [str(entry.kind) for entry in stored(server, name)]
    assert "accept-takeback" in kinds
    assert ("accept-draw" in kinds, "decline-draw" in kinds) == (takes, not takes)
    assert game.result == ("0-0" if takes else "0-1")


def test_rematches_of_people_are_accepted_up_to_the_limit(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RemoteGame, "is_against_person", True)
    monkeypatch.setattr(runner, "REMATCH_WAIT_S", 600.0)
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)
    Thread(target=lambda: play(bob, Slow(), rematches=1), daemon=True).start()

    def offer_rematch(name: str) -> RemoteGame:
        game = next(ann.follow(name))
        if game.seat is Player.X:
            ann.submit(game, "move", "12")
        marks = 2 if game.seat is Player.X else 1
        # The bot follows a game from its move on; one that ended before would not concern it.
        followed = until(ann, name, lambda game: len(game.position.marks) == marks)
        ann.submit(followed, "resign")
        over = until(ann, name, lambda game: game.is_over)
        ann.submit(over, "offer-rematch")
        return until(ann, name, lambda game: game.version == over.version + 2)

    rematch = offer_rematch(name).next_game
    assert next(ann.follow(rematch)).seat is Player.O
    assert offer_rematch(rematch).next_game == ""
    assert stored(server, rematch)[-1].kind == "decline-rematch"


def test_games_of_people_are_left_alone(server: Server) -> None:
    ann = server.client("Ann")
    name = ann.play_level("random", side="X")
    game = next(ann.follow(name))
    assert game.is_my_turn
    game.terms["x"]["bot"] = False
    assert (game.is_played_by_bot, game.is_my_turn) == (False, False)


def test_an_expired_seek_is_repeated(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "RENEW_INTERVAL_S", 0.2)
    ann, bob = server.client("Ann"), server.client("Bob")
    renew = Client.renew

    def expired(client: Client, seek: str) -> str | None:
        monkeypatch.setattr(Client, "renew", renew)
        raise RequestRejectedError("gone", "it has expired")

    monkeypatch.setattr(Client, "renew", expired)

    def late() -> list[RemoteGame]:
        time.sleep(1)
        return play(bob, Slow(), seek=SeekOptions("3d"), games=1)

    one, other = together(lambda: play(ann, Slow(), seek=SeekOptions("3d"), games=1), late)
    assert one[0].name == other[0].name


class Raising:
    def choose(self, game: History) -> Move:
        raise LookupError("unknown position")


class Illegal:
    def choose(self, game: History) -> Move:
        return Position().legal_moves[0]


@pytest.mark.parametrize(
    ("opponent", "error"),
    [(Raising(), LookupError), (Illegal(), RequestRejectedError)],
    ids=["raises", "illegal"],
)
def test_errors_of_the_player_are_raised(
    server: Server, opponent: Opponent, error: type[Exception]
) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)
    ann.submit(next(ann.follow(name)), "move", "12")
    bob.submit(until(bob, name, lambda game: game.is_my_turn), "move", "12")
    with pytest.raises(error):
        play(ann, opponent, games=1)


def test_permanent_error_is_raised(server: Server) -> None:
    with pytest.raises(BotError, match="this token is not valid"):
        play(Client(server.url, "x" * 43), Slow(), games=1)
