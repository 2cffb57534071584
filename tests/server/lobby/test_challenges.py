"""Challenges, and games against levels."""

import asyncio
from dataclasses import replace

import pytest

from qttt.server.errors import RequestError
from qttt.server.games.game import GameState
from qttt.server.lobby.lobby import MAX_LEVEL_GAMES
from qttt.server.lobby.setup import parse_setup
from tests.server.lobby.conftest import Place

SETUP = parse_setup("goff", "3d", side="X", start="12")
DAY = 24 * 60 * 60 * 1000


async def test_an_accepted_challenge_becomes_one_private_game(place: Place) -> None:
    anna, nikos = await place.principal("Anna"), await place.principal("Nikos")
    made = await place.lobby.create_challenge(anna, SETUP)
    game = await place.lobby.accept_challenge(nikos, made.code)
    (terms,) = place.started
    assert terms.game == game
    assert (terms.x.name, terms.o.name) == ("Anna", "Nikos")
    assert (terms.start, terms.clock, terms.private) == ("12", "3d", True)
    assert await place.lobby.live_games() == []
    assert (await place.lobby.challenge(made.code)).game == game
    assert GameState(terms).decider == "O"


async def test_accepting_is_idempotent_for_one_user(place: Place) -> None:
    anna, nikos, maria = [await place.principal(name) for name in ("Anna", "Nikos", "Maria")]
    made = await place.lobby.create_challenge(anna, SETUP)
    games = await asyncio.gather(
        *(place.lobby.accept_challenge(nikos, made.code) for _ in range(5))
    )
    assert len(set(games)) == len(place.started) == 1
    with pytest.raises(RequestError) as error:
        await place.lobby.accept_challenge(maria, made.code)
    assert error.value.message == "another person has accepted this invitation"


async def test_of_concurrent_accepts_one_succeeds(place: Place) -> None:
    made = await place.lobby.create_challenge(await place.principal("Anna"), SETUP)
    others = [await place.principal(f"Player{number}x") for number in range(8)]
    accepts = (place.lobby.accept_challenge(other, made.code) for other in others)
    results = await asyncio.gather(*accepts, return_exceptions=True)
    assert sum(isinstance(result, str) for result in results) == 1
    assert sum(isinstance(result, RequestError) for result in results) == 7


async def test_the_own_challenge_cannot_be_accepted(place: Place) -> None:
    anna = await place.principal("Anna")
    made = await place.lobby.create_challenge(anna, SETUP)
    with pytest.raises(RequestError, match="this is your own invitation: send it to a friend"):
        await place.lobby.accept_challenge(anna, made.code)


async def test_challenges_expire_and_can_be_withdrawn(place: Place) -> None:
    anna, nikos = await place.principal("Anna"), await place.principal("Nikos")
    old, withdrawn = [await place.lobby.create_challenge(anna, SETUP) for _ in range(2)]
    with pytest.raises(RequestError, match="you have no open invitation with this code"):
        await place.lobby.withdraw_challenge(nikos, withdrawn.code)
    await place.lobby.withdraw_challenge(anna, withdrawn.code)
    place.now += 7 * DAY
    for made in (old, withdrawn):
        with pytest.raises(RequestError, match="there is no invitation with this code"):
            await place.lobby.accept_challenge(nikos, made.code)


async def test_open_challenges_are_limited(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.server.lobby.lobby.MAX_CHALLENGES", 2)
    anna = await place.principal("Anna")
    made = [await place.lobby.create_challenge(anna, SETUP) for _ in range(2)]
    with pytest.raises(RequestError, match="you have 2 open invitations: withdraw one first"):
        await place.lobby.create_challenge(anna, SETUP)
    await place.lobby.accept_challenge(await place.principal("Nikos"), made[0].code)
    await place.lobby.create_challenge(anna, SETUP)


async def test_a_challenge_by_a_bot_is_marked(place: Place) -> None:
    robot = await place.principal("Robot", bot=True)
    made = await place.lobby.create_challenge(robot, SETUP)
    await place.lobby.accept_challenge(await place.principal("Anna"), made.code)
    assert place.started[0].x.bot


async def test_guests_cannot_take_names_of_others(place: Place) -> None:
    anna, zed, bob = await place.principal("Anna"), await place.guest("Zed"), await place.guest("B")
    for name in ("Anna", "\u0410\u043f\u043f\u0430"):
        with pytest.raises(RequestError, match="or a similar name is taken") as error:
            await place.lobby.create_challenge(zed, SETUP, name)
        assert error.value.code == "bad-name"
    for host, taken in ((anna, "an-na"), (zed, "Zoe")):
        made = await place.lobby.create_challenge(host, SETUP, "Zoë" if host is zed else "")
        with pytest.raises(RequestError, match="or a similar name is taken"):
            await place.lobby.accept_challenge(bob, made.code, taken)
    assert place.started == []


async def test_an_alias_that_an_account_has_taken_since_is_dropped(place: Place) -> None:
    made = await place.lobby.create_challenge(await place.guest("Guest 1"), SETUP, "Anna")
    await place.lobby.accept_challenge(await place.principal("Anna"), made.code)
    (terms,) = place.started
    assert (terms.x.name, terms.o.name) == ("Guest 1", "Anna")


async def test_who_registers_is_shown_by_the_name_of_the_account(place: Place) -> None:
    guest = await place.guest("Guest 1")
    made = await place.lobby.create_challenge(guest, SETUP, "Anna")
    await place.store.people.claim_name("Zed", "zed", "hash", replace(guest.token, hash=b"new"))
    assert (await place.lobby.challenge(made.code)).shown_name == "Zed"


async def test_a_name_is_checked_only_where_the_game_begins(place: Place) -> None:
    made = await place.lobby.create_challenge(await place.principal("Anna"), SETUP)
    guest = await place.guest("Guest 1")
    game = await place.lobby.accept_challenge(guest, made.code, "Jo")
    assert await place.lobby.accept_challenge(guest, made.code, "7up") == game
    with pytest.raises(RequestError) as error:
        await place.lobby.accept_challenge(guest, "A" * 8, "7up")
    assert error.value.code == "gone"


async def test_a_level_gets_the_other_seat(place: Place) -> None:
    anna = await place.principal("Anna")
    terms = await place.lobby.play_level(anna, "hard", parse_setup("goff", "none", side="O"))
    assert (terms.x.level, terms.x.user, terms.x.name) == ("hard", "", "Hard")
    assert terms.o == anna.identity
    assert (terms.rated, terms.private) == (False, True)
    assert place.started == [terms]
    assert [each.terms for each in await place.store.games.current_games(anna.user.id)] == [terms]


async def test_an_unknown_level_is_rejected(place: Place) -> None:
    with pytest.raises(RequestError) as error:
        await place.lobby.play_level(
            await place.principal("Anna"), "optimal", parse_setup("krist", "none")
        )
    assert error.value.code == "bad-level"
    assert error.value.message == "the levels of krist are random, easy, medium, hard, expert, best"


async def test_games_against_levels_are_limited(place: Place) -> None:
    anna, setup = await place.principal("Anna"), parse_setup("goff", "none")
    for _ in range(MAX_LEVEL_GAMES):
        await place.lobby.play_level(anna, "easy", setup)
    with pytest.raises(RequestError) as error:
        await place.lobby.play_level(anna, "easy", setup)
    assert error.value.code == "too-many"
    assert error.value.message == (
        "you have 10 games against the computer in progress: end one first"
    )
    await place.lobby.create_challenge(anna, setup)
    await place.lobby.play_level(await place.principal("Nikos"), "easy", setup)
