"""The main screen: loops, hints, history, the record, the command line."""

import threading

import pytest
from textual.widgets import OptionList

from qttt.engine import Level
from qttt.game import Move
from qttt.tui import thinking
from qttt.tui.board import BoardView
from qttt.tui.table import Table
from qttt.tui.thinking import Question
from tests.tui.helpers import (
    LOOP,
    against,
    click,
    message,
    playing,
    press,
    settle,
    shown,
    spot,
    two,
)


async def test_a_loop_is_previewed_and_chosen_by_keys() -> None:
    async with playing(text=LOOP) as (app, robot):
        assert "X₁~" in shown(app)
        assert "╭─ a on 1" in shown(app)
        await press(app, robot, "right")
        assert "┏━ b on 5" in shown(app)
        assert "b would mean: X₁ 1, O₂ 2, X₃ 9, O₄ 5." in shown(app)
        assert "╭───────╮" in shown(app), "an outlined O on the board"
        assert app.game.table.match.position.has_loop
        await press(app, robot, "escape")
        assert "X₁~" in shown(app)
        await press(app, robot, "right", "enter")
        assert str(app.game.table.match.position) == "1/2/9/5"
        assert "X collapses the loop: O4 lands on 5, X1 on 1" in " ".join(message(app).split())


async def test_a_loop_is_decided_by_one_key() -> None:
    async with playing(text=LOOP) as (app, robot):
        for key, position in [("a", "2/5/9/1"), ("b", "1/2/9/5"), ("1", "2/5/9/1")]:
            await press(app, robot, key)
            assert str(app.game.table.match.position) == position
            await press(app, robot, "u")
        await press(app, robot, "at", "5")
        assert str(app.game.table.match.position) == "1/2/9/5"


async def test_a_loop_is_previewed_and_chosen_by_mouse() -> None:
    async with playing(text=LOOP) as (app, robot):
        await robot.hover("#choice-1", offset=(3, 2))
        await robot.pause()
        assert "b would mean" in shown(app)
        await robot.hover("#title")
        await robot.pause()
        assert "b would mean" not in shown(app)
        await robot.hover(BoardView, offset=spot(app, 1, 1))
        await robot.pause()
        assert "b would mean" in shown(app), "O₂ on 2"
        await robot.click("#choice-0", offset=(3, 2))
        await settle(app, robot)
        assert str(app.game.table.match.position) == "2/5/9/1"


async def test_clicking_a_mark_of_the_loop_collapses_it_there() -> None:
    async with playing(text=LOOP) as (app, robot):
        await click(app, robot, 8, 2)
        assert message(app).startswith("! @9: "), "a stem decides nothing"
        assert app.game.table.match.position.has_loop
        await click(app, robot, 0, 0)
        assert app.game.table.match.position.classical[0] == 1


async def test_the_computer_chooses_its_loops_itself() -> None:
    async with playing(against(Level.OPTIMAL), "12 25") as (app, robot):
        await press(app, robot, "1", "5")
        assert not app.game.table.match.position.has_loop
        assert "O collapses the loop" in message(app)


async def test_hints_judge_every_move_on_the_board_and_in_a_list() -> None:
    async with playing(text="12 34") as (app, robot):
        await press(app, robot, "h")
        assert "★ 35   X +1    best, 9" in shown(app)
        assert "  12   X +½    loses ½" in shown(app)
        assert "5 ★ ━" in shown(app)
        await press(app, robot, "1")
        assert "2 −½" in shown(app)
        await press(app, robot, "escape", "h")
        assert "★" not in shown(app)


async def test_a_hinted_move_is_played_by_choosing_it() -> None:
    async with playing(text="12 34") as (app, robot):
        await press(app, robot, "h", "tab", "home", "enter")
        assert str(app.game.table.match.position) == "12/34/35"
        assert app.focused is app.game.query_one(BoardView)


async def test_hints_tell_what_the_outcomes_of_a_loop_are_worth() -> None:
    async with playing(text="28 78 15 14 58 47") as (app, robot):
        await press(app, robot, "h")
        assert "X wins" in shown(app)
        rows = shown(app)
        assert "best" in rows
        assert "loses" in rows


