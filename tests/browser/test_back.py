"""Back closes what is open, and only then leaves the screen; Escape closes the same."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page

from qttt.game import Position
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.screens import NARROW_WIN

pytestmark = pytest.mark.every_engine

MODAL = "dialog[open]"
BEGUN = NARROW_WIN[:2]


class Opened(NamedTuple):
    """How something is opened on a screen."""

    address: str
    prepare: Callable[[App], object]
    open: Callable[[App], object]
    shown: Callable[[Page], Locator] = lambda page: page.locator(MODAL)


def nothing(app: App) -> None:
    """Take the screen as it is."""


def press(name: str | re.Pattern[str]) -> Callable[[App], None]:
    return lambda app: app.press(name)


def chosen(name: str) -> Callable[[App], None]:
    """Choose an action of the menu."""

    def choose(app: App) -> None:
        app.press("More")
        app.press(name)

    return choose


def two_people(app: App) -> None:
    app.start()
    app.play(Position(), *BEGUN)


def one_person(app: App) -> None:
    app.start(people=1, level="Easy")


def finished(app: App) -> None:
    app.start()
    app.play(Position(), *NARROW_WIN)
    expect(app.page.locator(MODAL)).to_be_visible()
    app.press("Close")


def settings(app: App) -> None:
    app.press("Settings")


def settings_of_a_player(app: App) -> None:
    two_people(app)
    settings(app)


def insight(page: Page) -> Locator:
    return page.locator("section[aria-label=Insight]")


def question(page: Page) -> Locator:
    return page.get_by_role("alertdialog")


def file_dialog(app: App) -> None:
    app.press("Files")
    app.press(re.compile("^Open file or text"))
    expect(app.page.locator("[placeholder='12 23 13 @1']")).to_be_visible()


OPENED: Mapping[str, Opened] = {
    "settings": Opened("", nothing, settings),
    "game": Opened("", nothing, App.choose_game),
    "rules": Opened("", two_people, press("Rules")),
    "names": Opened("", two_people, press("Player 1 change names")),
    "level": Opened("", one_person, press(re.compile("Change level$"))),
    "insight": Opened("", two_people, press("Insight"), insight),
    "earlier": Opened(
        "",
        two_people,
        lambda app: app.touch(app.page.get_by_role("button", name="Look back").first),
        lambda page: page.get_by_text("Back to the game"),
    ),
    "files": Opened("#analysis", nothing, press("Files")),
    "open": Opened("#analysis", nothing, file_dialog),
    "more": Opened("#analysis", nothing, press("More")),
    "board": Opened("#analysis", nothing, chosen("Empty board")),
    "play": Opened("#analysis", nothing, chosen("Play from here")),
    "keys": Opened("#teach/goff", nothing, press("Keys")),
    "share": Opened("", finished, press("Share")),
    "account": Opened("#online", nothing, press(re.compile("^Create account"))),
    "deletion": Opened("", settings_of_a_player, press("Delete everything"), question),
}


def begin(visit: Visit, name: str) -> tuple[App, Locator]:
    """Open something, from a screen that is not the first one of the tab."""
    address, prepare, open_it, shown = OPENED[name]
    app = visit.open("#record")
    app.open(address)
    prepare(app)
    open_it(app)
    layer = shown(app.page)
    expect(layer).to_be_visible()
    return app, layer


def wait_for_layers(app: App, count: int) -> None:
    """Wait until the history has entries for that many open layers."""
    app.page.wait_for_function("(count) => history.state?.layers === count", arg=count)


@pytest.mark.parametrize("name", OPENED)
def test_back_closes_what_is_open(visit: Visit, name: str) -> None:
    app, layer = begin(visit, name)
    below = 1 if name == "deletion" else 0
    wait_for_layers(app, below + 1)
    url = app.page.url
    app.go_back()
    expect(layer).to_have_count(0)
    wait_for_layers(app, below)
    assert app.page.url == url
    # Forward opens nothing that is not there, and the screen is still left with one step.
    app.go_forward()
    expect(layer).to_have_count(0)
    wait_for_layers(app, below)
    OPENED[name].open(app)
    expect(layer).to_be_visible()
    app.page.keyboard.press("Escape")
    expect(layer).to_have_count(0)
    wait_for_layers(app, below)
    if below:
        expect(app.page.locator(MODAL)).to_be_visible()
        app.go_back()
        expect(app.page.locator(MODAL)).to_have_count(0)
    main = app.page.get_by_role("main").inner_text()
    app.go_back()
    app.page.wait_for_function(
        "(main) => document.querySelector('main')?.innerText !== main", arg=main
    )


def test_history_after_a_reload_has_no_empty_steps(visit: Visit) -> None:
    app, layer = begin(visit, "rules")
    app.reload(layers=1)
    app.shows(Position.after(*BEGUN))
    expect(layer).to_have_count(0)
    app.go_back()
    expect(app.key(re.compile("^Game:"))).to_be_visible()


def test_game_that_is_started_in_a_dialog_is_one_step(visit: Visit) -> None:
    app = visit.open()
    app.start()
    app.go_back()
    expect(app.key(re.compile("^Game:"))).to_be_visible()
    app.go_forward()
    app.shows(Position())


def test_links_with_fragments_work_over_an_open_dialog(visit: Visit) -> None:
    app, layer = begin(visit, "rules")
    app.page.evaluate("() => { location.hash = '#puzzles'; }")
    expect(layer).to_have_count(0)
    expect(app.page.get_by_text("of 300 solved")).to_be_visible()
    app.go_back()
    app.shows(Position.after(*BEGUN))


@pytest.mark.parametrize("key", ["Back", "Escape", "Close"])
def test_form_asks_before_it_is_lost(visit: Visit, key: str) -> None:
    leave: Mapping[str, Callable[[App], object]] = {
        "Back": lambda app: app.go_back(),
        "Escape": lambda app: app.page.keyboard.press("Escape"),
        "Close": press("Close"),
    }
    app, layer = begin(visit, "names")
    field = app.page.get_by_label("X", exact=True)
    field.fill("Anna")
    leave[key](app)
    app.press("Keep editing")
    expect(field).to_have_value("Anna")
    wait_for_layers(app, 1)
    leave[key](app)
    app.press("Discard")
    expect(layer).to_have_count(0)
    wait_for_layers(app, 0)
    app.shows(Position.after(*BEGUN))
    app.go_back()
    expect(app.key(re.compile("^Game:"))).to_be_visible()


def test_form_of_a_screen_asks_before_it_is_lost(visit: Visit) -> None:
    app = visit.open("#homework")
    app.press(re.compile("^For teachers"))
    names = app.page.locator("textarea")
    names.fill("Anna")
    app.go_back()
    app.press("Keep editing")
    expect(names).to_have_value("Anna")
    wait_for_layers(app, 0)
    app.press("Back")
    app.press("Discard")
    expect(names).to_have_count(0)
