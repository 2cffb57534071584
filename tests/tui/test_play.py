"""Whole games, by keyboard and by mouse."""

import re
import threading
from dataclasses import replace

import pytest
from textual.widgets import Button, Static

from qttt.engine import Level, solve
from qttt.game import Collapse, Move, Player, Position, Refusal
from qttt.play import Toss, measured_coin
from qttt.quantum import source
from qttt.tui import prompts
from qttt.tui.app import QtttApp
from qttt.tui.setup import Setup
from tests.tui.helpers import (
    LOOP,
    Robot,
    against,
    click,
    empty_queues,
    keys,
    message,
    playing,
    press,
    settle,
    shown,
    spot,
    table,
    two,
)

DRAWS = [("", True), ("12 12 @1 34 47", False)]
"""X is to move, and the computer with O is worse off, then better off."""


def best(position: Position) -> Move:
    return solve(position).best[0]


def worst(position: Position) -> Move:
    """The move that helps O most."""
    return min(solve(position).moves, key=lambda move: move.value).move


async def test_a_game_is_won_by_keyboard() -> None:
    async with playing(against(Level.RANDOM)) as (app, robot):
        match = app.game.table.match
        while not match.outcome:
            await press(app, robot, *keys(best(match.position), match.position))
        assert match.outcome.winner is Player.X
        assert "You win!" in shown(app)
        assert "═X" in shown(app)


async def test_a_game_is_lost_by_keyboard() -> None:
    async with playing(against(Level.OPTIMAL)) as (app, robot):
        match = app.game.table.match
        while not match.outcome:
            await press(app, robot, *keys(worst(match.position), match.position))
        assert match.outcome.winner is Player.O
        assert "You lose" in shown(app)
        assert "O wins, 1–0" in message(app)
        assert match.standing
        assert match.standing.points == {"You": 0, "Optimal": 1}


async def test_a_game_is_played_by_mouse_alone() -> None:
    async with playing(against(Level.EASY, seed=3)) as (app, robot):
        match = app.game.table.match
        while not match.outcome:
            await click_move(app, robot, best(match.position))
        assert "Again, other side" in shown(app)
        await robot.click("#action-0")
        await settle(app, robot)
        again = app.game.table.match
        assert again is not match
        assert again.seats[Player.X].name == "Easy"
        assert again.position.marks, "the computer has X now and has begun"


async def click_move(app: QtttApp, robot: Robot, move: Move) -> None:
    for square in dict.fromkeys(move):
        if isinstance(move, Collapse):
            number = app.game.table.position.legal_moves.index(move)
            await robot.click(f"#choice-{number}")
            await settle(app, robot)
        else:
            await click(app, robot, square)


async def test_arrows_and_enter_play_on_every_board() -> None:
    async with playing(two("qubic5")) as (app, robot):
        await press(app, robot, "left", "up", "enter", "down", "right", "enter")
        assert str(app.game.table.match.position) == "b2c3"


async def test_a_half_made_placement_is_seen_and_can_be_taken_back() -> None:
    async with playing() as (app, robot):
        await press(app, robot, "4")
        assert "X₁…" in shown(app)
        assert "X1 is half placed, on 4" in message(app)
        await press(app, robot, "4")
        assert "X₁…" not in shown(app)
        await press(app, robot, "4", "escape", "5", "u", "6")
        assert "X₁…" in shown(app)
        await robot.click("#action-0")
        await settle(app, robot)
        assert "X₁…" not in shown(app)
        assert app.game.table.match.position.marks == ()


REFUSED: list[tuple[str, list[str], str]] = [
    ("12 12 @1", ["1"], "! 1: that square already has a classical mark"),
    ("12 12 @1", ["3", "1"], "! 1: that square already has a classical mark"),
    (LOOP, ["3"], f"! @3: {prompts.why_not(ValueError(Refusal.NOT_ON_LOOP))}"),
    ("12", ["a"], "! there is no loop to collapse"),
    ("12", ["at"], "! there is no loop to collapse"),
    (LOOP, ["at"], "! O4 lands on 1 or on 5: which?"),
    (LOOP, ["enter"], "! Look at an outcome first: the arrow keys show one, then the other."),
    ("", ["r"], "! there is no move to make again"),
    ("", ["u"], "! there is no move to take back"),
    ("", ["g"], "! The board shows the game as it stands."),
]


