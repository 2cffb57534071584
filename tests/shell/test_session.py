"""What each command of the shell does, and what it refuses."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Rules
from qttt.notation.armour import MAX_SIZE, armour
from qttt.play import to_record
from qttt.shell import COMMANDS, Session, ShellError, Style
from tests.play.helpers import TINY, random_match, snapshot

PLAIN = Style(unicode=False)
LOOP = ("play 0 0 0 1", "play 0 1 1 0", "play 0 0 1 0")
LAST = """
    play 0 0 0 1; play 0 0 0 1; play 0 0; play 1 0 0 2; play 0 2 1 0; play 1 0;
    play 1 1 1 2; play 1 1 1 2; play 1 1; play 2 0 2 1; play 2 0 2 1; play 2 0"""


def session(*commands: str, rules: str = "krist", seed: int | None = 1) -> Session:
    made = Session(Rules.parse(rules), seed=seed, style=PLAIN)
    for command in commands:
        made.obey(command)
    return made


def refusal(here: Session, command: str) -> str:
    """Why a command is refused; it must have changed nothing."""
    before, match = snapshot(here.match), here.match
    with pytest.raises(ShellError) as error:
        here.obey(command)
    assert here.match is match
    assert snapshot(here.match) == before
    return str(error.value)


# --- playing ---------------------------------------------------------------------------------


def test_play_places_a_mark_and_shows_the_board() -> None:
    assert session().obey("play 3 1 3 3") == [
        "X1 goes to (3,1) and (3,3).",
        "      0       1       2       3",
        "  +-------+-------+-------+-------+",
        "0 |   .   |   .   |   .   |   .   |",
        "1 |   .   |   .   |   .   |   .   |",
        "2 |   .   |   .   |   .   |   .   |",
        "3 |   .   | x1    |   .   | x1    |",
        "  +-------+-------+-------+-------+",
        "O to place O2",
    ]


def test_loop_of_the_manual_collapses_as_in_the_manual() -> None:
    here = session(*LOOP)
    assert here.obey("board")[-2:] == [
        "  ? closing mark  ~ on the loop",
        "O decides where X3 lands: play 0 0 or play 1 0",
    ]
    assert here.obey("play 0 0")[0] == (
        "O collapses the loop: X1 on (0,1), O2 on (1,0), X3 on (0,0)."
    )
    assert str(here.match.position) == "b1/a2/a1"


@pytest.mark.parametrize(
    ("pointed", "position"),
    [("X3 1 0", "a1/b1/a2"), ("x1 0 0", "a1/b1/a2"), ("O2 1 0", "b1/a2/a1")],
)
def test_any_mark_of_the_loop_can_be_pointed_at(pointed: str, position: str) -> None:
    assert str(session(*LOOP, f"play {pointed}").match.position) == position


def test_last_square_takes_one() -> None:
    here = session(*LAST.split(";"), rules="krist rows=3 cols=3")
    assert here.obey("board")[-1] == "X to place X9 in the last square: play 2 2"
    assert here.obey("moves") == ["play 2 2"]
    assert here.obey("play 2 2")[0] == "X9 goes to (2,2)."
    assert here.match.outcome


def test_classical_marks_take_one_square() -> None:
    here = session("play 1 1", rules="classic3")
    assert here.obey("moves")[0] == "8 moves: one of these 8 squares:"
    assert refusal(here, "play 0 0 0 1") == "a classical mark takes one square (R3): play R C"


def test_coin_decides_at_once_and_says_its_source() -> None:
    here = session("play 0 0 0 1", rules="qubic3", seed=3)
    told = here.obey("play 0 0 0 1")
    assert told[0] == "O2 goes to (0,0) and (0,1), and closes a loop."
    assert told[1].startswith("The coin (seed 3) collapses the loop: X1 on (0,")
    assert here.match.to_move == "X"


def test_line_that_ends_the_game_is_told_by_rows_and_columns() -> None:
    moves = ("0 0 1 0", "0 2 1 0", "1 0 1 1", "1 0 2 2", "1 1 2 2", "2 2")
    here = session(*(f"play {move}" for move in moves), rules="goff")
    assert here.obey("board")[-1] == "X wins, 1-0: X (0,0) (1,1) (2,2) by X5"
    assert here.prompt == "over> "


def test_random_is_repeated_by_its_seed_and_stops_at_the_end() -> None:
    first, second = session("random 6", seed=5), session("random 6", seed=5)
    assert first.match.node.moves == second.match.node.moves
    assert len(first.match.node.moves) == 6
    first.obey("random 999999")
    assert first.match.outcome
    assert first.obey("moves") == first.obey("hint") == first.obey("value")
    assert "krist" in first.obey("moves")[0]


def test_undo_goes_back_and_the_tree_keeps_all() -> None:
    here = session(*LOOP, "play 0 0", "undo 2")
    assert here.obey("undo")[0] == "Taken back: 1 move."
    assert str(here.match.position) == "a1b1"
    here.obey("play 2 2 3 3")
    assert here.obey("tree") == [
        "   start",
        "   X1  0 0 0 1",
        ">  O2  2 2 3 3",
        "   |  O2  0 1 1 0",
        "   |  X3  0 0 1 0, a loop",
        "   |  X3  lands on 0 0",
    ]


# --- telling ---------------------------------------------------------------------------------


def test_moves_are_commands() -> None:
    here = session(*LOOP)
    assert here.obey("moves") == [
        "play 0 0: X1 on (0,1), O2 on (1,0), X3 on (0,0)",
        "play 1 0: X1 on (0,0), O2 on (0,1), X3 on (1,0)",
    ]
    here.obey("play 0 0")
    assert here.obey("moves")[0] == "78 moves: two different ones of these 13 squares:"
    assert "(0,3)" in here.obey("moves")[1]


def test_moves_name_the_pairs_that_are_forbidden() -> None:
    told = " ".join(session("play 0 0 0 1", rules="no-pair-loops").obey("moves"))
    assert told.startswith("35 moves: ")
    assert told.endswith("but not the pairs (0,0) and (0,1).")


def test_hint_and_value_of_a_board_that_can_be_solved() -> None:
    here = session("play 0 0 0 1", "play 0 1 0 2", "play 0 0 0 2", rules="goff")
    assert here.obey("hint") == [
        "play 0 0",
        "Value -1: O gets one point more than X if both play perfectly.",
    ]
    assert here.obey("value") == here.obey("hint")[1:]
    assert session(rules=TINY).obey("hint")[0].endswith(", or 3 others as good")


def test_hint_and_value_say_what_they_do_not_know() -> None:
    why = "a board of 4x4 has 16 squares; the exact solver takes at most 9."
    here = session(*LOOP, "play 0 0")
    assert here.obey("hint") == [f"No hint: {why}"]
    krists = "Krists so far: X 1 of length 2; O none. X leads."
    assert " ".join(here.obey("value")) == f"{krists} The value is not known: {why}"


def test_value_tells_who_leads_by_krists() -> None:
    here = session(*LOOP, "play 1 0", rules="krist rows=3 cols=3")
    told = here.obey("value")
    assert told[0] == "Krists so far: X 1 of length 2; O none. X leads."
    assert told[1].startswith("Value ")


@pytest.mark.parametrize("rules", ["krist", "closer", "no-pair-loops", "qubic4", "classic3"])
def test_rules_are_told_in_short_lines(rules: str) -> None:
    told = session(rules=rules).obey("rules")
    assert told[0].startswith(f"{rules}: a board of ")
    assert max(map(len, told)) <= 80


def test_help_lists_every_command() -> None:
    told = session().obey("help")
    assert [line.split()[0] for line in told[:-1]] == ["play", "play", *COMMANDS]


def test_commands_are_read_in_any_case_and_comments_skipped() -> None:
    here = session("PLAY 0 0 0 1")
    assert str(here.match.position) == "a1b1"
    assert here.obey("# random 5") == here.obey("   ") == here.obey("") == []
    here.obey("exit")
    assert here.is_over


# --- refusals --------------------------------------------------------------------------------

PLAY = (
    "play takes two squares, as in play 0 0 1 2 (row column row column); or one, as in play 0 0, "
    "where a loop collapses or the last square is filled"
)

REFUSED = [
    ((), "jump", "there is no command 'jump'; help lists them all"),
    ((), "mvoes", "there is no command 'mvoes'; did you mean moves? help lists them all"),
    ((), "play", PLAY),
    ((), "play 0 0 0 0 0", PLAY),
    ((), "play 0 0 0 x", "'x' is no row or column; they are numbers from 0"),
    ((), "play 0 0 0 -1", "'-1' is no row or column; they are numbers from 0"),
    ((), "play 0 0 4 0", "there is no square 4 0: rows go from 0 to 3, columns from 0 to 3"),
    ((), "play 0 0", "a quantum mark needs two different squares (R3): play R1 C1 R2 C2"),
    ((), "play 1 1 1 1", "a quantum mark needs two different squares (R3): play R1 C1 R2 C2"),
    (LOOP, "play 2 2 3 3", "a loop must be collapsed first (R7): play 0 0 or play 1 0"),
    (LOOP, "play 0 1", "the closing mark cannot land on that square (R8): play 0 0 or play 1 0"),
    (
        LOOP,
        "play X1 1 0",
        "that mark is not on the loop, or cannot land on that square (R8): play 0 0 or play 1 0",
    ),
    (LOOP, "play X2 0 0", "'X2' is no mark on the board, as in play X1 0 1"),
    (("play 0 0 0 1",), "play X1 0 0", "there is no loop to collapse: play R1 C1 R2 C2"),
    (
        (*LOOP, "play 0 0"),
        "play 0 0 2 2",
        "that square already has a classical mark (R3): (0,0) is taken, moves lists the open "
        "squares",
    ),
    (("random 99",), "play 0 0 0 1", "the game is over; undo takes moves back"),
    (("random 99",), "random", "the game is over; undo takes moves back"),
    ((), "undo", "there is no move to take back"),
    (LOOP, "undo 4", "cannot take back 4 moves: give a number from 1 to 3"),
    ((), "undo 0", "undo takes a number of moves from 1 up, not '0'"),
    ((), "random x", "random takes a number of moves from 1 up, not 'x'"),
    ((), "random " + "9" * 5000, "random takes a number of moves from 1 up, not '99999"),
    ((), "tree all", "tree stands alone, without 'all'"),
    ((), "save", "save needs the name of a file, as in save game.qtn"),
    ((), "load", "load needs the name of a file, as in load game.qtn"),
    ((), "load no/such.qtn", "cannot load no/such.qtn: No such file or directory"),
    ((), "save no/such.qtn", "cannot save no/such.qtn: No such file or directory"),
    ((), "save a\0b", "cannot save a\0b: embedded null byte"),
    ((), "load ~nobody-has-this-name/x", "~nobody-has-this-name/x: Could not determine home"),
]


@pytest.mark.parametrize(
    ("before", "command", "message"), REFUSED, ids=lambda value: str(value)[:30]
)
def test_wrong_input_is_explained_and_changes_nothing(
    before: tuple[str, ...], command: str, message: str
) -> None:
    told = refusal(session(*before), command)
    assert told == message or (told.startswith(message) and len(told) < 120)


def test_pair_loop_is_refused_where_it_is_forbidden() -> None:
    here = session("play 0 0 0 1", rules="no-pair-loops")
    assert refusal(here, "play 0 1 0 0") == (
        "a second mark on the same pair is forbidden (R6): choose another pair"
    )


# --- files -----------------------------------------------------------------------------------


@given(seed=st.integers(0, 10**6), rules=st.sampled_from(("krist", "qubic3", TINY)))
def test_what_is_saved_is_loaded(
    seed: int, rules: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("saved") / "a game.qtn"
    here, there = session(), session()
    here.match = random_match(Rules.parse(rules), seed)
    if here.match.to_move == "chance":
        here.match.undo()
    assert here.obey(f"save {file}") == [f"Saved in {file}."]
    there.obey(f"load {file}")
    assert snapshot(there.match) == snapshot(here.match)


def test_load_brings_its_own_rules_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    session("play 0 0 0 1", rules="goff").obey(f"save {file}")
    here = session("random 3")
    assert here.obey(f"load {file}")[0] == f"Loaded {file}: goff, 1 move."
    assert here.obey("rules")[0].startswith("goff: ")


def test_coin_is_thrown_where_a_loaded_game_waits_for_it(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    file.write_text('[Rules "qubic3"] 1. 12 2. 12 *', encoding="utf-8")
    here = session(seed=3)
    assert here.obey(f"load {file}")[1].startswith("The coin (seed 3) collapses the loop: ")


def test_damaged_file_is_repaired(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    here = session(*LOOP)
    here.obey(f"save {file}")
    whole = file.read_bytes()
    for wrong, told in ((1, "1 damaged byte was"), (9, "9 damaged bytes were")):
        start = whole.index(b"1. ")
        file.write_bytes(whole[:start] + b"\x00" * wrong + whole[start + wrong :])
        there = session()
        assert there.obey(f"load {file}")[1] == f"{told} repaired; save it again."
        assert snapshot(there.match) == snapshot(here.match)


def test_file_beyond_repair_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    here = session(*LOOP)
    here.obey(f"save {file}")
    file.write_bytes(file.read_bytes()[:150])
    assert "beyond repair" in refusal(here, f"load {file}")
    file.write_bytes(b"")
    assert "the file is empty" in refusal(here, f"load {file}")
    file.write_text(armour("12 23"), encoding="utf-8")
    assert refusal(here, f"load {file}").startswith(f"cannot load {file}: line 2, column 1: ")
    file.write_text("1. 12 * 1. 13 *", encoding="utf-8")
    assert "a match is one game, and this file has 2" in refusal(here, f"load {file}")


def test_only_a_file_is_overwritten(tmp_path: Path) -> None:
    assert refusal(session(), f"save {tmp_path}") == f"{tmp_path} is not a file; give another name"


def test_game_that_is_too_long_is_not_saved(tmp_path: Path) -> None:
    here = session("play 0 0 0 1")
    here.match.node.comment = "x" * MAX_SIZE
    file = tmp_path / "game.qtn"
    assert refusal(here, f"save {file}").startswith(f"cannot save {file}: more than 256 KiB")
    assert not file.exists()
    assert len(to_record(here.match).children) == 1


# --- anything at all -------------------------------------------------------------------------

NUMBERS = st.lists(st.sampled_from("0011223x") | st.text(max_size=2), max_size=5).map(" ".join)
LINES = st.one_of(
    st.builds("play {} {} {} {}".format, *[st.integers(0, 2)] * 4),
    st.builds("play {} {}".format, *[st.integers(0, 2)] * 2),
    st.builds("{} {}".format, st.sampled_from([*COMMANDS]), NUMBERS.filter(bool)),
    st.sampled_from([name for name in COMMANDS if name != "go"]),  # the best one may think long
    st.sampled_from(("save game.qtn", "load game.qtn", "load other.qtn", "random 2", "undo 2")),
    st.sampled_from(("go random", "computer X random", "computer O random", "computer off")),
    st.text(max_size=20),
)
GAMES = (TINY, "krist rows=2 cols=2", "krist chooser=chance", "classic3", "krist rows=3 cols=5")


@given(rules=st.sampled_from(GAMES), lines=st.lists(LINES, max_size=25))
def test_refused_commands_change_nothing(
    rules: str, lines: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    here = session(rules=rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("anything"))
        for line in lines:
            before = snapshot(here.match)
            try:
                told = here.obey(line)
            except ShellError:
                assert snapshot(here.match) == before
            else:
                assert "\n" not in "".join(told)
                changes = re.match(r"\s*(play|undo|random|load|go|computer)\b", line, re.IGNORECASE)
                assert changes or snapshot(here.match) == before
