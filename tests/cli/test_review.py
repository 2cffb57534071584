"""`qttt review`: golden pages, notes in records, JSON."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from qttt.notation import from_record, read_records
from qttt.notation.armour import MAX_TEXT_BYTES, load_text
from tests.cli.helpers import error_of, qttt, stdout_of

GAME = """\
[X "Anna"]
[O "Bob"]
1. 3-5 2. 3-9 3. 7-8 4. 5-9~ @5 5. 4-7 6. 1-6 7. 1-4 8. 1-4~ @4 0-1
"""
PAGE = """\
Anna (X) against Bob (O), goff
O wins, 1–0. O completed 4-5-6

             value  O   │   X
      start     +½      │██
X1    3-5        0      │      loses half a point; best 1-9 3-7
                        │      line 1-9 1-3 1-7 1-8 1-3~ @1 2-5 2-4 2-4~ @2
O2    3-9        0      │      best
X3    7-8        0      │      best
O4    5-9~       0      │      best
X     @5         0      │      best
X5    4-7       −1  ████│      loses a point; best 1-2 1-4
                        │      line 1-2 1-2~ @2 4-6 4-7 4-6~ @4
O6    1-6       −1  ████│      slower by 1 ply; best 1-4 1-7 1-8
X7    1-4       −1  ████│      sooner by 1 ply; best 4-7~ 4-8~ 7-8~
O8    1-4~      −1  ████│      best
X     @4        −1  ████│      best

X          accuracy 0%, lost 1½ of 1½ at stake
           3 best, 1 sooner, 2 mistakes; worst: X5 4-7 loses a point
O          accuracy 100%, lost 0 of 5½ at stake
           3 best, 1 slower
Decided    X5 4-7, loses a point: from then on O is ahead

"""
LUCKY = "2-4 3-9 7-9 1-5 7-9~ @7 2-5 1-4~ @4 6-8 6-8~ @8"
LUCKY_PAGE = """\
X against O, qubic3
X wins, 2-0. X completed 7-8-9

              value  O   |       X
      start      +1      |####
X1    2-4      +1/8      |#         loses 7/8 of a point; best 1-3 1-7 1-9 3-7
                         |          and 2 more
                         |          line 1-3 1-2 1-9 5-6 4-5 1-7 1-7~ @1 5-6~ @5
                         |          88
O2    3-9      +1/8      |#         best
X3    7-9        -1  ####|          loses 1 1/8 points; best 3-9~ 5-6
                         |          line 3-9~ @3 1-7 1-7~ @1 2-4~ @2 5-6 5-8
                         |          5-8~ @5
O4    1-5      +1/2      |##        loses a point and a half; best 3-9~
                         |          line 3-9~ @3 1-5 4-6 2-6~ @2
X5    7-9~     +1/2      |##        best
coin  @7       +1/2      |##        luck: none
O6    2-5    +1 1/2      |######    loses a point; best 2-4~
                         |          line 2-4~ @2 1-5~ @1
X7    1-4~   +1 1/2      |######    best
coin  @4         +1      |####      luck: half a point for O
O8    6-8        +1      |####      only move
X9    6-8~       +1      |####      only move
coin  @8         +2      |########  luck: a point for X

X          accuracy 75%, lost 2 of 8 1/8 at stake
           2 best, 2 mistakes; worst: X3 7-9 loses 1 1/8 points
O          accuracy 56%, lost 2 1/2 of 5 5/8 at stake
           1 best, 2 mistakes; worst: O4 1-5 loses a point and a half
Luck       coins gave half a point to X overall
Decided    O4 1-5, loses a point and a half: from then on X is ahead

