"""Characters and styles of the board."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from qttt.game import Rules
from qttt.tui.grid import Grid
from qttt.tui.paint import Painter, written
from qttt.tui.palette import DARK, LIGHT, MONO, Palette
from qttt.tui.scene import scene
from qttt.tui.table import Table
from tests.strategies import Walk, walks
from tests.tui.helpers import LOOP, WON, table, two
from tests.tui.test_scene import walked

ROOMS = st.tuples(st.integers(10, 130), st.integers(6, 60))


def painter(seated: Table, palette: Palette = DARK, room: tuple[int, int] = (52, 21)) -> Painter:
    picture = scene(seated)
    return Painter(picture, Grid.fitting(picture.board, *room), palette)


def text(seated: Table, room: tuple[int, int] = (52, 21)) -> list[str]:
    drawn = painter(seated, room=room)
    return [plain(drawn, y) for y in range(drawn.grid.size[1])]


def plain(drawn: Painter, y: int) -> str:
    return "".join(segment.text for segment in drawn.line(y))


@given(walks(), ROOMS, st.booleans(), st.integers(0, 99))
def test_every_line_is_as_wide_as_the_board(
    walk: Walk, room: tuple[int, int], history: bool, cursor: int
) -> None:
    seated = walked(walk)
    seated.shows_history = history
    seated.point(cursor % seated.position.rules.board.size)
    drawn = painter(seated, room=room)
    width, height = drawn.grid.size
    assert {cell_len(plain(drawn, y)) for y in range(height)} == {width}


@given(walks())
def test_every_square_is_named_and_every_mark_is_written(walk: Walk) -> None:
    seated = walked(walk)
    whole = "\n".join(text(seated, (130, 60)))
    board = seated.position.rules.board
    if board.size > 49:
        return
    assert all(board.name(square) in whole for square in board.squares)
    for mark in seated.position.quantum:
        assert whole.count(written(mark)) >= 2


def test_the_board_as_it_looks() -> None:
    seated = table("12 25 59", two())
    seated.point(3)
    seated.press(6)
    assert text(seated, (40, 13)) == [
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


def test_a_loop_as_it_looks() -> None:
    assert text(table(LOOP), (40, 13))[:7] == [
        "┌1•─────────a~┬2──────────a~┬3────────────┐",
        "│ X₁~         │ X₁~ O₂~     │             │",
        "│ O₄?         │             │             │",
        "│             │             │             │",
        "├4────────────┼5•─────────a~┼6────────────┤",
        "│             │     O₂~ X₃' │             │",
        "│             │ O₄?         │             │",
    ]


def test_landed_marks_are_large_and_a_preview_is_an_outline() -> None:
    seated = table("12 12")
    seated.show(0)
    assert text(seated, (40, 13))[1:4] == [
        "│   ╭───╮     │   ╲   ╱     │             │",
        "│   │   │     │     ╳       │             │",
        "│   ╰───╯    ₂│   ╱   ╲    ₁│             │",
    ]
    seated.choose(0)
    assert text(seated, (40, 13))[1:4] == [
        "│   ▄████▄    │   ▀▄  ▄▀    │             │",
        "│   ██  ██    │     ██      │             │",
        "│   ▀████▀   ₂│   ▄▀  ▀▄   ₁│             │",
    ]


def test_history_tells_landed_from_vanished() -> None:
    seated = table("12 12 @1")
    seated.toggle_history()
    assert text(seated, (40, 13))[1] == "│ X₁- O₂*     │ X₁* O₂-     │             │"


def test_winning_lines_have_heavy_walls_and_a_sign() -> None:
    lines = text(table(WON), (40, 13))
    assert lines[0] == "┏1═X━━━━━━━━━━┳2═X━━━━━━━━━━┳3═X━━━━━━━━━━┓"
    assert lines[4].startswith("┡4━━")


def test_low_squares_have_letters_for_drawings() -> None:
    seated = table("a1b2 a1b2", two("krist rows=6 cols=6"))
    seated.show(1)
    assert "( X₁ )".replace(" ", "") in text(seated, (40, 19))[1]
    seated.choose(1)
    assert text(seated, (40, 19))[1].startswith("│  X₁   │")


def test_marks_that_have_no_slot_left_are_counted() -> None:
    moves = "a1b1 a1c1 a1d1 a1e1 a1f1 a1a2"
    seated = table(moves, two("krist rows=6 cols=6"))
    drawn = painter(seated, room=(40, 19))
    assert drawn.grid.slots == 2
    assert [plain(drawn, y)[:8] for y in (1, 2)] == ["│ X₁    ", "│ +5    "]


def test_what_colour_says_is_also_said_without() -> None:
    """Two squares that differ in colour only would be one square without colours."""
    seated = table("12 34 12")
    for y in range(painter(seated).grid.size[1]):
        for palette in (DARK, LIGHT, MONO):
            assert plain(painter(seated, palette), y) == plain(painter(seated), y)
    attributes = {
        segment.text: (segment.style.underline, segment.style.dim)
        for segment in painter(seated, MONO).line(1)
        if segment.style and segment.text.strip("│ ")
    }
    assert attributes["X₁~"] == (True, False)
    assert attributes["O₂"] == (False, True)


def test_palettes_have_as_many_colours_and_no_two_alike() -> None:
    for palette in (DARK, LIGHT):
        strong = [color for color, _ in palette.groups]
        assert len(set(strong)) == len(strong) == len(DARK.groups)
        assert len({palette.ground, palette.ink, palette.x, palette.o, palette.cursor}) == 5
    assert Rules().board.size > len(DARK.groups), "then the letters tell"
