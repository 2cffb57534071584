"""The keyboard keeps its place: no pressed key leaves the focus on the page's body."""

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.layout import DESKTOP
from tests.browser.screens import SCREENS
from tests.browser.settled import settle
from tests.selection import by_day

KEYS = """
() => {
  const within = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
  globalThis.keys = [...within.querySelectorAll("button, summary")].filter((key) =>
    key.checkVisibility() && !key.matches("[aria-disabled=true], [inert] *"));
  return keys.map((key) => key.getAttribute("aria-label") ?? key.textContent.trim());
}
"""
"""The names of all keys that can be pressed; the page keeps the keys."""

FOCUS = "(number) => keys[number].focus()"
HAS_FOCUS = "() => document.activeElement !== document.body"


def names(page: Page) -> list[str]:
    found: list[str] = page.evaluate(KEYS)
    return found


def gives_focus(page: Page) -> bool:
    """Whether an element has the focus, once the screen that a key has opened is loaded."""
    try:
        page.wait_for_function(HAS_FOCUS)
    except PlaywrightTimeout:
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("screen", by_day(["review", "online", "class room"], SCREENS))
def test_no_pressed_key_leaves_the_focus_to_the_page(visit: Visit, screen: str) -> None:
    """Press every key; the screen is opened again after one that has changed its keys."""
    visit.ignored.append("status of 409")  # to a key that was pressed again at once
    lost, number, count = [], 0, 1
    while number < count:
        app = visit.open(touches=False, viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
        SCREENS[screen](app)
        settle(app.page)
        keys = names(app.page)
        count = len(keys)
        while number < count and names(app.page) == keys:
            app.page.evaluate(FOCUS, number)
            app.page.keyboard.press("Enter")
            app.settle()
            settle(app.page)
            if not gives_focus(app.page):
                lost.append(keys[number])
            number += 1
        app.page.context.close()
    assert not lost, lost


@pytest.mark.every_engine("firefox")
def test_what_takes_the_place_of_a_key_has_its_focus(visit: Visit) -> None:
    app = visit.open("#online", touches=False)
    app.key("Invite a friend").press("Enter")
    expect(app.page.get_by_role("textbox")).to_be_focused()
    app.key("Cancel").press("Enter")
    expect(app.page.locator("form button").first).to_be_focused()
    app.open("#puzzles")
    app.key("Hint").press("Enter")
    app.key("Show one square").press("Enter")
    expect(app.key("Show the solution")).to_be_focused()
    app.key("Show the solution").press("Enter")
    expect(app.key("Next puzzle")).to_be_focused()


@pytest.mark.every_engine
def test_a_key_that_turns_itself_off_keeps_the_focus(visit: Visit) -> None:
    app = visit.open("#analysis/goff/12", touches=False)
    back = app.key("One move back")
    back.press("Enter")
    expect(back).to_be_disabled()
    expect(back).to_be_focused()


@pytest.mark.every_engine
def test_keys_that_are_switched_off_pass_the_focus_on(visit: Visit) -> None:
    app = visit.open("#puzzles", touches=False)
    app.tab_to(app.key("Hint"))
    app.key("Hint").evaluate("(key) => (key.parentElement.inert = true)")
    app.page.wait_for_function("() => document.activeElement?.matches('main :not([inert] *)')")


@pytest.mark.every_engine
def test_the_calendar_is_one_tab_stop_with_arrow_keys(visit: Visit) -> None:
    app = visit.open("#daily", touches=False)
    days = app.page.get_by_role("grid", name="Calendar")
    expect(days.locator('[tabindex="0"]')).to_have_count(1)
    today = days.locator("[aria-current]")
    app.tab_to(today)
    name = today.get_attribute("aria-label")
    app.page.keyboard.press("Control+ArrowUp")  # of the browser
    expect(today).to_be_focused()
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"):
        app.page.keyboard.press(key)
    expect(days.locator('[tabindex="0"]')).to_be_focused()
    expect(today).to_have_count(0)  # of another month
    app.page.keyboard.press("Enter")
    expect(today).to_be_focused()
    assert today.get_attribute("aria-label") != name
