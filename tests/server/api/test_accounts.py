"""One's own account as browsers manage it: the ways in, and the way out for good."""

import asyncio

import pytest

from qttt.server.games import Kind
from qttt.server.people import Site as Page
from tests.server.api.conftest import PASSWORD, Browser, Site
from tests.server.api.test_persons import finished
from tests.server.authenticator import Authenticator

BY_NAME = "http://localhost:8000"
PROOF = {"password": PASSWORD}
GONE = {"name": "Gone", "level": None, "bot": False}


async def at_name(site: Site, browser: Browser) -> Browser:
    """The same browser where the server has a name, as passkeys need one."""
    other = await site.stranger(BY_NAME)
    other.cookies.set("qttt", browser.cookies["qttt"], domain="localhost.local")
    return other


async def enrolled(browser: Browser, device: Authenticator) -> None:
    made = device.make(await browser.post("passkeys/offer", PROOF))
    await browser.post("passkeys", {"label": "a phone", "credential": made}, 201)


async def test_ways_in_are_told_to_oneself(site: Site) -> None:
    anna = await site.account("Anna")
    assert await anna.get("account") == {"password": True, "codes": 0, "passkeys": []}
    codes = (await anna.post("account/codes", PROOF, 201))["codes"]
    await enrolled(await at_name(site, anna), Authenticator(BY_NAME))
    told = await anna.get("account")
    assert (told["codes"], len(told["passkeys"])) == (10, 1)
    assert told["passkeys"][0].keys() == {"id", "label", "created", "used"}
    assert not any(code in str(told) for code in codes)


async def test_whoever_has_forgotten_the_password_comes_in_by_a_code(site: Site) -> None:
    anna = await site.account("Anna")
    codes = (await anna.post("account/codes", PROOF, 201))["codes"]
    browser = await site.guest()
    wrong = {"name": "Anna", "code": codes[0][:-1], "password": "another horse"}
    assert await browser.post("recover", wrong, 403) == {
        "error": "wrong-login",
        "message": "wrong name or recovery code",
    }
    told = await browser.post("recover", {**wrong, "code": codes[0]})
    assert (told["name"], told["guest"]) == ("Anna", False)
    assert (await browser.get("session"))["name"] == "Anna"
    assert await anna.get("session", 204) is None


async def test_codes_are_not_tried_out(site: Site) -> None:
    browser = await site.stranger()
    tried = {"name": "Anna", "code": "0000", "password": "another horse"}
    for _ in range(10):
        await browser.post("recover", tried, 403)
    assert (await browser.post("recover", tried, 429))["error"] == "too-fast"
    login = {"name": "an-na", "password": PASSWORD}
    assert (await browser.post("login", login, 429))["error"] == "too-fast"


async def test_passkey_comes_in_without_a_name(site: Site) -> None:
    device = Authenticator(BY_NAME)
    anna = await at_name(site, await site.account("Anna"))
    await enrolled(anna, device)
    browser = await site.stranger(BY_NAME)
    guest = (await browser.post("session"))["user"]
    signed = device.sign(await browser.post("passkeys/challenge"))
    told = await browser.post("login/passkey", {"credential": signed})
    assert told["name"] == "Anna"
    assert (await browser.get("session"))["user"] == told["user"] != guest
    again = await browser.post("login/passkey", {"credential": signed}, 403)
    assert again["message"] == "unknown or invalid passkey"


async def test_passkey_proves_what_a_password_does(site: Site) -> None:
    device = Authenticator(BY_NAME)
    anna = await at_name(site, await site.account("Anna"))
    await enrolled(anna, device)
    elsewhere = await site.stranger()
    await elsewhere.post("login", {"name": "Anna", **PROOF})

    async def signed() -> dict[str, object]:
        return {"passkey": device.sign(await anna.post("passkeys/challenge"))}

    before = anna.cookies["qttt"]
    await anna.post("password/drop", await signed(), 204)
    assert anna.cookies["qttt"] != before
    assert not (await anna.get("account"))["password"]
    assert await elsewhere.get("session", 204) is None
    await elsewhere.post("login", {"name": "Anna", **PROOF}, 403)
    await anna.post("password", {**await signed(), "new": "another horse"}, 204)
    (kept,) = (await anna.get("account"))["passkeys"]
    await anna.post(f"passkeys/{kept['id']}/drop", {"password": "another horse"}, 204)
    assert (await anna.get("account"))["passkeys"] == []
    assert (await anna.get("session"))["name"] == "Anna"


async def test_page_of_a_number_has_no_passkeys(site: Site) -> None:
    anna = await site.account("Anna")
    told = await anna.post("passkeys/offer", PROOF, 403)
    assert told["message"] == "passkeys need a domain name; 127.0.0.1 is an IP address"
    assert Page(BY_NAME).host == "localhost"


