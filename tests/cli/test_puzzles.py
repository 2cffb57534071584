"""`qttt puzzles`: a golden book, records, JSON."""

from pathlib import Path

from qttt.notation import from_record, read_records
from qttt.notation.armour import load_text
from tests.cli.helpers import error_of, qttt, stdout_of

PUZZLES = ("puzzles", "--seed", "1")
BOOK = """\
1. Grade 1. O to place mark 8: win
┌1────────────┬2────────────┬3────────────┐
│             │             │             │
│             │             │     X₅*     │
│ X₇*         │             │             │
├4────────────┼5────────────┼6────────────┤
│             │             │     O₂      │
│         O₆* │ O₄*         │             │
│             │             │             │
├7────────────┼8────────────┼9────────────┤
│         X₃* │     O₂      │ X₁*         │
│             │             │             │
│             │             │             │
└─────────────┴─────────────┴─────────────┘
Position   9/68/7/5/3/4/1

2. Grade 1. O chooses where X9 lands: lose no more than half a point
┌1────────────┬2────────────┬3────────────┐
│             │             │     O₂~     │
│ O₄*         │             │             │
│             │     O₈'     │         X₉? │
├4────────────┼5────────────┼6────────────┤
│         X₃' │         X₃' │             │
│     X₅' O₆' │             │             │
│ X₇' O₈'     │             │ X₇'         │
├7────────────┼8────────────┼9────────────┤
│     O₂~     │             │ X₁*         │
│     X₅'     │         O₆' │             │
│         X₉? │             │             │
└─────────────┴─────────────┴─────────────┘
? closing mark  ~ on the loop  ' stem
Position   9/37/45/1/47/48/46/24/37

Solutions
  1.       6-8~: every other move loses half a point. Line 6-8~ @6
  2.       @7: the other loses a point. Line @7

Seed       1
"""


def test_boards_come_first_and_solutions_last() -> None:
    assert stdout_of(*PUZZLES, "--count", "2", "--grade", "1") == BOOK


def test_ascii_book() -> None:
    assert stdout_of(*PUZZLES, "--count", "3", "--ascii").isascii()
    assert "+1----" in qttt(*PUZZLES, "--count", "1", encoding="ascii").out


def test_easy_ones_come_first() -> None:
    grades = [
        puzzle["grade"] for puzzle in qttt(*PUZZLES, "--count", "10", "--json").json["puzzles"]
    ]
    assert grades == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_records_are_written(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.qtn"
    grades = "2 of grade 1, 1 of grade 2, 1 of grade 3, 1 of grade 4, 1 of grade 5"
    summary = f"6 puzzles in {out}: {grades}; seed 1\n"
    assert stdout_of(*PUZZLES, "--count", "6", "--out", out) == summary
    records = read_records(load_text(out).text)
    assert [record.tags["Round"] for record in records] == list("123456")
    assert [record.tags["Grade"] for record in records] == list("112345")
    assert all(from_record(record).root.children for record in records)
    assert stdout_of(*PUZZLES, "--count", "6", "-o", "-") == load_text(out).text
    assert stdout_of(*PUZZLES, "--count", "1", "-o", out).startswith("1 puzzle in ")


def test_json() -> None:
    assert qttt(*PUZZLES, "--count", "1", "--json").json == {
        "seed": 1,
        "puzzles": [
            {
                "rules": "goff",
                "position": "9/68/7/5/3/4/1",
                "turn": "O",
                "task": "O to place mark 8: win",
                "grade": 1,
                "themes": ["only-move", "complete-win", "close-the-loop"],
                "solution": "68",
                "value": -1.0,
                "line": ["68", "@6"],
                "trap": ["26", "26", "@2"],
                "losses": {"26": 0.5, "28": 0.5},
                "moves": 3,
                "plies": 2,
                "looks": 0.576117,
                "chance": 0.816959,
            }
        ],
    }


def test_random_seed_is_shown_and_repeats() -> None:
    facts = qttt("puzzles", "--count", "1", "--json").json
    assert qttt("puzzles", "--count", "1", "--json", "--seed", str(facts["seed"])).json == facts


def test_rules_option() -> None:
    facts = qttt(*PUZZLES, "--count", "1", "--rules", "krist", "--size", "3", "--json").json
    assert facts["puzzles"][0]["rules"] == "krist rows=3 cols=3"


# --- errors ----------------------------------------------------------------------------------


def test_fewer_puzzles_than_requested() -> None:
    done = qttt(*PUZZLES, "--count", "9", "--rules", "goff rows=1 line=2 scoring=winner")
    assert (done.code, done.err) == (
        0,
        "qttt: only 5 of 9 puzzles found under goff rows=1 line=2 scoring=winner\n",
    )


def test_no_puzzle_at_all() -> None:
    rules = "classic3 rows=2 cols=2 line=2"
    assert error_of(*PUZZLES, "--rules", rules) == f"no puzzle found under {rules}"
    assert error_of(*PUZZLES, "--rules", rules, "--grade", "2") == (
        f"no puzzle of grade 2 found under {rules}"
    )


def test_big_board_and_invalid_numbers() -> None:
    assert error_of(*PUZZLES, "--rules", "krist") == (
        "a board of 4×4 has 16 squares; the exact solver supports at most 9"
    )
    assert "--grade" in error_of(*PUZZLES, "--grade", "6")
    assert "--count" in error_of(*PUZZLES, "--count", "0")
