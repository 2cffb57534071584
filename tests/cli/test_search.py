"""``qttt search``: output and errors."""

import re
from pathlib import Path
from typing import Any

import pytest

from qttt.engine.evaluator import FOLDER
from qttt.engine.search import Estimate, Search

from .helpers import error_of, qttt, stdout_of

LATE = ["12", "12", "@1", "45", "45", "@4", "78", "78"]


def test_the_move_to_play_comes_first() -> None:
    page = stdout_of("search", "b2c3", "--simulations", "3000", "--seed", "2").splitlines()
    play = next(line.split()[1] for line in page if line.startswith("Play"))
    first = next(line.split()[1] for line in page if line.startswith("  "))
    assert first == play
    assert any(line.startswith("Estimate   about +") for line in page)
    assert page[-1].startswith("Searched   3,000 simulations in ")


def test_proven_estimate_is_shown_as_a_value() -> None:
    page = stdout_of("search", *LATE, "--rules", "goff", "--simulations", "1")
    assert "Value      +1: X gets a point more than O if both play perfectly\n" in page
    assert "  +½       @7  proven\n" in page
    assert "Play       @8\n" in page


def test_no_move_is_suggested_for_a_coin() -> None:
    coin = ("search", *LATE, "--rules", "qubic3", "--simulations", "1")
    page = stdout_of(*coin)
    assert "Play" not in page
    assert "Value      +1½:" in page
    found = qttt(*coin, "--json").json
    assert (found["move"], found["line"]) == (None, [])
    assert [(m["move"], m["value"]) for m in found["moves"]] == [("@7", 2.0), ("@8", 1.0)]


def test_the_same_seed_prints_the_same() -> None:
    command = ("search", "--rules", "qubic4", "--simulations", "500", "--seed", "7", "--json")
    one, other = qttt(*command).json, qttt(*command).json
    del one["seconds"], other["seconds"]
    assert one == other
    assert one["simulations"] == sum(m["simulations"] for m in one["moves"]) or one["moves"]
    assert {m["move"] for m in one["moves"]} >= {one["move"]}


def test_json_has_no_value_for_unvisited_moves() -> None:
    found = qttt("search", "--size", "5", "--simulations", "1", "--json").json
    assert {m["value"] for m in found["moves"] if not m["simulations"]} == {None}
    assert found["proven"] is False


def test_the_evaluator_is_named() -> None:
    command = ("search", "--simulations", "50", "--evaluator", "shipped")
    last = stdout_of(*command).splitlines()[-1]
    assert re.fullmatch(r"Judged by  krist\.qte: [\d,]+ positions of krist, digest \w{8}", last)
    judge = qttt(*command, "--json").json["evaluator"]
    assert judge.keys() == {"file", "rules", "positions", "digest"}
    assert qttt("search", "--simulations", "50", "--evaluator", judge["file"]).code == 0
    assert qttt("search", "--simulations", "1", "--json").json["evaluator"] is None


def test_a_file_that_is_no_evaluator(tmp_path: Path) -> None:
    (tmp_path / "none.qte").write_bytes(b"QTTTtab2")
    message = f"{tmp_path / 'none.qte'} is not an evaluator, or has another version"
    assert error_of("search", "--evaluator", str(tmp_path / "none.qte")) == message
    assert error_of("search", "--evaluator", "") == ".: Is a directory"


@pytest.mark.parametrize("name", ["shipped", str(FOLDER / "krist.qte")])
def test_an_evaluator_for_other_rules(name: str) -> None:
    command = ("search", "--rules", "goff", "--evaluator", name, "--json")
    assert qttt(*command).json["error"]["kind"] == "evaluator"
    too_big = qttt("search", "--size", "9", "--evaluator", name, "--json").json["error"]
    assert too_big == {
        "kind": "usage",
        "message": "the kernel supports boards of at most 64 squares, not 81",
    }


def test_interrupt_prints_the_result_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Search.run

    def interrupted(self: Search, **limits: Any) -> Estimate:
        run(self, simulations=50)
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "run", interrupted)
    assert "Searched   50 simulations in " in stdout_of("search", "--seconds", "100")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--threads", "0"), "--threads must be more than 0, not 0"),
        (("--seconds", "-1"), "--seconds must be more than 0, not -1"),
        (("--simulations", "0"), "--simulations must be more than 0, not 0"),
        (("--megabytes", "0"), "--megabytes must be more than 0, not 0"),
        (
            ("--rules", "goff", "--evaluator", "shipped"),
            "no evaluator for goff is shipped with this qttt: name a file",
        ),
        (("--size", "9"), "the kernel supports boards of at most 64 squares, not 81"),
    ],
)
def test_errors(options: tuple[str, ...], message: str) -> None:
    assert error_of("search", *options) == message
