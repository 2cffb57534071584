"""`qttt solve` and `qttt perft`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from qttt.engine.solver import shared_solver
from tests.cli.helpers import error_of, qttt, stdout_of

GOLDEN = Path(__file__).parent / "golden"
ROWS = [json.loads(line) for line in (GOLDEN / "solve.jsonl").read_text("utf-8").splitlines()]
PERFT = [1, 36, 1_296, 45_432, 1_531_656]


def without_cost(shown: dict[str, Any]) -> dict[str, Any]:
    assert list(shown)[-2:] == ["nodes", "seconds"]
    assert isinstance(shown["nodes"], int)
    assert shown["seconds"] >= 0
    return {key: shown[key] for key in list(shown)[:-2]}


def page(text: str) -> str:
    """Remove the row of the cost."""
    return re.sub(r"Searched .*\n$", "", text)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row["args"]))
def test_json_is_the_golden_row(row: dict[str, Any]) -> None:
    shown = without_cost(json.loads(stdout_of("solve", "--json", *row["args"])))
    assert shown == row["out"]
    assert list(shown) == ["rules", "position", "value", "exact", "moves", "line"]


def test_empty_board_is_won_narrowly_by_opposite_corners_only() -> None:
    shown = json.loads(stdout_of("solve", "--json"))
    values = {move["move"]: move["value"] for move in shown["moves"]}
    assert (shown["value"], shown["exact"], len(values)) == (0.5, True, 36)
    assert {move for move, value in values.items() if value != 0} == {"19", "37"}
    assert shown["line"][0] in ("19", "37")


def test_page_groups_the_moves_by_value() -> None:
    shown = stdout_of("solve", "12 12 @1 45 45 @4 78 78")
    assert page(shown) == (
        "X chooses: where does O6 land, on 7 or on 8?\n"
        "\n"
        "Value      +1: X gets a point more than O if both play perfectly\n"
        "Best       @8\n"
        "    +1     5 plies: @8\n"
        "    +½     1 ply: @7\n"
        "Line       @8 36 39 36 @3\n"
    )


def test_page_for_o_puts_the_best_for_o_first() -> None:
    shown = stdout_of("solve", "12 23 13")
    assert "Value      −1: O gets a point more than X if both play perfectly\n" in shown
    assert re.search(r"^    −1     .*: @1\n     0     @3\n", shown, re.MULTILINE)


def test_page_of_a_finished_game_has_no_moves() -> None:
    assert page(stdout_of("solve", "14 34 45 49 59 @9")) == (
        "X wins, 1–0. X completed 1-5-9\n\nValue      +1: X got a point more than O\n"
    )


def test_coin_has_an_average_and_no_best_side() -> None:
    shown = stdout_of("solve", "--rules", "qubic3", "12 12 @1 45 45 @4 78 78")
    assert page(shown) == (
        "A coin decides: where does O6 land, on 7 or on 8?\n"
        "\n"
        "Value      +1½: X gets a point and a half more than O on average if both play\n"
        "           perfectly\n"
        "    +2     @7\n"
        "    +1     @8\n"
        "Line       @7\n"
    )


def test_stopped_search_marks_what_is_not_proved() -> None:
    # Shared solvers keep their transposition tables, which earlier tests have filled.
    shared_solver.cache_clear()
    stopped = ("solve", "--nodes", "1", "--rules", "goff last_square=empty")
    shown = stdout_of(*stopped)
    assert "Value      at least −1; the search stopped before the exact value was proven\n" in shown
    assert "     ?     12 13 14 " in shown
    assert "Best" not in shown
    assert "Value      at most " in stdout_of(*stopped, "12")
    moves = json.loads(stdout_of(*stopped, "--json"))["moves"]
    assert {(move["value"], move["plies"]) for move in moves} == {(None, None)}


def test_budget_that_is_enough_changes_nothing() -> None:
    moves = "12 12 @1 45 45 @4 78"
    plain = page(stdout_of("solve", moves))
    assert page(stdout_of("solve", "--nodes", str(10**30), "--seconds", "1e9", moves)) == plain


@pytest.mark.parametrize("budget", [("--nodes", "0"), ("--seconds", "0"), ("--seconds", "nan")])
def test_budget_must_be_positive(budget: tuple[str, str]) -> None:
    name, value = budget
    assert error_of("solve", *budget) == f"{name} must be more than 0, not {value}"


def test_board_that_is_not_solved_can_be_searched() -> None:
    done = qttt("solve", "--json", "--rules", "krist")
    message = (
        "a board of 4×4 has 16 squares; the exact solver supports at most 12; "
        "search can estimate its value"
    )
    assert (done.code, done.err) == (2, f"qttt: {message}\n")
    assert done.json == {"error": {"kind": "unsolvable", "message": message}}
    assert "Estimate" in stdout_of("search", "--rules", "krist", "--simulations", "10")


def test_board_that_is_too_big_for_a_search_too() -> None:
    assert error_of("solve", "--rules", "krist", "--size", "9") == (
        "a board of 9×9 has 81 squares; the exact solver supports at most 12, "
        "and search at most 64: choose a smaller board"
    )


def test_ordinary_rules_that_are_not_solved_can_be_searched() -> None:
    message = error_of("solve", "--rules", "classic4 ends=full")
    assert message.startswith("ordinary tic-tac-toe is solved where the first line ends the game")
    assert message.endswith("; search can estimate its value")


@pytest.mark.parametrize(("plies", "paths"), list(enumerate(PERFT)))
def test_perft_counts_paths(plies: int, paths: int) -> None:
    shown = json.loads(stdout_of("perft", str(plies), "--json"))
    assert shown.pop("seconds") >= 0
    assert shown == {"rules": "goff", "position": "-", "plies": plies, "paths": paths}


def test_perft_from_a_position() -> None:
    assert stdout_of("perft", "1", "12", "12").startswith("2 paths of 1 ply, in ")
    assert stdout_of("perft", "2", "12/12").startswith("42 paths of 2 plies, in ")


def test_perft_on_a_board_without_the_kernel() -> None:
    assert stdout_of("perft", "1", "--rules", "krist", "--size", "9").startswith("3,240 paths")
