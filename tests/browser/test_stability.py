"""Layout stability: nothing moves when marks appear."""

from random import Random

import pytest

from qttt.game import Position
from tests.browser.conftest import Visit
from tests.browser.layout import DESKTOP, PHONES
from tests.browser.settled import settle
from tests.selection import by_day

WATCH = """
globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    moved.push(`${value}: ${sources.map(({ node }) => node?.outerHTML ?? "?").join(" ")}`);
  }
}).observe({ type: "layout-shift" });
"""
MOVED = """
() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(moved))))
"""


@pytest.mark.parametrize("language", by_day(["el-GR"], ["en-GB", "el-GR"]))
@pytest.mark.parametrize("size", by_day([PHONES[0]], [*PHONES, DESKTOP]), ids=str)
def test_nothing_moves_during_a_game(visit: Visit, size: tuple[int, int], language: str) -> None:
    viewport = {"width": size[0], "height": size[1]}
    app = visit.open(locale=language, viewport=viewport, touches=size in PHONES)
    app.start()
    # Also count shifts in response to a touch, which CLS ignores.
    app.page.evaluate(WATCH)
    position, dice = Position(), Random(3)
    while not position.outcome:
        position = app.play(position, dice.choice(position.legal_moves))
    settle(app.page)
    moved = app.page.evaluate(MOVED)
    assert not moved, "\n".join(moved)
