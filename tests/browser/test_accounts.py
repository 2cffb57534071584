"""Accounts: passkeys, recovery codes, logout, deletion."""

import re
from pathlib import Path

import pytest

from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.people import SECRET, fill, log_in, register
from tests.browser.server import Server

DESKTOP = {"width": 1280, "height": 800}
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def ignore_errors(visit: Visit) -> None:
    """Ignore the browser's messages about rejected requests."""
    visit.ignored.append("Failed to load resource: .* status of 40[13]")


def unfold(app: App, name: str) -> None:
    """Open a part of the account's dialog."""
    app.touch(app.page.locator("summary", has_text=name))


def prove(app: App, act: str, secret: str = SECRET) -> None:
    """Enter the password and confirm."""
    shown = app.page.locator("form").filter(has=app.key(act)).filter(visible=True)
    shown.get_by_label("Your password", exact=True).and_(app.page.locator("input")).fill(secret)
    app.touch(shown.get_by_role("button", name=act, exact=True))


def leave(app: App) -> None:
    app.press("Log out")
    expect(app.page.get_by_role("dialog")).to_have_count(0)


def is_guest(app: App) -> None:
    expect(app.page.get_by_text(re.compile(r"You are Guest \d+"))).to_be_visible()


def test_account_with_a_passkey_alone(visit: Visit, server: Server) -> None:
    """Uses the browser's WebAuthn with a virtual authenticator."""
    app = visit.open("#online", url=server.url.replace("127.0.0.1", "localhost"))
    line = app.page.context.new_cdp_session(app.page)
    line.send("WebAuthn.enable")
    device = line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    register(app, "Anna Key")
    app.press("Account")
    unfold(app, "Passkeys")
    fill(app, "Passkey name", "my phone")
    prove(app, "Add a passkey")
    expect(app.key("Remove my phone")).to_be_visible()
    held = line.send("WebAuthn.getCredentials", device)["credentials"]
    assert [each["rpId"] for each in held] == ["localhost"]
    unfold(app, "Change password")
    prove(app, "Remove the password")
    expect(app.page.get_by_text("You log in without a password.")).to_be_visible()
    leave(app)
    is_guest(app)
    app.press("Create account")
    app.choose("Log in")
    app.press("Use a passkey")
    expect(app.page.get_by_text("You are Anna Key.")).to_be_visible()
    ignore_errors(visit)


@pytest.mark.nightly
def test_sessions_ended_elsewhere_are_explained_once(visit: Visit) -> None:
    app, other = visit.open("#online"), visit.open(viewport=DESKTOP, touches=False)
    register(app, "Berenike")
    log_in(other, "Berenike")
    expect(other.page.get_by_text("You are Berenike.")).to_be_visible()
    tab = visit.tab(app, app.url)
    tab.open("#online")
    sockets: list[str] = []
    other.page.on("websocket", lambda socket: sockets.append(socket.url))
    app.press("Account")
    unfold(app, "Change password")
    fill(app, "New password", "another horse battery")
    prove(app, "Change password")
    expect(app.page.get_by_text("Password changed.")).to_be_visible()
    expect(other.page.get_by_text("You were logged out of Berenike")).to_be_visible()
    other.press("Log in")
    fill(other, "Name", "Berenike")
    fill(other, "Password", "another horse battery")
    with other.page.expect_websocket():
        other.page.keyboard.press("Enter")
    expect(other.page.get_by_text("You are Berenike.")).to_be_visible()
    assert len(sockets) == 1, "it connected while it was signed out"
    for here in (app, tab):
        expect(here.page.get_by_text("You are Berenike.")).to_be_attached()
        expect(here.page.get_by_text("were logged out")).to_have_count(0)
    ignore_errors(visit)


def test_recovery_code_replaces_a_forgotten_password(visit: Visit) -> None:
    app = visit.open("#online")
    register(app, "Cosima")
    app.press("Account")
    unfold(app, "Recovery codes")
    prove(app, "Get ten new codes")
    codes = app.page.get_by_role("listitem").filter(has_text=re.compile(r"^(\w{4}-){5}\w{4}$"))
    expect(codes).to_have_count(10)
    code = codes.nth(4).inner_text()
    leave(app)
    app.press("Create account")
    app.choose("Log in")
    app.press("Forgot password")
    fill(app, "Name", "Cosima")
    fill(app, "Recovery code", code.lower().replace("-", " "))
    fill(app, "New password", "another horse battery")
    app.press("Reset and log in")
    expect(app.page.get_by_text("You are Cosima.")).to_be_visible()
    app.press("Account")
    unfold(app, "Recovery codes")
    expect(app.page.get_by_text("9 codes are left.")).to_be_visible()
    ignore_errors(visit)


@pytest.mark.nightly
def test_account_is_deleted(visit: Visit) -> None:
    app = visit.open("#online")
    register(app, "Dorothea")
    app.press("Account")
    unfold(app, "Delete account")
    with app.page.expect_download() as kept:
        app.press("Download all games")
    assert kept.value.suggested_filename == "Dorothea.qtn"
    prove(app, "Delete permanently", "not the password")
    expect(app.page.get_by_text("Wrong password.")).to_be_visible()
    prove(app, "Delete permanently")
    expect(app.page.get_by_role("dialog")).to_have_count(0)
    is_guest(app)
    expect(app.page.get_by_text("has expired")).to_have_count(0)
    log_in(app, "Dorothea")
    expect(app.page.get_by_role("alert")).to_contain_text("Wrong name or password.")
    ignore_errors(visit)


def test_each_account_of_these_tests_has_a_name_of_its_own() -> None:
    registered = re.compile(r'register\(\w+, "([^"]+)"\)')
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    names = [name for file in files for name in registered.findall(file.read_text("utf-8"))]
    assert "Dorothea" in names
    assert len(set(names)) == len(names), "the tests of a process share a server"
