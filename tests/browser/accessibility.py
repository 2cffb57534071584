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


UNNAMED = r"""
(app) => {
  const found = [];
  const headings = document.querySelectorAll("h1");
  if (headings.length !== 1) found.push(`${headings.length} main headings`);
  const title = document.title;
  const isOwn = title === app ? headings[0]?.textContent === app : title.endsWith(` · ${app}`);
  if (!isOwn) found.push(`title: ${title}`);
  for (const key of document.querySelectorAll("button")) {
    const name = key.getAttribute("aria-label") ?? key.textContent.trim();
    if (/^[XO]\d+ (lands on|στο) \w+$/.test(name)) found.push(`names one mark: ${name}`);
  }
  return found;
}
"""
"""Elements without a unique name: the screen, and keys of collapses in which several marks land."""


def unnamed(page: Page, app: str) -> list[str]:
    """Return what is wrong with a screen's title, and with the names of its collapses.

    In all loops of the listed screens more than one mark lands. ``app`` is the app's name.
    """
    found: list[str] = page.evaluate(UNNAMED, app)
    return found
