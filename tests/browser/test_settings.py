"""Settings take effect at once, and persist."""

import re

import pytest

from qttt.game import Collapse, Position
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.screens import LOOP
from tests.browser.settled import settle

pytestmark = pytest.mark.every_engine

PAGE_COLOR = "() => getComputedStyle(document.documentElement).backgroundColor"


def page_color(app: App) -> str:
    """Return the background's colour once it no longer changes."""
    settle(app.page)
    color: str = app.page.evaluate(PAGE_COLOR)
    return color


def test_language_changes_at_once_and_is_saved(app: App) -> None:
    app.press("Settings")
    app.choose("Ελληνικά")
    expect(app.page.get_by_role("heading", name="Ρυθμίσεις")).to_be_visible()
    app.press("Κλείσιμο")
    expect(app.key("Παίξε")).to_be_visible()
    app.reload()
    expect(app.key("Παίξε")).to_be_visible()
    assert app.page.evaluate("() => document.documentElement.lang") == "el"


def test_dark_theme_applies_from_the_first_frame(app: App) -> None:
    light = page_color(app)
    app.press("Settings")
    app.choose("Dark")
    dark = page_color(app)
    assert lightness(dark) < 64 < 192 < lightness(light)
    app.page.reload(wait_until="commit")
    app.settle()
    assert page_color(app) == dark


@pytest.mark.parametrize(("language", "group"), [("English", "Colours"), ("Ελληνικά", "Χρώματα")])
def test_colours_are_in_one_row_on_a_phone(visit: Visit, language: str, group: str) -> None:
    app = visit.open(viewport={"width": 360, "height": 740})
    app.press("Settings")
    app.choose(language)
    labels = app.page.get_by_role("group", name=group).locator("label")
    expect(labels).to_have_count(3)
    settle(app.page)
    tops = labels.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    heights = labels.evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert (len(set(tops)), max(heights)) == (1, 40)


def test_key_toggles_the_dark_theme_in_class(visit: Visit) -> None:
    app = visit.open("#teach/goff", touches=False)
    expect(app.square(0)).to_be_visible()
    light = page_color(app)
    for expected in ("dark", "light"):
        app.page.keyboard.press("d")
        expect(app.page.locator("html")).to_have_attribute("data-theme", expected)
        assert (page_color(app) == light) == (expected == "light")


def lightness(color: str) -> float:
    """The brightness of a CSS colour, from 0 to 255."""
    return sum(map(int, re.findall(r"\d+", color)[:3])) / 3


def test_collapse_takes_one_tap_if_enabled(app: App) -> None:
    app.press("Settings")
    app.touch(app.page.get_by_text("Collapse with one press"))
    expect(app.page.get_by_role("switch", name="Collapse with one press")).to_be_checked()
    app.press("Close")
    app.start()
    position = app.play(Position(), *LOOP)
    app.press(app.landing(position, Collapse(4)))
    app.shows(position.play(Collapse(4)))
