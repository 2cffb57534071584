"""The main screen: loops, hints, history, the record, the command line."""

import re
import threading
from dataclasses import replace

import pytest
from textual.widgets import OptionList

from qttt.engine import Decision, Level
from qttt.engine.jobs import Job
from qttt.engine.search import Estimate, EstimateCallback, search
from qttt.game import Move, Placement, Position
from qttt.tui import autoplay
from qttt.tui.board import BoardView
from qttt.tui.controller import GameController
from tests.tui.helpers import (
    LOOP,
    against,
    burst,
    click,
    message,
    playing,
    press,
    settle,
    shown,
    spot,
    two,
)

LONG = 60.0
"""Timeout in seconds, reached only on failure."""


async def test_a_loop_is_previewed_and_chosen_by_keys() -> None:
    async with playing(text=LOOP) as (app, pilot):
        assert "X₁~" in shown(app)
        assert "╭─ a on 1" in shown(app)
        await press(app, pilot, "right")
        assert "┏━ b on 5" in shown(app)
        assert "Preview of b: X₁ 1, O₂ 2, X₃ 9, O₄ 5." in shown(app)
        assert "▒▒▒▒" in shown(app), "pale marks on the board"
        assert app.game.controller.match.position.has_loop
        await press(app, pilot, "escape")
        assert "X₁~" in shown(app)
        await press(app, pilot, "right", "enter")
        assert str(app.game.controller.match.position) == "1/2/9/5"
        assert "X collapses the loop: O4 lands on 5, X1 on 1" in " ".join(message(app).split())


async def test_a_loop_is_decided_by_one_key() -> None:
    async with playing(text=LOOP) as (app, pilot):
        for key, position in [("a", "2/5/9/1"), ("b", "1/2/9/5"), ("1", "2/5/9/1")]:
            await press(app, pilot, key)
            assert str(app.game.controller.match.position) == position
            await press(app, pilot, "u")
        await press(app, pilot, "at", "5")
        assert str(app.game.controller.match.position) == "1/2/9/5"


async def test_a_loop_is_previewed_and_chosen_by_mouse() -> None:
    async with playing(text=LOOP) as (app, pilot):
        await pilot.hover("#choice-1", offset=(3, 2))
        await pilot.pause()
        assert "Preview of b" in shown(app)
        await pilot.hover("#title")
        await pilot.pause()
        assert "Preview of b" not in shown(app)
        await pilot.hover(BoardView, offset=spot(app, 1, 1))
        await pilot.pause()
        assert "Preview of b" in shown(app), "O₂ on 2"
        await pilot.click("#choice-0", offset=(3, 2))
        await settle(app, pilot)
        assert str(app.game.controller.match.position) == "2/5/9/1"


async def test_clicking_a_mark_of_the_loop_collapses_it_there() -> None:
    async with playing(text=LOOP) as (app, pilot):
        await click(app, pilot, 8, 2)
        assert message(app).startswith("! @9: "), "a stem does not decide"
        assert app.game.controller.match.position.has_loop
        await click(app, pilot, 0, 0)
        assert app.game.controller.match.position.classical[0] == 1


async def test_the_computer_collapses_its_loops() -> None:
    async with playing(against(Level.OPTIMAL), "12 25") as (app, pilot):
        await press(app, pilot, "1", "5")
        assert not app.game.controller.match.position.has_loop
        assert "O collapses the loop" in message(app)


async def test_hints_on_the_board_and_in_a_list() -> None:
    async with playing(text="12 34") as (app, pilot):
        await press(app, pilot, "h")
        assert "★ 35   X +1    best, 9" in shown(app)
        assert "  12   X +½    loses ½" in shown(app)
        assert "5 ★ ━" in shown(app)
        await press(app, pilot, "1")
        assert "2 −½" in shown(app)
        await press(app, pilot, "escape", "h")
        assert "★" not in shown(app)


async def test_a_move_is_played_by_selecting_its_hint() -> None:
    async with playing(text="12 34") as (app, pilot):
        await press(app, pilot, "h", "tab", "home", "enter")
        assert str(app.game.controller.match.position) == "12/34/35"
        assert app.focused is app.game.query_one(BoardView)


async def test_hints_for_the_outcomes_of_a_loop() -> None:
    async with playing(text="28 78 15 14 58 47") as (app, pilot):
        await press(app, pilot, "h")
        assert "X wins" in shown(app)
        rows = shown(app)
        assert "best" in rows
        assert "loses" in rows


async def test_hints_on_large_boards_are_marked_as_estimates(short_searches: None) -> None:
    async with playing(two("krist")) as (app, pilot):
        await press(app, pilot, "h")
        assert "Estimated: about X +0." in message(app)
        assert "4,000 simulations\nBest line: " in message(app)
        best = app.game.auto.hints[0].move
        assert isinstance(best, Placement)
        name = app.game.controller.position.name(best)
        assert f"★ {name} about X +0." in shown(app)
        assert f"{name[:2]} ★ " in shown(app)
        assert len(app.game.auto.hints) == 12, "the best few"
        await press(app, pilot, "tab", "home", "enter")
        assert str(app.game.controller.match.position) == name
        await press(app, pilot, "h")
        assert "about" not in message(app)


