"""Account management over HTTP: ways to log in, and deletion."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from qttt.play.log import EntryKind
from qttt.server.errors import StoreUnavailable
from qttt.server.net import streams
from qttt.server.people.passkeys import RelyingParty as Page
from qttt.server.store.database import Database
from tests.server.api.conftest import PASSWORD, Browser, Site
from tests.server.api.test_people import finished
from tests.server.authenticator import Authenticator

BY_NAME = "http://localhost:8000"
PROOF = {"password": PASSWORD}
GONE = {"name": "Gone", "level": None, "bot": False}


async def at_name(site: Site, browser: Browser) -> Browser:
    """Return the same session at a domain name, which passkeys need."""
    other = await site.unauthenticated(BY_NAME)
    other.cookies.set("qttt", browser.session_token, domain="localhost.local")
    return other


async def register_passkey(browser: Browser, device: Authenticator) -> None:
    credential = device.make(await browser.post("passkeys/offer", PROOF))
    await browser.post("passkeys", {"label": "a phone", "credential": credential}, 201)


async def test_the_ways_to_log_in_are_listed(site: Site) -> None:
    anna = await site.account("Anna")
    assert await anna.get("account") == {"password": True, "codes": 0, "passkeys": []}
    codes = (await anna.post("account/codes", PROOF, 201))["codes"]
    await register_passkey(await at_name(site, anna), Authenticator(BY_NAME))
    answer = await anna.get("account")
    assert (answer["codes"], len(answer["passkeys"])) == (10, 1)
    assert answer["passkeys"][0].keys() == {"id", "label", "created", "used"}
    assert not any(code in str(answer) for code in codes)


async def test_login_with_a_recovery_code(site: Site) -> None:
    anna = await site.account("Anna")
    codes = (await anna.post("account/codes", PROOF, 201))["codes"]
    browser = await site.guest()
    wrong = {"name": "Anna", "code": codes[0][:-1], "password": "another horse"}
    assert await browser.post("recover", wrong, 403) == {
        "error": "wrong-login",
        "message": "wrong name or recovery code",
    }
    answer = await browser.post("recover", {**wrong, "code": codes[0]})
    assert (answer["name"], answer["guest"]) == ("Anna", False)
    assert (await browser.get("session"))["name"] == "Anna"
    assert await anna.get("session", 204) is None


@pytest.mark.parametrize("path", ["login", "recover"])
async def test_a_login_ends_the_session_of_a_guest_who_is_not_stored(site: Site, path: str) -> None:
    anna = await site.account("Anna")
    (code, *_) = (await anna.post("account/codes", PROOF, 201))["codes"]
    browser, copy = await site.unauthenticated(), await site.unauthenticated()
    await browser.post("session")
    copy.cookies.update(browser.cookies)
    assert (await copy.get("session"))["guest"]
    more = {"code": code} if path == "recover" else {}
    await browser.post(path, {"name": "Anna", "password": PASSWORD, **more})
    assert await copy.get("session", 204) is None


async def test_guesses_of_codes_are_rate_limited_by_address(site: Site) -> None:
    browser = await site.unauthenticated()
    guess = {"name": "Anna", "code": "0000", "password": "another horse"}
    for _ in range(30):
        await browser.post("recover", guess, 403)
    assert (await browser.post("recover", guess, 429))["error"] == "too-fast"
    elsewhere = await site.unauthenticated(client="192.0.2.1")
    await elsewhere.post("recover", guess, 403)


async def test_login_with_a_passkey_needs_no_name(site: Site) -> None:
    device = Authenticator(BY_NAME)
    anna = await at_name(site, await site.account("Anna"))
    await register_passkey(anna, device)
    browser = await site.unauthenticated(BY_NAME)
    guest = (await browser.post("session"))["user"]
    signed = device.sign(await browser.post("passkeys/challenge"))
    answer = await browser.post("login/passkey", {"credential": signed})
    assert answer["name"] == "Anna"
    assert (await browser.get("session"))["user"] == answer["user"] != guest
    again = await browser.post("login/passkey", {"credential": signed}, 403)
    assert again["message"] == "unknown or invalid passkey"


async def test_a_passkey_can_replace_the_password_as_proof(site: Site) -> None:
    device = Authenticator(BY_NAME)
    anna = await at_name(site, await site.account("Anna"))
    await register_passkey(anna, device)
    elsewhere = await site.unauthenticated()
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
    (passkey,) = (await anna.get("account"))["passkeys"]
    await anna.post(f"passkeys/{passkey['id']}/drop", {"password": "another horse"}, 204)
    assert (await anna.get("account"))["passkeys"] == []
    assert (await anna.get("session"))["name"] == "Anna"


async def test_passkeys_need_a_domain_name(site: Site) -> None:
    anna = await site.account("Anna")
    answer = await anna.post("passkeys/offer", PROOF, 403)
    assert answer["message"] == "passkeys need a domain name; 127.0.0.1 is an IP address"
    assert Page(BY_NAME).host == "localhost"


@pytest.mark.parametrize(
    "change", ["account", "password", "password/drop", "passkeys/drop", "recover"]
)
async def test_a_change_of_the_login_that_fails_can_be_repeated(
    site: Site, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """The store fails in each transaction of the request: nothing is changed by half."""
    site.disable_limits()
    run = Database._run
    left: ContextVar[list[int]] = ContextVar("transactions until one fails")  # of this request

    async def run_or_fail(
        self: Database,
        threads: ThreadPoolExecutor,
        engine: Engine,
        work: Callable[[Connection], Any],
    ) -> Any:
        if (count := left.get([])) and not count.pop():
            raise StoreUnavailable("away")
        return await run(self, threads, engine, work)

    monkeypatch.setattr(Database, "_run", run_or_fail)
    for number in range(1, 100):
        browser, path, body = await before_change(site, change, f"Anna {number}")
        count = list(range(number))
        reset = left.set(count)
        answer = await browser.request("POST", path, json=body)
        left.reset(reset)
        if count:  # no transaction had that number
            break
        assert answer.status_code == 503, (number, answer.text)
        again = await browser.request("POST", path, json=body)
        assert again.status_code in (200, 201, 204), (number, again.text)
        assert (await browser.get("session"))["guest"] is False
    assert number > 2
    assert answer.status_code in (200, 201, 204), answer.text


async def before_change(site: Site, change: str, name: str) -> tuple[Browser, str, object]:
    """Return a browser, and the path and body of a change of the login of that account."""
    if change == "account":
        return await site.guest(), "/api/account", {"name": name, "password": PASSWORD}
    owner = await site.account(name)
    if change == "recover":
        code = (await owner.post("account/codes", PROOF, 201))["codes"][0]
        body = {"name": name, "code": code, "password": "another horse"}
        return await site.guest(), "/api/recover", body
    browser = await at_name(site, owner)
    if change == "password":
        return browser, "/api/password", {"old": PASSWORD, "new": "another horse"}
    await register_passkey(browser, Authenticator(BY_NAME))
    (passkey,) = (await browser.get("account"))["passkeys"]
    path = "password/drop" if change == "password/drop" else f"passkeys/{passkey['id']}/drop"
    return browser, f"/api/{path}", PROOF


# --- sockets and streams of sessions that end ----------------------------------------------------


def record_ended(site: Site) -> list[tuple[str, str]]:
    """Record the calls of ``HubRunner.end_sessions``."""
    calls: list[tuple[str, str]] = []
    runner = site.services.runner
    original = runner.end_sessions

    async def ended(user: str, session: str = "") -> None:
        calls.append((user, session))
        await original(user, session)

    runner.end_sessions = ended  # type: ignore[method-assign]
    return calls


async def test_ending_a_session_disconnects_its_sockets(site: Site) -> None:
    calls = record_ended(site)
    anna = await site.guest()
    user = (await anna.get("session"))["user"]

    async def session() -> str:
        principal = await site.services.people.authenticate(anna.session_token)
        assert principal is not None
        return principal.session

    await anna.post("account", {"name": "Anna", "password": PASSWORD}, 201)
    assert calls.pop() == (user, "")  # some may be older than the stored session
    before = await session()
    await anna.post("login", {"name": "Anna", "password": PASSWORD})
    assert calls.pop() == (user, before)
    await anna.post("password", {"old": PASSWORD, "new": "another horse"}, 204)
    assert calls.pop() == (user, "")
    token = await anna.post("tokens", {"label": "a program"}, 201)
    await anna.ask("DELETE", f"tokens/{token['id']}", status=204)
    assert calls.pop()[1][:16] == token["id"]
    before = await session()
    await anna.ask("DELETE", "session", status=204)
    assert calls.pop() == (user, before)


async def test_revoking_a_token_ends_its_streams(site: Site) -> None:
    anna = await site.account("Anna")
    token = await anna.post("tokens", {"label": "a program"}, 201)
    bot = await site.services.people.authenticate(token["token"])
    assert bot is not None
    lines = streams.events(site.services.runner, bot.identity)
    waiting = asyncio.ensure_future(anext(lines, "the end"))
    await asyncio.sleep(0)
    await anna.ask("DELETE", f"tokens/{token['id']}", status=204)
    assert await asyncio.wait_for(waiting, 60) == "the end"


# --- account deletion ----------------------------------------------------------------------------


async def test_deleting_an_account_anonymizes_its_games(site: Site) -> None:
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    game = await finished(site, anna, nikos)
    await anna.post("account/listed", {"listed": True}, 204)
    mistyped = await anna.post("account/delete", {"password": "a wrong one"}, 403)
    assert mistyped["message"] == "wrong password"
    await anna.post("account/delete", PROOF, 204)
    assert await anna.get("session", 204) is None
    await nikos.get("people/Anna", 404)
    await site.services.accounts.anonymize_games()
    (listed,) = (await nikos.get("people/Nikos/games"))["games"]
    assert (listed["game"], listed["x"], listed["result"]) == (game, GONE, "0-1")
    assert '[X "Gone"]' in (await nikos.request("GET", f"/api/games/{game}.qtn")).text
    await site.services.store.games.verify(game)
    (rating,) = (await nikos.get("people/Nikos"))["ratings"]
    assert rating["games"] == 1


async def test_deleting_an_account_resigns_or_aborts_current_games(site: Site) -> None:
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    games = []
    for _ in range(2):
        code = (await anna.post("challenges", {"clock": "3d", "side": "X"}, 201))["code"]
        games.append((await nikos.post(f"challenges/{code}/accept"))["game"])
    begun = games[0]
    for number, (browser, move) in enumerate(((anna, "12"), (nikos, "23"), (anna, "31"))):
        principal = await site.services.people.authenticate(browser.session_token)
        assert principal is not None
        await streams.submit(
            site.services.runner,
            principal.identity,
            begun,
            f"m{number}",
            number,
            EntryKind.MOVE,
            move,
        )
    await anna.post("seeks", {"clock": "300+5"}, 201)
    code = (await anna.post("challenges", {"clock": "3d"}, 201))["code"]
    await anna.post("account/delete", PROOF, 204)
    ends = [(await nikos.get(f"games/{game}"))["termination"] for game in games]
    assert ends == ["resignation", "aborted"]
    assert (await nikos.get("games"))["games"] == []
    assert (await nikos.get("lobby"))["seeks"] == []
    await nikos.get(f"challenges/{code}", 404)


async def test_guests_cannot_delete_an_account(site: Site) -> None:
    guest = await site.guest()
    answer = await guest.post("account/delete", {"password": ""}, 403)
    assert answer["error"] == "wrong-login"


async def test_a_failed_deletion_keeps_the_account(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await site.account("Anna")

    async def plays(*_: object) -> None:
        """Refuse, as if a game had begun."""

    with monkeypatch.context() as patch:
        patch.setattr(site.services.store.accounts, "delete_user", plays)
        assert (await anna.post("account/delete", PROOF, 409))["error"] == "games-go-on"
    assert (await anna.get("session"))["name"] == "Anna"
    await anna.post("account/delete", PROOF, 204)
