"""The controller of a game, without widgets."""

import random
from pathlib import Path

import pytest

from qttt.engine import Decision, Level
from qttt.game import PRESETS, Collapse, IllegalMoveError, Placement, Player, Rules
from qttt.play import Match, MatchError, Seat, Toss, load
from qttt.play.errors import MatchOverError
from qttt.play.local_game import LocalGameSetup
from qttt.tui import lists, prompts
from qttt.tui.controller import ActionError, GameController
from qttt.tui.scene import scene
from qttt.tui.screen import ACTION_ERRORS
from tests.tui.helpers import LOOP, WON, against, game_at, two


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played_to_its_end(preset: str, seed: int) -> None:
    rng = random.Random(seed)
    controller = game_at(setup=two(preset))
    plies = 0
    while controller.match.outcome is None:
        play_somehow(controller, rng)
        plies += 1
        assert scene(controller).board == controller.match.rules.board
        assert prompts.heading(controller)
        assert prompts.prompt(controller)
    entries = lists.record(controller)
    assert len(entries) == plies + 1
    assert entries[-1].is_here
    assert prompts.prompt(controller).count("–") >= 1
    with pytest.raises(ActionError, match="The game is over"):
        controller.press(0)


def play_somehow(controller: GameController, rng: random.Random) -> None:
    """Play a random ply in a random way of input."""
    if controller.awaits_coin:
        controller.toss()
        return
    move = rng.choice(controller.match.legal_moves)
    if isinstance(move, Collapse):
        if rng.random() < 0.5:
            controller.press(move.square)
        else:
            choose_by_arrows(controller, move)
        return
    for square in rng.sample(list(dict.fromkeys(move)), len(set(move))):
        controller.press(square)


def choose_by_arrows(controller: GameController, move: Collapse) -> None:
    controller.move_cursor(0, 1)
    while controller.position.legal_moves[controller.preview or 0] != move:
        controller.move_cursor(0, -1)
    controller.confirm()


# --- choosing ------------------------------------------------------------------------------------


def test_two_presses_place_a_mark() -> None:
    controller = game_at()
    controller.press(4)
    assert (controller.first, controller.cursor) == (4, 4)
    controller.press(0)
    assert str(controller.match.position) == "15"
    assert controller.first is None


def test_pressing_the_same_square_again_cancels() -> None:
    controller = game_at()
    controller.press(4)
    controller.press(4)
    assert controller.first is None


def test_on_an_ordinary_board_one_press_is_enough() -> None:
    controller = game_at(setup=two("classic3"))
    controller.press(4)
    assert str(controller.match.position) == "5"


def test_the_last_square_takes_one_press() -> None:
    controller = game_at("12 12 @1 34 34 @3 68 68 @6 79 79 @7")
    assert prompts.prompt(controller) == "X9 goes in 5, the last open square."
    controller.press(4)
    assert controller.match.position.classical[4] == 9


@pytest.mark.parametrize(
    ("mark", "square", "landing"),
    [(None, 0, 0), (None, 4, 4), (4, 0, 0), (4, 4, 4), (1, 0, 4), (1, 1, 0), (2, 1, 4), (2, 4, 0)],
)
def test_any_mark_of_the_loop_names_a_collapse(mark: int | None, square: int, landing: int) -> None:
    controller = game_at(LOOP)
    assert controller.option_at(square, mark) == (0, 4).index(landing)
    controller.press(square, mark)
    assert controller.match.position.classical[landing] == 4


@pytest.mark.parametrize(("mark", "square"), [(None, 1), (3, 8), (None, 6), (None, None)])
def test_squares_and_marks_that_are_not_a_collapse(mark: int | None, square: int | None) -> None:
    controller = game_at(LOOP)
    assert controller.option_at(square, mark) is None
    if square is not None:
        with pytest.raises(IllegalMoveError):
            controller.press(square, mark)


def test_the_cursor_wraps_around() -> None:
    controller = game_at()
    controller.move_cursor(0, 1)
    controller.move_cursor(0, 1)
    assert controller.cursor == 3
    controller.move_cursor(-1, 0)
    controller.move_cursor(-1, 0)
    assert controller.cursor == 6


def test_arrows_preview_the_outcomes_of_a_loop() -> None:
    controller = game_at(LOOP)
    seen = []
    for _ in range(3):
        controller.move_cursor(1, 0)
        seen.append(controller.preview)
    assert seen == [1, 0, 1]
    controller.cancel()
    controller.move_cursor(0, -1)
    assert controller.preview == 0
    assert len(controller.match.node.children) == 0, "a preview leaves no trace"
    controller.confirm()
    assert controller.match.position.classical[0] == 4


def test_an_outcome_is_shown_only_where_one_is_chosen() -> None:
    controller = game_at("12")
    controller.show(1)
    assert controller.preview is None


def test_unknown_square() -> None:
    with pytest.raises(ActionError, match="The squares here are a1 to d4: use the arrows"):
        game_at(setup=two("krist")).press_named("5")


# --- whose turn ----------------------------------------------------------------------------------


def test_a_person_cannot_move_for_the_computer() -> None:
    controller = GameController(LocalGameSetup(x=Level.EASY, o=None).match())
    with pytest.raises(ActionError, match="The computer has not moved yet"):
        controller.press(0)
    with pytest.raises(ActionError, match="The computer has not moved yet"):
        controller.play(Placement(0, 1))


def test_events_include_the_computers_answer() -> None:
    controller = game_at(setup=against(Level.EASY))
    controller.press(0)
    controller.press(1)
    assert controller.awaits_computer
    controller.apply(Decision(Placement(4, 8)))
    assert prompts.events(controller) == "X1 goes to 1 and 2. O2 goes to 5 and 9."
    assert controller.changed_squares == {4, 8}


