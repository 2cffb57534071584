"""Local games by touch and by keyboard."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from qttt.game import Collapse, Move, Placement, Position, Rules
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.screens import NARROW_WIN, show_values
from tests.browser.settled import settle
from tests.selection import by_day

pytestmark = [pytest.mark.long, pytest.mark.every_engine]

PAIRS = [Placement(0, 1), Placement(1, 4), Placement(4, 8)]
TAPS = """
(squares) => squares.forEach((square) =>
  document.querySelector(`[data-square="${square}"]`)
    .dispatchEvent(new MouseEvent("click", { bubbles: true })))
"""
"""Taps in immediate succession."""

COUNT_GLIDES = """
() => {
  globalThis.glides = 0;
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node.classList?.contains("flights") && !node.closest("[inert]")) glides += 1;
  }).observe(document, { childList: true, subtree: true });
}
"""
"""Counts the collapses that are animated, without those of the first screen's picture."""

LOOP = [*PAIRS, Placement(0, 4)]
"""X1 in 1 and 2, O2 in 2 and 5, X3 in 5 and 9; then O4 in 1 and 5 closes a loop."""


def start_game(app: App, moves: Sequence[Move]) -> Position:
    """Open a game between two people after these moves."""
    app.start(people=2)
    return app.play(Position(), *moves)


@pytest.mark.nightly
def test_a_game_against_the_perfect_player(app: App) -> None:
    app.start(people=1, level="Optimal", marks="X first")
    position, dice = Position(), Random(1)
    while not position.outcome:
        if position.to_move == "X":
            move = dice.choice(position.legal_moves)
            app.make(position, move)
            position = position.play(move)
        else:
            position = app.decided(position)
    app.shows(position)
    winner = position.outcome.winner
    app.expect_status({"X": "You won!", "O": "You lost"}.get(winner or "", "Draw"))
    app.press("Rematch")
    app.shows(Position())


@pytest.mark.nightly
def test_classical_game_shows_search_statistics(app: App) -> None:
    app.start(people=1, preset="classic3", level="Difficult (evaluation)", marks="You start")
    show_values(app)
    position = Position(Rules.preset("classic3"))
    move = Placement(4, 4)
    app.make(position, move)
    app.decided(position.play(move))
    search = app.page.get_by_role("group").filter(has_text="Search")
    expect(search).to_contain_text(re.compile(r"[1-9][0-9,]* positions, [0-9.]+ s"))
    app.touch(search.locator("summary"))
    for name in ("Depth", "Cut-offs in MAX", "Cut-offs in MIN", "Time cut-off", "Time"):
        expect(search.get_by_text(name, exact=True)).to_be_visible()


@pytest.mark.not_in("firefox", "webkit")
def test_best_judges_by_learned_weights_as_soon_as_they_are_loaded(visit: Visit) -> None:
    visit.ignored.append("ERR_FAILED")
    app = visit.open()
    app.page.context.route("**/*.qte", lambda route: route.abort())
    app.start(people=1, preset="krist", side=5, level="Best", marks="X first")
    show_values(app)
    start, move = Position(Rules.parse("krist rows=5 cols=5")), Placement(6, 12)
    search = app.page.get_by_role("group").filter(has_text="Search")
    app.touch(search.locator("summary"))
    judges: list[str] = []
    while "learned weights" not in judges and len(judges) < 9:
        app.make(start, move)
        app.decided(start.play(move))
        app.page.context.unroute_all()
        expect(search).to_contain_text("Judge")
        judges.append(" ".join(search.inner_text().split()[-2:]))
        app.press("Undo")
        app.shows(start)
    assert (judges[0], judges[-1]) == ("not loaded", "learned weights")


def test_the_computer_begins_if_it_has_x(app: App) -> None:
    app.start(people=1, level="Optimal", marks="O second")
    app.decided(Position())
    app.expect_status("Your turn")


