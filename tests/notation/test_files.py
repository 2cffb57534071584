"""Files are replaced when they are complete."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qttt.book.plots import draw_plots
from qttt.envs import dataset, tasks

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"


def write_dataset(path: Path) -> None:
    dataset.write_dataset(path, marks=0)


def write_card(path: Path) -> None:
    command = ["dataset", str(path.with_suffix(".parquet")), "--marks", "0", "--card", str(path)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", command)
        dataset.main()


def write_tasks(path: Path) -> None:
    tasks.main([str(path), "--count", str(len(tasks.KINDS))])


def write_plots(path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert path in draw_plots(DATA, path.parent)


@pytest.mark.parametrize("write", [write_dataset, write_card, write_tasks, write_plots])
def test_no_file_is_overwritten_in_place(write: Callable[[Path], None], tmp_path: Path) -> None:
    """A second name of the old file keeps its content."""
    path = tmp_path / "parity.svg"
    path.write_text("old")
    os.link(path, tmp_path / "other")
    write(path)
    assert path.read_bytes() != b"old"
    assert (tmp_path / "other").read_bytes() == b"old"
