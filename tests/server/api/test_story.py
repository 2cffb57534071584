"""End to end over HTTP: two guests are matched, play, are rated once, and have an archive."""

import asyncio
from random import Random

import pytest

from qttt.engine import Level, choose_move
from qttt.notation import format_move, read_records
from qttt.play import from_record
from qttt.server.games import CommandRejected, EntryKind, GameState, Identity, RejectionCode
from qttt.server.people import update_ratings
from tests.server.api.conftest import Browser, Site


async def who(site: Site, browser: Browser) -> Identity:
    principal = await site.services.people.authenticate(browser.cookies["qttt"])
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
        mover = next(each for each in players if game.terms.seat_of(each.user) == game.decider)
        move = format_move(choose_move(game.position, Level.RANDOM, chance), game.position)
        version = await site.services.runner.submit(
            mover, name, f"move-{game.version}", game.version, EntryKind.MOVE, move
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
async def test_two_guests_are_matched_play_and_are_rated_once(site: Site, seed: int) -> None:
    anna, nikos, watcher = [await site.guest() for _ in range(3)]
    seek = {"clock": "300+5", "rated": True}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", seek))["game"]
    assert [each["game"] for each in (await watcher.get("lobby"))["games"]] == [name]
    players = [await who(site, each) for each in (anna, nikos)]

    spectator = await who(site, watcher)
    with pytest.raises(CommandRejected) as error:
        await site.services.runner.submit(spectator, name, "mine", 0, EntryKind.RESIGN, "")
    assert error.value.code == RejectionCode.NOT_SEATED

    game = await play(site, name, players, Random(seed))
    assert game.outcome is not None
    shown = await watcher.get(f"games/{name}")
    assert (shown["result"], shown["termination"]) == (game.result, game.termination)
    assert [each["v"] for each in shown["entries"]] == list(range(1, game.version + 1))
    assert (await watcher.get("lobby"))["games"] == []

    user = (await anna.get("session"))["user"]
    (archived,) = (await watcher.get(f"people/@{user}/games"))["games"]
    assert (archived["game"], archived["result"]) == (name, game.result)
    record = (await watcher.request("GET", f"/api/games/{name}.qtn")).text
    again = from_record(read_records(record)[0])
    assert again.position == game.position
    assert again.outcome == game.outcome

    await update_ratings(site.services.store.people)
    once = [await rating(site, each) for each in (anna, nikos)]
    await update_ratings(site.services.store.people)
    assert once == [await rating(site, each) for each in (anna, nikos)]
    assert [each["games"] for each in once] == [1, 1]
    assert sum(each["rating"] for each in once) == pytest.approx(3000, abs=1)  # type: ignore[misc]


async def test_registration_keeps_games_and_rating(site: Site) -> None:
    anna, nikos = await site.guest(), await site.guest()
    seek = {"clock": "300+5", "rated": True}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", seek))["game"]
    await play(site, name, [await who(site, each) for each in (anna, nikos)], Random(3))
    await update_ratings(site.services.store.people)
    before = await rating(site, anna)
    await anna.post("account", {"name": "Anna", "password": "correct horse"}, 201)
    spectator = await site.unauthenticated()
    assert (await spectator.get("people/anna"))["ratings"] == [before]
    assert [each["game"] for each in (await spectator.get("people/anna/games"))["games"]] == [name]


async def test_finished_games_are_rated_automatically(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, nikos = await site.guest(), await site.guest()
    seek = {"clock": "300+5", "rated": True}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", seek))["game"]
    await play(site, name, [await who(site, each) for each in (anna, nikos)], Random(4))
    people = site.services.store.people
    user = (await anna.get("session"))["user"]
    async with asyncio.timeout(60):
        while not await people.ratings(user):
            await asyncio.sleep(0.02)
    assert (await rating(site, anna))["games"] == 1
    assert await people.unrated_games(1) == []


async def test_the_server_s_coin_decides_if_the_rules_require_it(site: Site) -> None:
    anna, nikos = await site.guest(), await site.guest()
    seek = {"rules": "qubic3", "clock": "300+5", "rated": True, "side": "X"}
    await anna.post("seeks", seek, 201)
    name = (await nikos.post("seeks", {**seek, "side": "O"}))["game"]
    x, o = [await who(site, each) for each in (anna, nikos)]
    for number, (mover, move) in enumerate([(x, "12"), (o, "12")]):
        await site.services.runner.submit(mover, name, f"m{number}", number, EntryKind.MOVE, move)
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
    anna, nikos = await site.guest(), await site.guest()
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
