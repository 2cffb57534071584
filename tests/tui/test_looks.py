"""Sizes and colours of terminals."""

import pytest
from rich.color import Color, ColorType
from textual.widgets import Footer

from qttt.engine import Level
from qttt.game import Player, Rules
from qttt.play.local_game import LocalGameSetup
from qttt.tui.app import QtttApp
from qttt.tui.board import BoardView
from tests.tui.helpers import LOOP, WON, against, playing, press, settle, shown, two


def assert_nothing_is_cut_off(app: QtttApp) -> None:
    """Check that all widgets are on the screen and the board does not scroll."""
    screen = app.screen.size.region
    for widget in app.screen.query("*"):
        region = widget.region
        if widget.display and region.area:
            assert screen.contains_region(region), widget
    board = app.game.query_one(BoardView)
    assert board.max_scroll_x == board.max_scroll_y == 0
    assert board.size.width >= board.grid.size[0]
    assert board.size.height >= board.grid.size[1]


@pytest.mark.parametrize("rules", ["goff", "qubic4", "krist rows=5 cols=5", "krist rows=6 cols=6"])
async def test_boards_fit_into_80_by_24(rules: str) -> None:
    async with playing(two(rules)) as (app, _):
        assert_nothing_is_cut_off(app)
        lines = shown(app).splitlines()
        assert len(lines) == 24
        board = app.game.controller.match.rules.board
        assert all(board.name(square) in shown(app) for square in board.squares)


async def test_the_end_of_a_game_against_a_search_fits_into_80_by_24() -> None:
    setup = against(Level.EVAL_EASY, rules="classic4")
    async with playing(setup, "a1") as (app, pilot):
        app.game.controller.match.resign(Player.X)
        app.game.notice = "! something that takes two lines of the side"
        app.game.proceed()
        await settle(app, pilot)
        assert "Time cut-off" in shown(app)
        assert "Again, same side" in shown(app)
        assert_nothing_is_cut_off(app)


@pytest.mark.parametrize("text", [LOOP, WON])
async def test_shrinking_a_terminal_to_80_by_24_cuts_nothing_off(text: str) -> None:
    async with playing(text=text, size=(140, 50)) as (app, pilot):
        large = app.game.query_one(BoardView).grid
        assert_nothing_is_cut_off(app)
        await pilot.resize_terminal(80, 24)
        while app.game.size != (80, 24):
            await pilot.pause()
        await settle(app, pilot)
        assert app.size == (80, 24)
        assert app.game.query_one(BoardView).grid.size < large.size
        assert_nothing_is_cut_off(app)


async def test_the_footer_shows_all_its_keys_in_80_columns() -> None:
    async with playing() as (app, _):
        keys = shown(app).splitlines()[-1]
        assert keys == (
            "u Undo r Redo n New h Hint H History s Save o Open d Draw R Resign ? Help q Quit"
        )
        assert app.game.query_one(Footer).max_scroll_x <= 1


@pytest.mark.nightly
async def test_windows_fit_into_80_by_24() -> None:
    async with playing() as (app, pilot):
        for opened in ("n", "s", "o", "question_mark", "R"):
            await press(app, pilot, opened)
            window = app.screen.query_one(".window")
            assert app.screen.size.region.contains_region(window.region)
            assert not window.allow_vertical_scroll
            for button in app.screen.query("Button"):
                assert window.region.contains_region(button.region)
            await press(app, pilot, "escape")


@pytest.mark.nightly
async def test_large_boards_scroll_and_follow_the_cursor() -> None:
    async with playing(two("krist rows=26 cols=26")) as (app, pilot):
        board = app.game.query_one(BoardView)
        assert board.max_scroll_x
        assert board.max_scroll_y
        for square in (0, 25, 675, 650):
            app.game.controller.cursor = square
            app.game.show(follow=True)
            await pilot.pause()
            assert f"{app.game.controller.match.rules.board.name(square)}━━" in shown(app)


async def test_a_narrow_terminal_has_the_rest_below_the_board() -> None:
    async with playing(size=(60, 30)) as (app, _):
        board, side = app.game.query_one(BoardView), app.game.query_one("#side")
        assert board.region.bottom <= side.region.y
        assert "X to move" in shown(app)


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(20, 8), (40, 12), (80, 10), (250, 80)])
async def test_extreme_sizes(size: tuple[int, int]) -> None:
    async with playing(text="12 25", size=size) as (app, pilot):
        await press(app, pilot, "5", "9")
        assert str(app.game.controller.match.position) == "12/25/59"
        assert {len(line) for line in shown(app).splitlines()} == {size[0]}


def colors_of(app: QtttApp) -> set[Color]:
    """Return the colours of text and background on the screen."""
    styles = (
        segment.style
        for strip in app.screen._compositor.render_strips(app.size)
        for segment in strip
        if segment.style
    )
    return {color for style in styles for color in (style.color, style.bgcolor) if color}


@pytest.mark.nightly
async def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(text=LOOP) as (app, pilot):
        for keys in ("", ["right"], "b", "H", "h", "n", "y"):
            await press(app, pilot, *keys)
            assert {color.type for color in colors_of(app)} <= {ColorType.DEFAULT}


async def test_an_empty_no_color_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    async with playing(text=LOOP) as (app, _):
        assert any(len({*color.get_truecolor()}) > 1 for color in colors_of(app)), "only grey"


async def test_choosable_marks_are_underlined_without_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(text="12 34 12") as (app, _):
        styles = {
            segment.text.strip(): segment.style
            for strip in app.screen._compositor.render_strips(app.size)
            for segment in strip
            if segment.style
        }
        assert styles["X₁~"].underline
        assert styles["O₂"].dim
        assert not styles["O₂"].underline


async def test_the_application_starts_with_a_game() -> None:
    async with playing(LocalGameSetup()) as (app, _):
        assert app.game.controller.match.rules == Rules()
        assert "Place X1 in two squares:" in shown(app)
        assert "press two digits or click." in shown(app)
        assert app.focused is app.game.query_one(BoardView)
