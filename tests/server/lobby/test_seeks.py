"""Seeks: two people who want the same game are matched once."""

from dataclasses import replace

import pytest

from qttt.server.errors import RequestError
from qttt.server.games.terms import Terms
from qttt.server.lobby.lobby import MAX_LISTED
from qttt.server.lobby.setup import parse_setup
from qttt.server.people.people import BOT
from qttt.server.retention import DAY_MS
from qttt.server.store.entities import Seek
from qttt.server.store.schema import ratings
from tests.server.lobby.conftest import Place

LIVE = parse_setup("goff", "300+5", rated=True)


async def test_a_second_seek_is_matched_with_the_first(place: Place) -> None:
    anna, nikos = await place.principal("Anna"), await place.principal("Nikos")
    waiting = await place.lobby.seek(anna, LIVE)
    assert isinstance(waiting, Seek)
    assert [each.name for each in await place.lobby.seeks()] == ["Anna"]
    terms = await place.lobby.seek(nikos, LIVE)
    assert isinstance(terms, Terms)
    assert {terms.x.name, terms.o.name} == {"Anna", "Nikos"}
    assert (terms.rules, terms.clock, terms.rated, terms.private) == ("goff", "300+5", True, False)
    assert place.started == [terms]
    games = await place.lobby.live_games()
    assert await place.lobby.seeks() == []
    assert [game.terms for game in games] == [terms]


@pytest.mark.parametrize(
    "other",
    [
        parse_setup("complete", "300+5", rated=True),
        parse_setup("goff", "60+0", rated=True),
        parse_setup("goff", "300+5"),
    ],
)
async def test_different_seeks_are_not_matched(place: Place, other: object) -> None:
    assert isinstance(await place.lobby.seek(await place.principal("Anna"), LIVE), Seek)
    seek = await place.lobby.seek(await place.principal("Nikos"), other)  # type: ignore[arg-type]
    assert isinstance(seek, Seek)


async def test_a_second_seek_of_one_user_replaces_the_first(place: Place) -> None:
    anna = await place.principal("Anna")
    for _ in range(3):
        assert isinstance(await place.lobby.seek(anna, LIVE), Seek)
    assert len(await place.lobby.seeks()) == 1


async def test_seeks_for_the_same_mark_are_not_matched(place: Place) -> None:
    x = parse_setup("goff", "300+5", rated=True, side="X")
    await place.lobby.seek(await place.principal("Anna"), x)
    assert isinstance(await place.lobby.seek(await place.principal("Nikos"), x), Seek)
    terms = await place.lobby.seek(await place.principal("Maria"), LIVE)
    assert isinstance(terms, Terms)
    assert terms.o.name == "Maria"


async def rated_seeks(place: Place, waits: dict[str, tuple[float, int]]) -> None:
    """Open seeks for X of players with these ratings, with the seconds that they have waited."""
    x = parse_setup("goff", "300+5", rated=True, side="X")
    start = place.now
    for name, (value, seconds) in waits.items():
        player = await place.principal(name)
        row = {"user": player.user.id, "rules": "goff", "pace": "live", "value": value}
        more = {"deviation": 60.0, "volatility": 0.06, "games": 20, "at": 0, "is_listed": False}
        await place.store.database.write(
            lambda connection, row=row | more: connection.execute(ratings.insert(), row)  # type: ignore[misc]
        )
        place.now = start - 1000 * seconds
        assert isinstance(await place.lobby.seek(player, x), Seek)
    place.now = start


async def test_the_nearest_rating_is_matched_first(place: Place) -> None:
    await rated_seeks(place, {"Weak": (1200.0, 2), "Strong": (2100.0, 1), "Even": (1490.0, 0)})
    terms = await place.lobby.seek(await place.principal("Self"), LIVE)
    assert isinstance(terms, Terms)
    assert terms.x.name == "Even"


async def test_waiting_outweighs_the_rating(place: Place) -> None:
    await rated_seeks(place, {"Weak": (1200.0, 29), "Even": (1490.0, 0), "Good": (1600.0, 3)})
    order = [await place.lobby.seek(await place.principal(f"Self{n}x"), LIVE) for n in range(3)]
    assert [each.x.name for each in order if isinstance(each, Terms)] == ["Weak", "Even", "Good"]


async def test_a_seek_is_matched_where_the_other_does_not_suit(place: Place) -> None:
    """Of those who wait for the same mark, each new seek takes the one that has waited longest."""
    x = parse_setup("goff", "300+5", side="X")
    for number in range(3):
        await place.lobby.seek(await place.principal(f"Player{number}x"), x)
        place.now += 1
    either = parse_setup("goff", "300+5")
    terms = await place.lobby.seek(await place.principal("Anna"), either)
    assert isinstance(terms, Terms)
    assert terms.x.name == "Player0x"


async def test_a_new_seek_that_is_matched_replaces_the_earlier_one(place: Place) -> None:
    anna, x = await place.principal("Anna"), parse_setup("goff", "300+5", side="X")
    assert isinstance(await place.lobby.seek(anna, parse_setup("goff", "60+0")), Seek)
    assert isinstance(await place.lobby.seek(await place.principal("Nikos"), x), Seek)
    assert isinstance(await place.lobby.seek(anna, parse_setup("goff", "300+5")), Terms)
    assert await place.lobby.seeks() == []


