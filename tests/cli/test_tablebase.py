"""`qttt tablebase`: build, verify, probe and stats."""

import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from qttt.cli import tablebase
from tests.cli.helpers import error_of, qttt, stdout_of
from tests.engine.tables import SHIPPED

BUILD = (sys.executable, "-m", "qttt", "tablebase", "build")
DIGEST = "fcfc16bbf96d40dbd6d24364a43849ad2c4aa8a0ff838a9847f3e8266b508bbf"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a table of `closer` up to two marks."""
    path = tmp_path_factory.mktemp("tables") / "small.qtb"
    done = qttt("tablebase", "build", path, "--rules", "closer", "--marks", "2")
    assert done.code == 0
    assert done.err.splitlines()[-1] == "195 of 195 positions"
    return path


def test_bare_command_is_help() -> None:
    shown = stdout_of("tablebase")
    assert shown == stdout_of("tablebase", "--help")
    names = re.findall(r"^  (\w+)  ", shown.partition("Commands:")[2], re.MULTILINE)
    assert names == ["build", "verify", "probe", "stats"]


# --- build -----------------------------------------------------------------------------------


def test_stats_of_a_built_table(small: Path) -> None:
    shown = qttt("tablebase", "stats", small, "--json").json
    assert shown.pop("file") == str(small)
    assert shown.pop("bytes") == small.stat().st_size
    assert len(bytes.fromhex(shown.pop("digest"))) == 32
    counts = {"positions": 195, "counts": [1, 8, 186]}
    assert shown == {"rules": "closer", "marks": 2, **counts}


def test_small_board_has_fewer_marks_by_default(tmp_path: Path) -> None:
    args = ("--rules", "krist rows=2 cols=2", "--json")
    assert qttt("tablebase", "build", tmp_path / "a.qtb", *args).json["marks"] == 3


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_killed_build_resumes_and_gives_the_shipped_table(tmp_path: Path) -> None:
    path, kill_after = tmp_path / "goff.qtb", random.Random().randrange(1, 11)
    with subprocess.Popen((*BUILD, path), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        lines = [process.stderr.readline() for _ in range(kill_after)]
        process.kill()
    assert not path.exists()
    done = subprocess.run((*BUILD, path), capture_output=True, text=True, check=True)
    assert path.read_bytes() == SHIPPED.read_bytes(), lines
    assert len(lines) + len(done.stderr.splitlines()) < 17
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_interrupted_build_can_be_resumed(tmp_path: Path) -> None:
    with subprocess.Popen((*BUILD, tmp_path / "a"), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read().splitlines()
    assert process.returncode == 130
    assert rest[-1] == "qttt: stopped; the same command continues from here"
    assert list(tmp_path.iterdir()) == [tmp_path / "a.part"]


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_bar_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    args = (*BUILD, tmp_path / "a", "--rules", "classic3")
    done = subprocess.run(args, stderr=theirs, stdout=subprocess.PIPE, text=True, check=True)
    os.close(theirs)
    bar = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert re.search(r"\d+/\d+", bar)
    assert "Rules      classic3\n" in done.stdout


# --- verify ----------------------------------------------------------------------------------


def test_verify_lists_what_was_checked(small: Path) -> None:
    done = qttt("tablebase", "verify", small)
    assert done.code == 0
    assert done.out == (
        f"{small}: closer\n"
        "marks  positions    checked\n"
        "    0          1          1\n"
        "    1          8          8\n"
        "    2        186          0\n"
        "All 195 positions are present; 9 entries follow from their successors.\n"
        "186 of 2 marks were not checked: their successors are not in this table; see --against.\n"
    )


def test_verdict_against_a_bigger_table(small: Path, tmp_path: Path) -> None:
    bigger = tmp_path / "bigger.qtb"
    assert qttt("tablebase", "build", bigger, "--rules", "closer", "--marks", "3").code == 0
    done = qttt("tablebase", "verify", small, "--against", bigger, "--json")
    rows = [(0, 1), (1, 8), (2, 186)]
    levels = [{"marks": marks, "positions": n, "checked": n} for marks, n in rows]
    assert done.json == {"file": str(small), "against": str(bigger), "levels": levels}
    assert "195 entries follow from their successors.\n" in (
        qttt("tablebase", "verify", small, "--against", bigger).out
    )


def test_table_that_cannot_help(small: Path) -> None:
    done = qttt("tablebase", "verify", "--against", small)
    assert (done.code, done.out, done.err) == (
        2,
        "",
        f"qttt: {small} cannot check {SHIPPED}, "
        "which takes a tablebase for goff with more than 4 marks\n",
    )


# --- probe and stats -------------------------------------------------------------------------


def test_probe_page() -> None:
    assert stdout_of("tablebase", "probe", "12", "23", "13") == (
        "O chooses: where does X3 land, on 1 or on 3?\n"
        "\n"
        "Value      −1: O gets a point more than X if both play perfectly\n"
        "Lasts      10 plies\n"
    )
    assert stdout_of("tablebase", "probe", "12").endswith("same if both play perfectly\n")


def test_probe_json(small: Path) -> None:
    shown = qttt("tablebase", "probe", "--json").json
    assert shown == {"rules": "goff", "position": "-", "value": 0.5, "plies": 10}
    shown = qttt("tablebase", "probe", "12", "--json", "--table", small).json
    assert (shown["rules"], shown["position"]) == ("closer", "12")


def test_probe_takes_the_same_texts_as_solve() -> None:
    for what in ("12 25", "12/25", "X1+(1,2); O2+(2,5);"):
        assert qttt("tablebase", "probe", what, "--json").json["position"] == "12/25"
    assert error_of("tablebase", "probe", "12 999").startswith("column 4: '999' is not a move")


def test_stats_page() -> None:
    assert stdout_of("tablebase", "stats") == (
        f"File       {SHIPPED}, 43,896 bytes\n"
        "Rules      goff\n"
        "Positions  52,312 of 0 to 4 marks: 1, 8, 186, 3,068, 49,049\n"
        f"Digest     {DIGEST}\n"
    )


def test_values_count_every_position(small: Path) -> None:
    shown = stdout_of("tablebase", "stats", small, "--values")
    values = qttt("tablebase", "stats", small, "--values", "--json").json["values"]
    assert sum(value["positions"] for value in values) == 195
    assert shown.count(" in ") + 1 >= len(values)
    assert {"value": 1.0, "plies": 12, "positions": 1} in values
    assert "    +1     1 in 12 plies\n" in shown


# --- errors ----------------------------------------------------------------------------------

NO_TABLE = [
    (b"12 23\n", "is too short to be a tablebase"),
    (b"QTTTtab1" + bytes(5000), "is not a tablebase, or has another version"),
    (SHIPPED.read_bytes()[:-1], "has 43895 bytes instead of 43896: copy it again"),
    (
        SHIPPED.read_bytes()[:-9] + b"damaged!\0",
        "is damaged: its digest does not match; copy or build it again",
    ),
]


@pytest.mark.parametrize("command", [("verify",), ("stats",), ("probe", "12", "--table")])
@pytest.mark.parametrize(("content", "message"), NO_TABLE, ids=lambda each: str(each)[:20])
def test_no_table(command: tuple[str, ...], content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.qtb"
    path.write_bytes(content)
    line = f"{path} {message}"
    assert error_of("tablebase", *command, path) == line
    done = qttt("tablebase", *command, path, "--json")
    assert (done.code, done.err) == (2, f"qttt: {line}\n")
    assert done.json == {"error": {"kind": "tablebase", "message": line}}


def test_position_that_is_not_in_the_table() -> None:
    assert error_of("tablebase", "probe", "12/23/34/45/56") == (
        f"{SHIPPED} has positions of at most 4 marks, and this one has 5: use qttt solve"
    )


WRONG = [
    (("build", "a", "--marks", "8"), "usage", "marks must be from 0 to 7 under these rules, not 8"),
    (("build", "a", "--rules", "krist"), "unsolvable", "a board of 4×4 has 16 squares; the "),
    (("build", "a", "--rules", "gof"), "rules", "unknown preset 'gof': choose from "),
    (("build", "nowhere/a"), "file", "nowhere/a.part: No such file or directory"),
    (("build",), "usage", "Missing argument 'FILE'."),
    (("stats", "nowhere"), "file", "nowhere: No such file or directory"),
    (("nonsense",), "usage", "No such command 'nonsense'."),
]


@pytest.mark.parametrize(("args", "kind", "message"), WRONG, ids=lambda value: str(value)[:40])
def test_wrong_input(
    args: tuple[str, ...],
    kind: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert error_of("tablebase", *args).startswith(message)
    error = qttt("tablebase", args[0], "--json", *args[1:]).json["error"]
    assert error["kind"] == kind
    assert list(tmp_path.iterdir()) == []


def test_package_without_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.engine.tablebase.shipped_tablebase", lambda rules: None)
    assert (
        error_of("tablebase", "stats")
        == "no table is shipped with this qttt: name one, or build it"
    )


def test_interrupted_verify(monkeypatch: pytest.MonkeyPatch, small: Path) -> None:
    def interrupt(total: int | None, what: str) -> None:
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(tablebase, "progress", interrupt)
    done = qttt("tablebase", "verify", small)
    assert (done.code, done.out) == (130, "")
    assert done.err == "qttt: stopped; no errors so far\n"
    assert signal.getsignal(signal.SIGINT) is before
