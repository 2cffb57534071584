"""What brings people back: the puzzle of the day, the record, and pictures to share."""

import re
from datetime import datetime

import pytest

from qttt.game import Move, Placement, Position, Rules
from qttt.notation import parse_move, parse_position
from tests.browser.accessibility import broken_rules
from tests.browser.app import App
from tests.browser.conftest import ROOT, Visit
from tests.browser.expecting import expect
from tests.browser.people import DESKTOP, log_in, register
from tests.browser.screens import NARROW_WIN

pytestmark = pytest.mark.every_engine

MONDAY = datetime(2026, 11, 23, 12)
TUESDAY = datetime(2026, 11, 24, 12)


def daily_puzzles() -> dict[Position, Move]:
    """Return every possible puzzle of a day with its solution."""
    lines = (ROOT / "spec" / "golden" / "puzzles.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line.startswith("goff\t")]
    positions = [(parse_position(row[1], Rules()), row[-1]) for row in rows]
    solved = {position: parse_move(move, position) for position, move in positions}
    return {position: move for position, move in solved.items() if isinstance(move, Placement)}


DAILY = daily_puzzles()


FIXED_DATE = """
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length > 0 ? given : ["%s"]));
  }
  static now() {
    return new globalThis.Date().getTime();
  }
};
"""

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def copied(app: App) -> str:
    text = app.page.evaluate("() => navigator.clipboard.readText()")
    assert isinstance(text, str)
    return text


def on_day(visit: Visit, day: datetime) -> App:
    app = visit.open(permissions=CLIPBOARD)
    app.open("#daily")
    set_day(app, day)
    return app


def set_day(app: App, day: datetime) -> None:
    """Reload the page on that day; unlike Playwright's clock this leaves timers alone."""
    app.page.add_init_script(FIXED_DATE % day.isoformat())
    app.reload()
    app.settle()


@pytest.mark.not_in("firefox", "webkit")
def test_the_puzzle_of_the_day_is_solved_shared_and_found_again(visit: Visit) -> None:
    app = on_day(visit, MONDAY)
    position = app.shows(*DAILY)
    on_day(visit, MONDAY).shows(position)
    right = DAILY[position]
    app.make(position, next(move for move in position.legal_moves if move != right))
    app.press("Try again")
    app.make(position, right)
    expect(app.page.get_by_text("Solved after 2 tries.")).to_be_visible()
    app.press("Share result")
    expect(app.page.get_by_text("Result copied.")).to_be_visible()
    result = "Quantum tic-tac-toe 23 Nov · 2 tries 🟥🟩"
    lines = [result, f"{app.url}daily/2026-11-23"]
    assert copied(app).splitlines() == lines

    set_day(app, TUESDAY)
    other = app.shows(*DAILY)
    assert other != position
    expect(app.page.get_by_text("1 day in a row")).to_be_visible()
    app.touch(app.page.get_by_role("gridcell", name="23 November: solved"))
    app.shows(position)
    app.press("Back to today")
    app.shows(other)
    app.press("Back")
    expect(app.key(re.compile("Puzzle of the day.*1 day"))).to_be_visible()


@pytest.mark.not_in("firefox", "webkit")
def test_a_game_is_shared_as_a_picture_with_a_link_that_opens_it(visit: Visit) -> None:
    app = visit.open(permissions=CLIPBOARD)
    app.start()
    app.play(Position(), *NARROW_WIN)
    app.press("Share")
    picture = app.page.get_by_role("img", name="Player 1 wins! Want a game?")
    expect(picture).to_be_visible()
    assert picture.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [1080, 1350]
    with app.page.expect_download() as saved:
        app.press("Save picture")
    assert saved.value.suggested_filename == "quantum-tic-tac-toe.png"
    app.press("Copy link")
    expect(app.page.get_by_text("Link copied.")).to_be_visible()
    friend = visit.open(copied(app).removeprefix(app.url))
    friend.shows(Position.after(*NARROW_WIN))
    expect(friend.page.get_by_role("heading", name="X wins")).to_be_visible()
    friend.press("One move back")
    friend.shows(Position.after(*NARROW_WIN[:-1]))
    expect(friend.key("Play")).to_be_visible()
    friend.press("Learn in one minute")
    expect(friend.key("Skip")).to_be_visible()


@pytest.mark.parametrize("wins", [2, 3])
def test_a_level_beaten_three_times_suggests_the_next(visit: Visit, wins: int) -> None:
    app = visit.open()
    level = {"rules": "goff", "level": "medium", "won": wins, "drawn": 1, "lost": 0}
    saved = {"version": 1, "levels": [level], "counted": []}
    app.save("results", saved)
    app.open("#games")
    app.press("Your record")
    expect(app.page.get_by_text(re.compile(f"{wins} won"))).to_be_visible()
    expect(app.key("Play Hard")).to_have_count(int(wins == 3))


@pytest.mark.not_in("firefox", "webkit")
@pytest.mark.nightly
def test_an_account_has_the_record_of_all_its_devices(visit: Visit) -> None:
    phone = visit.open(bypass_csp=True)
    counts = {"rules": "goff", "level": "medium", "won": 2, "drawn": 1, "lost": 0}
    saved = {"version": 1, "levels": [counts], "counted": []}
    phone.save("results", saved)
    lesson = {"version": 1, "done": {"superposition": ["place"]}}
    phone.save("lessons", lesson)
    with phone.page.expect_response("**/account/progress"):
        register(phone, "Noether")
    desk = visit.open(viewport=DESKTOP, touches=False)
    desk.save("results", saved)
    with desk.page.expect_response("**/account/progress"):
        log_in(desk, "Noether")
    for app in (desk, phone):
        app.open("#record")
        expect(app.page.get_by_text("in your account Noether")).to_be_visible()
        expect(app.page.get_by_text("4 won")).to_be_visible()
    assert (
        desk.page.evaluate("() => JSON.parse(localStorage['qttt.lessons']).done")
        == (lesson["done"])
    )
    assert broken_rules(phone.page) == []
    desk.open("#online")
    with desk.page.expect_response("**/api/account"):
        desk.press("Account")
    with desk.page.expect_response("**/api/session"):
        desk.press("Log out")
    expect(desk.key("Create account")).to_be_visible()
    desk.open("#record")
    expect(desk.page.get_by_text("only on this device")).to_be_visible()
    expect(desk.page.get_by_text("4 won")).to_have_count(0)


@pytest.mark.not_in("firefox", "webkit")
def test_a_copy_of_all_data_is_restored_in_another_browser(visit: Visit) -> None:
    app, other = visit.open(), visit.open()
    app.start()
    app.play(Position(), NARROW_WIN[0])
    app.press("Settings")
    with app.page.expect_download() as saved:
        app.press("Save a copy")
    other.press("Settings")
    with other.page.expect_file_chooser() as chooser:
        other.press("Restore a copy")
    chooser.value.set_files(saved.value.path())
    other.press("Replace everything")
    expect(other.key(re.compile("Continue your game"))).to_be_visible()


OFFER = """
() => {
  const prompt = async () => { document.title = "asked"; };
  const event = new Event("beforeinstallprompt", { cancelable: true });
  dispatchEvent(Object.assign(event, { prompt }));
}
"""
"""What a browser does that can install the app."""


def test_installing_is_offered_after_the_second_game(app: App) -> None:
    app.page.evaluate(OFFER)
    app.start()
    app.play(Position(), *NARROW_WIN)
    expect(app.key("Rematch")).to_be_visible()
    expect(app.key("Install the app")).to_have_count(0)
    app.press("Rematch")
    app.shows(Position())
    app.play(Position(), *NARROW_WIN)
    app.press("Install the app")
    expect(app.key("Install the app")).to_have_count(0)
    assert app.page.title() == "asked"


def test_settings_install_the_app_or_say_how(app: App) -> None:
    note = app.page.get_by_text("install it or add it to the home screen")
    app.press("Settings")
    expect(note).to_be_visible()
    app.page.evaluate(OFFER)
    expect(note).to_have_count(0)
    app.press("Install the app")
    expect(app.key("Install the app")).to_have_count(0)
    assert app.page.title() == "asked"
