"""`qttt show`: golden JSON and golden pages."""

import json
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from qttt.notation.pdf import svg_pdf
from qttt.notation.tikz import svg_tikz
from tests.cli.helpers import error_of, qttt, stdout_of

GOLDEN = Path(__file__).parent / "golden"
ROWS = [json.loads(line) for line in (GOLDEN / "show.jsonl").read_text("utf-8").splitlines()]
KEYS = [
    "rules",
    "position",
    "turn",
    "chooser",
    "loop",
    "stems",
    "legal",
    "board",
    "quantum",
    "outcome",
    "realities",
]

LOOP = """\
+1------------+2------------+3------------+
| X1~         | X1~ O2~     |             |
| O4?         |             |             |
|             |             |             |
+4------------+5------------+6------------+
|             |     O2~ X3' |             |
|             | O4?         |             |
|             |             |             |
+7------------+8------------+9------------+
|             |             |         X3' |
|             |             |             |
|             |             |             |
+-------------+-------------+-------------+
? closing mark  ~ on the loop  ' stem
X chooses: where does O4 land, on 1 or on 5?

Loop       X1, O2, O4 on squares 1, 2, 5; O4 closed it
Stems      X3; not on the loop, but collapse with it
Legal      2 moves: @1 @5
Realities  2
"""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row["args"]) or "empty")
def test_json_is_the_golden_row(row: dict[str, Any]) -> None:
    shown = json.loads(stdout_of("show", "--json", *row["args"]))
    assert shown == row["out"]
    assert list(shown) == KEYS


def test_page_explains_the_loop_and_its_stems() -> None:
    assert stdout_of("show", "12", "25", "59", "15", "--ascii") == LOOP


@pytest.mark.parametrize(
    "words", [("12 25 59 15",), ("12/25/59/15",), ("12", "25", "59", "15"), ("1-2,2-5", "59 51~")]
)
def test_one_argument_or_several_words(words: tuple[str, ...]) -> None:
    assert stdout_of("show", "--ascii", *words) == LOOP


def test_few_legal_moves_are_listed_and_many_counted() -> None:
    assert "Legal      36 moves\n" in stdout_of("show")
    assert "Legal      1 move: 99\n" in stdout_of("show", "12 12 @1 35 35 @5 46 46 @4 78 78 @8")


def test_end_of_the_game() -> None:
    page = stdout_of("show", "14 34 45 49 59 @9")
    assert "\nX wins, 1–0. X completed 1-5-9\n" in page
    assert "\nLegal      no move: the game is over\n" in page


def test_realities_are_a_product_of_trees() -> None:
    assert "Realities  12\n" in stdout_of("show", "12 45 23 56 69")


def test_history_adds_the_marks_that_vanished() -> None:
    moves = ("12", "12", "@1")
    assert "| X1  O2*" not in stdout_of("show", "--ascii", *moves)
    assert "| X1  O2*" in stdout_of("show", "--ascii", "--history", *moves)


def test_terminal_without_box_signs_gets_ascii() -> None:
    assert qttt("show", "12", encoding="ascii").out == stdout_of("show", "--ascii", "12")


