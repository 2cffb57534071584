"""The dataset has all positions, with the solver's values."""

import hashlib
import math
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from qttt import parse_position
from qttt.book.anatomy import VALUES
from qttt.book.tables import load_csv
from qttt.engine import UnsolvableError, solve
from qttt.engine.enumeration import count_positions
from qttt.engine.tablebase import shipped_tablebase
from qttt.envs import action_of, places_of
from qttt.envs.dataset import main, write_dataset
from qttt.envs.dataset_card import dataset_card
from qttt.game import Rules

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("goff", 2),
        ("qubic3", 1),
        *(
            pytest.param(*each, marks=pytest.mark.nightly)
            for each in (("goff", 3), ("no-pair-loops", 1), ("classic3", 8), ("qubic3", 2))
        ),
    ],
)
def test_every_position_is_written_with_its_values(text: str, marks: int, tmp_path: Path) -> None:
    rules = Rules.preset(text)
    shown: list[int] = []
    count = write_dataset(tmp_path / "all.parquet", rules, marks, progress=shown.append)
    assert shown == sorted(shown)
    assert shown[-1] == count
    table = pq.read_table(tmp_path / "all.parquet")
    assert table.schema.metadata[b"rules"] == text.encode()
    assert count == table.num_rows == sum(count_positions(rules)[: marks + 1])
    rows = table.to_pylist()
    assert len({row["position"] for row in rows}) == count
    for row in random.Random(1).sample(rows, min(count, 40)):
        position = parse_position(row["position"], rules)
        analysis = solve(position)
        assert (row["value"], row["player"]) == (analysis.value, position.to_move)
        assert row["marks"] == len(position.marks)
        assert row["places"] == places_of([position], rules).ravel().tolist()
        expected = {action_of(rules.board, choice.move): choice.value for choice in analysis.moves}
        known = {i: value for i, value in enumerate(row["action_values"]) if value is not None}
        assert known == expected
        if row["plies"] is not None:
            best = [choice.plies for choice in analysis.moves if choice.value == analysis.value]
            assert row["plies"] in best


def test_an_interrupted_export_leaves_the_former_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "all.parquet"
    path.write_text("old")
    monkeypatch.setattr("qttt.envs.dataset.ROWS", 100)

    def interrupt(written: int) -> None:
        if written > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(path, marks=2, progress=interrupt)
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "few.parquet"
    command = [sys.executable, "-m", "qttt.envs.dataset", str(path), "--marks", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"9 positions written to {path}\n"
    values = pq.read_table(path)["value"].to_numpy()
    assert np.isfinite(values).all()
    assert math.isclose(values[0], 0.5)


def test_the_card_describes_the_file(tmp_path: Path) -> None:
    path, card = tmp_path / "few.parquet", tmp_path / "README.md"
    command = [sys.executable, "-m", "qttt.envs.dataset", str(path), "--marks", "2"]
    done = subprocess.run([*command, "--card", card], capture_output=True, text=True, check=True)
    assert done.stdout == f"195 positions written to {path}\ndescribed in {card}\n"
    text = card.read_text("utf-8")
    assert hashlib.sha256(path.read_bytes()).hexdigest() in text
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == pq.read_schema(path).names
    rows = re.findall(r"^\| (\d) \| ([\d,]+) \| (.*) \|$", text, re.MULTILINE)
    assert [int(row[1]) for row in rows] == [*count_positions(Rules())[:3]]
    for marks, _, counts in rows:
        published = [row for row in load_csv(VALUES, DATA) if row[0] == int(marks)]
        assert sorted(filter(None, map(int, counts.split(" | ")))) == sorted(
            int(row[2] or 0) for row in published
        )


@pytest.mark.parametrize("option", ["--card", "--table"])
def test_the_command_does_not_overwrite_what_it_reads(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, table = tmp_path / "goff.qtb", shipped_tablebase(Rules())
    assert table
    shutil.copy(table.path, path)
    monkeypatch.setattr(sys, "argv", ["dataset", str(path), "--marks", "1", option, str(path)])
    with pytest.raises(SystemExit):
        main()
    assert f"error: {option} names the data set: name another file\n" in capsys.readouterr().err
    assert path.read_bytes() == table.path.read_bytes()


def test_the_card_of_another_file(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    with pytest.raises(ValueError, match=r"a.parquet was not written by qttt.envs.dataset$"):
        dataset_card(tmp_path / "a.parquet")


def test_invalid_marks_and_boards(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^marks must be from 0 to 8, not 9$"):
        write_dataset(tmp_path / "all.parquet", marks=9)
    with pytest.raises(UnsolvableError, match="at most 9"):
        write_dataset(tmp_path / "all.parquet", Rules.preset("krist"))
    assert not list(tmp_path.iterdir())
