"""Profiles, archives, records, ratings and leaderboards over HTTP."""

from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from qttt.game import Points
from qttt.notation import read_records
from qttt.play import match_from_record
from qttt.play.log import EntryKind, LogEntry
from qttt.server import services
from qttt.server.api.dependencies import counted
from qttt.server.api.games import archive_text
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Terms, new_game_id
from qttt.server.people.ratings import NEW_RATING, rate_game
from qttt.server.store.entities import Ladder
from tests.server.api.conftest import Browser, Site


async def finished(site: Site, x: Browser, o: Browser, *, private: bool = False) -> str:
    """Store a rated game in which X resigned; return its id."""
    users = []
    for browser in (x, o):
        session = await browser.get("session")
        user = await site.services.store.people.user(session["user"])
        assert user is not None
        users.append(user)
    from qttt.server.games.terms import Identity

    one, other = (Identity(user.id, user.name) for user in users)
    now = site.services.clock()
    terms = Terms(new_game_id(), "goff", "-", one, other, "300+5", True, now, private)
    assert await site.services.store.games.create(terms)
    entry = LogEntry(1, EntryKind.RESIGN, "X", "", now)
    (result,) = await site.services.store.games.append(
        [AppendRequest(terms.game, (entry,), None, "0-1", "resignation")]
    )
    assert result == "stored"
    return terms.game


async def test_the_archive_is_paged_and_shows_private_games_to_the_user_only(site: Site) -> None:
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    games = [await finished(site, anna, nikos, private=number == 3) for number in range(35)]
    first = await anna.get("people/ANNA/games")
    second = await anna.get(f"people/anna/games?before={first['next']}")
    seen = [game["game"] for game in first["games"] + second["games"]]
    assert (len(first["games"]), len(second["games"]), second["next"]) == (30, 5, None)
    assert sorted(seen) == sorted(games)
    assert {game["seat"] for game in first["games"]} == {"X"}
    assert {game["seat"] for game in (await nikos.get("people/Nikos/games"))["games"]} == {"O"}
    unauthenticated = await site.unauthenticated()
    page = await unauthenticated.get("people/Anna/games")
    rest = await unauthenticated.get(f"people/Anna/games?before={page['next']}")
    assert games[3] not in [game["game"] for game in page["games"] + rest["games"]]
    assert len(page["games"] + rest["games"]) == 34


async def test_a_guest_s_archive_is_addressed_by_id(site: Site) -> None:
    anna, nikos = await site.guest(), await site.guest()
    game = await finished(site, anna, nikos)
    user = (await anna.get("session"))["user"]
    assert [each["game"] for each in (await anna.get(f"people/@{user}/games"))["games"]] == [game]
    assert (await anna.get(f"people/@{user}"))["guest"]


async def test_a_guest_who_is_not_stored_has_a_profile(site: Site) -> None:
    guest = await site.unauthenticated()
    user = (await guest.post("session"))["user"]
    assert (await guest.get(f"people/@{user}"))["ratings"] == []
    assert (await guest.get(f"people/@{user}/games"))["games"] == []
    assert (await guest.get("games"))["games"] == (await guest.get("seeks"))["seeks"] == []
    assert (await guest.get("rooms"))["rooms"] == (await guest.get("homework"))["homework"] == []
    await (await site.guest()).get(f"people/@{user}", 404)


async def test_downloaded_records_can_be_parsed(site: Site) -> None:
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    games = [await finished(site, anna, nikos) for _ in range(60)]
    answer = await anna.request("GET", "/api/people/Anna/games.qtn")
    assert answer.headers["content-disposition"] == 'attachment; filename="games.qtn"'
    assert answer.headers["content-type"] == "application/x-qtn; charset=utf-8"
    records = read_records(answer.text)
    assert sorted(record.tags["Game"] for record in records) == sorted(games)
    for record in records:
        outcome = match_from_record(record).outcome
        assert outcome is not None
        assert outcome.result == "0-1"
    one = await anna.request("GET", f"/api/games/{games[0]}.qtn")
    assert one.headers["content-disposition"] == f'attachment; filename="{games[0]}.qtn"'
    assert read_records(one.text)[0].tags["Game"] == games[0]


async def test_a_client_downloads_one_archive_at_a_time(site: Site) -> None:
    anna, nikos = await site.quick_account("Anna"), await site.quick_account("Nikos")
    await finished(site, anna, nikos)
    archives = site.services.archives
    user = (await anna.get("session"))["user"]
    text = archive_text(site.services.store.games, user, private=False)
    stream = counted(archives, user, text)
    assert "[Game " in await anext(stream)
    assert await anna.get("people/Anna/games.qtn", 409) == {
        "error": "too-many",
        "message": "another archive is being sent; wait until it is complete",
    }
    assert [part async for part in stream] == []
    answer = await anna.request("GET", "/api/people/Anna/games.qtn")
    assert (answer.status_code, archives) == (200, {})


async def test_unknown_users_and_games(site: Site) -> None:
    anna = await site.account("Anna")
    for path in ("people/Nobody0", "people/@x", "people/Guest 4821", "people/Nobody0/games"):
        assert await anna.get(path, 404) == {
            "error": "not-found",
            "message": "no user has this name",
        }
    for path in ("games/0123456789", "games/x", "games/0123456789.qtn"):
        assert (await anna.get(path, 404))["error"] == "no-such-game"


async def test_ratings_and_leaders(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "update_ratings", AsyncMock())  # or it could be faster
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    strong = replace(NEW_RATING, value=1800.4, deviation=60.0, games=40, at=site.services.clock())
    await finished(site, anna, nikos)
    (unrated,) = await site.services.store.ratings.unrated_games(1)
    ladder = Ladder("goff", "live")
    await site.services.store.ratings.rate(
        unrated.terms.game, ladder, lambda x, o: (strong, NEW_RATING)
    )
    unauthenticated = await site.unauthenticated()
    assert (await unauthenticated.get("people/anna"))["ratings"] == [
        {
            "rules": "goff",
            "pace": "live",
            "rating": 1800,
            "deviation": 60,
            "games": 40,
            "provisional": False,
        }
    ]
    assert (await unauthenticated.get("leaders"))["leaders"] == []
    for browser in (anna, nikos):
        await browser.post("account/listed", {"listed": True}, 204)
    assert (await unauthenticated.get("leaders?rules=goff&pace=live"))["leaders"] == [
        {"name": "Anna", "rating": 1800, "deviation": 60, "games": 40}
    ]
    assert (await unauthenticated.get("leaders?rules=chess", 422))["error"] == "bad-rules"


async def test_finished_games_are_rated_once(site: Site) -> None:
    from qttt.server.people.ratings import update_ratings

    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    await finished(site, anna, nikos)
    await update_ratings(site.services.store.ratings)
    await update_ratings(site.services.store.ratings)
    expected = rate_game(NEW_RATING, NEW_RATING, Points(0, 1), 0)
    for browser, after in zip((anna, nikos), expected, strict=True):
        user = (await browser.get("session"))["user"]
        ratings = await site.services.store.ratings.by_user(user)
        assert ratings[Ladder("goff", "live")].value == after.value
        assert ratings[Ladder("goff", "live")].games == 1