def test_a_loop_is_collapsed_by_the_other_player(app: App) -> None:
    position = start_game(app, LOOP)
    app.expect_status("X chooses")
    expect(app.key(re.compile("^O4 lands on 1 "))).to_be_visible()
    position = app.play(position, Collapse(4))
    app.expect_status("X to move")
    expect(app.square(0)).to_have_accessible_name("1: X1, classical; gone: O4")


@pytest.mark.not_in("firefox", "webkit")
def test_tapping_a_glowing_mark_previews_and_confirms_it(app: App) -> None:
    start_game(app, LOOP)
    tap_between(app, (4, "O2"), (4, "O4"), 0)
    app.expect_status("Preview: O4 lands on 1. Press again to collapse.")
    expect(app.key("Choose")).to_be_enabled()
    app.touch(app.square(8))
    app.expect_status("Choose how the loop collapses.")
    tap_between(app, (4, "O2"), (4, "O4"), 1)
    app.expect_status("Preview: O4 lands on 5. Press again to collapse.")
    app.touch(app.square(4))
    app.shows(Position.after(*LOOP, Collapse(4)))


@pytest.mark.not_in("firefox", "webkit")
def test_a_tap_between_opposite_outcomes_chooses_nothing(app: App) -> None:
    position = start_game(app, LOOP)
    tap_between(app, (4, "O2"), (4, "O4"), 0.5)
    app.expect_status("That was between two marks.")
    expect(app.key("Choose")).to_be_disabled()
    app.shows(position)


def tap_between(app: App, one: tuple[int, str], other: tuple[int, str], share: float) -> None:
    """Tap at a share of the way between the middles of two small marks."""
    settle(app.page)
    (x, y), (to_x, to_y) = (app.small_mark(*mark) for mark in (one, other))
    app.page.touchscreen.tap(x + share * (to_x - x), y + share * (to_y - y))


def test_touching_a_half_again_removes_it(app: App) -> None:
    app.start()
    app.touch(app.square(4))
    app.expect_status("Now choose a second square, or 5 again")
    expect(app.square(4)).to_have_attribute("aria-selected", "true")
    app.touch(app.square(4))
    app.expect_status("Choose two squares for X1.")
    app.shows(Position())


def test_tap_before_the_move_is_shown_begins_the_next_one(app: App) -> None:
    app.start()
    app.page.evaluate(TAPS, [0, 1, 4])
    app.expect_status("Now choose a second square, or 5 again")
    app.touch(app.square(8))
    app.shows(Position.after(Placement(0, 1), Placement(4, 8)))


def test_latest_move_is_visible(app: App) -> None:
    app.start(preset="krist", side=4)
    app.play(Position(Rules.preset("krist", 4)), *(Placement(n, n + 1) for n in range(12)))
    expect(app.page.get_by_role("listitem").last).to_be_in_viewport(ratio=0.9)


def test_a_settled_mark_shows_and_hides_the_history_of_the_whole_board(app: App) -> None:
    small = app.page.locator("[data-mark]:not([inert] *)")
    start_game(app, [*LOOP, Collapse(4)])
    expect(small).to_have_count(0)
    app.touch(app.square(0))
    expect(small).to_have_count(len(LOOP) * 2)
    app.touch(app.square(0))
    expect(small).to_have_count(0)


def test_moves_are_looked_back_at_without_playing(app: App) -> None:
    position = start_game(app, LOOP)
    position = app.play(position, Collapse(4), Placement(2, 3))
    app.press("Look back: 2-5. O2 is in 2 and 5.")
    app.shows(Position.after(*PAIRS[:2]))
    app.expect_status("An earlier position")
    expect(app.key("Undo")).to_have_count(0)
    for square in (5, 6):
        app.touch(app.square(square))
    app.shows(Position.after(*PAIRS[:2]))
    app.press("Back to the game")
    app.shows(position)
    app.expect_status("O to move")


