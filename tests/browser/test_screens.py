"""Layout and accessibility (WCAG 2.2 AA) of every screen.

Normally most screens are opened once, in Greek, which has the longest words: nothing is cut,
broken, covered or overlapping, no page scrolls sideways, and axe finds nothing in light and dark.
Text at 200 % on a phone is the tightest case. Nightly the same is checked in English, with touch
and mouse, and in every colour scheme.
"""

from collections.abc import Mapping

import pytest

from tests.browser.accessibility import COLOR_RULES, broken_rules, unnamed
from tests.browser.app import Way
from tests.browser.conftest import Visit
from tests.browser.layout import DESKTOP, ENLARGED, PHONES, misfits, misfits_enlarged
from tests.browser.screens import (
    SCREENS,
    account_unfolded,
    bots,
    recovering,
    recovery_codes,
    searching,
    studied,
)
from tests.browser.settled import prefer
from tests.selection import by_day

pytestmark = pytest.mark.long

LOOKS = [
    ("contrast", "usual"),
    *((theme, eyes) for theme in ("system", "contrast") for eyes in ("red-green", "blue-yellow")),
]
"""Settings for high contrast and colour blindness."""

PUT_ON = """
([theme, eyes]) => {
  const contrast = theme === "contrast" ? "more" : "usual";
  Object.assign(document.documentElement.dataset, { theme, eyes, contrast });
}
"""

VARIANTS = {
    *("half", "end", "analysis", "odds", "circuit", "a loop in class"),
    *("class rooms", "poll of a class room", "outcomes of a class room", "ballot"),
    *("after the lesson", "lesson editor", "homework", "new homework", "results of homework"),
    *("slips of homework", "homework of a pupil", "task of homework"),
    *("registering", "account", "no online game"),
}
"""Screens whose parts other screens or dialogs show too."""

UNFOLDED: Mapping[str, Way] = {
    "ways into an account": account_unfolded,
    "recovery codes": recovery_codes,
    "bots": bots,
    "recovery": recovering,
    "studied game": studied,
    "search": searching,
}
"""Dialogs that fill a phone in large text."""


@pytest.mark.parametrize("screen", by_day(SCREENS.keys() - VARIANTS, SCREENS))
def test_screen_fits_and_is_accessible(visit: Visit, screen: str) -> None:
    app = visit.open(bypass_csp=True, locale="el-GR")
    SCREENS[screen](app)
    found = broken_rules(app.page) + unnamed(app.page, app.word("Quantum tic-tac-toe"))
    prefer(app.page, "dark")
    found += [f"dark: {problem}" for problem in broken_rules(app.page, COLOR_RULES)]
    found += misfits(app.page, *PHONES, DESKTOP, ENLARGED)
    found += misfits_enlarged(app.page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("unfolded", UNFOLDED)
def test_unfolded_parts_fit(visit: Visit, unfolded: str) -> None:
    app = visit.open(locale="el-GR")
    UNFOLDED[unfolded](app)
    found = misfits(app.page, *PHONES) + misfits_enlarged(app.page)
    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("touches", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_fits_in_english(visit: Visit, screen: str, touches: bool) -> None:
    app = visit.open(touches=touches)
    SCREENS[screen](app)
    found = misfits(app.page, *PHONES) if touches else misfits(app.page, DESKTOP, ENLARGED)
    found += misfits_enlarged(app.page) if touches else []
    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("screen", SCREENS)
def test_screen_is_accessible_in_all_colors(visit: Visit, screen: str) -> None:
    app = visit.open(bypass_csp=True)
    SCREENS[screen](app)
    found: list[str] = []
    for scheme in ("light", "dark"):
        prefer(app.page, scheme)
        found += [f"{scheme}: {problem}" for problem in broken_rules(app.page)]
        for look in LOOKS:
            app.page.evaluate(PUT_ON, look)
            rules = broken_rules(app.page, COLOR_RULES)
            found += [f"{scheme}, {look}: {problem}" for problem in rules]
        app.page.evaluate(PUT_ON, ("system", "usual"))
    assert not found, "\n".join(found)
