"""``qttt train``: output, continuation and errors."""

import re
from pathlib import Path

from qttt.engine.evaluator import LearnedEvaluator

from .helpers import error_of, qttt, stdout_of

TINY = ("--rules", "krist rows=2 cols=3", "--games", "3", "--simulations", "20")


def test_each_round_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "training"
    printed = stdout_of("train", str(folder), *TINY, "--rounds", "2").splitlines()
    assert re.fullmatch(
        r"Round 1: \d+ examples, squared error of values 0\.\d+, best moves preferred \d+ %",
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
        f"{tmp_path / 'plan.json'} has another plan: use another folder"
    )


def test_errors(tmp_path: Path) -> None:
    folder = str(tmp_path / "new")
    assert error_of("train", folder, "--rounds", "0") == "--rounds must be more than 0, not 0"
    assert not Path(folder).exists()
