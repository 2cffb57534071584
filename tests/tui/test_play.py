"""Whole games by keyboard and mouse."""

import asyncio
import re
import threading
import time
from dataclasses import replace
from random import Random

import pytest
from textual.widgets import Button, Static

from qttt.engine import Level, solve
from qttt.game import Collapse, IllegalMoveReason, Move, Player, Position
from qttt.play import Toss, measured_coin
from qttt.play.local_game import LocalGameSetup
from qttt.quantum import open_source
from qttt.tui import prompts
from qttt.tui.app import QtttApp
from tests.tui.helpers import (
    LOOP,
    AppPilot,
    against,
    click,
    empty_queues,
    game_at,
    keys,
    message,
    playing,
    press,
    settle,
    shown,
    spot,
    two,
)

DRAWS = [("", True), ("12 12 @1 34 47", False)]
"""X is to move, and the computer with O is behind, then ahead."""


def best(position: Position) -> Move:
    return solve(position).best[0]


def worst(position: Position) -> Move:
    """Return the best move for O."""
    return min(solve(position).moves, key=lambda move: move.value).move


async def test_a_game_is_won_by_keyboard() -> None:
    async with playing(against(Level.RANDOM)) as (app, pilot):
        match = app.game.controller.match
        while not match.outcome:
            await press(app, pilot, *keys(best(match.position), match.position))
        assert match.outcome.winner is Player.X
        assert "You win!" in shown(app)
        assert "═X" in shown(app)


async def test_a_game_is_lost_by_keyboard() -> None:
    async with playing(against(Level.OPTIMAL)) as (app, pilot):
        match = app.game.controller.match
        while not match.outcome:
            await press(app, pilot, *keys(worst(match.position), match.position))
        assert match.outcome.winner is Player.O
        assert "You lose" in shown(app)
        assert "O wins, 1–0" in message(app)
        assert match.series_score
        assert match.series_score.points == {"You": 0, "Optimal": 1}


@pytest.mark.nightly
async def test_a_game_is_played_by_mouse_alone() -> None:
    async with playing(against(Level.EASY, seed=3)) as (app, pilot):
        match = app.game.controller.match
        while not match.outcome:
            await click_move(app, pilot, best(match.position))
        assert "Again, other side" in shown(app)
        await pilot.click("#action-0")
        await settle(app, pilot)
        again = app.game.controller.match
        assert again is not match
        assert again.seats[Player.X].name == "Easy"
        assert again.position.marks, "the computer has X now and has moved"


async def click_move(app: QtttApp, pilot: AppPilot, move: Move) -> None:
    for square in dict.fromkeys(move):
        if isinstance(move, Collapse):
            number = app.game.controller.position.legal_moves.index(move)
            await pilot.click(f"#choice-{number}")
            await settle(app, pilot)
        else:
            await click(app, pilot, square)


async def test_arrows_and_enter_play_on_every_board() -> None:
    async with playing(two("qubic5")) as (app, pilot):
        await press(app, pilot, "left", "up", "enter", "down", "right", "enter")
        assert str(app.game.controller.match.position) == "b2c3"


async def test_a_half_made_placement_is_shown_and_can_be_cancelled() -> None:
    async with playing() as (app, pilot):
        await press(app, pilot, "4")
        assert "X₁…" in shown(app)
        assert "X1 is in 4" in message(app)
        await press(app, pilot, "4")
        assert "X₁…" not in shown(app)
        await press(app, pilot, "4", "escape", "5", "u", "6")
        assert "X₁…" in shown(app)
        await pilot.click("#action-0")
        await settle(app, pilot)
        assert "X₁…" not in shown(app)
        assert app.game.controller.match.position.marks == ()


REFUSED: list[tuple[str, list[str], str]] = [
    ("12 12 @1", ["1"], "! 1: that square already has a classical mark"),
    ("12 12 @1", ["3", "1"], "! 1: that square already has a classical mark"),
    (LOOP, ["3"], f"! @3: {prompts.error_text(ValueError(IllegalMoveReason.NOT_ON_LOOP))}"),
    ("12", ["a"], "! there is no loop to collapse"),
    ("12", ["at"], "! there is no loop to collapse"),
    (LOOP, ["at"], "! O4 lands on 1 or on 5: which?"),
    (LOOP, ["enter"], "! Preview an outcome first with the arrow keys."),
    ("", ["r"], "! there is no move to redo"),
    ("", ["u"], "! there is no move to undo"),
    ("", ["g"], "! The board shows the current position."),
]


