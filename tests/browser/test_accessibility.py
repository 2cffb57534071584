"""No screen breaks a rule of WCAG 2.2 AA that a program can find, in any colours or language."""

from typing import Literal

import pytest

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


@pytest.mark.skipif(not AXE.exists(), reason="`make web` installs axe")
@pytest.mark.parametrize("language", ["en-GB", "el-GR"])
@pytest.mark.parametrize("screen", SCREENS)
def test_no_rule_is_broken(visit: Visit, screen: str, language: str) -> None:
    # The policy of the app lets nobody put a script into its pages, axe neither.
    app = visit.open(locale=language, bypass_csp=True)
    SCREENS[screen](app)
    app.page.add_script_tag(path=AXE)
    found: list[str] = []
    for colors in COLORS:
        app.page.emulate_media(color_scheme=colors, reduced_motion="reduce")
        found += [f"{colors}: {problem}" for problem in app.page.evaluate(RUN, RULES)]
    assert not found, "\n".join(found)
