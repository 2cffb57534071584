"""What a person can do at a table, without any widgets."""

import random
from pathlib import Path
from random import Random

import pytest

from qttt.engine import Decision, Level
from qttt.game import PRESETS, Collapse, IllegalMoveError, Placement, Player, Rules
from qttt.play import Match, MatchError, MatchOverError, Seat, Toss, load
from qttt.tui import lists, prompts
from qttt.tui.scene import scene
from qttt.tui.setup import Setup
from qttt.tui.table import REFUSALS, RefusedError, Table
from tests.tui.helpers import LOOP, WON, against, table, two


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played_to_its_end(preset: str, seed: int) -> None:
    rng = random.Random(seed)
    seated = table(setup=two(preset))
    plies = 0
    while seated.match.outcome is None:
        play_somehow(seated, rng)
        plies += 1
        assert scene(seated).board == seated.match.rules.board
        assert prompts.heading(seated)
        assert prompts.prompt(seated)
    entries = lists.record(seated)
    assert len(entries) == plies + 1
    assert entries[-1].is_here
    assert prompts.prompt(seated).count("–") >= 1
    with pytest.raises(RefusedError, match="The game is over"):
        seated.press(0)


def play_somehow(seated: Table, rng: random.Random) -> None:
    """One ply, in one of the ways in which a person can make it."""
    if seated.awaits_coin:
        seated.throw()
        return
    move = rng.choice(seated.match.legal_moves)
    if isinstance(move, Collapse):
        if rng.random() < 0.5:
            seated.press(move.square)
        else:
            steered(seated, move)
        return
    for square in rng.sample(list(dict.fromkeys(move)), len(set(move))):
        seated.press(square)


def steered(seated: Table, move: Collapse) -> None:
    seated.steer(0, 1)
    while seated.position.legal_moves[seated.preview or 0] != move:
        seated.steer(0, -1)
    seated.confirm()


# --- choosing ------------------------------------------------------------------------------------


def test_two_presses_place_a_mark() -> None:
    seated = table()
    seated.press(4)
    assert (seated.first, seated.cursor) == (4, 4)
    seated.press(0)
    assert str(seated.match.position) == "15"
    assert seated.first is None


def test_the_same_square_again_takes_the_half_back() -> None:
    seated = table()
    seated.press(4)
    seated.press(4)
    assert seated.first is None


def test_on_an_ordinary_board_one_press_is_enough() -> None:
    seated = table(setup=two("classic3"))
    seated.press(4)
    assert str(seated.match.position) == "5"


def test_the_last_square_takes_one_press() -> None:
    seated = table("12 12 @1 34 34 @3 68 68 @6 79 79 @7")
    assert prompts.prompt(seated) == "X9 goes whole to 5, the last open square."
    seated.press(4)
    assert seated.match.position.classical[4] == 9


@pytest.mark.parametrize(
    ("mark", "square", "landing"),
    [(None, 0, 0), (None, 4, 4), (4, 0, 0), (4, 4, 4), (1, 0, 4), (1, 1, 0), (2, 1, 4), (2, 4, 0)],
)
def test_any_mark_of_the_loop_names_a_collapse(mark: int | None, square: int, landing: int) -> None:
    seated = table(LOOP)
    assert seated.option_at(square, mark) == (0, 4).index(landing)
    seated.press(square, mark)
    assert seated.match.position.classical[landing] == 4


@pytest.mark.parametrize(("mark", "square"), [(None, 1), (3, 8), (None, 6), (None, None)])
def test_what_names_no_collapse_previews_none(mark: int | None, square: int | None) -> None:
    seated = table(LOOP)
    assert seated.option_at(square, mark) is None
    if square is not None:
        with pytest.raises(IllegalMoveError):
            seated.press(square, mark)


def test_arrows_go_around_the_board() -> None:
    seated = table()
    seated.steer(0, 1)
    seated.steer(0, 1)
    assert seated.cursor == 3
    seated.steer(-1, 0)
    seated.steer(-1, 0)
    assert seated.cursor == 6


def test_at_a_loop_arrows_look_at_the_two_outcomes() -> None:
    seated = table(LOOP)
    seen = []
    for _ in range(3):
        seated.steer(1, 0)
        seen.append(seated.preview)
    assert seen == [1, 0, 1]
    seated.cancel()
    seated.steer(0, -1)
    assert seated.preview == 0
    assert len(seated.match.node.children) == 0, "a preview leaves no trace"
    seated.confirm()
    assert seated.match.position.classical[0] == 4


def test_an_outcome_is_shown_only_where_one_is_chosen() -> None:
    seated = table("12")
    seated.show(1)
    assert seated.preview is None


def test_a_name_that_is_no_square_is_refused() -> None:
    with pytest.raises(RefusedError, match="The squares here are a1 to d4: use the arrows"):
        table(setup=two("krist")).press_named("5")


# --- whose turn ----------------------------------------------------------------------------------


def test_nobody_moves_for_the_computer() -> None:
    seated = Table(Setup(x=Level.EASY, o=None).match())
    with pytest.raises(RefusedError, match="The computer has not moved yet"):
        seated.press(0)
    with pytest.raises(RefusedError, match="The computer has not moved yet"):
        seated.play(Placement(0, 1))


def test_the_computers_answer_is_news_after_ones_own_move() -> None:
    seated = table(setup=against(Level.EASY))
    seated.press(0)
    seated.press(1)
    assert seated.awaits_computer
    seated.answer(Decision(Placement(4, 8)))
    assert prompts.news(seated) == "X1 goes to 1 and 2. O2 goes to 5 and 9."
    assert seated.fresh == {4, 8}