async def test_errors_are_shown() -> None:
    async with playing() as (app, pilot):
        for text, pressed, why in REFUSED:
            app.game.open_game(game_at(text), two())
            before = app.game.controller.match.position
            await press(app, pilot, *pressed)
            assert message(app).startswith(why)
            assert app.game.controller.match.position == before


async def test_a_classical_square_is_rejected_and_the_first_half_stays() -> None:
    async with playing(text="12 12 @1") as (app, pilot):
        await press(app, pilot, "3", "1", "4")
        assert str(app.game.controller.match.position) == "2/1/34"


async def test_a_forbidden_pair_loop() -> None:
    async with playing(two("no-pair-loops"), "12") as (app, pilot):
        await press(app, pilot, "1", "2")
        assert message(app).startswith("! 12: a second mark on the same pair is forbidden")


async def test_digits_on_larger_boards() -> None:
    async with playing(two("qubic4")) as (app, pilot):
        await press(app, pilot, "1")
        assert message(app).startswith("! The squares here are a1 to d4")


async def test_undo_goes_back_to_ones_own_decision_and_redo_repeats_the_answer() -> None:
    async with playing(against(Level.EASY)) as (app, pilot):
        await press(app, pilot, "1", "2")
        answered = app.game.controller.match.position
        assert len(answered.marks) == 2
        await press(app, pilot, "u")
        assert app.game.controller.match.position.marks == ()
        assert " 1 X 1-2 (undone)" in shown(app)
        await press(app, pilot, "r")
        assert app.game.controller.match.position == answered


async def test_the_coin_is_thrown_by_a_key_and_its_source_is_shown() -> None:
    async with playing(two("qubic3"), "12 12") as (app, pilot):
        assert "A coin decides" in message(app)
        assert "Toss the coin" in shown(app)
        await press(app, pilot, "a")
        assert message(app).startswith("! A coin decides this loop: press Enter to toss it.")
        await press(app, pilot, "enter")
        assert "The coin (operating system) collapses the loop" in message(app)
        assert "operating system" in shown(app)
        assert len(app.game.controller.match.position.classical) == 2


@pytest.mark.nightly
async def test_two_computers_can_be_paused() -> None:
    setup = LocalGameSetup(x=Level.RANDOM, o=Level.RANDOM, seed=7)
    async with playing(setup) as (app, pilot):
        match = app.game.controller.match
        assert "wins: Random moves" in message(app)
        moves = len(match.node.moves)
        await press(app, pilot, "u")
        assert len(match.node.moves) < moves
        assert "Go on (space)" in shown(app)
        await press(app, pilot, "space")
        assert match.outcome


async def test_two_computers_play_on_after_the_process_was_suspended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A third of the readings of Textual's clock come after a suspension longer than a timer."""
    rng, suspended = Random(1), 0.0

    def suspended_time() -> float:
        nonlocal suspended
        suspended += rng.choice((0.01, 0, 0))
        return time.monotonic() + suspended

    monkeypatch.setattr("textual._time.get_time", suspended_time)
    async with (
        asyncio.timeout(60),
        playing(LocalGameSetup(x=Level.RANDOM, o=Level.RANDOM, seed=7)) as (app, _),
    ):
        assert app.game.controller.match.outcome


async def test_resigning_needs_a_confirmation() -> None:
    async with playing(against(Level.EASY)) as (app, pilot):
        await press(app, pilot, "R", "enter")
        assert "Your turn" in message(app)
        await press(app, pilot, "R", "y")
        assert app.game.controller.match.end_off_board is Player.X
        assert "X resigned" in message(app)
        await press(app, pilot, "R")
        assert message(app).startswith("! the match is over")


@pytest.mark.parametrize(("text", "accepts"), DRAWS)
async def test_the_computer_accepts_a_draw_unless_it_is_ahead(text: str, accepts: bool) -> None:
    async with playing(against(Level.OPTIMAL), text) as (app, pilot):
        await press(app, pilot, "d")
        assert (app.game.controller.match.end_off_board == "both") is accepts
        assert ("O declines the draw." in message(app)) is not accepts


async def test_on_a_large_board_the_computer_judges_a_draw_by_an_estimate() -> None:
    async with playing(against(Level.RANDOM, rules="krist")) as (app, pilot):
        await press(app, pilot, "d")
        assert app.game.controller.match.end_off_board == "both"


