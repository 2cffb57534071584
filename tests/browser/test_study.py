"""Reviews, lessons, puzzles, the classroom."""

import re

import pytest

from qttt.engine import solve
from qttt.game import Collapse, Move, Placement, Position, Rules
from qttt.notation import parse_move, parse_position
from tests.browser.app import App
from tests.browser.conftest import ROOT, Visit
from tests.browser.expecting import expect
from tests.browser.screens import LOOP, NARROW_WIN
from tests.selection import by_day

pytestmark = pytest.mark.every_engine

PLACE = "(element) => element.getBoundingClientRect().top + scrollY"

PUZZLES = [
    line.split("\t")
    for line in (ROOT / "spec" / "golden" / "puzzles.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def test_a_game_is_reviewed_and_played_on(app: App) -> None:
    app.start()
    app.play(Position(), *NARROW_WIN)
    app.press("Review")
    plies = app.page.get_by_role("button", name="Look back")
    expect(plies).to_have_count(len(NARROW_WIN))
    app.touch(plies.nth(2))
    position = app.shows(Position.after(*NARROW_WIN[:3]))
    app.press("Play on from here")
    app.expect_status("O to move")
    app.play(position, NARROW_WIN[3])
    app.press("Undo")
    app.press("Undo")
    app.shows(Position.after(*NARROW_WIN[:2]))
    app.press("Back")
    expect(plies).to_have_count(len(NARROW_WIN))


def test_better_move_of_a_review_is_shown_and_tried(visit: Visit) -> None:
    app = visit.open("#review/goff/45 59 34 59 @9 17 17 @7 28 68 28 @2")
    panel = app.page.get_by_role("status")
    expect(panel).to_contain_text("This closes a loop, so X chooses how it collapses.")
    expect(panel).not_to_contain_text("Better")
    place = app.key("One move forward").evaluate(PLACE)
    app.press("See why")
    expect(panel).to_contain_text(re.compile("X chose: O4 lands on [59]."))
    assert app.key("One move forward").evaluate(PLACE) == place
    app.press("Back to the review")
    app.press("Try it yourself")
    expect(panel).to_contain_text("Find a better move for O4.")
    app.make(
        Position.after(*(Placement(*pair) for pair in ((3, 4), (4, 8), (2, 3)))), Placement(2, 5)
    )
    expect(panel).to_contain_text("Yes! There is no better move.")
    app.press("Back to the review")
    expect(panel).to_contain_text("Better: 3-\N{WORD JOINER}6")
    assert app.page.locator("[data-square].chosen").count() == 2
    app.open("#games")
    expect(app.page.get_by_role("listitem")).to_have_count(0)


def test_lost_lead_is_not_a_lost_game(app: App) -> None:
    app.start()
    app.play(Position(), Placement(0, 8))
    app.open("#review")
    expect(app.key("One move back")).to_be_visible()
    expect(app.page.get_by_text("Where the lead was lost")).to_have_count(0)
    app.open()
    app.start()
    app.play(Position(), Placement(0, 1))
    app.open("#review")
    expect(app.page.get_by_role("status")).to_contain_text("Where the lead was lost")


def puzzle(row: list[str]) -> tuple[Position, Move]:
    rules, text, *_, solution = row
    position = parse_position(text, Rules.preset(rules))
    return position, parse_move(solution, position)


def goes_on(rules: str, position: Position, right: Move) -> bool:
    """Return whether the solution is a placement after which the opponent decides."""
    after = position.play(right)
    turns = after.to_move not in (None, position.to_move)
    return str(position.rules) == rules and isinstance(right, Placement) and turns


@pytest.mark.parametrize("rules", by_day(["goff"], ["goff", "closer", "qubic3", "classic3"]))
def test_a_puzzle_is_solved_and_played_on(visit: Visit, rules: str) -> None:
    position, right = next(each for each in map(puzzle, PUZZLES) if goes_on(rules, *each))
    app = visit.open(f"#puzzles/{rules} {position}")
    wrong = next(move for move in position.legal_moves if move != right)
    app.shows(position)
    app.make(position, wrong)
    app.press("Try again")
    app.make(position, right)
    expect(app.page.get_by_text("Solved!")).to_be_visible()
    app.press("Play on")
    if app.decided(position.play(right)).outcome:
        app.press("Close")
    app.press("Undo")
    app.shows(position)


def test_first_puzzle_is_a_loop_that_wins_with_two_hints(visit: Visit) -> None:
    app = visit.open("#puzzles")
    expect(app.page.get_by_role("heading", name="You are")).to_contain_text("win by a whole point.")
    name = app.page.url.partition("/puzzle/")[2].replace("_", " ")
    position, right = next(puzzle(row) for row in PUZZLES if name == f"{row[0]} {row[1]}")
    assert isinstance(right, Placement)
    app.press("Hint")
    expect(app.page.get_by_text("Find a pair of squares that closes a loop")).to_be_visible()
    app.press("Show one square")
    hint = app.page.get_by_text(re.compile(r"Square \d is part of the solution"))
    assert int(re.findall(r"\d", hint.inner_text())[0]) - 1 in right
    expect(app.page.locator("[data-square].chosen")).to_have_count(1)
    app.make(position, right)
    expect(app.page.get_by_text("Solved!")).to_be_visible()


def test_a_choice_is_solved_with_its_small_boards(visit: Visit) -> None:
    position, right = next(each for each in map(puzzle, PUZZLES) if isinstance(each[1], Collapse))
    assert isinstance(right, Collapse)
    app = visit.open(f"#puzzles/goff {position}")
    app.shows(position)
    expect(app.page.get_by_text("Choose the better outcome")).to_be_visible()
    key = app.key(app.landing(position, right))
    app.touch(key)
    expect(app.page.get_by_text("Preview:")).to_be_visible()
    app.touch(key)
    expect(app.page.get_by_text("Solved!")).to_be_visible()


def test_lesson_is_completed_with_the_keyboard(visit: Visit) -> None:
    app = visit.open("#lessons", touches=False)
    keys = app.page.keyboard
    app.tab_to(app.key(re.compile("^1 ?Ordinary|^Ordinary")))
    keys.press("Enter")
    for number in range(6):
        here = app.page.locator("[aria-current=step]")
        expect(here).to_have_accessible_name(re.compile(step_name(number)))
        if number not in (0, 3):
            answer(app)
        app.tab_to(app.key("Next"))
        keys.press("Enter")
    expect(app.page.get_by_role("heading", name=re.compile("is done"))).to_be_focused()
    expect(app.page.get_by_text("1 of 10 lessons done")).to_be_visible()


def step_name(number: int) -> str:
    return f"Step {number + 1} of 4" if number < 4 else f"Your turn: {number - 3} of 2"


def answer(app: App) -> None:
    """Play the best move of ordinary tic-tac-toe in the displayed position."""
    expect(app.key("Show me")).to_be_enabled()
    position = Position(Rules.preset("classic3"))
    names = {name: square for square, marks in enumerate(app.marks()) for name in marks}
    for _, square in sorted(names.items(), key=lambda item: int(item[0][1:])):
        position = position.play(Placement(square, square))
    best = solve(position).line[0]
    assert isinstance(best, Placement)
    app.tab_to(app.page.locator('[data-square][tabindex="0"]'))
    app.page.keyboard.press(position.rules.board.name(best[0]))
    expect(app.page.get_by_text("Right!")).to_be_visible()


def test_measurement_is_demonstrated_with_the_keyboard(visit: Visit) -> None:
    app = visit.open("#teach/goff", touches=False)
    keys = app.page.keyboard
    position = Position()
    for move in LOOP:
        for square in move:
            keys.press(position.rules.board.name(square))
        position = app.shows(position.play(move))
    expect(app.page.get_by_text("O4 has closed a loop.")).to_be_visible()
    keys.press("m")
    expect(app.key("Toss a coin")).to_be_visible()
    keys.press("5")
    app.shows(position.play(Collapse(4)))
    expect(app.page.get_by_text("O4 landed on 5.")).to_be_visible()
    keys.press("m")
    keys.press("PageUp")
    app.shows(position)
    keys.press("t")
    app.shows(*map(position.play, position.legal_moves))
    keys.press("n")
    app.shows(Position())