async def test_a_seek_expires_unless_it_is_renewed(place: Place) -> None:
    anna = await place.principal("Anna")
    seek = await place.lobby.seek(anna, LIVE)
    assert isinstance(seek, Seek)
    place.now += 29_000
    assert isinstance(await place.lobby.renew_seek(anna, seek.id), Seek)
    place.now += 29_000
    assert len(await place.lobby.seeks()) == 1
    place.now += 2_000
    assert await place.lobby.seeks() == []
    with pytest.raises(RequestError) as error:
        await place.lobby.renew_seek(anna, seek.id)
    assert error.value.code == "gone"
    assert error.value.message == "this seek is over: seek again if no game has begun"


async def test_a_correspondence_seek_stays_until_it_is_matched_or_expires(place: Place) -> None:
    anna, slow = await place.principal("Anna"), parse_setup("goff", "3d")
    seek = await place.lobby.seek(anna, slow)
    assert isinstance(seek, Seek)
    assert isinstance(await place.lobby.seek(anna, LIVE), Seek)
    place.now += 13 * DAY_MS
    assert await place.lobby.renew_seek(anna, seek.id) == seek
    assert await place.lobby.seeks_of(anna) == [seek]
    terms = await place.lobby.seek(await place.principal("Nikos"), slow)
    assert isinstance(terms, Terms)
    assert await place.lobby.seeks() == []
    assert await place.store.lobby.collect_matches([anna.user.id]) == [(anna.user.id, terms.game)]
    again = await place.lobby.seek(anna, slow)
    assert isinstance(again, Seek)
    place.now += 14 * DAY_MS - 1
    assert await place.lobby.seeks_of(anna) == [again]
    place.now += 1
    assert await place.lobby.seeks_of(anna) == []


async def test_a_correspondence_seek_of_a_bot_does_not_stay(place: Place) -> None:
    robot = await place.principal("Robot", bot=True)
    assert isinstance(await place.lobby.seek(robot, parse_setup("goff", "3d")), Seek)
    place.now += 30_000
    assert await place.lobby.seeks_of(robot) == []


async def test_live_seeks_are_listed_before_staying_ones(place: Place) -> None:
    for number in range(MAX_LISTED + 1):
        stays = parse_setup("goff", f"{1 + number % 14}d", side="X")
        await place.lobby.seek(await place.principal(f"Player{number}x"), stays)
    await place.lobby.seek(await place.principal("Anna"), LIVE)
    seeks = await place.lobby.seeks()
    assert (len(seeks), seeks[0].name) == (MAX_LISTED, "Anna")


async def test_only_the_own_seek_can_be_renewed_or_dropped(place: Place) -> None:
    anna, nikos = await place.principal("Anna"), await place.principal("Nikos")
    seek = await place.lobby.seek(anna, LIVE)
    assert isinstance(seek, Seek)
    with pytest.raises(RequestError):
        await place.lobby.renew_seek(nikos, seek.id)
    with pytest.raises(RequestError, match="you have no such seek, or it is over"):
        await place.lobby.withdraw_seek(nikos, seek.id)
    await place.lobby.withdraw_seek(anna, seek.id)
    assert await place.lobby.seeks() == []


async def test_a_seek_needs_a_clock(place: Place) -> None:
    with pytest.raises(RequestError, match="a seek needs a clock, such as"):
        await place.lobby.seek(await place.principal("Anna"), parse_setup("goff", "none"))


async def test_a_bot_is_marked_as_one_and_plays_unrated(place: Place) -> None:
    robot = await place.principal("Robot", bot=True)
    with pytest.raises(RequestError, match="a bot cannot play rated games"):
        await place.lobby.seek(robot, LIVE)
    casual = parse_setup("goff", "300+5", side="X")
    seek = await place.lobby.seek(robot, casual)
    assert isinstance(seek, Seek)
    assert seek.bot
    terms = await place.lobby.seek(await place.principal("Anna"), parse_setup("goff", "300+5"))
    assert isinstance(terms, Terms)
    assert terms.x.bot
    assert not terms.o.bot


async def test_a_bot_touches_only_its_own_seeks(place: Place) -> None:
    anna = await place.principal("Anna")
    robot = replace(anna, token=replace(anna.token, kind=BOT))
    seek = await place.lobby.seek(anna, LIVE)
    assert isinstance(seek, Seek)
    with pytest.raises(RequestError, match="this seek is over"):
        await place.lobby.renew_seek(robot, seek.id)
    with pytest.raises(RequestError, match="you have no such seek"):
        await place.lobby.withdraw_seek(robot, seek.id)
    with pytest.raises(RequestError, match="the owner of this bot seeks a game: wait for its end"):
        await place.lobby.seek(robot, parse_setup("goff", "60+0"))
    assert await place.lobby.seeks_of(anna) == [seek]
    await place.lobby.withdraw_seek(anna, seek.id)
    own = await place.lobby.seek(robot, parse_setup("goff", "60+0"))
    assert isinstance(own, Seek)
    assert await place.lobby.renew_seek(robot, own.id) == own
    await place.lobby.withdraw_seek(robot, own.id)


async def test_games_in_progress_are_limited(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.server.lobby.lobby.MAX_GAMES", 2)
    anna = await place.principal("Anna")
    for _ in range(2):
        await place.lobby.play_level(anna, "easy", parse_setup("goff", "none"))
    with pytest.raises(RequestError, match="you have 2 games in progress: end one first"):
        await place.lobby.seek(anna, LIVE)
