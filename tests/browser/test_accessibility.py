"""No screen breaks a rule of WCAG 2.2 AA that a program can find, in any colours.

In another language it has the same colours; whether it breaks another rule is asked there where its
layout is looked at.
"""

from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, Visit
from tests.browser.screens import SCREENS

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLORS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RUN = """
async (rules) => {
  const { violations } = await axe.run(document, { runOnly: rules });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary}`));
}
"""

COLOR_RULES = ["color-contrast", "link-in-text-block"]
LOOKS = [
    ("contrast", "usual"),
    *((theme, eyes) for theme in ("system", "contrast") for eyes in ("red-green", "blue-yellow")),
]
"""What the settings have besides the usual: high contrast, and colours for colour-blind eyes."""

PUT_ON = """
([theme, eyes]) => {
  const contrast = theme === "contrast" ? "more" : "usual";
  Object.assign(document.documentElement.dataset, { theme, eyes, contrast });
}
"""

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="`make test` installs axe")


@pytest.mark.parametrize("screen", SCREENS)
def test_no_rule_is_broken(visit: Visit, screen: str) -> None:
    page = audited(visit, screen)
    found: list[str] = []
    for colors in COLORS:
        page.emulate_media(color_scheme=colors, reduced_motion="reduce")
        found += [f"{colors}: {problem}" for problem in broken_rules(page)]
        for look in LOOKS:
            page.evaluate(PUT_ON, look)
            found += [f"{colors}, {look}: {each}" for each in page.evaluate(RUN, COLOR_RULES)]
        page.evaluate(PUT_ON, ("system", "usual"))
    assert not found, "\n".join(found)


def audited(visit: Visit, screen: str, **options: Any) -> Page:
    """A screen that axe can be asked about."""
    # The policy of the app lets nobody put a script into its pages, axe neither.
    app = visit.open(bypass_csp=True, **options)
    SCREENS[screen](app)
    return app.page


def broken_rules(page: Page) -> list[str]:
    """What axe finds wrong with a page that was opened without the app's policy."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE)
    found: list[str] = page.evaluate(RUN, RULES)
    return found