async def test_draws_are_declined_on_boards_that_are_too_big() -> None:
    async with playing(against(Level.RANDOM, rules="krist rows=9 cols=9")) as (app, pilot):
        await press(app, pilot, "d")
        assert "O declines the draw." in message(app)


async def test_two_people_agree_on_a_draw() -> None:
    async with playing(text="12") as (app, pilot):
        await press(app, pilot, "d")
        assert "O offers a draw. Does X accept?" in shown(app)
        await press(app, pilot, "n")
        assert app.game.controller.match.outcome is None
        await press(app, pilot, "d", "y")
        assert app.game.controller.match.end_off_board == "both"
        assert "Nobody wins" in message(app)


async def test_points_are_added_up() -> None:
    async with playing(two(), "12 14 23 47 13 @1") as (app, pilot):
        await press(app, pilot, "enter")
        assert message(app).startswith("! The game is over: press p to play again")
        await press(app, pilot, "p", "R", "y")
        assert "game 2" in shown(app)
        points = str(app.game.query_one("#players", Static).content).split()
        assert points == ["X", "Player", "2", "0", "O", "Player", "1", "2"]


async def test_a_finished_game_offers_the_next_one_with_the_same_sides_too() -> None:
    async with playing(text="12 14 23 47 13 @1") as (app, pilot):
        assert [str(button.label) for button in app.game.query(Button) if button.display] == [
            "Again, other side (p)",
            "Again, same side (P)",
        ]
        await press(app, pilot, "P")
        assert app.game.controller.match.seats[Player.X].name == "Player 1"


async def test_hover_moves_the_cursor() -> None:
    async with playing(text="12 25") as (app, pilot):
        await pilot.hover("#board", offset=spot(app, 0))
        await pilot.pause()
        assert app.game.controller.cursor == 0
        assert "1: X₁ also on 2 · entanglement a" in shown(app)


async def test_statistics_of_a_search_are_shown() -> None:
    async with playing(against(Level.EVAL_EASY, rules="classic4")) as (app, pilot):
        assert "Time cut-off" not in shown(app)
        await press(app, pilot, "enter")
        assert re.search(r"Nodes +16\n", shown(app).replace(" \n", "\n"))
        assert re.search(r"Time cut-off +no", shown(app))
        await press(app, pilot, "u")
        assert "Time cut-off" not in shown(app), "no decision before this position"


async def test_a_game_is_lost_to_the_strongest_of_the_old_levels() -> None:
    async with playing(against(Level.EVAL_DIFFICULT, rules="classic3")) as (app, pilot):
        match = app.game.controller.match
        while not match.outcome:
            app.game.attempt(lambda: app.game.controller.play(worst(match.position)))
            await settle(app, pilot)
        assert match.outcome.winner is Player.O
        assert "You lose" in shown(app)
        assert "Again, other side" in shown(app)


async def test_a_device_throws_in_a_thread_and_its_measurement_is_shown() -> None:
    asked = []

    def coin(position: Position) -> Toss:
        asked.append(str(position))
        return measured_coin(open_source("qx", seed=1))(position)

    setup = replace(two("qubic3"), coin_source=coin)
    async with playing(setup, "12 12") as (app, pilot):
        await press(app, pilot, "enter")
        assert "The coin (QX simulator" in message(app)
        assert re.search(r"Qubits agree +2 of 2", shown(app))
        await press(app, pilot, "u", "1", "2", "enter")
        assert len(app.game.controller.match.position.classical) == 2
        assert asked == ["12/12"]


async def test_a_late_toss_is_kept_for_its_loop() -> None:
    lands, positions = threading.Event(), []

    def coin(position: Position) -> Toss:
        positions.append(position)
        lands.wait(30)
        return Toss(1, "a slow device")

    async with playing(replace(two("qubic3"), coin_source=coin), "12 12") as (app, pilot):
        await pilot.press("enter")
        await empty_queues(pilot)
        assert "The coin is in the air" in message(app)
        await pilot.press("u")
        await empty_queues(pilot)
        lands.set()
        await settle(app, pilot)
        assert app.game.controller.match.position.marks == ((0, 1),)
        await press(app, pilot, "1", "2", "enter")
        assert "a slow device" in message(app)
        assert len(positions) == 1
