"""`qttt ladder`: each level against the one below."""

import re
from pathlib import Path

import pytest

from tests.cli.helpers import error_of, qttt

LADDER = ("ladder", "--players", "random,easy,solver", "--games", "4", "--jobs", "1")


def test_steps_and_ratings() -> None:
    done = qttt(*LADDER, "--rules", "goff", "--rules", "qubic3", "--seed", "3")
    assert done.code == 0
    one, other = done.out.split("\n\n", 2)[0], done.out.split("\n\n", 2)[2]
    assert one.splitlines()[0] == "goff, 4 games each, seed 3"
    assert re.split(r"  +", one.splitlines()[1].strip()) == [
        *("Step", "Won", "Drawn", "Lost", "Share", "95 %", "Elo", "95 %")
    ]
    assert [line.split("  ")[0] for line in one.splitlines()[2:]] == [
        "easy - random",
        "solver - easy",
    ]
    assert "qubic3, 4 games each, seed 3" in other


def test_all_pairs_in_json() -> None:
    ladders = qttt(*LADDER, "--all", "--json").json
    assert [entry["rules"] for entry in ladders] == ["goff"]
    assert {(tournament["a"], tournament["b"]) for tournament in ladders[0]["tournaments"]} == {
        ("easy", "random"),
        ("solver", "random"),
        ("solver", "easy"),
    }
    assert set(ladders[0]["elo"]) == {"random", "easy", "solver"}
    assert min(ladders[0]["elo"].values()) == 0


def test_levels_of_the_board_are_the_players(tmp_path: Path) -> None:
    ladder = qttt("ladder", "--games", "2", "--jobs", "1", "--json").json[0]
    steps = [f"{tournament['b']} < {tournament['a']}" for tournament in ladder["tournaments"]]
    assert steps[:5] == [
        *("random < easy", "easy < medium", "medium < hard"),
        *("hard < expert", "expert < optimal"),
    ]
    assert steps[5:] == [
        *("random < thesis-easy", "thesis-easy < thesis-medium"),
        *("thesis-medium < thesis-hard", "thesis-hard < optimal"),
    ]


def test_all_pairs_of_levels_play_once() -> None:
    ladder = qttt("ladder", "--games", "2", "--jobs", "1", "--all", "--json").json[0]
    pairs = [{tournament["a"], tournament["b"]} for tournament in ladder["tournaments"]]
    assert len(pairs) == 9 * 8 // 2
    assert {"easy", "thesis-easy"} in pairs


def test_a_board_with_one_level_has_no_ladder() -> None:
    assert error_of("ladder", "--rules", "krist rows=26 cols=26") == (
        "a ladder needs at least two different players, not random"
    )


def test_stored_games_are_reused(tmp_path: Path) -> None:
    first = qttt(*LADDER, "--out", tmp_path)
    assert len([*tmp_path.glob("goff/*/game-*.qtn")]) == 8
    again = qttt(*LADDER, "--out", tmp_path)
    assert (again.out, again.err) == (first.out, "")


def test_tables_are_written_to_a_document_and_keep_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    assert qttt(*LADDER, "--write", path).code == 0
    text = path.read_text("utf-8")
    assert text.startswith("# Ladder\n\n<!-- qttt ladder -->\n\n## goff\n\n4 games each, seed 0")
    assert "\n| Step | Won | Drawn | Lost | Share | 95 % | Elo | 95 % |\n|---|---:|" in text
    assert text.count("\n| solver - easy | ") == text.count("\n| random | 0 |\n") == 1
    path.write_text(f"Before.\n{text}After.\n", "utf-8")
    assert qttt(*LADDER, "--write", path, "--seed", "9").code == 0
    again = path.read_text("utf-8")
    assert again.startswith("Before.\n# Ladder\n")
    assert again.endswith("-->\nAfter.\n")
    assert again.count("## goff") == again.count("seed 9") == 1


def test_document_without_markers_fails_before_playing(tmp_path: Path) -> None:
    path = tmp_path / "other.md"
    path.write_text("# Other\n")
    begin, end = "<!-- qttt ladder -->", "<!-- the end of what qttt ladder writes -->"
    assert error_of(*LADDER, "--write", path) == (
        f"no markers in {path}: add the lines {begin} and {end}"
    )
    assert path.read_text() == "# Other\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", "easy"), "a ladder needs at least two different players, not easy"),
        (("--players", "easy,hard,easy"), "a ladder needs at least two different players, not "),
        (
            ("--games", "3"),
            "3 games cannot be paired: play an even number, so that both players have X equally "
            "often",
        ),
    ],
)
def test_ladder_that_cannot_be_played(args: tuple[str, ...], message: str) -> None:
    assert error_of("ladder", *args).startswith(message)
