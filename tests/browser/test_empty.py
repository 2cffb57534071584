"""Screens that have nothing to show say what to do, and offer it."""

import re
from pathlib import Path

from tests.browser.conftest import Visit
from tests.browser.expecting import expect

ROUTER = Path(__file__).parents[2] / "web" / "src" / "screens" / "address.ts"
NOT_THERE = (
    *("online/person/nobody", "online/leaders", "online/abcdefgh", "online/game/0000000000"),
    *("online/room", "online/room/222222", "online/room/222222/wall"),
    *("online/room/222222/report", "online/lesson"),
    *("homework/new", "homework/222222", "homework/222222/results", "homework/222222/slips"),
    *("lessons/99", "puzzles/zz", "daily/9999-01-01", "review/goff/zz", "shared/x/goff/zz"),
    *("analysis/goff/zz", "teach/goff/zz", "parity/zz"),
)
"""Addresses of what does not exist, and of lists that are empty."""

OFFERED = """
() => {
  const parts = document.querySelectorAll("main :is(a, button, input, select, summary)");
  const isOffered = (part) =>
    !part.closest("header, [inert], [aria-disabled=true]") && part.checkVisibility();
  return [...parts].filter(isOffered).length;
}
"""
"""The number of controls outside the header, which leads back."""


def test_every_screen_offers_something_to_a_newcomer(visit: Visit) -> None:
    visit.ignored.append("status of 40[34]")
    app = visit.open()
    screens = re.findall(r'^  "(\w+)",$', ROUTER.read_text("utf-8"), re.MULTILINE)
    assert len(screens) > 10
    for address in (*screens, *NOT_THERE):
        app.page.goto("about:blank")  # so that nothing of the previous screen can pass
        app.open(f"#{address}")
        expect(app.page.get_by_role("heading", level=1)).to_be_visible()
        app.page.wait_for_function(OFFERED)
