"""Notifications: asked for after an own move, sent encrypted, shown by the service worker.

Headless Chromium denies notifications, reaches no push service and has no icon. The page therefore
has the permission and the subscription of a push service on this machine, which the server sends
to; what arrives there is handed to the service worker by Chromium, and what it shows is recorded.
"""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Worker

from qttt.game import Placement, Position
from tests.browser.accessibility import broken_rules
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.layout import PHONES, misfits
from tests.browser.people import DESKTOP
from tests.browser.server import TIMEOUT_S, Server
from tests.browser.test_keeping import wait_until_cached
from tests.server.push_service import Device, PushService, push_service

pytestmark = [pytest.mark.works_offline, pytest.mark.long]

SUBSCRIBE = """
const { endpoint, ...keys } = %s;
let subscription = null;
PushManager.prototype.getSubscription = async () => subscription;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  const base64 = applicationServerKey.replaceAll("-", "+").replaceAll("_", "/");
  const key = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)).buffer;
  return (subscription = {
    options: { applicationServerKey: key },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => ((subscription = null), true),
  });
};
"""
PERMISSION = """
let permission = "default";
Object.defineProperty(Notification, "permission", { get: () => permission });
Notification.requestPermission = async () => (permission = "granted");
"""
RECORDED = """() => {
  self.badges = [];
  navigator.setAppBadge = async (count) => void badges.push(count);
  self.notifications = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
    void notifications.push({ title, ...options });
  WindowClient.prototype.focus = async function () {
    return this; // allowed only after a click of the user
  };
}"""
CLICK = """async (data) => {
  const event = new ExtendableEvent("notificationclick");
  event.notification = { data, close: () => undefined };
  const done = new Promise((done) => (event.waitUntil = done));
  dispatchEvent(event);
  await done;
}"""
OFFER = "Notify you when it is your turn?"


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def pushing_server(service: PushService) -> Iterator[Server]:
    with Server(QTTT_PUSH_SERVICES=service.origin) as server:
        yield server


def allowed(visit: Visit, server: Server, script: str = "", **options: Any) -> App:
    """Open the app on a phone whose user grants the permission when asked."""
    app = visit.open(url=server.url, bypass_csp=True, **options)
    app.page.context.add_init_script(PERMISSION + script)
    wait_until_cached(app.page)
    return app


def phone(visit: Visit, server: Server, device: Device, **options: Any) -> App:
    """Open the app on a phone, with the device's subscription."""
    return allowed(visit, server, SUBSCRIBE % json.dumps(device.subscription), **options)


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition outside the page."""
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def toggle(app: App, name: str) -> None:
    """Press a switch of the settings, whose label covers it."""
    app.page.locator("label", has_text=name).click()


def begin(visit: Visit, x: App, server: Server, clock: str = "3d") -> App:
    """Begin a game of ``x`` against a desktop that has no subscription."""
    x.open("#online")
    expect(x.key("Invite a friend")).to_be_visible()
    code = x.page.evaluate(
        """async (clock) => {
          const body = JSON.stringify({ clock, side: "X" });
          const headers = { "Content-Type": "application/json" };
          const answer = await fetch("/api/challenges", { method: "POST", headers, body });
          return (await answer.json()).code;
        }""",
        clock,
    )
    o = visit.open(viewport=DESKTOP, touches=False, url=server.url)
    o.open(f"#online/{code}")
    o.press("Play")
    for app in (x, o):
        expect(app.square(0)).to_be_visible()
    return o


def subscribe(app: App) -> None:
    """Press the offer's key, and wait until the server has the subscription."""
    with app.page.expect_response(lambda answer: answer.request.method == "PUT"):
        app.press("Notify me")


def deliver(app: App, server: Server, message: object) -> Worker:
    """Hand a message to the app's service worker, as a push service would."""
    (worker,) = app.page.context.service_workers
    worker.evaluate(RECORDED)
    session = app.page.context.new_cdp_session(app.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            registration["registrationId"] for registration in event["registrations"]
        ),
    )
    session.send("ServiceWorker.enable")
    until(lambda: worker.evaluate("() => true") and bool(found))
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": server.url.rstrip("/"),
            "registrationId": found[0],
            "data": json.dumps(message),
        },
    )
    return worker


