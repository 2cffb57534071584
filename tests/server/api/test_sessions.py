"""Coming in, leaving, accounts and programs, as browsers do it."""

import pytest

from qttt.server.people import Passwords
from tests.server.api.conftest import PASSWORD, Site


async def test_guest_comes_in_and_leaves(site: Site) -> None:
    browser = await site.stranger()
    assert await browser.get("session", 204) is None
    guest = await browser.post("session")
    assert guest.keys() == {"user", "name", "guest", "bot", "listed"}
    assert guest["guest"]
    assert await browser.get("session") == guest
    assert await browser.post("session") == guest
    await browser.ask("DELETE", "session", status=204)
    assert await browser.get("session", 204) is None


async def test_cookie_over_plain_http(site: Site) -> None:
    browser = await site.stranger("http://192.168.1.5:8000")
    answer = await browser.request("POST", "/api/session", json={})
    parts = [part.strip() for part in answer.headers["set-cookie"].split(";")]
    assert parts[0].startswith("qttt=")
    assert len(parts[0]) == len("qttt=") + 43
    assert {part.lower() for part in parts[1:]} == {
        "httponly",
        "samesite=strict",
        "path=/",
        "max-age=7776000",
    }


async def test_cookie_over_https(site: Site) -> None:
    browser = await site.stranger("https://192.168.1.5")
    answer = await browser.request("POST", "/api/session", json={})
    parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
    assert parts[0].startswith("__host-qttt=")
    assert {"secure", "httponly", "samesite=strict", "path=/"} <= set(parts)
    assert not any(part.startswith("domain") for part in parts)
    assert (await browser.get("session"))["guest"]


async def test_plain_cookie_counts_for_nothing_over_https(site: Site) -> None:
    plain = await site.guest()
    token = plain.cookies["qttt"]
    safe = await site.stranger("https://127.0.0.1:8000")
    safe.cookies.set("qttt", token)
    assert await safe.get("session", 204) is None


async def test_account_keeps_who_one_was(site: Site) -> None:
    browser = await site.guest()
    guest = await browser.get("session")
    account = await browser.post("account", {"name": "Anna", "password": PASSWORD}, 201)
    assert account == {**guest, "name": "Anna", "guest": False}
    other = await site.guest()
    assert await other.post("login", {"name": "anna", "password": PASSWORD}) == account
    assert await other.get("session") == account


async def test_session_that_was_known_before_is_not_the_account_s(site: Site) -> None:
    browser, spy = await site.guest(), await site.stranger()
    spy.cookies.set("qttt", browser.cookies["qttt"])
    await browser.post("account", {"name": "Anna", "password": PASSWORD}, 201)
    assert await spy.get("session", 204) is None
    again = await site.stranger()
    again.cookies.set("qttt", browser.cookies["qttt"])
    assert (await again.get("session"))["name"] == "Anna"
    await browser.post("password", {"old": PASSWORD, "new": "another horse"}, 204)
    assert await again.get("session", 204) is None
    assert (await browser.get("session"))["name"] == "Anna"


async def test_login_leaves_the_session_before(site: Site) -> None:
    await site.account("Anna")
    browser = await site.guest()
    guest = browser.cookies["qttt"]
    await browser.post("login", {"name": "Anna", "password": PASSWORD})
    assert browser.cookies["qttt"] != guest
    stale = await site.stranger()
    stale.cookies.set("qttt", guest)
    assert await stale.get("session", 204) is None


@pytest.mark.parametrize("name", ["Anna", "Nobody0", "Guest 4821", "", "\x00"])
async def test_login_that_fails_tells_nothing(site: Site, name: str) -> None:
    await site.account("Anna")
    browser = await site.stranger()
    assert await browser.post("login", {"name": name, "password": "wrong horse"}, 403) == {
        "error": "wrong-login",
        "message": "wrong name or password",
    }
    assert not browser.cookies


async def test_guessing_passwords_ends_soon_and_for_that_name(site: Site) -> None:
    await site.account("Anna")
    browser = await site.stranger()
    for _ in range(10):
        await browser.post("login", {"name": "Anna", "password": "wrong horse"}, 403)
    told = await browser.post("login", {"name": "AN-NA", "password": PASSWORD}, 429)
    assert told["error"] == "too-fast"
    await browser.post("login", {"name": "Nikos", "password": PASSWORD}, 403)


async def test_password_is_in_no_answer_and_too_long_ones_are_not_hashed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Passwords, "hash", None)
    browser = await site.guest()
    told = await browser.post("account", {"name": "Anna", "password": "x" * 1000}, 422)
    assert told == {
        "error": "unreadable",
        "message": "password: String should have at most 200 characters",
    }


async def test_new_password(site: Site) -> None:
    anna = await site.account("Anna")
    elsewhere = await site.stranger()
    await elsewhere.post("login", {"name": "Anna", "password": PASSWORD})
    bot = await site.bot(anna)
    await anna.post("password", {"old": PASSWORD, "new": "another horse"}, 204)
    assert (await anna.get("session"))["name"] == "Anna"
    assert await elsewhere.get("session", 204) is None
    assert (await bot.get("session", 401))["error"] == "no-session"


async def test_tokens_are_told_once_and_revoked_by_name(site: Site) -> None:
    anna = await site.account("Anna")
    made = await anna.post("tokens", {"label": "my program"}, 201)
    (listed,) = await anna.get("tokens")
    assert {**listed, "token": made["token"]} == made
    assert made["token"] not in str(listed)
    await anna.ask("DELETE", f"tokens/{made['id']}", status=204)
    assert await anna.get("tokens") == []
    await anna.ask("DELETE", f"tokens/{made['id']}", status=404)


async def test_token_is_no_cookie_and_cookie_no_token(site: Site) -> None:
    anna = await site.account("Anna")
    token = (await anna.post("tokens", {"label": "a program"}, 201))["token"]
    as_cookie = await site.stranger()
    as_cookie.cookies.set("qttt", token)
    assert await as_cookie.get("session", 204) is None
    as_token = await site.stranger(Authorization=f"Bearer {anna.cookies['qttt']}")
    assert (await as_token.get("session", 401))["error"] == "no-session"


async def test_leader_board_is_for_who_wants_it(site: Site) -> None:
    guest, anna = await site.guest(), await site.account("Anna")
    assert (await guest.post("account/listed", {"listed": True}, 403))["message"] == (
        "only an account can be on a leader board: make one"
    )
    for listed in (True, False):
        await anna.post("account/listed", {"listed": listed}, 204)
        assert (await anna.get("session"))["listed"] is listed


async def test_every_answer_is_guarded_and_kept_by_nobody(site: Site) -> None:
    browser = await site.guest()
    for path in ("session", "lobby", "nowhere", "openapi.json"):
        headers = (await browser.request("GET", f"/api/{path}")).headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers


async def test_other_addresses_and_methods_are_told_in_the_same_words(site: Site) -> None:
    browser = await site.guest()
    assert await browser.get("nowhere", 404) == {
        "error": "not-found",
        "message": "there is nothing at this address",
    }
    line_break = await browser.request("DELETE", "/api/games/%0a")
    assert line_break.json().keys() == {"error", "message"}
    assert await browser.ask("DELETE", "lobby", status=405) == {
        "error": "wrong-method",
        "message": "DELETE is nothing here",
    }
