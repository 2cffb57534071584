"""End to end over HTTP: two users are matched, play, are rated once, and have an archive."""

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from qttt.engine import Level, choose_move
from qttt.notation import format_move, read_records
from qttt.play import match_from_record
from qttt.play.log import EntryKind
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.game import GameState
from qttt.server.games.terms import Identity
from qttt.server.net import streams
from qttt.server.people.ratings import update_ratings
from tests.server.api.conftest import Browser, Site


async def who(site: Site, browser: Browser) -> Identity:
    principal = await site.services.people.authenticate(browser.session_token)
    assert principal is not None
    return principal.identity


async def load(site: Site, name: str) -> GameState:
    """Load the game from the store."""
    log = await site.services.store.games.load(name)
    assert log is not None
    game = GameState(log.terms)
    for entry in log.entries:
        game.apply(entry)
    return game


async def play(site: Site, name: str, players: list[Identity], chance: Random) -> GameState:
    """Play random moves to the end; check that each decision is stored when acknowledged."""
    game = await load(site, name)
    while game.decider:
        mover = next(
            player for player in players if game.terms.seat_of(player.user) == game.decider
        )
        move = format_move(choose_move(game.position, Level.RANDOM, chance), game.position)
        version = await streams.submit(
            site.services.runner,
            mover,
            name,
            f"move-{game.version}",
            game.version,
            EntryKind.MOVE,
            move,
        )
        assert version == game.version + 1
        game = await load(site, name)
        assert game.version == version
    return game


async def rating(site: Site, browser: Browser) -> dict[str, object]:
    user = (await browser.get("session"))["user"]
    (only,) = (await browser.get(f"people/@{user}"))["ratings"]
    return dict(only)


@pytest.mark.parametrize("seed", [1, 2])
async def test_two_users_are_matched_play_and_are_rated_once(site: Site, seed: int) -> None:
    anna, nikos = await site.quick_account("Anna"), await site.quick_account("Nikos")
    watcher = await site.guest()
    seek = {"clock": "300+5", "rated": True}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", seek))["game"]
    assert [each["game"] for each in (await watcher.get("lobby"))["games"]] == [name]
    players = [await who(site, each) for each in (anna, nikos)]

    spectator = await who(site, watcher)
    with pytest.raises(CommandRejected) as error:
        await streams.submit(site.services.runner, spectator, name, "mine", 0, EntryKind.RESIGN, "")
    assert error.value.code == RejectionCode.NOT_SEATED

    game = await play(site, name, players, Random(seed))
    assert game.outcome is not None
    shown = await watcher.get(f"games/{name}")
    assert (shown["result"], shown["termination"]) == (game.result, game.termination)
    assert [entry["v"] for entry in shown["entries"]] == list(range(1, game.version + 1))
    assert (await watcher.get("lobby"))["games"] == []

    user = (await anna.get("session"))["user"]
    (archived,) = (await watcher.get(f"people/@{user}/games"))["games"]
    assert (archived["game"], archived["result"]) == (name, game.result)
    record = (await watcher.request("GET", f"/api/games/{name}.qtn")).text
    again = match_from_record(read_records(record)[0])
    assert again.position == game.position
    assert again.outcome == game.outcome

    await update_ratings(site.services.store.ratings)
    once = [await rating(site, each) for each in (anna, nikos)]
    await update_ratings(site.services.store.ratings)
    assert once == [await rating(site, each) for each in (anna, nikos)]
    assert [each["games"] for each in once] == [1, 1]
    assert sum(each["rating"] for each in once) == pytest.approx(3000, abs=1)  # type: ignore[misc]


async def test_registration_keeps_games(site: Site) -> None:
    anna, nikos = await site.guest(), await site.guest()
    seek = {"clock": "300+5"}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", seek))["game"]
    await play(site, name, [await who(site, each) for each in (anna, nikos)], Random(3))
    await anna.post("account", {"name": "Anna", "password": "correct horse"}, 201)
    spectator = await site.unauthenticated()
    assert [game["game"] for game in (await spectator.get("people/anna/games"))["games"]] == [name]


