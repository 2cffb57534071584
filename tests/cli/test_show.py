"""`qttt show`: golden rows for programs, whole pages for people."""

import json
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from tests.cli.helpers import qttt, said

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
    shown = json.loads(said("show", "--json", *row["args"]))
    assert shown == row["out"]
    assert list(shown) == KEYS


def test_page_explains_the_loop_and_its_stems() -> None:
    assert said("show", "12", "25", "59", "15", "--ascii") == LOOP


@pytest.mark.parametrize(
    "words", [("12 25 59 15",), ("12/25/59/15",), ("12", "25", "59", "15"), ("1-2,2-5", "59 51~")]
)
def test_one_argument_or_several_words(words: tuple[str, ...]) -> None:
    assert said("show", "--ascii", *words) == LOOP


def test_few_legal_moves_are_listed_and_many_counted() -> None:
    assert "Legal      36 moves\n" in said("show")
    assert "Legal      1 move: 99\n" in said("show", "12 12 @1 35 35 @5 46 46 @4 78 78 @8")


def test_end_is_told_in_words() -> None:
    page = said("show", "14 34 45 49 59 @9")
    assert "\nX wins, 1–0: X's line 1-5-9 is done by X5\n" in page
    assert "\nLegal      no move: the game is over\n" in page


def test_realities_are_a_product_of_trees() -> None:
    assert "Realities  12\n" in said("show", "12 45 23 56 69")


def test_history_adds_the_marks_that_vanished() -> None:
    moves = ("12", "12", "@1")
    assert "| X1  O2*" not in said("show", "--ascii", *moves)
    assert "| X1  O2*" in said("show", "--ascii", "--history", *moves)


def test_terminal_without_box_signs_gets_ascii() -> None:
    assert qttt("show", "12", encoding="ascii").out == said("show", "--ascii", "12")


def test_svg_is_written_beside_the_page(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert said("show", "12", "--svg", file) == said("show", "12")
    picture = file.read_text("utf-8")
    assert fromstring(picture).tag.endswith("svg")
    assert said("show", "12", "--svg", "-") == picture + "\n"


def test_svg_and_json_are_not_mixed() -> None:
    message = "--svg - and --json would both be printed; draw into a file"
    done = qttt("show", "--svg", "-", "--json")
    assert (done.code, done.json) == (2, {"error": {"kind": "usage", "message": message}})