@pytest.mark.nightly
def test_the_keyboard_looks_back_and_returns(visit: Visit) -> None:
    app = visit.open(touches=False, viewport={"width": 1280, "height": 800})
    position = start_game(app, [*LOOP, Collapse(4)])
    keys = app.page.keyboard
    played = app.page.get_by_role("button", name=re.compile("^Look back: "))
    expect(played.last).to_have_attribute("aria-current", "step")
    app.tab_to(app.key("Look back: 1-2. X1 is in 1 and 2."))
    keys.press("Enter")
    app.shows(Position.after(*PAIRS[:1]))
    expect(played.last).not_to_have_attribute("aria-current", "step")
    keys.press("Escape")
    app.shows(position)
    app.expect_status("X to move")


@pytest.mark.nightly
def test_two_computers_are_watched_step_by_step(app: App) -> None:
    app.choose_game()
    app.press("Two computers")
    app.page.get_by_role("combobox", name="X plays").select_option("hard")
    app.page.get_by_role("combobox", name="O plays").select_option("random")
    app.touch(app.page.get_by_role("dialog").get_by_role("button", name="Play"))
    app.press("Pause")
    expect(app.key("Go on")).to_be_visible()
    played = app.page.get_by_role("button", name=re.compile("^Look back: "))
    before = played.count()
    app.press("One move")
    expect(played).to_have_count(before + 1)
    app.press("Go on")
    expect(app.key("Rematch")).to_be_visible()
    expect(app.page.get_by_role("main")).to_contain_text("Hard")


def test_insight_leads_to_the_analysis_without_loading_again(app: App) -> None:
    start_game(app, PAIRS)
    app.page.evaluate("globalThis.isSame = true")
    app.press("Insight")
    app.touch(app.page.get_by_role("link", name="Analysis"))
    app.shows(Position.after(*PAIRS))
    assert app.page.evaluate("globalThis.isSame")


def test_undo_redo_and_reset(app: App) -> None:
    position = start_game(app, [*LOOP, Collapse(4)])
    app.press("Undo")
    app.shows(Position.after(*LOOP))
    app.press("Undo")
    app.shows(Position.after(*PAIRS))
    app.press("Redo")
    app.press("Redo")
    app.shows(position)
    app.press("Restart")
    app.shows(Position())


def test_illegal_move_is_rejected_with_an_explanation(app: App) -> None:
    position = start_game(app, [*LOOP, Collapse(4)])
    app.touch(app.square(2))
    app.touch(app.square(0))
    app.expect_status("That square is already taken.")
    app.touch(app.square(2))
    app.shows(position)


def test_game_with_the_keyboard_only(visit: Visit) -> None:
    app = visit.open(touches=False)
    keys = app.page.keyboard
    app.tab_to(app.key(re.compile("^Game:")))
    keys.press("Enter")
    app.tab_to(app.page.get_by_role("radio", name="One player", exact=True))
    keys.press("ArrowRight")
    app.tab_to(app.page.get_by_role("dialog").get_by_role("button", name="Play"))
    keys.press("Enter")
    app.tab_to(app.square(0))
    position, dice = Position(), Random(2)
    while not position.outcome:
        move = dice.choice(position.legal_moves)
        if isinstance(move, Collapse):
            app.tab_to(app.key(app.landing(position, move)))
            keys.press("Enter")
            app.expect_status("Press again to collapse")
            keys.press("Enter")
            app.tab_to(app.page.locator('[data-square][tabindex="0"]'))
        elif move.is_whole:
            keys.press(position.rules.board.name(move[0]))
        else:
            keys.press(position.rules.board.name(move[0]))
            go(app, move[0], move[1])
            keys.press("Space")
        position = app.shows(position.play(move))
    app.expect_result(position)
    # An Enter that is held or repeated as the game ends starts nothing.
    heading = app.page.get_by_role("dialog").get_by_role("heading")
    expect(heading).to_be_focused()
    keys.press("Enter")
    expect(heading).to_be_focused()
    keys.press("Tab")
    expect(app.key("Rematch")).to_be_focused()
    keys.press("Enter")
    app.shows(Position())


