"""Invitations by link, and games against levels."""

import asyncio

import pytest

from qttt.server.games import Game
from qttt.server.lobby import LobbyError, read_setup
from tests.server.lobby.conftest import Place

SETUP = read_setup("goff", "3d", side="X", start="12")
DAY = 24 * 60 * 60 * 1000


async def test_invitation_becomes_one_game_that_is_in_no_list(place: Place) -> None:
    anna, nikos = await place.person("Anna"), await place.person("Nikos")
    made = await place.lobby.invite(anna, SETUP)
    game = await place.lobby.accept(nikos, made.code)
    (terms,) = place.started
    assert terms.game == game
    assert (terms.x.name, terms.o.name) == ("Anna", "Nikos")
    assert (terms.start, terms.clock, terms.private) == ("12", "3d", True)
    assert (await place.lobby.view()).games == []
    assert (await place.lobby.invitation(made.code)).game == game
    assert Game(terms).decider == "O"


async def test_who_accepts_twice_gets_the_same_game_and_others_none(place: Place) -> None:
    anna, nikos, maria = [await place.person(name) for name in ("Anna", "Nikos", "Maria")]
    made = await place.lobby.invite(anna, SETUP)
    games = await asyncio.gather(*(place.lobby.accept(nikos, made.code) for _ in range(5)))
    assert len(set(games)) == len(place.started) == 1
    with pytest.raises(LobbyError) as error:
        await place.lobby.accept(maria, made.code)
    assert error.value.message == "somebody else has accepted this invitation"


async def test_of_many_who_accept_at_once_one_plays(place: Place) -> None:
    made = await place.lobby.invite(await place.person("Anna"), SETUP)
    others = [await place.person(f"Player{number}x") for number in range(8)]
    tried = (place.lobby.accept(each, made.code) for each in others)
    results = await asyncio.gather(*tried, return_exceptions=True)
    assert sum(isinstance(each, str) for each in results) == 1
    assert sum(isinstance(each, LobbyError) for each in results) == 7


async def test_nobody_accepts_one_s_own(place: Place) -> None:
    anna = await place.person("Anna")
    made = await place.lobby.invite(anna, SETUP)
    with pytest.raises(LobbyError, match="this is your own invitation; send it to somebody else"):
        await place.lobby.accept(anna, made.code)


async def test_invitation_ends(place: Place) -> None:
    anna, nikos = await place.person("Anna"), await place.person("Nikos")
    old, withdrawn = [await place.lobby.invite(anna, SETUP) for _ in range(2)]
    with pytest.raises(LobbyError, match="there is no open invitation of yours with this code"):
        await place.lobby.withdraw(nikos, withdrawn.code)
    await place.lobby.withdraw(anna, withdrawn.code)
    place.now += 7 * DAY
    for made in (old, withdrawn):
        with pytest.raises(LobbyError, match="there is no invitation with this code"):
            await place.lobby.accept(nikos, made.code)


async def test_there_are_not_too_many(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.server.lobby.lobby.MOST_CHALLENGES", 2)
    anna = await place.person("Anna")
    made = [await place.lobby.invite(anna, SETUP) for _ in range(2)]
    with pytest.raises(LobbyError, match="2 invitations are open: withdraw one"):
        await place.lobby.invite(anna, SETUP)
    await place.lobby.accept(await place.person("Nikos"), made[0].code)
    await place.lobby.invite(anna, SETUP)


async def test_program_that_invites_is_said_to_be_one(place: Place) -> None:
    robot = await place.person("Robot", bot=True)
    made = await place.lobby.invite(robot, SETUP)
    await place.lobby.accept(await place.person("Anna"), made.code)
    assert place.started[0].x.bot


async def test_level_sits_where_nobody_else_does(place: Place) -> None:
    anna = await place.person("Anna")
    terms = await place.lobby.against(anna, "hard", read_setup("goff", "none", side="O"))
    assert (terms.x.level, terms.x.user, terms.x.name) == ("hard", "", "Hard")
    assert terms.o == anna.who
    assert (terms.rated, terms.private) == (False, True)
    assert place.started == [terms]
    assert [each.terms for each in await place.store.games.playing(anna.user.id)] == [terms]


async def test_level_that_these_rules_do_not_have(place: Place) -> None:
    with pytest.raises(LobbyError) as error:
        await place.lobby.against(
            await place.person("Anna"), "optimal", read_setup("krist", "none")
        )
    assert error.value.code == "bad-level"
    assert error.value.message == "the levels under krist are random, easy, medium, hard, best"