async def test_what_cannot_be_done_is_said() -> None:
    async with playing() as (app, robot):
        for text, pressed, why in REFUSED:
            app.game.sit_down(table(text), two())
            before = app.game.table.match.position
            await press(app, robot, *pressed)
            assert message(app).startswith(why)
            assert app.game.table.match.position == before


async def test_the_other_half_may_not_be_a_classical_square_and_the_first_stays() -> None:
    async with playing(text="12 12 @1") as (app, robot):
        await press(app, robot, "3", "1", "4")
        assert str(app.game.table.match.position) == "2/1/34"


async def test_a_pair_loop_may_be_forbidden() -> None:
    async with playing(two("no-pair-loops"), "12") as (app, robot):
        await press(app, robot, "1", "2")
        assert message(app).startswith("! 12: a second mark on the same pair is forbidden")


async def test_digits_are_no_squares_of_larger_boards() -> None:
    async with playing(two("qubic4")) as (app, robot):
        await press(app, robot, "1")
        assert message(app).startswith("! The squares here are a1 to d4")


async def test_undo_goes_back_to_ones_own_decision_and_redo_repeats_the_answer() -> None:
    async with playing(against(Level.EASY)) as (app, robot):
        await press(app, robot, "1", "2")
        answered = app.game.table.match.position
        assert len(answered.marks) == 2
        await press(app, robot, "u")
        assert app.game.table.match.position.marks == ()
        assert " 1 X 1-2 (undone)" in shown(app)
        await press(app, robot, "r")
        assert app.game.table.match.position == answered


async def test_the_coin_is_thrown_on_demand_and_its_source_is_told() -> None:
    async with playing(two("qubic3"), "12 12") as (app, robot):
        assert "A coin decides" in message(app)
        assert "Throw the coin" in shown(app)
        await press(app, robot, "a")
        assert message(app).startswith("! A coin decides this loop: Enter throws it.")
        await press(app, robot, "enter")
        assert "The coin (operating system) collapses the loop" in message(app)
        assert "operating system" in shown(app)
        assert len(app.game.table.match.position.classical) == 2


async def test_computers_play_by_themselves_until_they_are_stopped() -> None:
    setup = Setup(x=Level.RANDOM, o=Level.RANDOM, seed=7)
    async with playing(setup) as (app, robot):
        match = app.game.table.match
        assert "wins: Random moves" in message(app)
        moves = len(match.node.moves)
        await press(app, robot, "u")
        assert len(match.node.moves) < moves
        assert "Go on (space)" in shown(app)
        await press(app, robot, "space")
        assert match.outcome


async def test_resigning_is_asked_about() -> None:
    async with playing(against(Level.EASY)) as (app, robot):
        await press(app, robot, "R", "enter")
        assert "Your turn" in message(app)
        await press(app, robot, "R", "y")
        assert app.game.table.match.concession is Player.X
        assert "X resigned" in message(app)
        await press(app, robot, "R")
        assert message(app).startswith("! the match is over")


@pytest.mark.parametrize(("text", "accepts"), DRAWS)
async def test_the_computer_takes_a_draw_only_if_it_is_not_better_off(
    text: str, accepts: bool
) -> None:
    async with playing(against(Level.OPTIMAL), text) as (app, robot):
        await press(app, robot, "d")
        assert (app.game.table.match.concession == "both") is accepts
        assert ("O declines the draw." in message(app)) is not accepts


async def test_on_a_large_board_the_computer_judges_a_draw_by_an_estimate() -> None:
    async with playing(against(Level.RANDOM, rules="krist")) as (app, robot):
        await press(app, robot, "d")
        assert app.game.table.match.concession == "both"


async def test_who_cannot_judge_the_board_declines_a_draw() -> None:
    async with playing(against(Level.RANDOM, rules="krist rows=9 cols=9")) as (app, robot):
        await press(app, robot, "d")
        assert "O declines the draw." in message(app)