def test_a_move_is_notified_in_the_app_s_language(
    visit: Visit, service: PushService, pushing_server: Server
) -> None:
    device = service.device()
    x = phone(visit, pushing_server, device)
    o = begin(visit, x, pushing_server)
    expect(x.page.get_by_text(OFFER)).to_have_count(0)
    x.make(Position(), Placement(0, 1))
    expect(x.page.get_by_text(OFFER)).to_be_visible()
    assert broken_rules(x.page) == []
    assert misfits(x.page, *PHONES) == []
    subscribe(x)
    expect(x.page.get_by_text(OFFER)).to_have_count(0)
    game = x.page.url.rpartition("/")[2]
    x.open()
    o.make(Position.after(Placement(0, 1)), Placement(1, 2))
    service.wait(1)
    (message,) = service.received(device)
    assert {name: message[name] for name in ("kind", "game", "waiting")} == {
        "kind": "turn",
        "game": game,
        "waiting": 1,
    }
    assert message["version"] >= 2  # a server that stood still has also noted its downtime
    worker = deliver(x, pushing_server, message)
    app_address = pushing_server.url.rstrip("/") + "/"
    until(lambda: worker.evaluate("() => notifications.length") == 1)
    (shown,) = worker.evaluate("() => notifications")
    assert shown == {
        "title": "It is your turn",
        "body": f"{message['opponent']} has moved.",
        "lang": "en",
        "tag": game,
        "icon": "icon-192.png",
        "silent": False,
        "data": {"address": f"{app_address}g/{game}"},
    }
    assert worker.evaluate("() => badges") == [1]
    worker.evaluate(CLICK, shown["data"])
    expect(x.square(0)).to_be_visible()
    assert x.page.url == shown["data"]["address"]


def test_friends_without_a_clock_are_offered_notifications_once_one_leaves(
    visit: Visit, service: PushService, pushing_server: Server
) -> None:
    x = phone(visit, pushing_server, service.device())
    o = begin(visit, x, pushing_server, "none")
    x.make(Position(), Placement(0, 1))
    o.make(Position.after(Placement(0, 1)), Placement(1, 2))
    x.shows(Position.after(Placement(0, 1), Placement(1, 2)))
    expect(x.page.get_by_text(OFFER)).to_have_count(0)
    o.open()
    expect(x.page.get_by_text(OFFER)).to_be_visible()


@pytest.mark.nightly
def test_a_game_that_is_shown_is_not_notified(
    visit: Visit, service: PushService, pushing_server: Server
) -> None:
    device = service.device()
    x = phone(visit, pushing_server, device)
    o = begin(visit, x, pushing_server)
    x.make(Position(), Placement(0, 1))
    subscribe(x)
    with x.page.expect_response("**/seen"):
        o.make(Position.after(Placement(0, 1)), Placement(1, 2))
    x.open()
    o.press("Resign")
    o.press("Yes, resign")
    service.wait(1)
    assert [message["kind"] for message in service.received(device)] == ["over"]


def test_settings_show_the_state_and_switch_notifications_off(
    visit: Visit, service: PushService, pushing_server: Server
) -> None:
    x = phone(visit, pushing_server, service.device(), locale="el-GR")
    x.press("Settings")
    toggle(x, "Ειδοποιήσεις")
    expect(x.page.get_by_text("Αυτή η συσκευή σε ειδοποιεί")).to_be_visible()
    with x.page.expect_response(lambda answer: answer.request.method == "DELETE") as ended:
        toggle(x, "Ειδοποιήσεις")
    assert ended.value.url.endswith("/api/push")
    expect(x.page.get_by_text("Για τη σειρά σου")).to_be_visible()


@pytest.mark.nightly
def test_a_browser_that_reaches_no_push_service_says_so(
    visit: Visit, pushing_server: Server
) -> None:
    x = allowed(visit, pushing_server)
    x.press("Settings")
    visit.ignored.append("Push API in incognito mode")
    toggle(x, "Notifications")
    expect(x.page.get_by_text("The browser cannot reach its notification service")).to_be_visible()


HALF_SCROLLED = """
(control) => {
  const body = control.closest(".body");
  const { top, height } = control.getBoundingClientRect();
  body.scrollTop += top + 0.6 * height - body.getBoundingClientRect().top;
}"""
"""Scrolls a control of a dialog half out of sight."""


def test_a_denied_permission_is_explained(visit: Visit) -> None:
    x = visit.open(bypass_csp=True)
    x.press("Settings")
    expect(x.page.get_by_role("switch", name="Notifications")).to_be_disabled()
    expect(x.page.get_by_text("Blocked for this site.")).to_be_visible()
    x.page.get_by_role("switch", name="Chat").evaluate(HALF_SCROLLED)
    assert broken_rules(x.page) == []


@pytest.mark.nightly
def test_a_server_that_sends_none_offers_nothing(visit: Visit) -> None:
    with Server(QTTT_PUSH="off") as server:
        x = allowed(visit, server)
        visit.ignored.append("404")
        begin(visit, x, server)
        with x.page.expect_response("**/api/push") as answer:
            x.make(Position(), Placement(0, 1))
        assert answer.value.status == 404
        expect(x.page.get_by_text(OFFER)).to_have_count(0)
