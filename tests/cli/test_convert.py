"""`qttt convert`: every pair of notations, several games, files and damage."""

import gzip
import json
import os
import random
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.cli.sources import MAX_WHOLE_BYTES
from qttt.game import Node, Position, Rules
from qttt.notation import format_goff, to_record, write_record
from qttt.notation.armour import armour, load_text
from tests.cli.helpers import error_of, qttt, stdout_of
from tests.strategies import random_walk

NARROW = "12 12 @1 45 45 @4 78 78 @7"
NARROW_GOFF = (
    "X1+(1,2); O2+(1,2)[12]; X2@O2(1)!X1(2)!O2(1); X3+(4,5); O4+(4,5)[34]; X4@O4(4)!X3(5)!O4(4); "
    "X5+(7,8); O6+(7,8)[56]; X6@O6(7)!X5(8)!O6(7); {X=1, O=0.5}"
)
NARROW_QTN = """\
[Rules "goff"]
[Result "1-0.5"]

1. 1-2 2. 1-2~ @1 3. 4-5 4. 4-5~ @4 5. 7-8 6. 7-8~ @7 1-0.5
"""
FORMS = {"moves": NARROW, "goff": NARROW_GOFF, "qtn": NARROW_QTN}
ANNOTATED = """\
[X "Anna"]
1. 1-2 {hi} 2. 1-2~ @1 (@2 3. 3-4) *
"""
TWO = f"{NARROW_QTN}\n1. 12 2. 23 *\n"


def convert(text: str | bytes, to: str, *options: str | Path) -> str:
    return stdout_of("convert", "-", "--to", to, *options, stdin=text)


@pytest.mark.parametrize("start", FORMS)
@pytest.mark.parametrize("to", FORMS)
def test_each_notation_becomes_each_other(start: str, to: str) -> None:
    assert convert(FORMS[start], to) == FORMS[to].rstrip("\n") + "\n"


@given(st.integers(0, 999), st.integers(0, 12))
def test_round_trips(seed: int, plies: int) -> None:
    walk = random_walk(Rules(), seed, plies)
    end = Node(Position())
    for move in walk.moves:
        end = end.play(move)
    record = write_record(to_record(end.path[0]))
    assert convert(format_goff(end) or "-", "qtn") == record
    assert convert(convert(record, "moves"), "goff") == f"{format_goff(end)}\n"


def test_pictures_show_the_last_position() -> None:
    text = convert(NARROW, "text")
    assert text.endswith(
        "\nX wins narrowly, 1–½. Both made a line. X’s was complete first (X5 before O6): 1–½\n"
    )
    assert fromstring(convert(NARROW, "svg")).tag.endswith("svg")


def test_text_is_plain_where_the_terminal_is() -> None:
    done = qttt("convert", "-", "--to", "text", stdin="12", encoding="ascii")
    assert done.out.startswith("+1-----")


def test_game_that_starts_from_a_position_keeps_it() -> None:
    assert convert("12/25 15 @5", "moves") == "12/25 15 @5\n"
    assert '[Position "12/25"]' in convert("12/25 15 @5", "qtn")
    assert convert("-", "moves") == "-\n"
    assert error_of("convert", "-", "--to", "goff", stdin="12/25 15") == (
        "Goff's string needs the history of 12/25"
    )


def test_rules_are_for_games_that_do_not_name_theirs() -> None:
    assert '[Rules "krist"]' in convert("a1b2 c3d4", "qtn", "--rules", "krist")
    assert '[Rules "krist rows=5 cols=5"]' in convert(
        "1. e5a1 *", "qtn", "--rules", "krist", "--size", "5"
    )
    assert convert(NARROW_QTN, "qtn", "--rules", "goff") == NARROW_QTN
    assert error_of("convert", "-", "--to", "qtn", "--rules", "closer", stdin=NARROW_QTN) == (
        "a game has the rules 'goff', not 'closer'"
    )


def test_resigned_game_keeps_its_result() -> None:
    record = '[Rules "goff"]\n[Result "0-1"]\n[Termination "resignation"]\n\n1. 1-2 0-1\n'
    assert convert(record, "qtn") == record
    assert json.loads(convert(record, "goff", "--json"))["games"][0]["result"] == "0-1"


# --- several games ---------------------------------------------------------------------------


def test_several_games() -> None:
    assert convert(TWO, "moves") == f"{NARROW}\n12 23\n"
    assert (
        convert(f"{NARROW}\n\n12 23\n", "qtn")
        == f'{NARROW_QTN}\n[Rules "goff"]\n[Result "*"]\n\n1. 1-2 2. 2-3 *\n'
    )
    assert convert("12\n\n13", "text").count("1────") == 2


def test_several_pictures_are_numbered_files(tmp_path: Path) -> None:
    assert error_of("convert", "-", "--to", "svg", stdin=TWO) == (
        "cannot print several games as svg: use -o FILE"
    )
    first, second = tmp_path / "b-1.svg", tmp_path / "b-2.svg"
    assert convert(TWO, "svg", "-o", tmp_path / "b.svg") == f"2 games in {first}, {second}\n"
    assert sorted(tmp_path.iterdir()) == [first, second]
    assert first.read_text("utf-8") == convert(NARROW, "svg")