async def test_hints_for_the_other_half_of_a_placement(
    short_searches: None,
) -> None:
    async with playing(two("krist"), "b2c2") as (app, pilot):
        await press(app, pilot, "h", "enter")
        first = app.game.controller.first
        assert all(first in tuple(advice.move) for advice in app.game.auto.hints)
        assert app.game.auto.hints


async def test_estimated_hints_for_the_outcomes_of_a_loop(
    short_searches: None,
) -> None:
    async with playing(two("krist"), "a1b1 b2c2 a1b1", size=(120, 40)) as (app, pilot):
        await press(app, pilot, "h")
        assert shown(app).count("about") == 3, "the position, and either outcome"
        assert "best" in shown(app)
        assert "Best line" not in message(app), "the outcomes need the room"


async def test_a_coin_has_no_best_outcome(short_searches: None) -> None:
    async with playing(two("qubic4"), "a1b1 a1b1", size=(120, 40)) as (app, pilot):
        await press(app, pilot, "h")
        assert shown(app).count("about") == 3
        assert "best" not in shown(app)
        assert "★" not in shown(app)


async def test_proven_hints(short_searches: None) -> None:
    async with playing(two("classic4 rows=5 cols=5"), "a1 a2 b1 b2 c1 c2") as (app, pilot):
        await press(app, pilot, "h")
        assert "Proven: X +1" in message(app)
        assert "★ d1   X +1    best" in shown(app)


async def test_hints_are_updated_until_the_position_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reported = threading.Event()
    stopped: list[Position] = []

    def slowly(position: Position, **_: object) -> Job[Estimate]:
        def work(stop: threading.Event, progress: EstimateCallback) -> Estimate:
            for simulations, seconds in ((200, 1.0), (300, 1.4), (400, 1.5)):
                progress(replace(search(position, simulations=simulations), seconds=seconds))
            reported.set()
            stop.wait(LONG)
            stopped.append(position)
            return search(position, simulations=500)

        return Job(work)

    monkeypatch.setattr(autoplay, "evaluation_job", slowly)
    async with playing(two("krist")) as (app, pilot):
        before = app.game.controller.match.position
        await pilot.press("h")
        while "400 simulations" not in message(app):
            await pilot.pause()
        assert "Estimating: about" in message(app)
        await pilot.press("enter", "right", "enter")
        while before not in stopped:
            await pilot.pause()
        await pilot.press("h")
        await settle(app, pilot)
        assert "Estimating" not in message(app)


async def test_a_focused_list_of_hints_does_not_change(short_searches: None) -> None:
    async with playing(two("krist")) as (app, pilot):
        await press(app, pilot, "h", "tab", "down")
        listed = app.game.auto.hints
        better = search(app.game.controller.position, simulations=9000)
        app.game.auto._show_hints(better, is_final=True)
        assert app.game.auto.hints == listed
        await press(app, pilot, "shift+tab")
        app.game.auto._show_hints(better, is_final=True)
        assert "9,000 simulations" in message(app)


async def test_no_hints_on_boards_that_are_too_big() -> None:
    async with playing(two("krist rows=9 cols=9")) as (app, pilot):
        await press(app, pilot, "h")
        assert message(app).startswith("! Hints are limited to boards of 64 squares.")


async def test_history_is_toggled_by_key_and_by_clicking_a_classical_mark() -> None:
    async with playing(text="12 12 @1") as (app, pilot):
        assert "X₁-" not in shown(app)
        await press(app, pilot, "H")
        assert "X₁- " in shown(app)
        assert "* landed  - vanished" in shown(app)
        await click(app, pilot, 0)
        assert "X₁-" not in shown(app)
        await press(app, pilot, "5")
        await click(app, pilot, 0)
        assert message(app).startswith("! 1: that square already has a classical mark")


async def test_earlier_positions_by_keys() -> None:
    async with playing(text=LOOP) as (app, pilot):
        await press(app, pilot, "pageup", "pageup")
        assert "After 2 of 4 moves." in message(app)
        assert "▸ 2 O 2-5" in shown(app)
        await press(app, pilot, "7")
        assert message(app).startswith("! This is an earlier position")
        await press(app, pilot, "home", "pagedown", "escape")
        assert "X chooses" in message(app)
        await press(app, pilot, "pageup", "g")
        assert str(app.game.controller.match.position) == "12/25/59"
        assert "4 O 1-5~ (undone)" in shown(app)


async def test_earlier_positions_by_mouse() -> None:
    async with playing(text="12 25") as (app, pilot):
        await pilot.click("#moves", offset=(5, 1))
        await settle(app, pilot)
        assert str(app.game.controller.position) == "12"
        assert "Back to the game (Esc)" in shown(app)
        await pilot.click("#action-0")
        await settle(app, pilot)
        assert app.game.controller.viewed is None
        assert app.game.query_one("#moves", OptionList).highlighted == 2