def test_after_a_collapse_the_landed_marks_are_fresh() -> None:
    controller = game_at(LOOP)
    controller.choose(0)
    assert controller.changed_squares == {0, 1, 4, 8}


def test_only_a_coin_throws() -> None:
    with pytest.raises(MatchError, match="no coin decides now"):
        game_at(LOOP).toss()
    controller = game_at("12 12", two("qubic3"))
    with pytest.raises(ActionError, match="A coin decides this loop"):
        controller.choose(0)
    controller.coin = lambda position: Toss(1, "test")
    controller.confirm()
    assert controller.match.position.classical[1] == 2


# --- history -------------------------------------------------------------------------------------


def test_undo_cancels_a_half_made_placement_first() -> None:
    controller = game_at("12")
    controller.press(4)
    controller.undo()
    assert (controller.first, len(controller.match.position.marks)) == (None, 1)
    controller.undo()
    assert controller.match.position.marks == ()


def test_against_the_computer_undo_and_redo_go_from_decision_to_decision() -> None:
    controller = game_at("12 23 45 56", against(Level.EASY))
    controller.undo()
    assert str(controller.match.position) == "12/23"
    controller.undo()
    assert str(controller.match.position) == "-"
    controller.redo()
    controller.redo()
    assert str(controller.match.position) == "12/23/45/56"
    with pytest.raises(MatchError):
        controller.redo()


def test_computers_alone_are_undone_ply_by_ply() -> None:
    controller = game_at("12 23", LocalGameSetup(x=Level.EASY, o=Level.EASY))
    controller.undo()
    assert str(controller.match.position) == "12"
    controller.redo()
    assert str(controller.match.position) == "12/23"


def test_viewing_an_earlier_position_does_not_change_the_game() -> None:
    controller = game_at(LOOP)
    controller.browse(-3)
    assert str(controller.position) == "12"
    assert prompts.heading(controller) == "An earlier position"
    assert prompts.prompt(controller).startswith("After 1 of 4 moves.")
    with pytest.raises(ActionError, match="This is an earlier position"):
        controller.press(6)
    controller.browse(99)
    assert controller.viewed is None
    controller.browse(-99)
    assert controller.position.marks == ()
    controller.cancel()
    assert controller.position is controller.match.position


def test_the_game_can_go_on_from_an_earlier_point() -> None:
    controller = game_at(LOOP)
    controller.browse(-2)
    controller.go_on()
    assert str(controller.match.position) == "12/25"
    assert [entry.is_undone for entry in lists.record(controller)] == [False] * 3 + [True] * 2


# --- end of the game -----------------------------------------------------------------------------


def test_the_person_to_move_or_the_only_one_resigns() -> None:
    controller = game_at("12")
    controller.resign()
    assert controller.match.end_off_board is Player.O
    alone = GameController(LocalGameSetup(x=Level.EASY, o=None).match())
    alone.resign()
    assert alone.match.end_off_board is Player.O
    with pytest.raises(MatchOverError):
        alone.resign()


def test_only_a_person_can_resign() -> None:
    with pytest.raises(MatchError, match="Only computers play: no person can resign"):
        GameController(LocalGameSetup(x=Level.EASY, o=Level.EASY).match()).resign()


def test_a_draw_has_to_be_offered_before_it_is_taken() -> None:
    controller = game_at("12")
    with pytest.raises(MatchError, match="There is no draw offer"):
        controller.answer_draw(True)
    controller.offer_draw()
    controller.answer_draw(True)
    assert controller.match.end_off_board == "both"


def test_the_next_game_has_the_players_swapped_and_the_points_kept() -> None:
    controller = game_at(WON, LocalGameSetup(o=Level.EASY))
    before = controller.rng
    controller.again(swap=True)
    assert controller.match.seats[Player.X] == Seat("Easy", "easy")
    assert controller.awaits_computer
    assert controller.rng is before
    assert [row[1:] for row in lists.standings(controller)] == [("Easy", "0"), ("You", "1")]


def test_an_unfinished_game_is_not_played_again() -> None:
    controller = game_at("12")
    with pytest.raises(ActionError, match="The game is not over: press n for a new one"):
        controller.again(swap=True)
    assert len(controller.match.position.marks) == 1


def test_a_match_with_a_level_that_cannot_play() -> None:
    match = Match(Rules.preset("qubic4"), o=Seat.computer(Level.EVAL_EASY))
    with pytest.raises(ValueError, match="no level 'eval-easy' on 4×4"):
        GameController(match)


def test_refusals_are_value_errors() -> None:
    assert all(issubclass(error, ValueError) for error in ACTION_ERRORS)


def test_a_toss_is_saved(tmp_path: Path) -> None:
    controller = game_at("12 12", two("qubic3"))
    controller.file = tmp_path / "game.qtn"
    controller.toss()
    assert load(controller.file).node.moves == controller.match.node.moves
    assert [*load(controller.file).tosses.values()] == [*controller.match.tosses.values()]


def test_a_toss_stays_if_the_file_cannot_be_written(tmp_path: Path) -> None:
    controller = game_at("12 12", two("qubic3"))
    controller.file = tmp_path / "no" / "game.qtn"
    with pytest.raises(MatchError, match=r"game\.qtn was not updated: No such file"):
        controller.toss()
    assert len(controller.match.tosses) == 1
    assert str(controller.events[-1]).startswith("The coin (operating system) collapses the loop")