def test_errors_have_the_line_in_the_file() -> None:
    text = f"{NARROW}\n\n12 999\n"
    assert error_of("convert", "-", "--to", "qtn", stdin=text).startswith("line 3, column 4: '999'")
    assert error_of("convert", "-", "--to", "qtn", stdin="1. 12 *\n1. 99 *").startswith(
        "line 2, column 4: 99 is not legal in -"
    )


def test_game_that_a_format_cannot_hold() -> None:
    text = '1. 12 *\n[Rules "krist"] 1. a1b2 *'
    message = "game 2: Goff's string is for 3×3 boards, not for 4×4"
    assert error_of("convert", "-", "--to", "goff", stdin=text) == message
    done = qttt("convert", "-", "--to", "goff", "--json", stdin=text)
    assert done.json["error"] == {"kind": "unwritable", "message": message}


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (ANNOTATED, "variations, comments, tags"),
        ('[Rules "closer"] 1. 12 *', "the rules"),
    ],
)
def test_losses_are_reported(text: str, lost: str) -> None:
    done = qttt("convert", "-", "--to", "moves", stdin=text)
    assert (done.code, done.err) == (0, f"qttt: moves cannot hold {lost}\n")
    done = qttt("convert", "-", "--to", "goff", stdin=f"1. 12 *\n{text}")
    assert done.err == f"qttt: game 2: goff cannot hold {lost}\n"
    assert qttt("convert", "-", "--to", "svg", stdin=text).err == ""


def test_json_holds_every_game() -> None:
    done = qttt("convert", "-", "--to", "moves", "--json", stdin=f"{ANNOTATED}\n1. 12 *")
    assert (done.code, done.err) == (0, "")
    first: dict[str, Any] = {
        "rules": "goff",
        "start": "-",
        "moves": ["12", "12", "@1"],
        "position": "2/1",
        "result": "*",
        "text": "12 12 @1",
        "lost": ["variations", "comments", "tags"],
    }
    second = first | {"moves": ["12"], "position": "12", "text": "12", "lost": []}
    assert done.json == {"to": "moves", "repaired": 0, "files": [], "games": [first, second]}


# --- files -----------------------------------------------------------------------------------


def test_records_in_files_are_armoured(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    assert convert(NARROW, "qtn", "-o", file) == f"1 game in {file}\n"
    assert load_text(file).text == NARROW_QTN
    assert load_text(file).armoured
    assert stdout_of("convert", file, "--to", "qtn", "-o", "-") == NARROW_QTN


@pytest.mark.parametrize("to", ["moves", "goff", "text", "svg"])
def test_other_files_hold_what_is_printed(to: str, tmp_path: Path) -> None:
    file = tmp_path / "out"
    convert(NARROW, to, "--out", file)
    assert file.read_text("utf-8") == convert(NARROW, to)


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    convert(NARROW, "goff", "-o", pipe)
    assert os.read(reader, 999).decode() == f"{NARROW_GOFF}\n"
    os.close(reader)
    assert pipe.is_fifo()


def test_damaged_file_is_repaired_with_a_note(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    file.write_bytes(armour(NARROW_QTN).encode().replace(b"7-8 ", b"7-9?"))
    done = qttt("convert", file, "--to", "moves")
    assert (done.code, done.out) == (0, f"{NARROW}\n")
    assert done.err == f"qttt: {file}: 2 damaged bytes were repaired\n"
    assert qttt("convert", file, "--to", "moves", "--json").json["repaired"] == 2


def test_file_beyond_repair(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    saved = armour(NARROW_QTN)
    file.write_text(saved[: len(saved) // 2], encoding="utf-8")
    done = qttt("convert", file, "--to", "moves", "--json")
    assert done.code == 2
    assert done.json["error"]["kind"] == "damaged"
    assert "damaged beyond repair" in done.err


def test_file_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    missing = tmp_path / "missing.qtn"
    assert error_of("convert", missing, "--to", "qtn") == f"{missing}: No such file or directory"
    assert error_of("convert", "-", "--to", "qtn", "-o", tmp_path, stdin="12") == (
        f"{tmp_path}: Is a directory"
    )


def test_nothing_to_convert(tmp_path: Path) -> None:
    assert error_of("convert", "-", "--to", "qtn", stdin="\n") == "no game in -"
    empty = tmp_path / "empty.qtn"
    empty.touch()
    for command in (["convert", "--to", "qtn"], ["review"], ["audit"]):
        for text in ("", "\ufeff", " \n"):
            assert error_of(*command, "-", stdin=text) == "no game in -"
        assert error_of(*command, empty) == f"no game in {empty}"
    assert error_of("convert", "-", "--to", "qtn", stdin=b"\xff").startswith(
        "this is not text in UTF-8: "
    )


def test_compressed_files_are_named(tmp_path: Path) -> None:
    packed = tmp_path / "games.qtn.gz"
    for text in (NARROW_QTN.encode(), random.Random(1).randbytes(MAX_WHOLE_BYTES)):
        packed.write_bytes(gzip.compress(text))
        assert error_of("convert", packed, "--to", "moves") == (
            f"{packed}: this file is compressed: unpack it first"
        )


def test_suffix_takes_precedence_over_content(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    file.write_text("12 23", encoding="utf-8")
    assert error_of("convert", file, "--to", "moves").startswith(
        "line 2, column 1: the game has no result"
    )
    assert convert("12 23 *", "moves") == "12 23\n"
    assert convert("12 23", "moves") == "12 23\n"