async def test_the_command_line_takes_notation() -> None:
    async with playing() as (app, pilot):
        await press(app, pilot, "colon", *"12", "enter")
        assert str(app.game.controller.match.position) == "12"
        await press(app, pilot, "colon", *"25", "space", *"59", "enter")
        assert str(app.game.controller.match.position) == "12/25/59"
        await press(app, pilot, "colon", *"99x", "enter")
        assert message(app).startswith("! '99x' is not a move")
        await press(app, pilot, "colon", *"77", "escape", "1")
        assert app.game.controller.first == 0
        await press(app, pilot, "5")
        assert app.game.controller.match.position.has_loop


async def test_fast_keys_are_handled_in_order() -> None:
    async with playing(two("qubic4")) as (app, pilot):
        await burst(app, pilot, "colon", *"d1a1", "enter")
        assert str(app.game.controller.match.position) == "a1d1"
        await burst(app, pilot, "escape", "colon", *"d1d2", "enter", "colon", *"b2c2", "enter", "u")
        assert str(app.game.controller.match.position) == "a1d1/d1d2"
        await burst(app, pilot, "up", "enter", "colon", "d", "escape", "right", "enter")
        assert app.game.controller.match.position.marks[-1] == (6, 7)
        assert app.game.controller.match.draw_offer is None


@pytest.mark.nightly
async def test_the_command_line_opens_by_mouse() -> None:
    async with playing() as (app, pilot):
        await pilot.click("#status")
        await press(app, pilot, *"12", "enter")
        assert str(app.game.controller.match.position) == "12"


async def test_quitting_an_unsaved_game_needs_a_confirmation() -> None:
    async with playing(text="12") as (app, pilot):
        await press(app, pilot, "q")
        assert "This game is not over and not saved. Quit?" in shown(app)
        await pilot.press("escape", "q", "y")
        assert app._exit


@pytest.mark.parametrize("text", ["", "12 14 23 47 13 @1"])
async def test_an_empty_or_a_finished_game_is_left_at_once(text: str) -> None:
    async with playing(text=text) as (app, pilot):
        await pilot.press("q")
        assert app._exit


async def test_thinking_stops_on_undo_and_quit() -> None:
    async with playing(against(Level.OPTIMAL)) as (app, pilot):
        await pilot.press("1", "2", "u")
        await settle(app, pilot)
        assert app.game.controller.match.position.marks == ()
        await pilot.press("1", "2", "q", "y")
    assert app.return_code == 0


async def test_a_slow_computer_is_shown_and_can_be_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released = threading.Event()

    def slow(controller: GameController, _: Level) -> Job[Move]:
        return Job(lambda stop, _: controller.match.legal_moves[-released.wait()])

    monkeypatch.setattr(GameController, "decision_job", slow)
    async with playing(against(Level.EASY)) as (app, pilot):
        try:
            await pilot.press("1", "2")
            while not app.game.auto.is_slow:
                await pilot.pause()
            assert "Thinking…" in message(app)
            await pilot.press("3")
            assert message(app).startswith("! The computer has not moved yet.")
            await pilot.press("u")
        finally:
            released.set()
        await settle(app, pilot)
        assert app.game.controller.match.position.marks == ()
        assert "Your turn" in message(app)


async def test_a_slow_search_shows_its_progress_and_can_move_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(controller: GameController, _: Level) -> Job[Decision]:
        position = controller.match.position

        def work(stop: threading.Event, progress: EstimateCallback) -> Decision:
            progress(search(position, simulations=1234))
            stop.wait(LONG)
            return Decision(Placement(0, 1), search(position, simulations=2345))

        return Job(work)

    monkeypatch.setattr(GameController, "decision_job", slow)
    async with playing(against(Level.BEST, rules="qubic4")) as (app, pilot):
        await press(app, pilot, "m")
        assert message(app).startswith("! No computer is thinking now.")
        await pilot.press("enter", "right", "enter")
        while "1,234" not in shown(app):
            await pilot.pause()
        assert app.game.auto.is_slow
        assert re.search(r"Value +about ", shown(app))
        assert re.search(r"Line +\w\d", shown(app))
        await pilot.click("#action-0")
        await settle(app, pilot)
        assert str(app.game.controller.match.position).endswith("/a1b1")
        assert re.search(r"Simulations +2,345", shown(app)), "statistics of the move"
        assert "Move now" not in shown(app)


@pytest.mark.nightly
async def test_estimates_below_the_board_are_one_line(
    short_searches: None,
) -> None:
    async with playing(two("krist"), size=(60, 24)) as (app, pilot):
        await press(app, pilot, "h")
        assert re.search(r"Estimated: about X \+\S+, 4,000 simulations", message(app))
        assert "★ " in shown(app).split("Estimated")[1], "and for a list"
        app.game.auto.progress, app.game.auto.is_slow = (
            search(app.game.controller.position, simulations=50),
            True,
        )
        app.game.view.show_progress()
        assert "Thinking… 50 simulations, about " in message(app)


@pytest.mark.nightly
async def test_no_statistics_if_the_computer_answers_at_once() -> None:
    async with playing(against(Level.OPTIMAL)) as (app, pilot):
        await press(app, pilot, "1", "2")
        assert "Simulations" not in shown(app)
        assert "Move now" not in shown(app)
