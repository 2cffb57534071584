"""Several tabs of one browser: nothing is lost, and each follows the others."""

import re

import pytest

from qttt.game import Collapse, Move, Placement, Position, Rules
from qttt.notation import parse_move, parse_position
from tests.browser.conftest import ROOT, Visit
from tests.browser.expecting import expect
from tests.browser.screens import NARROW_WIN

FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
BLOCKED = """Object.defineProperty(globalThis, "localStorage", {
  get: () => { throw new DOMException("", "SecurityError"); },
});"""
NOT_SAVED = "Your games and progress cannot be saved in this browser."

pytestmark = pytest.mark.every_engine


def puzzles() -> list[tuple[Position, Move, str]]:
    """Return the placements to find on 3×3: position, solution and link, the easiest first."""
    lines = (ROOT / "spec" / "golden" / "puzzles.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line.startswith("goff\t")]
    found = [(parse_position(row[1], Rules()), row) for row in rows]
    return [
        (position, parse_move(row[4], position), f"#puzzles/goff {row[1]}")
        for position, row in found
        if "/" in row[4] or position.loop is None
    ]


def test_two_puzzles_in_two_tabs_both_count(visit: Visit) -> None:
    (first, right, link), (second, also_right, other_link) = puzzles()[:2]
    one = visit.open(link)
    other = visit.tab(one, one.url + other_link)
    one.shows(first)
    other.shows(second)
    one.make(first, right)
    expect(one.page.get_by_text("1 of 300 solved")).to_be_visible()
    expect(other.page.get_by_text("1 of 300 solved")).to_be_visible()
    other.make(second, also_right)
    for app in (other, one):
        expect(app.page.get_by_text("2 of 300 solved")).to_be_visible()
    one.reload()
    expect(one.page.get_by_text("2 of 300 solved")).to_be_visible()


def test_a_game_in_two_tabs_is_one_game(visit: Visit) -> None:
    one = visit.open()
    one.start()
    position = one.play(Position(), NARROW_WIN[0])
    other = visit.tab(one, one.url + "#game")
    other.shows(position)
    for number, move in enumerate(NARROW_WIN[1:4]):
        app, watching = (one, other) if number % 2 else (other, one)
        position = app.play(position, move)
        watching.shows(position)
    one.press("Undo")
    before = Position.after(*NARROW_WIN[:3])
    for app in (one, other):
        app.shows(before)
    other.press("Redo")
    for app in (one, other):
        app.shows(position)


def test_the_computer_plays_in_one_of_two_tabs(visit: Visit) -> None:
    one = visit.open()
    one.start(people=1, level="Easy")
    other = visit.tab(one, one.url + "#game")
    position = Position()
    for app, watching in ((one, other), (other, one)):
        move = position.legal_moves[0]
        app.make(position, move)
        position = position.play(move)
        if isinstance(move, Collapse):  # the computer has closed a loop
            move = position.legal_moves[0]
            app.make(app.shows(position), move)
            position = position.play(move)
        position = app.decided(position)
        watching.shows(position)


@pytest.mark.not_in("webkit")
@pytest.mark.parametrize("script", [FULL, BLOCKED], ids=["full", "blocked"])
def test_puzzle_that_cannot_be_saved_is_reported(visit: Visit, script: str) -> None:
    app = visit.open()
    app.page.add_init_script(script)
    position, move, link = puzzles()[0]
    app.page.goto(app.url + link)
    app.reload()
    app.shows(position)
    app.make(position, move)
    expect(app.page.get_by_role("alert")).to_contain_text(NOT_SAVED)
    expect(app.page.get_by_text("1 of 300 solved")).to_be_visible()


def test_settings_and_deletion_reach_all_tabs(visit: Visit) -> None:
    one = visit.open()
    one.start()
    one.play(Position(), NARROW_WIN[0])
    other = visit.tab(one, one.url)
    other.press("Settings")
    other.choose("Dark")
    expect(one.page.locator("html[data-theme=dark]")).to_have_count(1)
    other.press(re.compile("^Delete everything"))
    other.press("Delete all")
    expect(one.key(re.compile("^Game:"))).to_be_visible()
    expect(one.page.locator("html[data-theme=system]")).to_have_count(1)
    assert one.page.evaluate("() => localStorage.length + sessionStorage.length") == 0


def test_damaged_game_costs_itself_alone(visit: Visit) -> None:
    app = visit.open()
    for move in (Placement(0, 1), Placement(2, 3)):
        app.start()
        app.play(Position(), move)
        app.press("Back")
    app.page.evaluate(
        """() => {
          const games = JSON.parse(localStorage.getItem("qttt.games"));
          games[0].saved.at = 99;
          localStorage.setItem("qttt.games", JSON.stringify(games));
        }"""
    )
    app.reload()
    expect(app.page.get_by_role("alert")).to_contain_text("Nothing else is lost")
    app.press(re.compile("^Continue your game"))
    app.shows(Position.after(Placement(0, 1)))


def test_a_page_from_the_cache_shows_what_others_have_done(visit: Visit) -> None:
    one = visit.open()
    one.start()
    position = one.play(Position(), NARROW_WIN[0])
    other = visit.tab(one, one.url + "#game")
    other.shows(position)
    one.page.goto("about:blank")
    position = other.play(position, NARROW_WIN[1])
    one.go_back()
    one.shows(position)
