"""Actions of online players."""

import re
from typing import Any

from qttt.game import Collapse, Move, Placement, Player, Position
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect

SECRET = "correct horse battery"
DESKTOP = {"width": 1280, "height": 800}
GAME: tuple[Move, ...] = (
    *map(Placement, (0, 2, 3, 3, 4), (3, 3, 4, 8, 8)),
    Collapse(8),
)
"""Narrow win of X; O chooses how the loop collapses that X5 closes."""


def fill(app: App, name: str, text: str) -> None:
    """Fill in the field of that name."""
    app.page.get_by_label(app.word(name), exact=True).and_(app.page.locator("input")).fill(text)


def register(app: App, name: str) -> None:
    """Register a guest in the lobby."""
    app.open("#online")
    app.press("Create account")
    fill(app, "Name", name)
    fill(app, "Password", SECRET)
    create_account(app)
    expect(app.page.get_by_role("dialog")).to_have_count(0)
    expect(app.key("Account")).to_be_visible()


def create_account(app: App) -> None:
    """Press the key of the open dialog."""
    dialog = app.page.get_by_role("dialog")
    app.touch(dialog.get_by_role("button", name=app.word("Create account")))


def log_in(app: App, name: str, secret: str = SECRET) -> None:
    """Log in to an existing account in the lobby."""
    app.open("#online")
    app.press("Create account")
    app.choose("Log in")
    fill(app, "Name", name)
    fill(app, "Password", secret)
    app.page.get_by_role("dialog").get_by_role("button", name="Log in").press("Enter")


def invite(host: App, *, marks: str = "X", clock: str = "300+3", name: str = "") -> str:
    """Create an invitation, by a guest of that name; return its link."""
    host.press("Invite a friend")
    if name:
        fill(host, "Your name (optional)", name)
    open_options(host)
    host.choose(marks)
    host.page.get_by_role("combobox", name=host.word("Clock")).select_option(clock)
    host.press("Make the link")
    return host.page.locator("input[readonly]").input_value()


def open_options(app: App) -> None:
    """Open the settings of a game in the lobby."""
    app.page.locator("form summary").click()


def place(link: str) -> str:
    """Return the place in the app that a link of its server leads to."""
    return re.sub(r"^https?://[^/]*/", "", link)


def meet(visit: Visit, url: str | None = None, **options: Any) -> tuple[App, App]:
    """Begin a game of X on a phone with these options and O at a desktop, which uses ``url``."""
    x = visit.open("#online", **options)
    link = invite(x)
    o = visit.open(viewport=DESKTOP, touches=False, url=url)
    o.open(place(link))
    o.press("Play")
    for app in (x, o):
        expect(app.square(0)).to_be_visible()
    return x, o


def play(x: App, o: App, position: Position, *moves: Move) -> Position:
    """Play the moves of both; both see every position."""
    for app in (x, o):
        app.shows(position)
    for move in moves:
        mover = x if position.to_move == Player.X else o
        mover.make(position, move)
        position = position.play(move)
        for app in (x, o):
            app.shows(position)
    return position
