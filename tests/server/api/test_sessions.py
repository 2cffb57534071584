"""Sessions, registration, login, cookies and bot tokens over HTTP."""

import http.cookiejar
import time
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.server.hub.effects import CloseCode
from qttt.server.net.connections import CONNECTION_EXTENSION
from qttt.server.net.streams import Mailbox
from qttt.server.people.passwords import Passwords
from qttt.server.people.people import People
from qttt.server.protocol.incoming import SUBPROTOCOL
from tests.server.api.conftest import PASSWORD, Browser, Site


async def test_a_guest_session_starts_and_ends(site: Site) -> None:
    browser = await site.unauthenticated()
    assert await browser.get("session", 204) is None
    guest = await browser.post("session")
    assert guest.keys() == {"user", "name", "guest", "bot", "listed"}
    assert guest["guest"]
    assert await browser.get("session") == guest
    assert await browser.post("session") == guest
    await browser.ask("DELETE", "session", status=204)
    assert await browser.get("session", 204) is None


async def test_the_cookie_over_http(site: Site) -> None:
    browser = await site.unauthenticated("http://192.168.1.5:8000")
    answer = await browser.request("POST", "/api/session", json={})
    parts = [part.strip() for part in answer.headers["set-cookie"].split(";")]
    assert parts[0].startswith("qttt-guest=")
    assert len(parts[0]) == len("qttt-guest=") + 43
    assert {part.lower() for part in parts[1:]} == {
        "httponly",
        "samesite=strict",
        "path=/",
        "max-age=7776000",
    }


async def test_the_cookie_over_https(site: Site) -> None:
    browser = await site.unauthenticated("https://192.168.1.5")
    answer = await browser.request("POST", "/api/session", json={})
    parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
    assert parts[0].startswith("__host-qttt-guest=")
    assert {"secure", "httponly", "samesite=strict", "path=/"} <= set(parts)
    assert not any(part.startswith("domain") for part in parts)
    assert (await browser.get("session"))["guest"]
    account = {"name": "Anna", "password": PASSWORD}
    answer = await browser.request("POST", "/api/account", json=account)
    session, former, mark = (
        each.lower().split("; ") for each in answer.headers.get_list("set-cookie")
    )
    assert session[0].startswith("__host-qttt=")
    assert {'__host-qttt-guest=""', "max-age=0", "secure"} <= set(former)
    assert mark[0].startswith("__host-qttt-browser=")
    assert {"secure", "httponly", "samesite=strict", "path=/", "max-age=31536000"} <= set(mark)


HOUR = 60 * 60 * 1000


class Clock:
    """The time of the server's sessions and of the browser's cookies."""

    def __init__(self, site: Site, monkeypatch: pytest.MonkeyPatch, session_days: int = 90) -> None:
        self.now = site.services.clock()
        passwords = site.stack.enter_context(closing(Passwords()))
        people = People(
            site.services.store.people, passwords, lambda: self.now, 24 * HOUR * session_days
        )
        site.services = replace(site.services, people=people)
        site.api.state.services = site.services
        jar_time = SimpleNamespace(**{**vars(time), "time": lambda: self.now / 1000})
        monkeypatch.setattr(http.cookiejar, "time", jar_time)


@pytest.mark.parametrize(("session_days", "hours"), [(90, 80 * 24), (1, 6)])
@pytest.mark.parametrize("has_account", [False, True])
async def test_a_session_lasts_as_long_as_it_is_used(
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    session_days: int,
    hours: int,
    has_account: bool,
) -> None:
    clock = Clock(site, monkeypatch, session_days)
    browser = await (site.account("Anna") if has_account else site.guest())
    user = await browser.get("session")
    for _ in range(12):
        clock.now += hours * HOUR
        assert await browser.get("session") == user
    clock.now += 24 * HOUR * session_days
    assert await browser.get("session", 204) is None


