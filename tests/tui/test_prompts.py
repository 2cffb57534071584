"""Messages of the game."""

import pytest

from qttt.engine import Level
from qttt.game import Position
from qttt.notation import parse_move
from qttt.play.local_game import LocalGameSetup
from qttt.tui import prompts
from qttt.tui.controller import GameController
from tests.tui.helpers import LOOP, NARROW, TREE, WON, against, game_at, two


@pytest.mark.parametrize(
    ("text", "setup", "heading", "prompt"),
    [
        ("", None, "X to move", "Place X1 in two squares: press two digits or click."),
        ("", LocalGameSetup(), "Your turn", "Place X1 in two squares: press two digits or click."),
        (TREE, None, "O to move", "Place O4 in two squares."),
        (
            "",
            two("krist"),
            "X to move",
            "Place X1 in two squares: use the arrows and Enter or click.",
        ),
        ("", two("classic3"), "X to move", "Place X1 in a square: press a digit or click."),
        (LOOP, None, "X chooses", "O4 closed a loop. Where does it land? a: on 1, b: on 5."),
        (
            LOOP,
            LocalGameSetup(),
            "You choose",
            "O4 closed a loop. Where does it land? a: on 1, b: on 5.",
        ),
        (LOOP, LocalGameSetup(x=Level.EASY, o=None), "X (Easy) to move", "O4 closed a loop."),
        ("12", LocalGameSetup(), "O (Easy) to move", ""),
        (
            "12 12",
            two("qubic3"),
            "A coin decides",
            "O2 closed a loop. Does it land on 1 or on 2? Press Enter to toss the coin.",
        ),
        (WON, None, "X wins: Player 1", "X wins, 1–0. X completed 1-2-3."),
        (WON, LocalGameSetup(), "You win!", "X wins, 1–0. X completed 1-2-3."),
        (
            WON,
            LocalGameSetup(x=Level.EASY, o=None),
            "You lose",
            "X wins, 1–0. X completed 1-2-3.",
        ),
        (
            NARROW,
            None,
            "X wins: Player 1",
            "X wins narrowly, 1–½. Both made a line. X’s was complete first (X5 before O6): 1–½.",
        ),
    ],
)
def test_what_to_do_now(text: str, setup: LocalGameSetup | None, heading: str, prompt: str) -> None:
    controller = game_at(text, setup)
    assert (prompts.heading(controller), prompts.prompt(controller)) == (heading, prompt)


def test_a_half_made_placement_is_explained() -> None:
    controller = game_at(TREE)
    controller.press(6)
    assert prompts.prompt(controller) == (
        "O4 is in 7. Choose its second square, or 7 again or Esc to undo."
    )


@pytest.mark.parametrize(
    ("text", "square", "detail"),
    [
        (TREE, 3, "4: empty"),
        (TREE, 1, "2: X₁ also on 1; O₂ also on 5 · entanglement a"),
        ("12 12 @1", 1, "2: X₁, landed; gone: O₂"),
        (LOOP, 1, ""),
        (WON, 1, ""),
    ],
)
def test_square_at_the_cursor(text: str, square: int, detail: str) -> None:
    controller = game_at(text)
    controller.cursor = square
    assert prompts.detail(controller) == detail


def test_warning_that_the_other_half_would_close_a_loop() -> None:
    controller = game_at(TREE)
    controller.press(0)
    controller.cursor = 4
    assert prompts.detail(controller).endswith(" · O4 here closes a loop")
    controller.cursor = 5
    assert prompts.detail(controller) == "6: empty"


def test_detail_of_a_preview() -> None:
    controller = game_at(LOOP)
    assert prompts.legend(controller) == "? closing mark  ~ on the loop  ' stem"
    controller.show(0)
    assert prompts.legend(controller) == ""
    assert prompts.detail(controller) == (
        "Preview of a: X₁ 2, O₂ 5, X₃ 9, O₄ 1. Enter confirms, Esc cancels."
    )


def test_history_has_its_own_signs() -> None:
    controller = game_at("12 12 @1")
    assert prompts.legend(controller) == ""
    controller.toggle_history()
    assert prompts.legend(controller) == "* landed  - vanished"


def test_only_the_latest_events_are_shown() -> None:
    assert prompts.events(game_at("12")) == "X1 goes to 1 and 2."
    assert prompts.events(game_at(LOOP)) == (
        "… O2 goes to 2 and 5. X3 goes to 5 and 9. O4 goes to 1 and 5 and closes a loop."
    )


def test_messages_after_a_resignation() -> None:
    controller = GameController(against(Level.EASY).match())
    controller.resign()
    assert prompts.heading(controller) == "You lose"
    assert prompts.prompt(controller) == "O wins, 1–0. X resigned."


def test_errors_are_shown_without_clause_numbers() -> None:
    with pytest.raises(ValueError, match="R7") as caught:
        parse_move("34", Position.after((0, 1), (0, 1)))
    assert prompts.error_text(caught.value) == "34: a loop must be collapsed first"
