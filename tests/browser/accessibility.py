"""Check a page against WCAG 2.2 AA with axe."""

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.browser.conftest import ROOT
from tests.browser.settled import settle

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
COLOR_RULES = ("color-contrast", "link-in-text-block")
"""Rules that depend on colours."""

RUN = """
async (rules) => {
  const { violations } = await axe.run(document, { runOnly: rules });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary}`));
}
"""


def broken_rules(page: Page, rules: Sequence[str] = RULES) -> list[str]:
    """Return axe's findings for a page, which must have been opened with `bypass_csp`."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE)
    settle(page)
    found: list[str] = page.evaluate(RUN, list(rules))
    return found
