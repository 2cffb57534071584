"""The first minute of a newcomer: learn, play, and get help.

By night ten more paths from a cold start; their last screens are in `build/paths`.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from qttt.game import Collapse, Placement, Position
from tests.browser.app import App
from tests.browser.conftest import CARET, ROOT, Visit
from tests.browser.expecting import expect
from tests.browser.people import DESKTOP, invite, place
from tests.browser.screens import LOOP, NARROW_WIN
from tests.browser.settled import settle

pytestmark = [pytest.mark.long, pytest.mark.every_engine]

MAX_TAPS = 8
"""From a cold start to the first collapse of one's own."""

PICTURES = ROOT / "build" / "paths"

MAIN_KEYS = """
() => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  return [...top.querySelectorAll("button.primary")]
    .filter((key) => key.checkVisibility({ visibilityProperty: true }) && !key.closest("[inert]"))
    .map(({ textContent }) => textContent.trim());
}
"""
"""The main keys that are displayed, of a dialog if one is open."""


class Finger:
    """Taps, and counts them. Each screen has at most one main key."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.taps = 0

    def touch(self, target: Locator) -> None:
        self._app.touch(target)
        self.taps += 1
        settle(self._app.page)
        main = self._app.page.evaluate(MAIN_KEYS)
        assert len(main) <= 1, f"after tap {self.taps} there are several main keys: {main}"

    def press(self, name: str | re.Pattern[str]) -> None:
        self.touch(self._app.key(name))

    def place(self, *squares: int) -> None:
        for square in squares:
            self.touch(self._app.square(square))

    def follow(self) -> None:
        """Tap the two outlined squares."""
        outlined = self._app.page.locator(".chosen[data-square]")
        expect(outlined).to_have_count(2)
        self.place(*outlined.evaluate_all("(all) => all.map(({ dataset }) => +dataset.square)"))


def test_newcomer_soon_chooses_a_collapse_and_then_wins(visit: Visit) -> None:
    app = visit.open()
    finger = Finger(app)
    finger.press("Learn in one minute")
    finger.follow()
    expect(app.page.get_by_text("Now share square 3 with O2")).to_be_visible()
    finger.follow()
    finger.press(re.compile("^O4 lands on 1 "))
    finger.press("Choose")
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
    app.press("Back")
    app.press(re.compile(r"Continue your game ?Two players · Standard rules, 3\s×\s3"))
    app.shows(position)
    app.press("Back")
    app.press("Your games")
    row = app.page.get_by_role("listitem")
    expect(row).to_contain_text("Unfinished")
    app.touch(row.get_by_role("button", name="Remove"))
    expect(row).to_have_count(0)
    app.press("Undo")
    expect(row).to_have_count(1)


def play_the_computer(app: App, finger: Finger) -> None:
    finger.press("Play")
    finger.place(0, 4)
    app.decided(Position.after(Placement(0, 4)))


def play_a_friend_beside_me(app: App, finger: Finger) -> None:
    finger.press("Two players")
    finger.place(0, 1)
    app.expect_status("O to move")


def review_the_first_game(app: App, finger: Finger) -> None:
    finger.press("Two players")
    position = Position()
    for move in NARROW_WIN[:-1]:
        finger.place(*move)
        position = app.shows(position.play(move))
    finger.press(app.landing(position, Collapse(8)))
    finger.press("Choose")
    finger.press("Review")
    expect(app.page.get_by_text("Turning point.")).to_be_visible()


def begin_a_lesson(app: App, finger: Finger) -> None:
    finger.press("Lessons")
    finger.press(re.compile("In two squares at once"))
    finger.press("Next")
    finger.place(0, 1)
    expect(app.page.get_by_role("status")).to_be_visible()


def see_a_solution(app: App, finger: Finger) -> None:
    finger.press("Puzzles")
    finger.press("Hint")
    finger.press("Show one square")
    finger.press("Show the solution")
    expect(app.page.get_by_text("Solution:")).to_be_visible()


def open_the_puzzle_of_the_day(app: App, finger: Finger) -> None:
    finger.press("Your games")
    finger.press("Your record")
    finger.press("Puzzle of the day")
    expect(app.page.get_by_text("Solve today’s puzzle to begin a streak.")).to_be_visible()


def invite_a_friend(app: App, finger: Finger) -> None:
    finger.press("Online")
    finger.press("Invite a friend")
    finger.press("Make the link")
    expect(app.page.locator("input[readonly]")).to_be_visible()


def wait_for_an_opponent(app: App, finger: Finger) -> None:
    finger.press("Online")
    finger.press(re.compile("^Play now"))
    finger.press("Play the computer while you wait")
    expect(app.square(0)).to_be_visible()
    app.press("Cancel")


def analyse(app: App, finger: Finger) -> None:
    finger.press("Analysis")
    finger.place(0, 1)
    expect(app.page.get_by_text("proven")).to_be_visible()


def open_a_class_room(app: App, finger: Finger) -> None:
    finger.press("Classroom")
    finger.press(re.compile("^Play in class"))
    finger.touch(app.page.get_by_text("For teachers"))
    finger.press("Open room")
    expect(app.key("Start the games")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("path", "taps"),
    [
        (play_the_computer, 3),
        (play_a_friend_beside_me, 3),
        (review_the_first_game, 14),
        (begin_a_lesson, 5),
        (see_a_solution, 4),
        (open_the_puzzle_of_the_day, 3),
        (invite_a_friend, 3),
        (wait_for_an_opponent, 3),
        (analyse, 3),
        (open_a_class_room, 4),
    ],
)
def test_a_path_takes_few_taps(
    visit: Visit, path: Callable[[App, Finger], None], taps: int
) -> None:
    app = visit.open()
    finger = Finger(app)
    path(app, finger)
    assert finger.taps == taps
    settle(app.page)
    PICTURES.mkdir(parents=True, exist_ok=True)
    visit.ignored.append(CARET)
    app.page.screenshot(path=PICTURES / f"{path.__name__}-{visit.engine}.png")


@pytest.mark.nightly
def test_an_invited_friend_learns_before_a_clock_runs(visit: Visit) -> None:
    link = invite(visit.open("#online"))
    guest = visit.open(place(link), viewport=DESKTOP, touches=False)
    finger = Finger(guest)
    finger.press("Learn in one minute")
    finger.follow()
    expect(guest.page.get_by_text("now share square 3 with O2")).to_be_visible()
    finger.press("Skip")
    finger.press("Play")
    expect(guest.square(0)).to_be_visible()
