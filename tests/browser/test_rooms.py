"""A class room: a teacher with a projector, and pupils with phones."""

import re
from time import monotonic

import pytest

from qttt.game import Placement, Position
from tests.browser.app import App
from tests.browser.conftest import TIMEOUT_MS, Visit
from tests.browser.expecting import expect
from tests.browser.people import place
from tests.browser.settled import settle

pytestmark = pytest.mark.long

DESKTOP = {"width": 1280, "height": 800}
OPENING = (Placement(0, 1), Placement(1, 2))
"""Moves before a resignation."""


def open_room(visit: Visit, kind: str = "Round robin") -> tuple[App, str]:
    """Open a room; return the teacher's app and the pupils' link."""
    teacher = visit.open("#online/room", viewport=DESKTOP, touches=False)
    teacher.page.get_by_text("Options", exact=True).click()
    teacher.page.get_by_label("Room name").fill("Physics 3b")
    teacher.choose(kind)
    teacher.press("Open room")
    expect(teacher.page.get_by_text(re.compile("^No one has joined"))).to_be_visible()
    return teacher, place(teacher.page.url)


def join(visit: Visit, address: str, name: str) -> App:
    pupil = visit.open(address)
    pupil.page.get_by_label("Your nickname").fill(name)
    pupil.press("Join")
    expect(pupil.page.get_by_text(f"Hi, {name}!")).to_be_visible()
    return pupil


def opponents(pupils: dict[str, App]) -> tuple[str, str]:
    """Return X and O of two players in the same game."""
    at_play = [name for name, pupil in pupils.items() if "/g/" in pupil.page.url]
    seats = {name: pupils[name].page.locator("li.X .name").inner_text().strip() for name in at_play}
    (x,) = [name for name, shown in seats.items() if shown == "You"]
    (o,) = set(at_play) - {x}
    return x, o


def resign(pupils: dict[str, App]) -> str:
    """Play the only game until X resigns; return the winner."""
    for pupil in pupils.values():
        pupil.page.wait_for_url(re.compile(r"/g/|/room/\w+$"))
    x, o = opponents(pupils)
    position = Position()
    for name, move in zip((x, o), OPENING, strict=True):
        pupils[name].make(position, move)
        position = position.play(move)
        for each in (x, o):
            pupils[each].shows(position)
    pupils[x].press("Resign")
    pupils[x].press("Yes, resign")
    for each in (x, o):
        pupils[each].press("Back to the class room")
    return o


def at_game(pupils: dict[str, App], count: int) -> None:
    """Wait until this many pupils are in a game."""
    (pupil,) = list(pupils.values())[:1]
    last = monotonic() + TIMEOUT_MS / 1000
    while len(found := [p for p in pupils.values() if "/g/" in p.page.url]) != count:
        assert monotonic() < last, f"{len(found)} of {count} are at a game"
        pupil.page.wait_for_timeout(100)
    for each in found:
        expect(each.square(0)).to_be_visible()


def standings(app: App) -> list[tuple[str, str]]:
    """Return names and wins, sorted by rank."""
    settle(app.page)
    rows = app.page.locator("tbody tr").all()
    return [(row.locator("th").inner_text(), row.locator("td").nth(1).inner_text()) for row in rows]


def test_round_robin_from_code_to_standings(visit: Visit) -> None:
    teacher, address = open_room(visit)
    pupils = {name: join(visit, address, name) for name in ("Ann", "Bob", "Cid")}
    expect(teacher.page.get_by_text("3 have joined")).to_be_visible()
    teacher.press("Start the games")
    won = dict.fromkeys(pupils, 0)
    for number in (1, 2, 3):
        expect(teacher.page.get_by_text(f"Round {number} of 3")).to_be_visible()
        at_game(pupils, 2)
        won[resign(pupils)] += 1
        expect(teacher.page.get_by_role("article")).to_contain_text(" wins")
        if number < 3:
            teacher.press("Next round")
    expect(teacher.page.get_by_text("Everyone has played everyone.")).to_be_visible()
    table = standings(teacher)
    assert {name: int(wins) for name, wins in table} == won
    assert [int(wins) for _, wins in table] == sorted(won.values(), reverse=True)
    teacher.press("Close the room")
    teacher.press("Yes, close it")
    expect(teacher.page.get_by_role("heading", name="After the lesson")).to_be_visible()
    for pupil in pupils.values():
        expect(pupil.page.get_by_text("has closed this class room.")).to_be_visible()
        assert standings(pupil) == table


def test_games_end_with_their_round_and_with_the_room(visit: Visit) -> None:
    teacher, address = open_room(visit)
    pupils = {name: join(visit, address, name) for name in ("Ann", "Bob", "Cid", "Dan")}
    expect(teacher.page.get_by_text("4 have joined")).to_be_visible()
    teacher.press("Start the games")
    at_game(pupils, 4)
    first = finish_one_game(pupils)
    reviewer, other = first
    reviewer.press("Review")
    other.press("Back to the class room")
    expect(reviewer.page).to_have_url(re.compile("review"))
    teacher.press("Cancel 1 game and continue")
    teacher.press("Yes, cancel and continue")
    going_on = [pupil for pupil in pupils.values() if pupil not in first]
    for pupil in going_on:
        expect(pupil.page.get_by_text("has ended the last round. This is your")).to_be_visible()
    expect(other.square(0)).to_be_visible()
    reviewer.press("Open it")
    expect(reviewer.square(0)).to_be_visible()
    new = reviewer.page.url
    reviewer.go_back()
    reviewer.go_back()
    reviewer.press("To your game")
    assert reviewer.page.url == new
    teacher.press("Close the room")
    teacher.press("Yes, close it")
    for pupil in pupils.values():
        result = pupil.page.get_by_role("dialog", name="Game over")
        expect(result).to_contain_text("has closed the class room. The game does not count.")
        pupil.press("To the start screen")