async def test_there_are_no_hints_on_large_boards() -> None:
    async with playing(two("krist")) as (app, robot):
        await press(app, robot, "h")
        assert message(app).startswith("! No hints here: boards of more than 9 squares cannot be")


async def test_history_is_toggled_by_key_and_by_clicking_a_classical_mark() -> None:
    async with playing(text="12 12 @1") as (app, robot):
        assert "X₁-" not in shown(app)
        await press(app, robot, "H")
        assert "X₁- " in shown(app)
        assert "* landed  - vanished" in shown(app)
        await click(app, robot, 0)
        assert "X₁-" not in shown(app)
        await press(app, robot, "5")
        await click(app, robot, 0)
        assert message(app).startswith("! 1: a classical mark stands there already")


async def test_earlier_positions_are_looked_at_with_keys() -> None:
    async with playing(text=LOOP) as (app, robot):
        await press(app, robot, "pageup", "pageup")
        assert "After 2 of 4 moves." in message(app)
        assert "▸ 2 O 2-5" in shown(app)
        await press(app, robot, "7")
        assert message(app).startswith("! This is an earlier position")
        await press(app, robot, "home", "pagedown", "escape")
        assert "X chooses" in message(app)
        await press(app, robot, "pageup", "g")
        assert str(app.game.table.match.position) == "12/25/59"
        assert "4 O 1-5~ (undone)" in shown(app)


async def test_earlier_positions_are_looked_at_with_the_mouse() -> None:
    async with playing(text="12 25") as (app, robot):
        await robot.click("#moves", offset=(5, 1))
        await settle(app, robot)
        assert str(app.game.table.position) == "12"
        assert "Back to the game (Esc)" in shown(app)
        await robot.click("#action-0")
        await settle(app, robot)
        assert app.game.table.looking is None
        assert app.game.query_one("#moves", OptionList).highlighted == 2


async def test_the_command_line_takes_notation() -> None:
    async with playing() as (app, robot):
        await press(app, robot, "colon", *"12", "enter")
        assert str(app.game.table.match.position) == "12"
        await press(app, robot, "colon", *"25", "space", *"59", "enter")
        assert str(app.game.table.match.position) == "12/25/59"
        await press(app, robot, "colon", *"99x", "enter")
        assert message(app).startswith("! '99x' is no move")
        await press(app, robot, "colon", *"77", "escape", "1")
        assert app.game.table.first == 0
        await press(app, robot, "5")
        assert app.game.table.match.position.has_loop


async def test_the_command_line_opens_by_mouse() -> None:
    async with playing() as (app, robot):
        await robot.click("#status")
        await press(app, robot, *"12", "enter")
        assert str(app.game.table.match.position) == "12"


async def test_leaving_an_unsaved_game_is_asked_about() -> None:
    async with playing(text="12") as (app, robot):
        await press(app, robot, "q")
        assert "This game is not over and not saved. Leave it?" in shown(app)
        await robot.press("escape", "q", "y")
        assert app._exit


@pytest.mark.parametrize("text", ["", "12 14 23 47 13 @1"])
async def test_an_empty_or_a_finished_game_is_left_at_once(text: str) -> None:
    async with playing(text=text) as (app, robot):
        await robot.press("q")
        assert app._exit


async def test_thinking_stops_when_the_game_is_taken_back_or_left() -> None:
    async with playing(against(Level.OPTIMAL)) as (app, robot):
        await robot.press("1", "2", "u")
        await settle(app, robot)
        assert app.game.table.match.position.marks == ()
        await robot.press("1", "2", "q", "y")
    assert app.return_code == 0


async def test_a_slow_computer_is_said_to_think_and_can_be_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released = threading.Event()

    def slow(table: Table) -> Question[Move]:
        return Question(lambda solve: table.match.legal_moves[-released.wait()])

    monkeypatch.setattr(thinking, "next_move", slow)
    async with playing(against(Level.EASY)) as (app, robot):
        try:
            await robot.press("1", "2")
            while not app.game.is_slow:
                await robot.pause()
            assert "Thinking…" in message(app)
            await robot.press("3")
            assert message(app).startswith("! The computer has not moved yet.")
            await robot.press("u")
        finally:
            released.set()
        await settle(app, robot)
        assert app.game.table.match.position.marks == ()
        assert "Your turn" in message(app)
