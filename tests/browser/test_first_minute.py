"""The first minute of a newcomer: learn, play, and get help."""

import pytest
from playwright.sync_api import expect

from qttt.game import Placement, Position
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.screens import LOOP

pytestmark = pytest.mark.long

MAX_TAPS = 8
"""From a cold start to the first collapse of one's own."""


class Finger:
    """Taps, and counts them."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.taps = 0

    def press(self, name: str) -> None:
        self._app.press(name)
        self.taps += 1

    def follow(self) -> None:
        """Tap the two outlined squares."""
        outlined = self._app.page.locator(".chosen[data-square]")
        expect(outlined).to_have_count(2)
        squares = outlined.evaluate_all("(all) => all.map(({ dataset }) => +dataset.square)")
        for square in squares:
            self._app.touch(self._app.square(square))
            self.taps += 1


def test_newcomer_soon_chooses_a_collapse_and_then_wins(visit: Visit) -> None:
    app = visit.open()
    finger = Finger(app)
    finger.press("Learn in one minute")
    finger.follow()
    expect(app.page.get_by_text("now share square 3 with O2")).to_be_visible()
    finger.follow()
    finger.press("O4 lands on 1")
    expect(app.square(0)).to_have_accessible_name("1: O4, classical; gone: X1")
    assert finger.taps <= MAX_TAPS
    finger.follow()
    expect(app.page.get_by_text("Use the same two squares again")).to_be_visible()
    finger.follow()
    app.press("Play your first game")
    app.expect_status("Your turn")


def test_concept_is_explained_when_it_first_occurs(app: App) -> None:
    app.start()
    position = app.play(Position(), LOOP[0])
    hint = app.page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("in two squares at once")
    app.press("Got it")
    expect(hint).to_have_count(0)
    position = app.play(position, LOOP[1])
    expect(hint).to_contain_text("entangled")
    app.play(position, *LOOP[2:])
    expect(hint).to_have_count(0)


@pytest.mark.parametrize(
    ("preset", "rule"),
    [
        ("goff", "the other player picks one of two outcomes"),
        ("qubic4", "4 landed marks in a row win"),
        ("krist", "the longest row wins"),
        ("classic3", "one mark into an empty square"),
    ],
)
def test_rules_of_the_game_are_explained(app: App, preset: str, rule: str) -> None:
    app.start(preset=preset)
    app.press("Rules")
    expect(app.page.get_by_role("dialog", name="Rules")).to_contain_text(rule)


def test_unfinished_game_is_continued_and_a_finished_one_is_listed(app: App) -> None:
    app.start(people=2)
    position = app.play(Position(), Placement(0, 1))
    app.press("Home")
    app.press("Continue your game Two players · Standard rules, 3 × 3")
    app.shows(position)
    app.press("Home")
    app.press("Your games")
    row = app.page.get_by_role("listitem")
    expect(row).to_contain_text("Unfinished")
    app.touch(row.get_by_role("button", name="Remove"))
    expect(row).to_have_count(0)
    app.press("Undo")
    expect(row).to_have_count(1)
