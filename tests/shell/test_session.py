"""The commands of the shell and their errors."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Rules
from qttt.notation.armour import MAX_TEXT_BYTES, armour
from qttt.notation.rules_text import rules_title
from qttt.play import match_to_record, named_coin
from qttt.shell import COMMANDS, Session, ShellError, TerminalStyle
from tests.play.helpers import TINY, random_match, snapshot

PLAIN = TerminalStyle(unicode=False)
LOOP = ("play 0 0 0 1", "play 0 1 1 0", "play 0 0 1 0")
LAST = """
    play 0 0 0 1; play 0 0 0 1; play 0 0; play 1 0 0 2; play 0 2 1 0; play 1 0;
    play 1 1 1 2; play 1 1 1 2; play 1 1; play 2 0 2 1; play 2 0 2 1; play 2 0"""


def session(*commands: str, rules: str = "krist", seed: int | None = 1) -> Session:
    created = Session(Rules.parse(rules), seed=seed, style=PLAIN)
    for command in commands:
        created.execute(command)
    return created


def failure(here: Session, command: str) -> str:
    """Return the error of a command, checking that nothing changed."""
    before, match = snapshot(here.match), here.match
    with pytest.raises(ShellError) as error:
        here.execute(command)
    assert here.match is match
    assert snapshot(here.match) == before
    return str(error.value)


# --- playing ---------------------------------------------------------------------------------


def test_play_places_a_mark_and_shows_the_board() -> None:
    assert session().execute("play 3 1 3 3") == [
        "X1 goes to (3,1) and (3,3).",
        "+0 0------+0 1------+0 2------+0 3------+",
        "|         |         |         |         |",
        "+1 0------+1 1------+1 2------+1 3------+",
        "|         |         |         |         |",
        "+2 0------+2 1------+2 2------+2 3------+",
        "|         |         |         |         |",
        "+3 0------+3 1------+3 2------+3 3------+",
        "|         | X1      |         | X1      |",
        "+---------+---------+---------+---------+",
        "O to place O2",
    ]


def test_loop_of_the_manual_collapses_as_in_the_manual() -> None:
    here = session(*LOOP)
    assert here.execute("board")[-2:] == [
        "? closing mark  ~ on the loop",
        "O decides where X3 lands: play 0 0 or play 1 0",
    ]
    assert here.execute("play 0 0")[0] == (
        "O collapses the loop: X3 lands on (0,0), X1 on (0,1), O2 on (1,0)."
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
    assert here.execute("board")[-1] == "X to place X9 in the last square: play 2 2"
    assert here.execute("moves") == ["play 2 2"]
    assert here.execute("play 2 2")[0] == "X9 goes to (2,2)."
    assert here.match.outcome


def test_classical_marks_take_one_square() -> None:
    here = session("play 1 1", rules="classic3")
    assert here.execute("moves")[0] == "8 moves: one of these 8 squares:"
    assert failure(here, "play 0 0 0 1") == "a classical mark takes one square (R3): play R C"


def test_coin_decides_at_once_and_names_its_source() -> None:
    here = session("play 0 0 0 1", rules="qubic3", seed=3)
    output = here.execute("play 0 0 0 1")
    assert output[0] == "O2 goes to (0,0) and (0,1) and closes a loop."
    assert output[1].startswith("The coin (seed 3) collapses the loop: O2 lands on (0,")
    assert here.match.to_move == "X"


def test_winning_line_is_shown_by_rows_and_columns() -> None:
    moves = ("0 0 1 0", "0 2 1 0", "1 0 1 1", "1 0 2 2", "1 1 2 2", "2 2")
    here = session(*(f"play {move}" for move in moves), rules="goff")
    assert here.execute("board")[-1] == "X wins, 1-0. X completed (0,0)-(1,1)-(2,2)"
    assert here.prompt == "over> "


def test_random_is_repeated_by_its_seed_and_stops_at_the_end() -> None:
    first, second = session("random 6", seed=5), session("random 6", seed=5)
    assert first.match.node.moves == second.match.node.moves
    assert len(first.match.node.moves) == 6
    first.execute("random 999999")
    assert first.match.outcome
    assert first.execute("moves") == first.execute("hint") == first.execute("value")
    assert "row" in first.execute("moves")[0]


def test_undo_goes_back_and_the_tree_keeps_all() -> None:
    here = session(*LOOP, "play 0 0", "undo 2")
    assert here.execute("undo")[0] == "Undone: 1 move."
    assert str(here.match.position) == "a1b1"
    here.execute("play 2 2 3 3")
    assert here.execute("tree") == [
        "   start",
        "   X1  0 0 0 1",
        ">  O2  2 2 3 3",
        "   |  O2  0 1 1 0",
        "   |  X3  0 0 1 0, a loop",
        "   |  X3  lands on 0 0",
    ]


# --- commands that show something ------------------------------------------------------------


def test_moves_are_commands() -> None:
    here = session(*LOOP)
    assert here.execute("moves") == [
        "play 0 0: X1 on (0,1), O2 on (1,0), X3 on (0,0)",
        "play 1 0: X1 on (0,0), O2 on (0,1), X3 on (1,0)",
    ]
    here.execute("play 0 0")
    assert here.execute("moves")[0] == "78 moves: two different ones of these 13 squares:"
    assert "(0,3)" in here.execute("moves")[1]


def test_moves_name_the_pairs_that_are_forbidden() -> None:
    output = " ".join(session("play 0 0 0 1", rules="no-pair-loops").execute("moves"))
    assert output.startswith("35 moves: ")
    assert output.endswith("but not the pairs (0,0) and (0,1).")


def test_hint_and_value_of_a_board_that_can_be_solved() -> None:
    here = session("play 0 0 0 1", "play 0 1 0 2", "play 0 0 0 2", rules="goff")
    assert here.execute("hint") == [
        "play 0 0",
        "Value -1: O gets a point more than X if both play perfectly.",
    ]
    assert here.execute("value") == here.execute("hint")[1:]
    assert session(rules=TINY).execute("hint")[0].endswith(", or 3 equally good")


def test_another_coin() -> None:
    here = Session(Rules.preset("qubic3"), coin=named_coin("qx", seed=1), style=PLAIN)
    here.execute("play 0 0 0 1")
    assert "The coin (QX" in " ".join(here.execute("play 0 0 0 1"))


def test_hint_and_value_of_a_large_board_are_estimates() -> None:
    here = session(*LOOP, "play 0 0")
    best, *value = here.execute("hint")
    assert best.startswith("play ")
    about = r"Value about [+-]\d\.\d\d: [XO] gets about .* more than [XO] if both play perfectly\."
    assert re.fullmatch(about, " ".join(value))
    rows = "Rows so far: X 1 of length 2; O none. X leads."
    assert here.execute("value") == [rows, *value]
    session(*LOOP, "play 0 0", best)  # the hint is a command


def test_hint_and_value_of_a_board_that_is_too_large() -> None:
    reason = "a board of 9x9 has 81 squares; values are estimated on at most 64."
    here = session(rules="krist rows=9 cols=9")
    assert here.execute("hint") == [f"No hint: {reason}"]
    rows = "Rows so far: X none; O none. Neither player leads."
    assert " ".join(here.execute("value")) == f"{rows} The value is not known: {reason}"


def test_value_shows_who_leads_by_rows() -> None:
    here = session(*LOOP, "play 1 0", rules="krist rows=3 cols=3")
    output = here.execute("value")
    assert output[0] == "Rows so far: X 1 of length 2; O none. X leads."
    assert output[1].startswith("Value ")


@pytest.mark.parametrize("rules", ["krist", "closer", "no-pair-loops", "qubic4", "classic3"])
def test_rules_have_short_lines(rules: str) -> None:
    output = session(rules=rules).execute("rules")
    assert output[0] == f"{rules_title(Rules.parse(rules))}:".replace("×", "x")
    assert max(map(len, output)) <= 80


def test_help_lists_every_command() -> None:
    output = session().execute("help")
    assert [line.split()[0] for line in output[:-1]] == ["play", "play", *COMMANDS]


def test_commands_are_case_insensitive_and_comments_skipped() -> None:
    here = session("PLAY 0 0 0 1")
    assert str(here.match.position) == "a1b1"
    assert here.execute("# random 5") == here.execute("   ") == here.execute("") == []
    assert here.execute("\t#") == []
    here.execute("play 1 0\t1 1 # two squares")
    assert str(here.match.position) == "a1b1/a2b2"
    with pytest.raises(ShellError, match="no command 'jump'"):
        here.execute("jump #play 0 0 0 1")
    here.execute("exit")
    assert here.is_over


# --- errors ----------------------------------------------------------------------------------

PLAY = (
    "write play with two squares, as in play 0 0 1 2 (row column row column); or with one, as in "
    "play 0 0, to collapse a loop or fill the last square"
)

REFUSED = [
    ((), "jump", "no command 'jump': type help for the list"),
    ((), "mvoes", "no command 'mvoes': did you mean moves? type help for the list"),
    ((), "play", PLAY),
    ((), "play 0 0 0 0 0", PLAY),
    ((), "play 0 0 0 x", "'x' is not a row or column: write numbers from 0"),
    ((), "play 0 0 0 -1", "'-1' is not a row or column: write numbers from 0"),
    ((), "play 0 0 4 0", "no square 4 0: rows go from 0 to 3, columns from 0 to 3"),
    ((), "play 0 0", "a quantum mark needs two different squares (R3): play R1 C1 R2 C2"),
    ((), "play 1 1 1 1", "a quantum mark needs two different squares (R3): play R1 C1 R2 C2"),
    (LOOP, "play 2 2 3 3", "a loop must be collapsed first (R7): play 0 0 or play 1 0"),
    (LOOP, "play 0 1", "the closing mark cannot land on that square (R8): play 0 0 or play 1 0"),
    (
        LOOP,
        "play X1 1 0",
        "that mark is not on the loop, or cannot land on that square (R8): play 0 0 or play 1 0",
    ),
    (LOOP, "play X2 0 0", "no mark 'X2' on the board: write, for example, play X1 0 1"),
    (("play 0 0 0 1",), "play X1 0 0", "there is no loop to collapse: play R1 C1 R2 C2"),
    (
        (*LOOP, "play 0 0"),
        "play 0 0 2 2",
        "that square already has a classical mark (R3): (0,0) is taken; "
        "type moves for the open squares",
    ),
    (("random 99",), "play 0 0 0 1", "the game is over: type undo to go back"),
    (("random 99",), "random", "the game is over: type undo to go back"),
    ((), "undo", "there is no move to undo"),
    (LOOP, "undo 4", "cannot undo 4 moves: give a number from 1 to 3"),
    ((), "undo 0", "undo needs a positive number of moves, not '0'"),
    ((), "random x", "random needs a positive number of moves, not 'x'"),
    ((), "random " + "9" * 5000, "random needs a positive number of moves, not '99999"),
    ((), "tree all", "tree takes no arguments: leave out 'all'"),
    ((), "save", "save needs a file name, as in save game.qtn"),
    ((), "load", "load needs a file name, as in load game.qtn"),
    ((), "load no/such.qtn", "cannot load no/such.qtn: No such file or directory"),
    ((), "save no/such.qtn", "cannot save no/such.qtn: No such file or directory"),
    ((), "save a\0b", "cannot save a\0b: embedded null byte"),
    ((), "load ~no-such-user-name/x", "~no-such-user-name/x: the home folder is unknown"),
]


@pytest.mark.parametrize(
    ("before", "command", "message"), REFUSED, ids=lambda value: str(value)[:30]
)
def test_wrong_input_is_explained_and_changes_nothing(
    before: tuple[str, ...], command: str, message: str
) -> None:
    error = failure(session(*before), command)
    assert error == message or (error.startswith(message) and len(error) < 120)


def test_forbidden_pair_loop() -> None:
    here = session("play 0 0 0 1", rules="no-pair-loops")
    assert failure(here, "play 0 1 0 0") == (
        "a second mark on the same pair is forbidden (R6): choose another pair"
    )


# --- files -----------------------------------------------------------------------------------


@given(seed=st.integers(0, 10**6), rules=st.sampled_from(("krist", "qubic3", TINY)))
def test_what_is_saved_is_loaded(
    seed: int, rules: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("saved") / "a game.qtn"
    here, there = session(), session()
    here.game.match = random_match(Rules.parse(rules), seed)
    if here.match.to_move == "chance":
        here.match.undo()
    assert here.execute(f"save {file}") == [f"Saved in {file}."]
    there.execute(f"load {file}")
    assert snapshot(there.match) == snapshot(here.match)


def test_load_changes_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    session("play 0 0 0 1", rules="goff").execute(f"save {file}")
    here = session("random 3")
    assert here.execute(f"load {file}")[0] == f"Loaded {file}: goff, 1 move."
    assert here.execute("rules")[0] == "goff 3x3:"


def test_coin_is_thrown_after_loading(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    file.write_text('[Rules "qubic3"] 1. 12 2. 12 *', encoding="utf-8")
    here = session(seed=3)
    assert here.execute(f"load {file}")[1].startswith("The coin (seed 3) collapses the loop: ")


def test_damaged_file_is_repaired(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    here = session(*LOOP)
    here.execute(f"save {file}")
    whole = file.read_bytes()
    for count, subject in ((1, "1 damaged byte was"), (9, "9 damaged bytes were")):
        start = whole.index(b"1. ")
        file.write_bytes(whole[:start] + b"\x00" * count + whole[start + count :])
        there = session()
        assert there.execute(f"load {file}")[1] == f"{subject} repaired; save it again."
        assert snapshot(there.match) == snapshot(here.match)


def test_file_beyond_repair(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    here = session(*LOOP)
    here.execute(f"save {file}")
    file.write_bytes(file.read_bytes()[:150])
    assert "beyond repair" in failure(here, f"load {file}")
    file.write_bytes(b"")
    assert "the file is empty" in failure(here, f"load {file}")
    file.write_text(armour("12 23"), encoding="utf-8")
    assert failure(here, f"load {file}").startswith(f"cannot load {file}: line 2, column 1: ")
    file.write_text("1. 12 * 1. 13 *", encoding="utf-8")
    assert "a match is one game, and this file has 2" in failure(here, f"load {file}")


def test_only_a_file_is_overwritten(tmp_path: Path) -> None:
    assert failure(session(), f"save {tmp_path}") == f"{tmp_path} is not a file: give another name"


def test_game_that_is_too_long_is_not_saved(tmp_path: Path) -> None:
    here = session("play 0 0 0 1")
    here.match.node.comment = "x" * MAX_TEXT_BYTES
    file = tmp_path / "game.qtn"
    assert failure(here, f"save {file}").startswith(f"cannot save {file}: more than 256 KiB")
    assert not file.exists()
    assert len(match_to_record(here.match).children) == 1


# --- random commands -------------------------------------------------------------------------

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
def test_failed_commands_change_nothing(
    rules: str, lines: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    here = session(rules=rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("anything"))
        for line in lines:
            before = snapshot(here.match)
            try:
                output = here.execute(line)
            except ShellError:
                assert snapshot(here.match) == before
            else:
                assert "\n" not in "".join(output)
                changes = re.match(r"\s*(play|undo|random|load|go|computer)\b", line, re.IGNORECASE)
                assert changes or snapshot(here.match) == before
