"""Layout stability: nothing moves when marks appear."""

from random import Random

import pytest

from qttt.game import Placement, Position
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.late import late
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


@pytest.mark.parametrize("size", by_day([PHONES[1]], [*PHONES, DESKTOP]), ids=str)
def test_keys_of_a_choice_find_their_place_reserved(visit: Visit, size: tuple[int, int]) -> None:
    viewport = {"width": size[0], "height": size[1]}
    app = visit.open(viewport=viewport, touches=size in PHONES)
    app.start()
    position = app.play(Position(), *map(Placement, (0, 1, 0), (1, 2, 2)))
    app.page.add_init_script(f"{{ {WATCH} }}")
    keys = app.page.locator(".outcomes")
    with late(app.page, "**/study-*.js"):
        app.reload()
        app.shows(position)
        expect(keys).to_be_attached()
        expect(keys.get_by_role("button")).to_have_count(0)
    expect(keys.get_by_role("button")).to_have_count(2)
    settle(app.page)
    moved = app.page.evaluate(MOVED)
    assert not moved, "\n".join(moved)
