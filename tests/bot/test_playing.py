"""Programs play whole games on a real server, also on one that dies in the middle."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from random import Random
from threading import Thread

import pytest

from qttt.bot import BotError, Client, Game, Level, Leveled, Refused, Seek, play, player
from qttt.game import Move, Player, Position
from qttt.play import Opponent
from qttt.server.games import Entry
from qttt.server.games import Game as Fold
from qttt.server.store import open_store

from .conftest import Server

PATIENCE = 240


@dataclass
class Slow:
    """Moves at random, and not at once."""

    seconds: float = 0.0
    rng: Random = field(default_factory=lambda: Random(3))

    def choose(self, position: Position) -> Move:
        time.sleep(self.seconds)
        return self.rng.choice(position.legal_moves)


def together(*parties: Callable[[], list[Game]]) -> list[list[Game]]:
    """What each of them returns, which run at the same time; who still runs then is left alone."""
    running = [Future[list[Game]]() for _ in parties]

    def run(party: Callable[[], list[Game]], future: Future[list[Game]]) -> None:
        try:
            future.set_result(party())
        except Exception as error:  # noqa: BLE001  raised below
            future.set_exception(error)

    for pair in zip(parties, running, strict=True):
        Thread(target=run, args=pair, daemon=True).start()
    return [each.result(PATIENCE) for each in running]


def begin(x: Client, o: Client, clock: str = "3d") -> str:
    return o.accept(x.invite(clock, side="X").url)


def stored(server: Server, name: str) -> list[Entry]:
    """The log of a game, which fits its digests and the rules."""

    async def read() -> list[Entry]:
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
    easy, seek = Leveled(Level.EASY, Random(1)), Seek("300+5")
    told: list[str] = []
    one, other = together(
        lambda: play(ann, easy, seek=seek, games=2, tell=told.append),
        lambda: play(bob, easy, seek=seek, games=2),
    )
    assert {game.name: game.result for game in one} == {game.name: game.result for game in other}
    assert [f"{game.name} has ended: {game.result}" for game in one] == told
    assert all(game.match.outcome for game in one)


@pytest.mark.parametrize("rules", ["krist", "goff chooser=chance"])
def test_a_program_plays_against_a_level_under_other_rules(server: Server, rules: str) -> None:
    ann = server.client("Ann")
    name = ann.against("random", rules)
    (game,) = play(ann, Leveled(Level.RANDOM), games=1)
    assert (game.name, game.is_over) == (name, True)


def test_a_game_goes_on_after_the_server_was_killed(server: Server) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)

    def kill() -> list[Game]:
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


def test_a_program_that_was_ended_goes_on_and_moves_once(server: Server) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)
    game = next(ann.follow(name))
    assert [ann.do(game, "move", body) for body in ("12", "12", "34")] == [1, 1, 1]
    one, other = together(lambda: play(ann, Slow(), games=1), lambda: play(bob, Slow(), games=1))
    assert one[0].result == other[0].result
    assert stored(server, name)[0].body == "12"


def until(client: Client, name: str, holds: Callable[[Game], bool]) -> Game:
    patience = time.monotonic() + PATIENCE
    for game in client.follow(name):
        if holds(game):
            return game
        assert time.monotonic() < patience, game
    raise AssertionError("a game is followed for ever")


@pytest.mark.parametrize("takes", [True, False])
def test_it_answers_what_is_offered(server: Server, takes: bool) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)

    def offer() -> list[Game]:
        ann.do(next(ann.follow(name)), "move", "12")
        ann.do(until(ann, name, lambda game: game.is_my_turn), "offer-takeback")
        again = until(ann, name, lambda game: game.position == Position())
        ann.do(again, "move", "45")
        ann.do(until(ann, name, lambda game: game.is_my_turn), "offer-draw")
        answered = until(ann, name, lambda game: game.match.offer is None)
        if not answered.is_over:
            ann.do(answered, "resign")
        return [answered]

    _, (game,) = together(offer, lambda: play(bob, Slow(), takes_draw=lambda game: takes, games=1))
    kinds = [str(entry.kind) for entry in stored(server, name)]
    assert "accept-takeback" in kinds
    assert ("accept-draw" in kinds, "decline-draw" in kinds) == (takes, not takes)
    assert game.result == ("0-0" if takes else "0-1")


def test_it_takes_rematches_of_people_but_not_for_ever(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "is_against_person", True)
    monkeypatch.setattr(player, "LINGERING", 600.0)
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)
    Thread(target=lambda: play(bob, Slow(), rematches=1), daemon=True).start()

    def asked_again(name: str) -> Game:
        ann.do(next(ann.follow(name)), "resign")
        over = until(ann, name, lambda game: game.is_over)
        ann.do(over, "offer-rematch")
        return until(ann, name, lambda game: game.version == over.version + 2)

    again = asked_again(name).next_game
    assert next(ann.follow(again)).seat is Player.O
    assert asked_again(again).next_game == ""
    assert stored(server, again)[-1].kind == "decline-rematch"


def test_it_leaves_the_games_of_people_alone(server: Server) -> None:
    ann = server.client("Ann")
    name = ann.against("random", side="X")
    game = next(ann.follow(name))
    assert game.is_my_turn
    game.terms["x"]["bot"] = False
    assert (game.is_mine, game.is_my_turn) == (False, False)


def test_a_seek_that_was_forgotten_is_sought_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "RENEWING", 0.2)
    ann, bob = server.client("Ann"), server.client("Bob")
    renew = Client.renew

    def forgetful(client: Client, seek: str) -> str | None:
        monkeypatch.setattr(Client, "renew", renew)
        raise Refused("gone", "it was forgotten")

    monkeypatch.setattr(Client, "renew", forgetful)

    def late() -> list[Game]:
        time.sleep(1)
        return play(bob, Slow(), seek=Seek("3d"), games=1)

    one, other = together(lambda: play(ann, Slow(), seek=Seek("3d"), games=1), late)
    assert one[0].name == other[0].name


class Wrong:
    def choose(self, position: Position) -> Move:
        raise LookupError("I do not know")


class Illegal:
    def choose(self, position: Position) -> Move:
        return Position().legal_moves[0]


@pytest.mark.parametrize(
    ("opponent", "error"), [(Wrong(), LookupError), (Illegal(), Refused)], ids=["raises", "illegal"]
)
def test_what_the_player_does_wrong_is_raised(
    server: Server, opponent: Opponent, error: type[Exception]
) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    name = begin(ann, bob)
    ann.do(next(ann.follow(name)), "move", "12")
    bob.do(until(bob, name, lambda game: game.is_my_turn), "move", "12")
    with pytest.raises(error):
        play(ann, opponent, games=1)


def test_what_waiting_does_not_mend_is_raised(server: Server) -> None:
    with pytest.raises(BotError, match="this token is not valid"):
        play(Client(server.url, "x" * 43), Slow(), games=1)
