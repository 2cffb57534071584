"""Everything the app can show, and how people get there.

A new screen is one line here: then it is looked at in every size, colour and language.
"""

from collections.abc import Callable, Mapping

from playwright.sync_api import expect

from qttt.game import Collapse, Move, Placement, Position
from tests.browser.app import App

Way = Callable[[App], object]
"""What somebody does on the welcome screen."""

LOOP: tuple[Placement, ...] = tuple(map(Placement, (0, 1, 4, 0), (1, 4, 8, 4)))
"""X1 in 1 and 2, O2 in 2 and 5, X3 in 5 and 9; then O4 in 1 and 5 closes a loop."""

NARROW_WIN: tuple[Move, ...] = (
    *map(Placement, (0, 2, 3, 3, 4), (3, 3, 4, 8, 8)),
    Collapse(8),
)
"""A game whose end has all there is: large marks, a line of each player, words about both."""


def playing(*moves: Move) -> Way:
    """A game between two people, after these moves."""

    def way(app: App) -> None:
        app.start(people=2)
        app.play(Position(), *moves)

    return way


def half_placed(app: App) -> None:
    playing(*LOOP, Collapse(4))(app)
    app.touch(app.square(2))
    expect(app.square(2)).to_have_attribute("aria-pressed", "true")


def large_board(app: App) -> None:
    app.start(preset="krist", side=8)


def settings(app: App) -> None:
    app.press("Settings")
    expect(app.page.get_by_role("dialog")).to_be_visible()


def reviewed(app: App) -> None:
    playing(*NARROW_WIN)(app)
    app.open("#review")


def invited(app: App) -> None:
    app.open("#online")
    app.press("Invite a friend")
    expect(app.page.get_by_role("textbox")).to_be_visible()


def at(address: str) -> Way:
    """A screen that has an address of its own."""
    return lambda app: app.open(address)


SCREENS: Mapping[str, Way] = {
    "welcome": lambda app: None,
    "settings": settings,
    "game": playing(),
    "half": half_placed,
    "loop": playing(*LOOP),
    "end": playing(*NARROW_WIN),
    "large board": large_board,
    "analysis": at("#analysis"),
    "analysis of a position": at("#analysis/goff/12 25 59 15"),
    "review": reviewed,
    "lessons": at("#lessons"),
    "a lesson": at("#lessons/3"),
    "puzzles": at("#puzzles"),
    "teach": at("#teach"),
    "online": at("#online"),
    "invitation": invited,
}
