"""`qttt tournament`: stored games, progress, results and errors."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from qttt.notation import from_record, read_records
from tests.arena.bots import named
from tests.cli.helpers import error_of, qttt

TOURNAMENT = (sys.executable, "-m", "qttt", "tournament")
EASY = ("tournament", "easy", "random", "--jobs", "1")


def records(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_table_of_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = qttt(*EASY, "--games", "8", "--rules", "qubic3", "--seed", "2", "--out", "games")
    assert done.code == 0
    shown = done.out.splitlines()
    assert [line[:11].strip() for line in shown] == [
        *("A", "B", "Rules", "Games", "A is X", "B is X", "Points", "Share", "Elo", "Records"),
    ]
    facts = qttt(*EASY, "--games", "8", "--rules", "qubic3", "--seed", "2", "--json").json
    won, drawn, lost = facts["won"], facts["drawn"], facts["lost"]
    assert shown[3] == f"Games      8: A won {won}, B won {lost}, {drawn} drawn"
    assert won + drawn + lost == facts["games"] == facts["different"] == 8
    assert facts["share"] == (won + drawn / 2) / 8
    assert facts["points"] == [2 * won + drawn, 2 * lost + drawn]
    assert sum(facts["as_x"].values()) == 4
    low, high = facts["share_interval"]
    assert f"A {100 * facts['share']:.1f} %; 95 % interval {100 * low:.1f} to " in shown[7]
    assert low < facts["share"] < high
    assert facts["elo_interval"][0] < facts["elo"]


def test_progress_counts_stored_games(tmp_path: Path) -> None:
    first = qttt(*EASY, "--games", "2", "--out", tmp_path)
    assert first.err.splitlines()[-1].startswith("2 of 2 games, easy - random: +")
    again = qttt(*EASY, "--games", "2", "--out", tmp_path)
    assert (again.out, again.err) == (first.out, "")
    more = qttt(*EASY, "--games", "4", "--out", tmp_path)
    assert [line.partition(",")[0] for line in more.err.splitlines()] == [
        "3 of 4 games",
        "4 of 4 games",
    ]


def test_nothing_but_wins_has_no_upper_bound() -> None:
    args = ("tournament", "random", "exec:./there-is-none", "--games", "4", "--jobs", "1")
    shown = qttt(*args).out
    assert "Games      4: A won 4, B won 0, 0 drawn\n" in shown
    assert "Elo        A +∞; 95 % interval " in shown
    assert " to +∞\n" in shown
    assert shown.count("\nForfeit    game ") == 4
    assert "Repeated   1 of 4 games; --opening varies them\n" in shown
    facts = qttt(*args, "--json").json
    assert facts["elo"] is None
    assert facts["elo_interval"][1] is None
    assert facts["elo_interval"][0] < 0
    why = "exec:./there-is-none: ./there-is-none cannot be started: No such file or directory"
    assert facts["forfeits"]["1"] == f"O, {why}"


def test_programs_play_with_a_budget_and_answer_timeout(tmp_path: Path) -> None:
    args = ("tournament", named(), "random", "--games", "2", "--jobs", "1", "--budget", "nodes=5")
    done = qttt(*args, "--answer-timeout", "60", "--out", tmp_path)
    assert "Games      2: " in done.out
    assert "Forfeit" not in done.out


# --- interrupted ---------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_tournament_goes_on_and_no_game_is_lost_or_repeated(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    args = ("nodes=60", "easy", "--games", "40", "--seed", "7")
    command = (*TOURNAMENT, *args, "--jobs", "2", "--out", broken)
    kill_after = random.Random().randrange(1, 12)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        lines = [process.stderr.readline() for _ in range(kill_after)]
        process.kill()
        # They share the stream, so that this comes to an end when all processes have left.
        lines += process.stderr.readlines()
    there = set(records(broken)) - {"match.json"}
    assert len(there) >= 2 * kill_after, lines
    for name in there:
        if name.endswith(".qtn"):
            assert from_record(*read_records((broken / name).read_text("utf-8"))).root.main_line
    survivors = {name: data for name, data in records(broken).items() if not name.endswith(".tmp")}
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    left = 40 - sum(name.endswith(".qtn") for name in survivors)
    assert done.stderr.splitlines()[-1].startswith("40 of 40 games")
    assert len(done.stderr.splitlines()) <= left
    assert qttt("tournament", *args, "--jobs", "1", "--out", whole).code == 0
    now = {name: data for name, data in records(broken).items() if not name.endswith(".tmp")}
    assert now == records(whole)
    assert survivors.items() <= now.items()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.nightly)])
def test_an_interrupted_tournament_can_be_resumed(tmp_path: Path, jobs: str) -> None:
    command = (
        *TOURNAMENT,
        "nodes=60",
        "easy",
        "--games",
        "1000",
        "--jobs",
        jobs,
        "--out",
        tmp_path,
    )
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read().splitlines()
    assert process.returncode == 130
    assert rest[-1] == "qttt: stopped; the same command continues from here"


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interrupted_tournament_without_a_folder() -> None:
    command = (*TOURNAMENT, "nodes=60", "easy", "--games", "1000", "--jobs", "1")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read().splitlines()
    assert rest[-1] == "qttt: stopped; the games are lost: use --out FOLDER to store them"


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_bar_on_a_terminal() -> None:
    ours, theirs = os.openpty()
    command = (*TOURNAMENT, "easy", "random", "--games", "2", "--jobs", "1")
    done = subprocess.run(command, stderr=theirs, stdout=subprocess.PIPE, text=True, check=True)
    os.close(theirs)
    bar = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert "2/2" in bar
    assert "easy - random: +" in bar
    assert done.stdout.startswith("A          easy\n")


# --- errors --------------------------------------------------------------------------------------

WRONG = [
    (("easy", "nemo"), "unknown player 'nemo': write a level (random, "),
    (("easy", "hard", "--games", "5"), "5 games cannot be paired: play an even number, so that "),
    (("easy", "solver", "--rules", "krist"), "krist cannot be solved: the board is too big"),
    (("easy", "hard", "--budget", "9"), "invalid budget '9': write time=SECONDS, "),
    (("easy", "hard", "--opening", "-1"), "opening must be from 0 to 99 placements, not -1"),
    pytest.param(
        ("easy", "hard", "--cluster", "x://y"),
        "no Dask scheduler answers at x://y: ",
        marks=pytest.mark.nightly,
    ),
]


@pytest.mark.parametrize(("args", "message"), WRONG, ids=lambda each: str(each)[:30])
def test_tournaments_that_cannot_be_played(args: tuple[str, ...], message: str) -> None:
    line = error_of("tournament", *args)
    assert line.startswith(message)
    done = qttt("tournament", *args, "--json")
    assert done.code == 2
    assert done.json["error"] == {"kind": "tournament", "message": line}


def test_jobs_of_a_cluster() -> None:
    line = error_of("tournament", "easy", "hard", "--jobs", "2", "--cluster", "x://y")
    assert line == "--jobs cannot be used with --cluster, whose workers decide it"


def test_invalid_rules() -> None:
    assert error_of("tournament", "easy", "hard", "--rules", "gof").startswith(
        "unknown preset 'gof': "
    )


def test_the_folder_of_another_tournament(tmp_path: Path) -> None:
    assert qttt(*EASY, "--games", "2", "--out", tmp_path).code == 0
    line = error_of(*EASY, "--games", "2", "--out", tmp_path, "--seed", "5")
    assert line.startswith(f"{tmp_path} holds a tournament with other settings (seed is 0): ")
    (tmp_path / "file").write_text("")
    line = error_of(*EASY, "--games", "2", "--out", tmp_path / "file")
    assert line.startswith(f"{tmp_path / 'file'}: ")
