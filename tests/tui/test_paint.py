"""Drawing of the board."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from qttt.game import Board, Rules
from qttt.notation.text import mark_text
from qttt.notation.text_grid import TextBoard
from qttt.tui.controller import GameController
from qttt.tui.paint import drawn_board, fitting_grid
from qttt.tui.palette import DARK, LIGHT, MONO, Palette
from qttt.tui.scene import scene
from tests.strategies import Walk, walks
from tests.tui.helpers import LOOP, WON, game_at, two
from tests.tui.test_scene import walked

ROOMS = st.tuples(st.integers(10, 130), st.integers(6, 60))


def painter(
    controller: GameController, palette: Palette = DARK, room: tuple[int, int] = (52, 21)
) -> TextBoard[Style]:
    picture = scene(controller)
    return drawn_board(picture, fitting_grid(picture.board, *room), palette)


def text(controller: GameController, room: tuple[int, int] = (52, 21)) -> list[str]:
    drawn = painter(controller, room=room)
    return [plain(drawn, y) for y in range(drawn.grid.size[1])]


def plain(drawn: TextBoard[Style], y: int) -> str:
    return "".join(text for text, _ in drawn.line(y))


@given(walks(), ROOMS, st.booleans(), st.integers(0, 99))
def test_every_line_is_as_wide_as_the_board(
    walk: Walk, room: tuple[int, int], history: bool, cursor: int
) -> None:
    controller = walked(walk)
    controller.shows_history = history
    controller.cursor = cursor % controller.position.rules.board.size
    drawn = painter(controller, room=room)
    width, height = drawn.grid.size
    assert {cell_len(plain(drawn, y)) for y in range(height)} == {width}


@given(walks())
def test_every_square_is_named_and_every_mark_is_written(walk: Walk) -> None:
    controller = walked(walk)
    whole = "\n".join(text(controller, (130, 60)))
    board = controller.position.rules.board
    if board.size > 49:
        return
    assert all(board.name(square) in whole for square in board.squares)
    for mark in controller.position.quantum:
        assert whole.count(mark_text(mark)) >= 2


def test_golden_board() -> None:
    controller = game_at("12 25 59", two())
    controller.cursor = 3
    controller.press(6)
    assert text(controller, (40, 13)) == [
        "┌1───────────a┬2───────────a┬3────────────┐",
        "│ X₁          │ X₁  O₂      │             │",
        "│             │             │             │",
        "│             │             │             │",
        "├4────────────┼5•──────────a┼6────────────┤",
        "│             │     O₂  X₃  │             │",
        "│             │             │             │",
        "│             │             │             │",
        "┢7━━━━━━━━━━━━╅8────────────┼9•──────────a┤",
        "┃             ┃             │         X₃  │",
        "┃ O₄…         ┃             │             │",
        "┃             ┃             │             │",
        "┗━━━━━━━━━━━━━┹─────────────┴─────────────┘",
    ]


def test_golden_loop() -> None:
    assert text(game_at(LOOP), (40, 13))[:7] == [
        "┌1•─────────a~┬2──────────a~┬3────────────┐",
        "│ X₁~         │ X₁~ O₂~     │             │",
        "│ O₄?         │             │             │",
        "│             │             │             │",
        "├4────────────┼5•─────────a~┼6────────────┤",
        "│             │     O₂~ X₃' │             │",
        "│             │ O₄?         │             │",
    ]


def test_landed_marks_are_large_and_a_preview_is_pale() -> None:
    controller = game_at("12 12")
    controller.show(0)
    assert text(controller, (40, 13))[1:4] == [
        "│   ▒▒▒▒▒▒    │   ▒▒  ▒▒    │             │",
        "│   ▒▒  ▒▒    │     ▒▒      │             │",
        "│   ▒▒▒▒▒▒   ₂│   ▒▒  ▒▒   ₁│             │",
    ]
    controller.choose(0)
    assert text(controller, (40, 13))[1:4] == [
        "│   ▄████▄    │   ▀▄  ▄▀    │             │",
        "│   ██  ██    │     ██      │             │",
        "│   ▀████▀    │   ▄▀  ▀▄    │             │",
    ]


def test_a_narrow_win_has_the_numbers_that_decide_it() -> None:
    drawing = "".join(text(game_at("12 12 @1 45 45 @4 78 78 @7"), (40, 13)))
    assert set("₁₂₃₄₅₆") <= set(drawing)


def test_history_distinguishes_landed_and_vanished_marks() -> None:
    controller = game_at("12 12 @1")
    controller.toggle_history()
    assert text(controller, (40, 13))[1] == "│ X₁- O₂*     │ X₁* O₂-     │             │"


def test_winning_lines_have_heavy_walls_and_a_sign() -> None:
    lines = text(game_at(WON), (40, 13))
    assert lines[0] == "┏1═X━━━━━━━━━━┳2═X━━━━━━━━━━┳3═X━━━━━━━━━━┓"
    assert lines[4].startswith("┡4━━")


def test_low_squares_have_letters_instead_of_drawings() -> None:
    controller = game_at("a1b2 a1b2", two("krist rows=6 cols=6"))
    controller.show(1)
    assert "( X₁ )".replace(" ", "") in text(controller, (40, 19))[1]
    controller.choose(1)
    assert text(controller, (40, 19))[1].split("│")[1].strip() == "X₁"


def test_marks_that_have_no_slot_left_are_counted() -> None:
    moves = "a1b1 a1c1 a1d1 a1e1 a1f1 a1a2"
    controller = game_at(moves, two("krist rows=6 cols=6"))
    drawn = painter(controller, room=(40, 19))
    assert drawn.grid.slots(0) == 2
    assert [plain(drawn, y)[:8] for y in (1, 2)] == ["│ X₁    ", "│ +5    "]


def test_colour_is_never_the_only_sign() -> None:
    controller = game_at("12 34 12")
    for y in range(painter(controller).grid.size[1]):
        for palette in (DARK, LIGHT, MONO):
            assert plain(painter(controller, palette), y) == plain(painter(controller), y)
    attributes = {
        text: (style.underline, style.dim)
        for text, style in painter(controller, MONO).line(1)
        if text.strip("│ ")
    }
    assert attributes["X₁~"] == (True, False)
    assert attributes["O₂"] == (False, True)


def test_palettes_have_the_same_number_of_distinct_colours() -> None:
    for palette in (DARK, LIGHT):
        strong = [color for color, _ in palette.groups]
        assert len(set(strong)) == len(strong) == len(DARK.groups)
        assert len({palette.ground, palette.ink, palette.x, palette.o, palette.cursor}) == 5
    assert Rules().board.size > len(DARK.groups), "letters distinguish the others"


# --- the layout ----------------------------------------------------------------------------------

ROOM = (52, 21)
"""The room for the board in a terminal of 80×24."""

SIDES = range(2, 9)


@pytest.mark.parametrize("side", [2, 3, 4, 5, 6])
def test_boards_up_to_6_fit_into_a_small_terminal(side: int) -> None:
    width, height = fitting_grid(Board(side, side), *ROOM).size
    assert width <= ROOM[0]
    assert height <= ROOM[1]


@pytest.mark.parametrize("side", [3, 4, 5])
def test_boards_up_to_5_have_room_for_drawn_marks(side: int) -> None:
    grid = fitting_grid(Board(side, side), *ROOM)
    assert grid.heights[0] >= 3
    assert grid.width >= 2 * grid.heights[0] + 2, "a drawing and its subscript"
    assert grid.slots(0) >= 6


@pytest.mark.parametrize("room", [ROOM, (30, 10), (120, 60)])
@pytest.mark.parametrize("side", SIDES)
def test_every_place_is_found_again(side: int, room: tuple[int, int]) -> None:
    grid = fitting_grid(Board(side, side), *room)
    for square, slot in product(grid.board.squares, range(grid.slots(0))):
        (left, top), (right, down) = grid.corner(square), grid.slot(slot)
        x, y = left + right, top + down
        assert 0 <= right < grid.width
        assert 0 <= down < grid.heights[0]
        assert (grid.square_at(x, y), grid.slot_at(x, y)) == (square, slot)


def test_slots_do_not_touch() -> None:
    grid = fitting_grid(Board(4, 4), *ROOM)
    places = {grid.slot(number) for number in range(grid.slots(0))}
    assert len(places) == grid.slots(0)
    longest = len("X₁₆?")
    assert grid.pitch >= longest


def test_nothing_is_beyond_the_edge() -> None:
    grid = fitting_grid(Board(3, 3), *ROOM)
    width, height = grid.size
    assert grid.square_at(width, 0) is None
    assert grid.slot_at(0, height) is None
    assert grid.square_at(width - 2, height - 2) == 8