async def test_requests_without_a_cookie_in_their_answers_keep_a_session(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(site, monkeypatch, session_days=1)
    teacher = await site.account("Anna")
    for _ in range(12):
        clock.now += 6 * HOUR
        await teacher.get("tokens")
    assert (await teacher.get("session"))["name"] == "Anna"


async def test_a_session_is_extended_once_a_day(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(site, monkeypatch)
    browser = await site.guest()
    for hours, is_extended in ((23, False), (2, True), (1, False)):
        clock.now += hours * HOUR
        answer = await browser.request("GET", "/api/session")
        assert ("set-cookie" in answer.headers) == is_extended


@pytest.mark.parametrize("path", ["games", "lobby", "tokens", "games/nosuchgame"])
async def test_a_late_response_does_not_replace_a_newer_cookie(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """As that to a slow request, after another tab has set a new password."""
    clock = Clock(site, monkeypatch)
    browser = await site.account("Anna")
    clock.now += 48 * HOUR
    late = await browser.request("GET", f"/api/{path}")
    assert "set-cookie" not in late.headers
    answer = await browser.request("GET", "/api/session")
    assert answer.headers["set-cookie"].startswith(f"qttt={browser.session_token};")


async def test_a_socket_extends_the_session(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(site, monkeypatch)
    browser = await site.guest()
    clock.now += 48 * HOUR
    token = browser.cookies["qttt-guest"]
    (cookie,) = await handshake_cookies(site, token)
    assert cookie.startswith(f"qttt-guest={token};")
    assert await handshake_cookies(site, token) == []


async def handshake_cookies(site: Site, token: str) -> list[str]:
    """Connect a socket with a guest's cookie, and return those that the server sets."""
    line = SimpleNamespace(
        closing=None, take_over=lambda on_text: None, send_all=lambda lines: None
    )
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "scheme": "ws",
        "path": "/api/socket",
        "query_string": b"",
        "headers": [
            (b"host", b"127.0.0.1:8000"),
            (b"origin", b"http://127.0.0.1:8000"),
            (b"cookie", f"qttt-guest={token}".encode()),
        ],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8000),
        "subprotocols": [SUBPROTOCOL],
        "extensions": {CONNECTION_EXTENSION: line},
    }
    received = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(received)

    async def send(message: Any) -> None:
        sent.append(message)

    await site.application(scope, receive, send)
    headers = sent[0].get("headers", [])
    return [value.decode() for name, value in headers if name == b"set-cookie"]


async def test_the_http_cookie_is_ignored_over_https(site: Site) -> None:
    plain = await site.guest()
    token = plain.cookies["qttt-guest"]
    safe = await site.unauthenticated("https://127.0.0.1:8000")
    safe.cookies.set("qttt-guest", token)
    assert await safe.get("session", 204) is None


async def test_registration_keeps_the_user(site: Site) -> None:
    browser = await site.guest()
    guest = await browser.get("session")
    account = await browser.post("account", {"name": "Anna", "password": PASSWORD}, 201)
    assert account == {**guest, "name": "Anna", "guest": False}
    other = await site.guest()
    assert await other.post("login", {"name": "anna", "password": PASSWORD}) == account
    assert await other.get("session") == account


async def test_registration_and_new_passwords_replace_the_session(site: Site) -> None:
    browser, spy = await site.guest(), await site.unauthenticated()
    spy.cookies.set("qttt-guest", browser.cookies["qttt-guest"])
    await browser.post("account", {"name": "Anna", "password": PASSWORD}, 201)
    assert await spy.get("session", 204) is None
    again = await site.unauthenticated()
    again.cookies.set("qttt", browser.cookies["qttt"])
    assert (await again.get("session"))["name"] == "Anna"
    await browser.post("password", {"old": PASSWORD, "new": "another horse"}, 204)
    assert await again.get("session", 204) is None
    assert (await browser.get("session"))["name"] == "Anna"


async def test_login_ends_the_previous_session(site: Site) -> None:
    await site.account("Anna")
    browser = await site.guest()
    guest = browser.cookies["qttt-guest"]
    await browser.post("login", {"name": "Anna", "password": PASSWORD})
    assert set(browser.cookies) == {"qttt", "qttt-browser"}
    stale = await site.unauthenticated()
    stale.cookies.set("qttt-guest", guest)
    assert await stale.get("session", 204) is None


async def test_a_guest_that_arrives_after_a_login_does_not_replace_it(site: Site) -> None:
    """As in a browser with two tabs, one of which creates a guest while the other logs in."""
    await site.account("Anna")
    browser, other = await site.unauthenticated(), await site.unauthenticated()
    guest = await other.post("session")
    await browser.post("login", {"name": "Anna", "password": PASSWORD})
    browser.cookies.update(other.cookies)  # the response of the other tab comes last
    assert (await browser.get("session"))["name"] == "Anna"
    assert (await browser.post("session"))["name"] == "Anna"
    assert await other.get("session") == guest
    await browser.ask("DELETE", "session", status=204)
    assert set(browser.cookies) == {"qttt-browser"}


async def with_guest_beside_account(site: Site) -> tuple[Browser, str]:
    """Return a browser with the cookies of an account and of a guest, and the guest's token."""
    await site.account("Anna")
    browser, other = await site.unauthenticated(), await site.guest()
    await browser.post("login", {"name": "Anna", "password": PASSWORD})
    browser.cookies.update(other.cookies)
    return browser, other.cookies["qttt-guest"]


async def test_a_guest_beside_an_account_does_not_hide_the_end_of_its_session(site: Site) -> None:
    browser, _ = await with_guest_beside_account(site)
    assert (await browser.get("session"))["name"] == "Anna"
    assert set(browser.cookies) == {"qttt", "qttt-browser"}
    principal = await site.services.people.authenticate(browser.cookies["qttt"])
    assert principal
    await site.services.people.end_session(principal)
    assert await browser.get("session", 204) is None


@pytest.mark.parametrize("how", ["logout", "login", "deletion"])
async def test_all_sessions_of_a_browser_end(site: Site, how: str) -> None:
    browser, guest = await with_guest_beside_account(site)
    tokens = [browser.cookies["qttt"], guest]
    if how == "login":
        await browser.post("login", {"name": "Anna", "password": PASSWORD})
    elif how == "logout":
        await browser.ask("DELETE", "session", status=204)
    else:
        await browser.post("account/delete", {"password": PASSWORD}, 204)
    for token in tokens:
        assert await site.services.people.authenticate(token) is None


async def test_a_guest_in_the_former_cookie_registers(site: Site) -> None:
    """Earlier versions stored guests in the cookie that accounts have."""
    former, other = await site.guest(), await site.guest()
    browser = await site.unauthenticated()
    browser.cookies.set("qttt", former.cookies["qttt-guest"], domain="127.0.0.1", path="/")
    guest = await browser.get("session")
    assert guest["guest"]
    assert await browser.post("session") == guest
    browser.cookies.update(other.cookies)
    account = await browser.post("account", {"name": "Anna", "password": PASSWORD}, 201)
    assert account["user"] == guest["user"]
    assert set(browser.cookies) == {"qttt", "qttt-browser"}
    assert await browser.get("session") == account


async def test_an_account_in_either_cookie_counts_before_a_guest(site: Site) -> None:
    guest, anna = await site.guest(), await site.account("Anna")
    browser = await site.unauthenticated()
    browser.cookies.set("qttt", guest.session_token)
    browser.cookies.set("qttt-guest", anna.session_token)
    assert (await browser.post("session"))["name"] == "Anna"


@pytest.mark.parametrize("name", ["Anna", "Nobody0", "Guest 4821", "", "\x00"])
async def test_failed_logins_disclose_nothing(site: Site, name: str) -> None:
    await site.account("Anna")
    browser = await site.unauthenticated()
    assert await browser.post("login", {"name": name, "password": "wrong horse"}, 403) == {
        "error": "wrong-login",
        "message": "wrong name or password",
    }
    assert not browser.cookies


GUESS = {"name": "Anna", "password": "wrong horse"}
RIGHT = {"name": "AN-NA", "password": PASSWORD}


@pytest.mark.parametrize("name", ["Anna", "Nikos"])
async def test_failed_logins_are_limited_by_name_and_address(site: Site, name: str) -> None:
    site.set_limits({"login-client": "3/day"})
    await site.account("Anna")
    browser = await site.unauthenticated()
    for _ in range(3):
        await browser.post("login", {**GUESS, "name": name}, 403)
    answer = await browser.post("login", {**RIGHT, "name": name.upper()}, 429)
    assert answer["error"] == "too-fast"
    await browser.post("login", {**GUESS, "name": "Other"}, 403)


async def test_failed_logins_are_limited_by_name_over_all_addresses(site: Site) -> None:
    site.set_limits({"login-name": "5/day"})
    await site.account("Anna")
    for number in range(5):
        browser = await site.unauthenticated(client=f"192.0.2.{number}")
        await browser.post("login", GUESS, 403)
    elsewhere = await site.unauthenticated(client="192.0.2.9")
    assert (await elsewhere.post("login", RIGHT, 429))["error"] == "too-fast"


async def test_only_failed_logins_are_limited_by_name(site: Site) -> None:
    site.set_limits({"login-client": "3/day", "login-name": "3/day"})
    await site.account("Anna")
    browser = await site.unauthenticated()
    for _ in range(9):
        await browser.post("login", RIGHT)
        browser.cookies.clear()


async def test_a_stranger_s_guesses_do_not_lock_the_owner_out(site: Site) -> None:
    anna = await site.account("Anna")
    (code, *_) = (await anna.post("account/codes", {"password": PASSWORD}, 201))["codes"]
    guesses = 0
    for number in range(4):
        stranger = await site.unauthenticated(client=f"192.0.2.{number}")
        for _ in range(25):
            await stranger.post("login", GUESS, 403)
            guesses += 1
    assert guesses == 100
    owner = await site.unauthenticated(client="198.51.100.1")
    await owner.post("login", RIGHT)
    recovered = {"name": "Anna", "code": code, "password": "another horse"}
    await (await site.unauthenticated()).post("recover", recovered)


async def test_the_owner_s_browser_is_admitted_when_a_name_is_attacked(site: Site) -> None:
    site.set_limits({"login-client": "3/day", "login-name": "3/day"})
    anna = await site.account("Anna")
    (code, *_) = (await anna.post("account/codes", {"password": PASSWORD}, 201))["codes"]
    await anna.ask("DELETE", "session", status=204)
    stranger = await site.unauthenticated()
    for _ in range(3):
        await stranger.post("login", GUESS, 403)
    assert (await stranger.post("login", RIGHT, 429))["error"] == "too-fast"
    elsewhere = await site.unauthenticated(client="192.0.2.1")
    await elsewhere.post("login", RIGHT, 429)
    await anna.post("login", RIGHT)
    recovered = {"name": "Anna", "code": code, "password": "another horse"}
    await elsewhere.post("recover", recovered)
    await elsewhere.post("login", {"name": "Anna", "password": "another horse"})


async def test_failed_logins_in_a_known_browser_are_limited(site: Site) -> None:
    site.set_limits({"login-client": "3/day"})
    anna = await site.account("Anna")
    for _ in range(3):
        await anna.post("login", GUESS, 403)
    await anna.post("login", RIGHT, 429)
    elsewhere = await site.unauthenticated()
    await elsewhere.post("login", RIGHT)


@pytest.mark.parametrize("change", ["password", "name", "mark"])
async def test_a_browser_is_known_to_one_account_and_password(site: Site, change: str) -> None:
    site.set_limits({"login-client": "1/day"})
    anna, nikos = await site.account("Anna"), await site.account("Nikos")
    mark = anna.cookies["qttt-browser"]
    if change == "password":
        await anna.post("password", {"old": PASSWORD, "new": "another horse"}, 204)
        assert anna.cookies["qttt-browser"] != mark
    elif change == "name":
        mark = nikos.cookies["qttt-browser"]
    else:
        mark = mark[:-1] + ("1" if mark[-1] == "0" else "0")
    browser = await site.unauthenticated()
    browser.cookies.set("qttt-browser", mark)
    await browser.post("login", GUESS, 403)
    stranger = await site.unauthenticated()
    await stranger.post("login", GUESS, 429)


async def test_the_mark_of_a_browser_is_not_a_session(site: Site) -> None:
    anna = await site.account("Anna")
    guest = await site.guest()
    assert "qttt-browser" not in guest.cookies
    browser = await site.unauthenticated()
    for name in ("qttt", "qttt-browser"):
        browser.cookies.set(name, anna.cookies["qttt-browser"])
    assert await browser.get("session", 204) is None
    bearer = await site.unauthenticated(Authorization=f"Bearer {anna.cookies['qttt-browser']}")
    assert (await bearer.get("session", 401))["error"] == "no-session"


async def test_overload_is_not_counted_as_a_guess(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.set_limits({"login-client": "1/day"})
    await site.account("Anna")
    browser = await site.unauthenticated()
    with monkeypatch.context() as busy:
        busy.setattr("qttt.server.people.passwords.MAX_WAITING", -2)
        assert (await browser.post("login", RIGHT, 503))["error"] == "busy"
    await browser.post("login", RIGHT)


async def test_long_passwords_are_neither_hashed_nor_repeated(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Passwords, "hash", None)
    browser = await site.guest()
    answer = await browser.post("account", {"name": "Anna", "password": "x" * 1000}, 422)
    assert answer == {
        "error": "unreadable",
        "message": "password: String should have at most 200 characters",
    }


async def test_a_new_password_ends_other_sessions_and_tokens(site: Site) -> None:
    anna = await site.account("Anna")
    elsewhere = await site.unauthenticated()
    await elsewhere.post("login", {"name": "Anna", "password": PASSWORD})
    bot = await site.bot(anna)
    await anna.post("password", {"old": PASSWORD, "new": "another horse"}, 204)
    assert (await anna.get("session"))["name"] == "Anna"
    assert await elsewhere.get("session", 204) is None
    assert (await bot.get("session", 401))["error"] == "no-session"


async def test_tokens_are_returned_once_and_revoked_by_id(site: Site) -> None:
    anna = await site.account("Anna")
    token = await anna.post("tokens", {"label": "my program"}, 201)
    (listed,) = await anna.get("tokens")
    assert {**listed, "token": token["token"]} == token
    assert token["token"] not in str(listed)
    await anna.ask("DELETE", f"tokens/{token['id']}", status=204)
    assert await anna.get("tokens") == []
    await anna.ask("DELETE", f"tokens/{token['id']}", status=404)


async def test_tokens_and_cookies_are_not_interchangeable(site: Site) -> None:
    anna = await site.account("Anna")
    token = (await anna.post("tokens", {"label": "a program"}, 201))["token"]
    as_cookie = await site.unauthenticated()
    as_cookie.cookies.set("qttt", token)
    assert await as_cookie.get("session", 204) is None
    as_token = await site.unauthenticated(Authorization=f"Bearer {anna.cookies['qttt']}")
    assert (await as_token.get("session", 401))["error"] == "no-session"


async def test_leaderboards_are_opt_in(site: Site) -> None:
    guest, anna = await site.guest(), await site.account("Anna")
    assert (await guest.post("account/listed", {"listed": True}, 403))["message"] == (
        "guests cannot be on a leaderboard: register first"
    )
    for listed in (True, False):
        await anna.post("account/listed", {"listed": listed}, 204)
        assert (await anna.get("session"))["listed"] is listed


async def test_every_response_has_security_headers_and_is_not_cached(site: Site) -> None:
    browser = await site.guest()
    for path in ("session", "lobby", "nowhere", "openapi.json"):
        headers = (await browser.request("GET", f"/api/{path}")).headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers


async def test_unknown_paths_and_methods_get_json_errors(site: Site) -> None:
    browser = await site.guest()
    assert await browser.get("nowhere", 404) == {
        "error": "not-found",
        "message": "there is no resource at this address",
    }
    line_break = await browser.request("DELETE", "/api/games/%0a")
    assert line_break.json().keys() == {"error", "message"}
    assert await browser.ask("DELETE", "lobby", status=405) == {
        "error": "wrong-method",
        "message": "DELETE is not allowed here",
    }


async def test_sockets_of_a_guest_end_with_the_session(site: Site) -> None:
    """Also one that was opened before the guest was stored."""
    guest = await site.unauthenticated()
    await guest.post("session")
    principal = await site.services.people.authenticate(guest.session_token)
    assert principal
    assert not principal.session
    mailbox = Mailbox()
    async with site.services.runner.connected(principal.identity, mailbox):
        await guest.post("seeks", {"clock": "300+5"}, 201)
        before = mailbox.closing
        await guest.ask("DELETE", "session", status=204)
    after = mailbox.closing
    assert (before, after and after.code) == (None, CloseCode.ENDED)


async def test_a_session_that_is_not_stored_ends_with_logout(site: Site) -> None:
    guest = await site.unauthenticated()
    await guest.post("session")
    token = guest.session_token
    assert await site.services.people.authenticate(token)
    await guest.ask("DELETE", "session", status=204)
    assert await site.services.people.authenticate(token) is None
    assert await site.services.people.authenticate(token[:-2] + "AA") is None