def go(app: App, start: int, end: int) -> None:
    """Move between squares with the arrow keys, on a 3×3 board."""
    (row, col), (to_row, to_col) = divmod(start, 3), divmod(end, 3)
    steps = ["ArrowDown" if to_row > row else "ArrowUp"] * abs(to_row - row)
    steps += ["ArrowRight" if to_col > col else "ArrowLeft"] * abs(to_col - col)
    for step in steps:
        app.page.keyboard.press(step)


BOARDS = [
    *("goff", "complete", "closer", "no-pair-loops", "qubic3", "qubic4", "qubic5"),
    *("classic3", "classic4"),
    *(("krist", side) for side in range(3, 9)),
]


@pytest.mark.parametrize("board", by_day(["goff", ("krist", 4)], BOARDS), ids=str)
def test_every_board_is_played_to_the_end(app: App, board: str | tuple[str, int]) -> None:
    preset, side = (board, None) if isinstance(board, str) else board
    app.start(preset=preset, side=side)
    position, dice = Position(Rules.preset(preset, side)), Random(7)
    while not position.outcome:
        if position.to_move == "chance":
            position = app.decided(position)
        else:
            position = app.play(position, dice.choice(position.legal_moves))
    app.expect_result(position)


@pytest.mark.nightly
def test_the_result_can_be_put_aside_and_seen_again(app: App) -> None:
    start_game(app, NARROW_WIN)
    sheet = app.page.get_by_role("dialog")
    expect(sheet).to_contain_text("X completed")
    app.press("Close")
    expect(sheet).to_have_count(0)
    app.press("Result")
    expect(sheet.get_by_role("button", name="Swap sides")).to_be_visible()
    app.press("Close")
    expect(app.key("Share")).to_be_visible()
    app.press("Rematch")
    app.shows(Position())
    expect(sheet).to_have_count(0)


@pytest.mark.not_in("firefox", "webkit")
def test_a_collapse_is_seen_unless_motion_is_reduced(visit: Visit) -> None:
    for preference, times in (("no-preference", 1), ("reduce", 0)):
        app = visit.open(reduced_motion=preference)
        app.page.evaluate(COUNT_GLIDES)
        position = start_game(app, [*LOOP, Collapse(4)])
        expect(app.page.locator(".flights")).to_have_count(0)
        app.shows(position)
        assert app.page.evaluate("glides") == times


@pytest.mark.nightly
@pytest.mark.not_in("firefox")  # its driver cannot scroll to squares; see the next test
def test_the_largest_board_on_a_phone(app: App) -> None:
    """The first tap zooms in; the last square takes part, and the game is saved."""
    app.start(people=2, preset="krist", side=16)
    app.touch(app.square(255))
    expect(app.key("Show the whole board")).to_be_visible()
    loop = (Placement(254, 255), Placement(254, 255), Collapse(255))
    start = Position(Rules.parse("krist rows=16 cols=16"))
    position = app.play(start, *loop, Placement(0, 17))
    app.press("Show the whole board")
    expect(app.page.get_by_text("Tap the board to zoom in.")).to_be_visible()
    app.reload()
    app.settle()
    app.shows(position)


INSIDE = """
() => {
  const [square, frame] = [document.activeElement, document.querySelector(".zoomed")]
    .map((element) => element.getBoundingClientRect());
  return square.left > frame.left - 1 && square.right < frame.right + 1
    && square.top > frame.top - 1 && square.bottom < frame.bottom + 1;
}
"""
"""Whether the focused square is in the frame of a board that was zoomed in."""


@pytest.mark.nightly
def test_a_large_board_scrolls_to_the_focused_square(visit: Visit) -> None:
    app = visit.open(touches=False)
    app.start(people=2, preset="krist", side=16)
    app.touch(app.square(255))
    expect(app.key("Show the whole board")).to_be_visible()
    for key in ["ArrowUp"] * 15 + ["ArrowLeft"] * 15 + ["ArrowDown"] * 15:
        app.page.keyboard.press(key)
        app.page.wait_for_function(INSIDE)
