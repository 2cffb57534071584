"""`qttt sheets`: output and errors."""

import io
import sys
from pathlib import Path
from unittest.mock import patch

from qttt.cli.app import run
from qttt.teach import SHEETS, SheetSettings, sheets
from tests.cli.helpers import error_of, stdout_of, stream


def test_a_file_is_written_and_named(tmp_path: Path) -> None:
    out = tmp_path / "class.pdf"
    assert stdout_of("sheets", "rules", "boards", "--out", out) == f"rules, boards in {out}\n"
    assert out.read_bytes() == sheets(["rules", "boards"], SheetSettings())


def test_options_are_those_of_the_settings(tmp_path: Path) -> None:
    out = tmp_path / "class.pdf"
    board = ("boards", "--size", "4", "--per-page", "2", "--paper", "Letter")
    stdout_of("sheets", *board, "-o", out)
    assert out.read_bytes() == sheets(["boards"], SheetSettings("Letter", 4, 2))
    options = ("--kind", "odds", "--count", "3", "--grade", "2", "--seed", "5", "--no-answers")
    output = stdout_of("sheets", "exercises", *options, "-o", out)
    assert output == f"exercises in {out}; seed 5\n"
    settings = SheetSettings(seed=5, count=3, kinds=("odds",), grade=2, answers=False)
    assert out.read_bytes() == sheets(["exercises"], settings)


def test_sheets_in_greek(tmp_path: Path) -> None:
    out = tmp_path / "class.pdf"
    stdout_of("sheets", "marks", "--language", "el", "-o", out)
    assert out.read_bytes() == sheets(["marks"], SheetSettings(language="el"))


def test_a_random_seed_is_shown(tmp_path: Path) -> None:
    output = stdout_of("sheets", "exercises", "-o", tmp_path / "class.pdf")
    seed = int(output.rpartition(" ")[2])
    assert (tmp_path / "class.pdf").read_bytes() == sheets(["exercises"], SheetSettings(seed=seed))


def test_a_document_can_be_piped() -> None:
    out = stream()
    with patch.object(sys, "stdout", out):
        assert run(["sheets", "rules", "--out", "-"]) == 0
    buffer = out.buffer
    assert isinstance(buffer, io.BytesIO)
    assert buffer.getvalue() == sheets(["rules"], SheetSettings())


# --- errors ----------------------------------------------------------------------------------


def test_unknown_sheets_and_sizes(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "x.pdf")
    assert error_of("sheets", "hats", *out) == (
        f"unknown sheet 'hats': choose from {', '.join(SHEETS)}"
    )
    assert error_of("sheets", "boards", "--per-page", "3", *out) == (
        "3 boards do not fit on a page: choose 1, 2, 4 or 6"
    )
    assert error_of("sheets", "boards", "--size", "9", *out) == (
        "cannot print boards of side 9: choose 3, 4 or 5"
    )
    assert "--paper" in error_of("sheets", "boards", "--paper", "A5", *out)
    assert error_of("sheets", "rules") == "Missing option '-o' / '--out'. See qttt sheets --help."
    assert not (tmp_path / "x.pdf").exists()


def test_without_fpdf2_the_error_names_the_extra(tmp_path: Path) -> None:
    with patch.dict(sys.modules, {"fpdf": None}):
        error = error_of("sheets", "rules", "--out", tmp_path / "x.pdf")
    assert error == (
        "a PDF needs packages that are not installed; install them with: pip install 'qttt[sheets]'"
    )


def test_missing_folder(tmp_path: Path) -> None:
    out = tmp_path / "none" / "x.pdf"
    assert "No such file or directory" in error_of("sheets", "rules", "--out", out)


def test_help_names_every_sheet() -> None:
    words = stdout_of("sheets", "--help").replace(",", " ").replace(".", " ").split()
    assert {*SHEETS} <= {*words}
