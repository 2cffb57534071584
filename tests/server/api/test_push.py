"""Routes of notifications."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from qttt.play.log import EntryKind
from qttt.server.net import streams
from qttt.server.store.push import NOTICE_DELAY_MS
from tests.server.api.conftest import Browser, Site
from tests.server.push_service import Device

DEVICE = Device("https://fcm.googleapis.com")
WAIT_MS = NOTICE_DELAY_MS + 60_000


async def begin(x: Browser, o: Browser, clock: str = "3d") -> str:
    code = (await x.post("challenges", {"clock": clock, "side": "X"}, 201))["code"]
    return str((await o.post(f"challenges/{code}/accept"))["game"])


async def subscribe(browser: Browser, device: Device) -> None:
    await browser.ask("PUT", "push", device.subscription, 204)


async def pending(site: Site) -> list[str]:
    """Claim all notifications, and return their kinds."""
    claimed = await site.services.store.push.claim(site.services.clock() + WAIT_MS, 100)
    for each in claimed:
        await site.services.store.push.finish(each)
    return [each.kind for each in claimed]


async def resign(browser: Browser, site: Site, game: str, version: int) -> None:
    principal = await site.services.people.authenticate(browser.session_token)
    assert principal
    await streams.submit(
        site.services.runner, principal.identity, game, "resign-1", version, EntryKind.RESIGN, ""
    )


async def test_a_browser_subscribes_with_the_server_s_key(site: Site) -> None:
    browser, other = await site.guest(), await site.guest()
    assert len((await browser.get("push"))["key"]) == 87
    await subscribe(browser, DEVICE)
    game = await begin(other, browser)
    assert await pending(site) == ["started"]
    await browser.ask("DELETE", "push", status=204)
    await resign(other, site, game, 0)
    assert await pending(site) == []


async def test_opening_the_game_on_any_device_is_enough(site: Site) -> None:
    browser, other = await site.account("Anna"), await site.guest()
    phone = await site.unauthenticated()
    await phone.post("login", {"name": "Anna", "password": "correct horse"})
    await subscribe(phone, DEVICE)
    game = await begin(other, browser)
    await other.post(f"games/{game}/seen", {"version": 0}, 204)
    await browser.post(f"games/{game}/seen", {"version": 0}, 204)
    assert await pending(site) == []


@pytest.mark.parametrize("path", ["session", "push"])
async def test_leaving_ends_the_subscription(site: Site, path: str) -> None:
    browser, other = await site.account("Anna"), await site.guest()
    await subscribe(browser, DEVICE)
    game = await begin(other, browser)
    assert await pending(site) == ["started"]
    await browser.ask("DELETE", path, status=204)
    await resign(other, site, game, 0)
    assert await pending(site) == []


@pytest.mark.parametrize(
    "wrong",
    [{"endpoint": "https://169.254.169.254/latest"}, {"p256dh": "AAAA"}, {"auth": "AAAA"}],
)
async def test_bad_subscriptions_are_rejected(site: Site, wrong: Mapping[str, str]) -> None:
    browser = await site.guest()
    error = await browser.ask("PUT", "push", {**DEVICE.subscription, **wrong}, 422)
    assert error["error"] == "bad-subscription"


async def test_a_subscription_of_a_session_that_just_ended_is_rejected(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = await site.guest()

    async def fail(*_: object) -> bool:
        return False

    monkeypatch.setattr(site.services.store.push, "subscribe", fail)
    error = await browser.ask("PUT", "push", DEVICE.subscription, 409)
    assert error["message"] == "the session has just changed: send the subscription again"


async def test_notifications_can_be_off(site: Site) -> None:
    browser = await site.guest()
    site.services = replace(site.services, pusher=None)
    site.api.state.services = site.services
    off = {"error": "not-found", "message": "this server sends no notifications"}
    assert await browser.get("push", 404) == off
    assert await browser.ask("PUT", "push", DEVICE.subscription, 404) == off


async def test_lists_of_games_say_whose_turn_it_is(site: Site) -> None:
    x, o = await site.guest(), await site.guest()
    game = await begin(x, o)
    (listed,) = (await x.get("games"))["games"]
    assert (listed["game"], listed["turn"]) == (game, "X")
