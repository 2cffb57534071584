"""``qttt train``: output, continuation and errors."""

import re
from pathlib import Path

from qttt.engine.evaluator import LearnedEvaluator

from .helpers import error_of, qttt, stdout_of

TINY = ("--rules", "krist rows=2 cols=3", "--games", "3", "--jobs", "1", "--match-games", "2")


def test_each_round_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "training"
    printed = stdout_of("train", str(folder), *TINY, "--rounds", "2").splitlines()
    assert re.fullmatch(
        r"Round 1: \d+ examples, squared error of values 0\.\d+, best moves preferred \d+ %"
        r", match \d+\.0 %",
        printed[0],
    )
    assert printed[-1] == (
        f"{folder / 'evaluator.qte'}: "
        f"{LearnedEvaluator(folder / 'evaluator.qte').positions} positions learned"
    )
    assert len(printed) == 3


def test_a_training_is_continued(tmp_path: Path) -> None:
    command = ("train", str(tmp_path), *TINY, "--json", "--rounds")
    qttt(*command, "1")
    found = qttt(*command, "2").json
    assert [each["number"] for each in found["rounds"]] == [2]
    assert found["digest"] == LearnedEvaluator(found["file"]).digest
    assert error_of("train", str(tmp_path), *TINY, "--seed", "5") == (
        f"{tmp_path / 'plan.json'} has another plan (seed is 0): repeat it, or use another folder"
    )


def test_jobs_change_nothing(tmp_path: Path) -> None:
    one, two = (
        qttt("train", str(tmp_path / jobs), *TINY, "--rounds", "1", "--jobs", jobs, "--json").json
        for jobs in ("1", "2")
    )
    assert one["digest"] == two["digest"]
    assert one["rounds"] == two["rounds"]


def test_several_sizes(tmp_path: Path) -> None:
    sizes = ("--size", "2", "--size", "3", "--games", "4", "--rounds", "1", "--jobs", "1")
    found = qttt("train", str(tmp_path), *sizes, "--match-games", "0", "--json").json
    assert found["rules"] == ["krist rows=2 cols=2", "krist rows=3 cols=3"]
    assert found["rounds"][0]["match_share"] is None


def test_errors(tmp_path: Path) -> None:
    folder = str(tmp_path / "new")
    assert error_of("train", folder, "--rounds", "0") == "--rounds must be more than 0, not 0"
    assert error_of("train", folder, "--match-games", "3") == (
        "--match-games must be an even number, not 3"
    )
    assert error_of("train", folder, "--size", "9") == (
        "the kernel supports boards of at most 64 squares, not 81"
    )
    assert error_of("train", folder, "--jobs", "2", "--cluster", "tcp://x:1") == (
        "--jobs cannot be used with --cluster, whose workers decide it"
    )
    assert error_of("train", folder, "--cluster", "x://y").startswith(
        "no Dask scheduler answers at x://y: "
    )
    assert not Path(folder).exists()