# --- sockets and streams of sessions that end ----------------------------------------------------


class Ended:
    """Notes which sessions the runner is told of."""

    def __init__(self, site: Site) -> None:
        self.told: list[tuple[str, str]] = []
        runner = site.service.runner
        tell = runner.ended

        async def ended(user: str, session: str = "") -> None:
            self.told.append((user, session))
            await tell(user, session)

        runner.ended = ended  # type: ignore[method-assign]


async def test_whatever_ends_a_session_ends_its_sockets(site: Site) -> None:
    told = Ended(site)
    anna = await site.guest()
    user = (await anna.get("session"))["user"]

    async def session() -> str:
        person = await site.service.people.find(anna.cookies["qttt"])
        assert person is not None
        return person.session

    before = await session()
    await anna.post("account", {"name": "Anna", "password": PASSWORD}, 201)
    assert told.told.pop() == (user, before)
    before = await session()
    await anna.post("login", {"name": "Anna", "password": PASSWORD})
    assert told.told.pop() == (user, before)
    await anna.post("password", {"old": PASSWORD, "new": "another horse"}, 204)
    assert told.told.pop() == (user, "")
    made = await anna.post("tokens", {"label": "a program"}, 201)
    await anna.ask("DELETE", f"tokens/{made['id']}", status=204)
    assert told.told.pop()[1][:16] == made["id"]
    before = await session()
    await anna.ask("DELETE", "session", status=204)
    assert told.told.pop() == (user, before)


async def test_stream_of_a_program_ends_with_its_token(site: Site) -> None:
    anna = await site.account("Anna")
    made = await anna.post("tokens", {"label": "a program"}, 201)
    bot = await site.service.people.find(made["token"])
    assert bot is not None
    lines = site.service.runner.events(bot.who)
    waiting = asyncio.ensure_future(anext(lines, "the end"))
    await asyncio.sleep(0)
    await anna.ask("DELETE", f"tokens/{made['id']}", status=204)
    assert await asyncio.wait_for(waiting, 60) == "the end"


# --- leaving for good ----------------------------------------------------------------------------


async def test_account_is_deleted_and_its_games_stay_without_the_name(site: Site) -> None:
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    game = await finished(site, anna, nikos)
    await anna.post("account/listed", {"listed": True}, 204)
    mistyped = await anna.post("account/delete", {"password": "a wrong one"}, 403)
    assert mistyped["message"] == "wrong password"
    await anna.post("account/delete", PROOF, 204)
    assert await anna.get("session", 204) is None
    await nikos.get("people/Anna", 404)
    await site.service.accounts.forget_names()
    (shown,) = (await nikos.get("people/Nikos/games"))["games"]
    assert (shown["game"], shown["x"], shown["result"]) == (game, GONE, "0-1")
    assert '[X "Gone"]' in (await nikos.request("GET", f"/api/games/{game}.qtn")).text
    await site.service.store.games.verify(game)
    (rating,) = (await nikos.get("people/Nikos"))["ratings"]
    assert rating["games"] == 1


async def test_games_that_go_on_are_given_up_before(site: Site) -> None:
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    games = []
    for _ in range(2):
        code = (await anna.post("challenges", {"clock": "3d", "side": "X"}, 201))["code"]
        games.append((await nikos.post(f"challenges/{code}/accept"))["game"])
    begun = games[0]
    for number, (browser, move) in enumerate(((anna, "12"), (nikos, "23"), (anna, "31"))):
        person = await site.service.people.find(browser.cookies["qttt"])
        assert person is not None
        await site.service.runner.do(person.who, begun, f"m{number}", number, Kind.MOVE, move)
    await anna.post("seeks", {"clock": "300+5"}, 201)
    code = (await anna.post("challenges", {"clock": "3d"}, 201))["code"]
    await anna.post("account/delete", PROOF, 204)
    ends = [(await nikos.get(f"games/{game}"))["termination"] for game in games]
    assert ends == ["resignation", "aborted"]
    assert (await nikos.get("games"))["games"] == []
    assert (await nikos.get("lobby"))["seeks"] == []
    await nikos.get(f"challenges/{code}", 404)


async def test_guest_leaves_by_leaving(site: Site) -> None:
    guest = await site.guest()
    told = await guest.post("account/delete", {"password": ""}, 403)
    assert told["error"] == "wrong-login"


async def test_account_stays_if_it_cannot_be_deleted(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await site.account("Anna")

    async def plays(*_: object) -> bool:
        return False

    with monkeypatch.context() as patch:
        patch.setattr(site.service.store.accounts, "leave", plays)
        assert (await anna.post("account/delete", PROOF, 409))["error"] == "games-go-on"
    assert (await anna.get("session"))["name"] == "Anna"
    await anna.post("account/delete", PROOF, 204)