async def test_two_people_agree_on_a_draw() -> None:
    async with playing(text="12") as (app, robot):
        await press(app, robot, "d")
        assert "O offers a draw. Does X accept?" in shown(app)
        await press(app, robot, "n")
        assert app.game.table.match.outcome is None
        await press(app, robot, "d", "y")
        assert app.game.table.match.concession == "both"
        assert "Nobody wins" in message(app)


async def test_points_are_added_up() -> None:
    async with playing(two(), "12 14 23 47 13 @1") as (app, robot):
        await press(app, robot, "enter")
        assert message(app).startswith("! The game is over: p plays again")
        await press(app, robot, "p", "R", "y")
        assert "game 2" in shown(app)
        points = str(app.game.query_one("#players", Static).content).split()
        assert points == ["X", "Player", "2", "0", "O", "Player", "1", "2"]


async def test_a_finished_game_offers_the_next_one_with_the_same_sides_too() -> None:
    async with playing(text="12 14 23 47 13 @1") as (app, robot):
        assert [str(button.label) for button in app.game.query(Button) if button.display] == [
            "Again, other side (p)",
            "Again, same side (P)",
        ]
        await press(app, robot, "P")
        assert app.game.table.match.seats[Player.X].name == "Player 1"


async def test_hover_moves_the_cursor_and_lights_up_twins() -> None:
    async with playing(text="12 25") as (app, robot):
        await robot.hover("#board", offset=spot(app, 0))
        await robot.pause()
        assert app.game.table.cursor == 0
        assert "1: X₁ also on 2 · entanglement a" in shown(app)


async def test_what_a_search_counted_stands_beside_the_board() -> None:
    async with playing(against(Level.EVAL_EASY, rules="classic4")) as (app, robot):
        assert "Time cut-off" not in shown(app)
        await press(app, robot, "enter")
        assert re.search(r"Nodes +16\n", shown(app).replace(" \n", "\n"))
        assert re.search(r"Time cut-off +no", shown(app))
        await press(app, robot, "u")
        assert "Time cut-off" not in shown(app), "nothing has been decided now"


async def test_a_game_is_lost_to_the_strongest_of_the_old_levels() -> None:
    async with playing(against(Level.EVAL_DIFFICULT, rules="classic3")) as (app, robot):
        match = app.game.table.match
        while not match.outcome:
            app.game.attempt(lambda: app.game.table.play(worst(match.position)))
            await settle(app, robot)
        assert match.outcome.winner is Player.O
        assert "You lose" in shown(app)
        assert "Again, other side" in shown(app)


async def test_a_device_throws_in_a_thread_and_a_card_says_what_it_measured() -> None:
    asked = []

    def coin(position: Position) -> Toss:
        asked.append(str(position))
        return measured_coin(source("qx", seed=1))(position)

    setup = replace(two("qubic3"), tossed=coin)
    async with playing(setup, "12 12") as (app, robot):
        await press(app, robot, "enter")
        assert "The coin (QX simulator" in message(app)
        assert re.search(r"Qubits agree +2 of 2", shown(app))
        await press(app, robot, "u", "1", "2", "enter")
        assert len(app.game.table.match.position.classical) == 2
        assert asked == ["12/12"]


async def test_a_coin_that_lands_late_is_kept_for_its_loop() -> None:
    lands, thrown = threading.Event(), []

    def coin(position: Position) -> Toss:
        thrown.append(position)
        lands.wait(30)
        return Toss(1, "a slow device")

    async with playing(replace(two("qubic3"), tossed=coin), "12 12") as (app, robot):
        await robot.press("enter")
        await empty_queues(robot)
        assert "The coin is in the air" in message(app)
        await robot.press("u")
        await empty_queues(robot)
        lands.set()
        await settle(app, robot)
        assert app.game.table.match.position.marks == ((0, 1),)
        await press(app, robot, "1", "2", "enter")
        assert "a slow device" in message(app)
        assert len(thrown) == 1