def test_after_a_collapse_the_landed_marks_are_fresh() -> None:
    seated = table(LOOP)
    seated.choose(0)
    assert seated.fresh == {0, 1, 4, 8}


def test_only_a_coin_throws() -> None:
    with pytest.raises(MatchError, match="no coin decides now"):
        table(LOOP).throw()
    seated = table("12 12", two("qubic3"))
    with pytest.raises(RefusedError, match="A coin decides this loop"):
        seated.choose(0)
    seated.coin = lambda position: Toss(1, "test")
    seated.confirm()
    assert seated.match.position.classical[1] == 2


# --- back and forth ------------------------------------------------------------------------------


def test_undo_takes_the_half_back_first() -> None:
    seated = table("12")
    seated.press(4)
    seated.undo()
    assert (seated.first, len(seated.match.position.marks)) == (None, 1)
    seated.undo()
    assert seated.match.position.marks == ()


def test_against_the_computer_undo_and_redo_go_from_decision_to_decision() -> None:
    seated = table("12 23 45 56", against(Level.EASY))
    seated.undo()
    assert str(seated.match.position) == "12/23"
    seated.undo()
    assert str(seated.match.position) == "-"
    seated.redo()
    seated.redo()
    assert str(seated.match.position) == "12/23/45/56"
    with pytest.raises(MatchError):
        seated.redo()


def test_computers_alone_are_undone_ply_by_ply() -> None:
    seated = table("12 23", Setup(x=Level.EASY, o=Level.EASY))
    seated.undo()
    assert str(seated.match.position) == "12"
    seated.redo()
    assert str(seated.match.position) == "12/23"


def test_looking_back_does_not_touch_the_game() -> None:
    seated = table(LOOP)
    seated.leaf(-3)
    assert str(seated.position) == "12"
    assert prompts.heading(seated) == "An earlier position"
    assert prompts.prompt(seated).startswith("After 1 of 4 moves.")
    with pytest.raises(RefusedError, match="This is an earlier position"):
        seated.press(6)
    seated.leaf(99)
    assert seated.looking is None
    seated.leaf(-99)
    assert seated.position.marks == ()
    seated.cancel()
    assert seated.position is seated.match.position


def test_the_game_can_go_on_from_an_earlier_point() -> None:
    seated = table(LOOP)
    seated.leaf(-2)
    seated.go_on()
    assert str(seated.match.position) == "12/25"
    assert [entry.is_undone for entry in lists.record(seated)] == [False] * 3 + [True] * 2


# --- giving up, and again ------------------------------------------------------------------------


def test_who_resigns_is_who_is_to_move_or_the_only_one() -> None:
    seated = table("12")
    seated.resign()
    assert seated.match.concession is Player.O
    alone = Table(Setup(x=Level.EASY, o=None).match())
    alone.resign()
    assert alone.match.concession is Player.O
    with pytest.raises(MatchOverError):
        alone.resign()


def test_where_nobody_sits_nobody_resigns() -> None:
    with pytest.raises(RefusedError, match="Nobody sits here who could resign"):
        Table(Setup(x=Level.EASY, o=Level.EASY).match()).resign()


def test_a_draw_has_to_be_offered_before_it_is_taken() -> None:
    seated = table("12")
    with pytest.raises(RefusedError, match="Nobody has offered a draw"):
        seated.answer_draw(True)
    seated.offer_draw()
    seated.answer_draw(True)
    assert seated.match.concession == "both"


def test_the_next_game_has_the_players_swapped_and_the_points_kept() -> None:
    seated = table(WON, Setup(o=Level.EASY))
    before = seated.rng
    seated.again(swap=True)
    assert seated.match.seats[Player.X] == Seat("Easy", "easy")
    assert seated.awaits_computer
    assert seated.rng is before
    assert [row[1:] for row in lists.standings(seated)] == [("Easy", "0"), ("You", "1")]


def test_an_unfinished_game_is_not_played_again() -> None:
    seated = table("12")
    with pytest.raises(RefusedError, match="The game is not over: n begins a new one"):
        seated.again(swap=True)
    assert len(seated.match.position.marks) == 1


def test_a_match_with_a_level_that_cannot_play_is_not_taken() -> None:
    match = Match(Rules.preset("qubic4"), o=Seat.computer(Level.EVAL_EASY))
    with pytest.raises(ValueError, match="there is no level 'eval-easy' on 4×4"):
        Table(match)


def test_the_computers_draw_on_the_tables_chance() -> None:
    seated = Table(Setup(o=Level.RANDOM).match(), Random(5))
    assert seated.opponents[Player.O].rng is seated.rng


def test_refusals_are_all_errors_of_values() -> None:
    assert all(issubclass(error, ValueError) for error in REFUSALS)


def test_a_coin_is_in_the_file_before_it_is_shown(tmp_path: Path) -> None:
    seated = table("12 12", two("qubic3"))
    seated.file = tmp_path / "game.qtn"
    seated.throw()
    assert load(seated.file).node.moves == seated.match.node.moves
    assert [*load(seated.file).tosses.values()] == [*seated.match.tosses.values()]


def test_a_file_that_cannot_be_written_is_told_and_the_toss_stays(tmp_path: Path) -> None:
    seated = table("12 12", two("qubic3"))
    seated.file = tmp_path / "no" / "game.qtn"
    with pytest.raises(RefusedError, match=r"game\.qtn does not know it: No such file"):
        seated.throw()
    assert len(seated.match.tosses) == 1
    assert str(seated.news[-1]).startswith("The coin (operating system) collapses the loop")