"""
TREE = "1. 1-2 {hello} (1. 1-9 2. 1-9 @1 (@9 3. 2-3)) 2. 1-2 @1 *"


def review(text: str | bytes, *options: str | Path) -> str:
    return stdout_of("review", "-", *options, stdin=text)


def json_of(text: str, *options: str) -> Any:
    return qttt("review", "-", "--json", *options, stdin=text).json


def test_page_of_a_game() -> None:
    assert review(GAME) == PAGE


def test_page_with_coins_in_ascii() -> None:
    shown = review(LUCKY, "--rules", "qubic3", "--ascii")
    assert shown == LUCKY_PAGE
    assert shown.isascii()
    assert qttt("review", "-", "--rules", "qubic3", stdin=LUCKY, encoding="ascii").out == shown


def test_perfect_game_was_decided_by_no_move() -> None:
    shown = review("1-9 5-9 3-5 3-6 3-5 @3 7-8 2-7 7-8 @8")
    assert shown.endswith(
        "X          accuracy 100%, lost 0 of 4½ at stake\n"
        "           5 best\n"
        "O          accuracy 100%, lost 0 of 2½ at stake\n"
        "           5 best\n"
        "Decided    by no move: from the start on X is ahead\n\n"
    )


def test_unfinished_and_resigned_games() -> None:
    assert "Not finished: O to place mark 2\n" in review("12")
    shown = review('[Termination "resignation"]\n1. 1-2 0-1')
    assert "\n0-1 by resignation\n" in shown
    assert shown.endswith("Given up   at 0, for 0-1\n\n")


def test_position_without_moves_has_a_value_only() -> None:
    assert review("12/25/15").endswith(
        "      start      0      │\n\n"
        "X          nothing was at stake\n"
        "O          nothing was at stake\n\n"
    )


def test_variations() -> None:
    shown = review(TREE, "--variations")
    assert re.findall(r"^.* instead of .*$", shown, re.MULTILINE) == [
        "X1 1-9 instead of 1-2",
        "X @9 instead of @1",
    ]
    assert shown.endswith(
        "X @9 instead of @1\n"
        "             value  O   │   X\n"
        "      start     +1      │████\n"
        "X     @9        +1      │████  best\n"
        "X3    2-3       +1      │████  best\n\n"
    )
    assert " instead of " not in review(TREE)


def test_several_games_are_numbered() -> None:
    shown = review(f"{GAME}\n{TREE}")
    assert shown.startswith("Game 1: Anna (X) against Bob (O), goff\n")
    assert "\n\nGame 2: X against O, goff\n" in shown


def test_terminal_escapes_in_names_are_escaped() -> None:
    assert review('[X "\\u001b[31mred"]\n*').startswith("\\x1b[31mred (X) against O, goff\n")


def test_long_moves_leave_room_for_verdicts() -> None:
    shown = review("1. a1b1 *", "--rules", "krist rows=2 cols=3")
    assert "X1    a1-b1 " in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_estimates_are_marked() -> None:
    game = "a1b1 c1d1 a1b1 @a1 c2d2"
    shown = review(game, "--rules", "krist", "--simulations", "500")
    assert "\nValues are estimated; differences up to 0.2 mean nothing.\n" in shown
    assert re.search(r"^ +estimated  O   │   X$", shown, re.MULTILINE)
    assert re.search(r"^      start +[+−]0\.\d\d +[▐█]*│[█▌]*$", shown, re.MULTILINE)
    assert re.search(r"^X  .* (nothing was at stake|at stake, estimated)$", shown, re.MULTILINE)
    assert "estimated" not in review("12 23")
    (facts,) = json_of(game, "--rules", "krist", "--simulations", "500")["games"]
    assert facts["exact"] is False
    assert facts["steps"][0]["margin"] == 0.2


def test_progress_of_estimates_on_a_terminal() -> None:
    calls: list[tuple[int, str]] = []

    @contextmanager
    def progress(total: int, what: str) -> Iterator[Callable[[int, str], None]]:
        calls.append((total, what))
        yield lambda done, remark: calls.append((done, remark))

    with patch("qttt.cli.review.progress", progress), patch("qttt.cli.review.sys") as system:
        system.stderr.isatty.return_value = True
        shown = review("a1b1 c1d1", "--rules", "krist", "--simulations", "100")
        review("12 23")
    assert calls[0] == (3, "positions")
    assert calls[1:4] == [(1, ""), (2, ""), (3, "")]
    assert set(calls[4:]) <= {(3, "")}
    assert shown == review("a1b1 c1d1", "--rules", "krist", "--simulations", "100")


# --- records ---------------------------------------------------------------------------------


def test_record_gets_comments_and_better_variations(tmp_path: Path) -> None:
    out = tmp_path / "reviewed.qtn"
    assert review(GAME, "--out", out) == PAGE
    written = load_text(out)
    (record,) = read_records(written.text)
    root = from_record(record).root
    assert written.armoured
    assert (record.tags["X"], record.result, len(root.main_line)) == ("Anna", "0-1", 10)
    assert root.main_line[0].comment == "[%value 0] loses half a point; best 1-9 3-7"
    assert [len(node.parent.children) for node in root.main_line if node.parent] == [
        2, 1, 1, 1, 1, 2, 1, 1, 1, 1,
    ]  # fmt: skip
    assert review(written.text, "--out", "-") == written.text


def test_records_are_printed_instead_of_pages() -> None:
    shown = review(f"{GAME}\n{TREE}", "-o", "-")
    assert [len(record.tags) for record in read_records(shown)] == [4, 2]
    assert "hello\\n[%value 0] loses half a point" in shown


def test_record_that_is_too_long_for_armour(tmp_path: Path) -> None:
    out = tmp_path / "reviewed.qtn"
    long = f'[Site "{"x" * MAX_TEXT_BYTES}"]\n1. 12 *'
    assert qttt("review", "-", "--out", out, stdin=long).err == (
        f"qttt: {out}: damage cannot be repaired later, as there are more than 256 KiB\n"
    )
    assert not load_text(out).armoured


# --- JSON ------------------------------------------------------------------------------------


def test_json() -> None:
    (facts,) = json_of(GAME)["games"]
    steps = facts.pop("steps")
    assert facts == {
        "rules": "goff",
        "start": "-",
        "result": "0-1",
        "exact": True,
        "value": 0.5,
        "conceded": 0,
        "turning": 5,
        "luck": 0,
        "players": {
            "X": {
                "decisions": 6,
                "verdicts": {"loses": 2, "best": 3, "sooner": 1},
                "lost": 1.5,
                "stake": 1.5,
                "accuracy": 0,
                "worst": 5,
            },
            "O": {
                "decisions": 4,
                "verdicts": {"best": 3, "slower": 1},
                "lost": 0,
                "stake": 5.5,
                "accuracy": 1,
                "worst": None,
            },
        },
        "variations": [],
    }
    assert [step["after"] for step in steps] == [0] * 5 + [-1] * 5
    assert steps[5] == {
        "by": "X",
        "move": "47",
        "position": "3/9/78/5",
        "before": 0,
        "after": -1,
        "margin": 0,
        "verdict": "loses",
        "loss": 1,
        "luck": 0,
        "best": ["12", "14"],
        "line": ["12", "12", "@2", "46", "47", "46", "@4"],
    }


def test_json_of_variations_and_coins() -> None:
    (facts,) = json_of(TREE, "--variations")["games"]
    assert [(variation["ply"], len(variation["steps"])) for variation in facts["variations"]] == [
        (0, 3),
        (2, 2),
    ]
    (facts,) = json_of(LUCKY, "--rules", "qubic3")["games"]
    assert [step["luck"] for step in facts["steps"] if step["by"] == "chance"] == [0, -0.5, 1]


# --- errors ----------------------------------------------------------------------------------


def test_invalid_input(tmp_path: Path) -> None:
    assert error_of("review", tmp_path / "none.qtn").endswith("No such file or directory")
    assert error_of("review", "-", stdin="12 999").startswith("column 4: '999' is not a move")
    assert error_of("review", "-", "--rules", "closer", stdin=f'[Rules "goff"]\n{TREE}') == (
        "a game has the rules 'goff', not 'closer'"
    )


def test_board_that_is_too_big_even_for_estimates() -> None:
    assert error_of("review", "-", "--rules", "krist", "--size", "9", stdin="a1b1") == (
        "a board of 9×9 has 81 squares; values are estimated on at most 64"
    )
    assert "--simulations" in error_of("review", "-", "--simulations", "0", stdin="12")


def test_repair_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    review(GAME, "--out", path)
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Bnna"))
    done = qttt("review", path)
    assert (done.out, done.err) == (PAGE, f"qttt: {path}: 1 damaged byte was repaired\n")
    assert qttt("review", path, "--json").json["repaired"] == 1


def test_records_and_json_cannot_both_be_printed() -> None:
    done = qttt("review", "-", "--out", "-", "--json", stdin=GAME)
    assert done.code == 2
    assert done.json["error"] == {
        "kind": "usage",
        "message": "--json and --out - cannot both print: write the records to a file",
    }