def test_svg_is_written_in_addition_to_the_page(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert stdout_of("show", "12", "--draw", file) == stdout_of("show", "12")
    picture = file.read_text("utf-8")
    assert fromstring(picture).tag.endswith("svg")
    assert stdout_of("show", "12", "--draw", "-") == picture + "\n"


def test_the_suffix_is_the_format(tmp_path: Path) -> None:
    tex, pdf = tmp_path / "board.tex", tmp_path / "board.pdf"
    for file in (tex, pdf):
        assert stdout_of("show", "12", "--draw", file) == stdout_of("show", "12")
    svg = stdout_of("show", "12", "--draw", "-")
    assert tex.read_text("utf-8") == svg_tikz(svg)
    assert pdf.read_bytes() == svg_pdf(svg.rstrip("\n"))
    message = f"{tmp_path / 'a.png'}: a drawing is a file in .svg, .pdf, .tex"
    assert error_of("show", "12", "--draw", tmp_path / "a.png") == message


@pytest.mark.parametrize(
    ("options", "title", "arrows"),
    [
        ((), "X chooses: where does O4 land, on 1 or on 5?", 7),
        (("--collapse", "both"), "X chooses: where does O4 land, on 1 or on 5?", 7),
        (("--collapse", "none"), "X chooses: where does O4 land, on 1 or on 5?", 0),
        (("--collapse", "@5"), "If O4 lands on 5: X to place mark 5", 4),
        (("--collapse", "x1@2"), "If O4 lands on 1: X to place mark 5", 4),
    ],
)
def test_drawing_shows_both_collapses_or_the_one_that_is_named(
    options: tuple[str, ...], title: str, arrows: int
) -> None:
    picture = stdout_of("show", "12 25 59 15", "--draw", "-", *options)
    assert f"<title>{title}</title>" in picture
    assert picture.count('<g class="qttt-arrow"') == arrows


@pytest.mark.parametrize(
    ("what", "options", "message"),
    [
        ("12 12", ("@1",), "--collapse needs a drawing: add --draw FILE"),
        ("12", ("45", "--draw", "-"), "--collapse must be both, none, or one, such as @5, not 45"),
        (
            "12",
            ("@5", "--draw", "-"),
            "column 1: @5 is not legal in 12: there is no loop to collapse",
        ),
    ],
)
def test_a_collapse_that_cannot_be_drawn(what: str, options: tuple[str, ...], message: str) -> None:
    assert error_of("show", what, "--collapse", *options) == message


def test_svg_and_json_cannot_both_be_printed() -> None:
    message = "--draw - and --json cannot both print: draw to a file"
    done = qttt("show", "--draw", "-", "--json")
    assert (done.code, done.json) == (2, {"error": {"kind": "usage", "message": message}})


STATE = """\
State      a product of 2 factors, norm 1

GHZ state of O4, X1, O2: the loop; 1 is the second square of a pair
  |011>  1/sqrt(2)  1/2  O4 on 1, X1 on 2, O2 on 5
  |100>  1/sqrt(2)  1/2  O4 on 5, X1 on 1, O2 on 2

Basis state of X3: a stem; 1 is the second square of its pair
  |1>  1  1  X3 on 9

  Square  X    O    empty
  1       1/2  1/2  0
  2       1/2  1/2  0
  5       0    1    0
  9       1    0    0
"""


def test_state_has_a_table_for_each_factor_and_one_for_squares() -> None:
    page = stdout_of("show", "12", "25", "59", "15", "--ascii", "--state")
    assert page == f"{LOOP}\n{STATE}"
    assert (
        "W state of squares 1, 2: a tree; 1 stays empty\n  |10⟩  1/√2  1/2  X1 on 2\n"
        in stdout_of("show", "12", "--state")
    )


def test_state_without_quantum_marks_is_one_basis_state() -> None:
    page = stdout_of("show", "--state")
    assert page.endswith("\nState      no quantum marks: one basis state, norm 1\n")


def test_state_of_a_big_tree_fits_the_width_of_the_page() -> None:
    moves = "a1b1 b1c1 c1d1 d1e1 e1e2 e2d2 d2c2 c2b2 b2a2 a2a3 a3b3 b3c3 c3d3 d3e3"
    page = stdout_of("show", "--rules", "krist", "--size", "5", moves, "--state")
    lines = page.partition("\nState ")[2].splitlines()[3:]
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("  |") for line in lines) == 15


def test_state_and_overlap_in_json() -> None:
    shown = json.loads(stdout_of("show", "--json", "12 34 34", "--state", "--overlap", "12 34 35"))
    assert list(shown) == [*KEYS, "state", "overlap"]
    ghz, tree = shown["state"]["factors"]
    assert (shown["state"]["norm"], ghz["kind"], ghz["wires"]) == ("1", "GHZ", ["X3", "O2"])
    assert ghz["ket"] == "1/√2 (|01⟩ + |10⟩)"
    assert tree["terms"][0] == {
        "bits": "10",
        "amplitude": {"text": "1/√2", "squared": "1/2", "value": 0.5**0.5},
        "landing": {"X1": "2"},
    }
    assert shown["state"]["odds"]["X1"] == {"1": "1/2", "2": "1/2"}
    assert shown["state"]["squares"]["1"] == {"X": "1/2", "O": "0", "empty": "1/2"}
    assert shown["overlap"] == {
        "with": "12/34/35", "text": "1/√6", "squared": "1/6", "value": pytest.approx(6**-0.5)
    }  # fmt: skip


def test_overlap_is_one_row() -> None:
    page = stdout_of("show", "12 23 13", "--overlap", "12 23 13 @1")
    assert page.endswith("\nOverlap    1/√2 with 2/3/1; squared 1/2\n")


@pytest.mark.parametrize(
    ("other", "error"),
    [
        (
            "12 23",
            {
                "kind": "usage",
                "message": "--overlap: states of 1 and 2 marks have no overlap: "
                "compare positions with equal numbers of marks",
            },
        ),
        (
            "11",
            {
                "kind": "illegal move",
                "message": "--overlap: 11 is not legal in -: "
                "a quantum mark needs two different squares (R3)",
                "line": 1,
                "column": 1,
            },
        ),
    ],
)
def test_positions_that_cannot_be_compared(other: str, error: dict[str, Any]) -> None:
    done = qttt("show", "12", "--overlap", other, "--json")
    assert done.code == 2
    assert done.json == {"error": error}
