"""Links of invitations: their previews and pictures, and the limit of guesses."""

import re

import httpx
import pytest

from tests.server.api.conftest import HERE, Site
from tests.server.unfurlers import head_of

SETUP = {"rules": "goff", "clock": "300+5", "side": "O"}


async def page_of(site: Site, path: str, language: str = "en") -> httpx.Response:
    transport = httpx.ASGITransport(site.application)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as browser:
        return await browser.get(path, headers={"Accept-Language": language})


async def test_an_invitation_names_its_sender(site: Site) -> None:
    anna = await site.account("Anna")
    url = (await anna.post("challenges", SETUP, 201))["url"]
    path = url.removeprefix(HERE)
    for language, title in (("en", "Anna invites you to a game."), ("el", "Σε καλεί σε παιχνίδι")):
        response = await page_of(site, path, language)
        head = head_of(response.content)
        assert response.status_code == 200
        assert head.title.startswith(title)
        assert head.tags["og:url"] == url
        picture = await page_of(site, head.tags["og:image"].removeprefix(HERE))
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")


async def test_a_guest_is_named_in_the_language_of_the_reader(site: Site) -> None:
    anna = await site.guest()
    path = (await anna.post("challenges", SETUP, 201))["url"].removeprefix(HERE)
    for language, name in (("en", "Guest"), ("el", "Επισκέπτης")):
        title = head_of((await page_of(site, path, language)).content).title
        assert re.search(rf"\b{name} \d{{4}}\b", title)


async def test_guests_can_name_themselves_in_an_invitation_and_its_game(site: Site) -> None:
    maria, friend = await site.guest(), await site.guest()
    challenge = await maria.post("challenges", {**SETUP, "name": " Μαρία "}, 201)
    path = challenge["url"].removeprefix(HERE)
    for language, title in (("en", "Μαρία invites you"), ("el", "Σε καλεί σε παιχνίδι: Μαρία")):
        assert head_of((await page_of(site, path, language)).content).title.startswith(title)
    assert (await friend.get(f"challenges/{challenge['code']}"))["who"]["name"] == "Μαρία"
    accept = f"challenges/{challenge['code']}/accept"
    assert (await friend.post(accept, {"name": "Computer"}, 422))["error"] == "bad-name"
    game = await maria.get(f"games/{(await friend.post(accept, {'name': 'Jo'}))['game']}")
    assert [game["terms"][seat]["name"] for seat in ("o", "x")] == ["Μαρία", "Jo"]
    assert (await maria.get("session"))["name"].startswith("Guest ")


@pytest.mark.parametrize("name", ["7up", "Guest 12", "a" * 21, "Anna аnna", "<b>"])
async def test_names_in_invitations_are_those_of_accounts(site: Site, name: str) -> None:
    guest = await site.guest()
    answer = await guest.post("challenges", {**SETUP, "name": name}, 422)
    assert answer["error"] == "bad-name"


async def test_accounts_keep_their_names_in_invitations(site: Site) -> None:
    anna = await site.account("Anna")
    challenge = await anna.post("challenges", {**SETUP, "name": "Maria"}, 201)
    assert challenge["who"]["name"] == "Anna"


async def test_an_invitation_from_a_position_shows_it(site: Site) -> None:
    anna = await site.guest()
    setup = {"rules": "qubic3", "start": "12", "clock": "none", "side": "O"}
    path = (await anna.post("challenges", setup, 201))["url"].removeprefix(HERE)
    description = head_of((await page_of(site, path)).content).tags["og:description"]
    assert description.startswith("Random collapse, 3×3.")


async def test_an_accepted_invitation_shows_the_app(site: Site) -> None:
    anna, ben = await site.guest(), await site.guest()
    challenge = await anna.post("challenges", SETUP, 201)
    await ben.post(f"challenges/{challenge['code']}/accept", {})
    response = await page_of(site, challenge["url"].removeprefix(HERE))
    assert head_of(response.content).title == "Quantum tic-tac-toe"


async def test_guesses_of_invitations_are_limited(site: Site) -> None:
    site.set_limits({"guess": "2/hour"})
    statuses = [(await page_of(site, f"/i/abcdefg{end}")).status_code for end in "hjk"]
    assert statuses == [200, 200, 429]


async def test_a_class_with_an_old_link_guesses_once(site: Site) -> None:
    site.set_limits({"guess": "2/hour", "guess-all": "2/hour"})
    for _ in range(32):
        assert (await page_of(site, "/i/abcdefgh")).status_code == 200
        await (await site.unauthenticated()).get("challenges/abcdefgh", 404)
    url = (await (await site.guest()).post("challenges", SETUP, 201))["url"]
    page = await page_of(site, url.removeprefix(HERE))
    assert head_of(page.content).tags["og:url"] == url
    # Another wrong code is another guess.
    await (await site.unauthenticated()).get("challenges/abcdefgj", 404)
    assert (await page_of(site, "/i/abcdefgk")).status_code == 429