async def test_finished_games_are_rated_automatically(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, nikos = await site.quick_account("Anna"), await site.quick_account("Nikos")
    seek = {"clock": "300+5", "rated": True}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", seek))["game"]
    await play(site, name, [await who(site, each) for each in (anna, nikos)], Random(4))
    ratings = site.services.store.ratings
    user = (await anna.get("session"))["user"]
    async with asyncio.timeout(60):
        while not await ratings.by_user(user):
            await asyncio.sleep(0.02)
    assert (await rating(site, anna))["games"] == 1
    assert await ratings.unrated_games(1) == []


async def test_the_server_s_coin_decides_if_the_rules_require_it(site: Site) -> None:
    anna, nikos = await site.quick_account("Anna"), await site.quick_account("Nikos")
    seek = {"rules": "qubic3", "clock": "300+5", "rated": True, "side": "X"}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", {**seek, "side": "O"}))["game"]
    x, o = [await who(site, each) for each in (anna, nikos)]
    for number, (mover, move) in enumerate([(x, "12"), (o, "12")]):
        await streams.submit(
            site.services.runner, mover, name, f"m{number}", number, EntryKind.MOVE, move
        )
    async with asyncio.timeout(60):
        while (game := await load(site, name)).version < 3:
            await asyncio.sleep(0.02)
    toss = game.entries[2]
    assert (toss.kind, toss.seat) == (EntryKind.TOSS, "")
    (shown,) = game.match.tosses.values()
    assert shown.source
    record = (await anna.request("GET", f"/api/games/{name}.qtn")).text
    assert "[%coin " in record


async def test_a_game_without_a_first_move_is_aborted(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qttt.play.clocks.FIRST_DECISION_MS", 50)
    anna, nikos = await site.quick_account("Anna"), await site.quick_account("Nikos")
    seek = {"clock": "300+5", "rated": True}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", seek))["game"]
    async with asyncio.timeout(60):
        while (await anna.get(f"games/{name}"))["result"] is None:
            await asyncio.sleep(0.05)
    assert (await anna.get(f"games/{name}"))["termination"] == "aborted"
    assert (await anna.get("games"))["games"] == []
    user = (await anna.get("session"))["user"]
    assert (await anna.get(f"people/@{user}"))["ratings"] == []


async def rated_game(site: Site, winner: Browser, loser: Browser, moves: Sequence[str]) -> str:
    """Play a rated game in which the loser resigns after the moves; return its result."""
    seek = {"clock": "300+5", "rated": True}
    await winner.post("seeks", {**seek, "side": "X"}, 201)
    name = (await loser.post("seeks", {**seek, "side": "O"}))["game"]
    players = [await who(site, each) for each in (winner, loser)]
    submit = partial(streams.submit, site.services.runner)
    for number, move in enumerate(moves):
        await submit(players[number % 2], name, f"m{number}", number, EntryKind.MOVE, move)
    await submit(players[1], name, "resign", len(moves), EntryKind.RESIGN, "")
    return str((await winner.get(f"games/{name}"))["result"])


async def test_games_given_away_at_once_move_no_rating(site: Site) -> None:
    site.disable_limits()
    champion = await site.quick_account("Champion")
    await champion.post("account/listed", {"listed": True}, 204)
    for number in range(20):
        other = await site.quick_account(f"Loser{number}")
        for moves in ((), ("12",)):
            assert await rated_game(site, champion, other, moves) == "*"
    await update_ratings(site.services.store.ratings)
    assert (await champion.get("people/Champion"))["ratings"] == []
    assert (await champion.get("leaders"))["leaders"] == []


async def test_guests_play_no_rated_games(site: Site) -> None:
    anna, guest = await site.quick_account("Anna"), await site.guest()
    seek = {"clock": "300+5", "rated": True}
    error = {"error": "needs-account", "message": "rated games need an account: register first"}
    await anna.post("seeks", seek, 201)
    code = (await anna.post("challenges", seek, 201))["code"]
    for path in ("seeks", "challenges"):
        assert await guest.post(path, seek, 403) == error
    assert await guest.post(f"challenges/{code}/accept", None, 403) == error
    assert (await anna.get("games"))["games"] == []


async def test_few_games_a_day_between_the_same_players_count(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qttt.server.people.ratings.MAX_DAILY_GAMES", 2)
    site.disable_limits()
    anna, nikos, maria = [await site.quick_account(each) for each in ("Anna", "Nikos", "Maria")]
    for winner, loser in ((anna, nikos), (nikos, anna), (anna, nikos), (anna, maria)):
        assert await rated_game(site, winner, loser, ("12", "23")) == "1-0"
    await update_ratings(site.services.store.ratings)
    games = [(await rating(site, each))["games"] for each in (anna, nikos, maria)]
    assert games == [3, 2, 1]