def finish_one_game(pupils: dict[str, App]) -> tuple[App, App]:
    """Let the players of the game whose X is the first one resign; return both."""
    (x, *_) = (pupil for pupil in pupils.values() if is_x(pupil))
    game = x.page.url
    (o,) = (pupil for pupil in pupils.values() if pupil is not x and pupil.page.url == game)
    position = Position()
    for pupil, move in zip((x, o), OPENING, strict=True):
        pupil.make(position, move)
        position = position.play(move)
        for each in (x, o):
            each.shows(position)
    x.press("Resign")
    x.press("Yes, resign")
    return x, o


def is_x(pupil: App) -> bool:
    return pupil.page.locator("li.X .name").inner_text().strip() == "You"


def test_projector_shows_every_board_and_pupils_cannot_chat(visit: Visit) -> None:
    teacher, address = open_room(visit)
    pupils = {name: join(visit, address, name) for name in ("Ann", "Bob", "Cid", "Dan")}
    expect(teacher.page.get_by_text("4 have joined")).to_be_visible()
    teacher.press("Start the games")
    at_game(pupils, 4)
    for pupil in pupils.values():
        expect(pupil.key("Offer a draw")).to_be_visible()
        expect(pupil.key("Chat")).to_have_count(0)
    boards = teacher.page.get_by_role("list", name="Boards").get_by_role("article")
    expect(boards).to_have_count(2)
    for pupil in pupils.values():
        if pupil.page.locator("li.X .name").inner_text().strip() == "You":
            pupil.make(Position(), OPENING[0])
    for board in boards.all():
        expect(board.locator('[data-square="0"]')).to_have_attribute("aria-label", re.compile("X1"))
        expect(board).to_contain_text("to move")


@pytest.mark.nightly
def test_arena_pairs_automatically_and_pauses(visit: Visit) -> None:
    teacher, address = open_room(visit, "Arena")
    pupils = {name: join(visit, address, name) for name in ("Ann", "Bob")}
    expect(teacher.page.get_by_text("2 have joined")).to_be_visible()
    teacher.press("Start the games")
    at_game(pupils, 2)
    resign(pupils)
    # Six seconds later both are paired again automatically.
    at_game(pupils, 2)
    teacher.press("Pause")
    expect(teacher.key("Resume")).to_be_visible()
    resign(pupils)
    for pupil in pupils.values():
        expect(pupil.page.get_by_text("Your teacher has paused the games.")).to_be_visible()


def test_a_pupil_who_reloads_has_the_same_seat(visit: Visit) -> None:
    teacher, address = open_room(visit)
    ann, _ = join(visit, address, "Ann"), join(visit, address, "Bob")
    ann.reload()
    expect(ann.page.get_by_text("Hi, Ann!")).to_be_visible()
    ann.press("Leave room")
    expect(teacher.page.get_by_text("1 has joined")).to_be_visible()
    ann.press("Rejoin")
    expect(teacher.page.get_by_text("2 have joined")).to_be_visible()


@pytest.mark.nightly
def test_a_teacher_renames_and_removes(visit: Visit) -> None:
    teacher, address = open_room(visit)
    ann = join(visit, address, "Rude")
    teacher.press("Rude")
    teacher.page.get_by_label("New nickname for Rude").fill("Ann")
    teacher.press("Rename Rude")
    expect(ann.page.get_by_text("Hi, Ann!")).to_be_visible()
    teacher.press("Ann")
    teacher.press("Remove Ann")
    teacher.press("Yes, remove Ann")
    expect(ann.page.get_by_text("removed you from this room")).to_be_visible()


def test_code_is_accepted_in_any_spelling(visit: Visit) -> None:
    _, address = open_room(visit)
    code = address.rpartition("/")[2]
    pupil = visit.open("#teach")
    pupil.press(re.compile("^Play in class"))
    pupil.page.get_by_label("Code", exact=True).fill(f"{code[:3].lower()} {code[3:]}")
    pupil.press("Enter")
    expect(pupil.page.get_by_label("Your nickname")).to_be_visible()


def test_a_wrong_code_shows_an_error(visit: Visit) -> None:
    pupil = visit.open("#online/room")
    pupil.page.get_by_label("Code", exact=True).fill("222222")
    pupil.press("Enter")
    expect(pupil.page.get_by_role("alert")).to_contain_text("No class room has this code")
    visit.console = [text for text in visit.console if "404" not in text]


@pytest.mark.nightly
def test_name_in_use_is_rejected(visit: Visit) -> None:
    _, address = open_room(visit)
    join(visit, address, "Ann")
    other = visit.open(address)
    other.page.get_by_label("Your nickname").fill("ann")
    other.press("Join")
    expect(other.page.get_by_role("alert")).to_contain_text("This nickname, or a similar one,")
    visit.console = [text for text in visit.console if "409" not in text]


@pytest.mark.nightly
def test_back_leads_to_where_a_screen_of_a_class_was_opened(visit: Visit) -> None:
    app = visit.open("#teach", viewport=DESKTOP, touches=False)

    def press(name: str | re.Pattern[str], title: str) -> None:
        app.press(name)
        expect(app.page.get_by_role("heading", name=title, exact=True)).to_be_visible()

    press(re.compile("^Play in class"), "Play in class")
    press("Make your own", "Prepare a lesson")
    press("Back", "Play in class")
    press("Back", "Classroom")
