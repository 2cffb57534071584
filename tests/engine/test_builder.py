"""Builds are deterministic, even when interrupted; invalid builds are rejected."""

import random
import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.engine import UnsolvableError, builder
from qttt.engine.builder import build_tablebase, count_entries
from qttt.engine.enumeration import count_positions
from qttt.engine.kernel import library
from qttt.engine.tablebase import CELLS_AT, PADDING, Tablebase, TablebaseError
from qttt.game import Rules
from tests.engine.tables import built, entries
from tests.selection import by_day

RULES = Rules.preset("closer")
"""The fastest to build: 8, 186 and 3,068 positions of 1, 2 and 3 marks."""


def bytes_of(rules: Rules, marks: int, path: Path, entries: int | None = None) -> bytes:
    build_tablebase(rules, marks, path, entries=entries)
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    return path.read_bytes()


SAME = ["goff", "closer", "krist rows=2 cols=2", "classic3"]


@pytest.mark.parametrize("text", by_day(["krist rows=2 cols=2", "classic3"], SAME))
def test_two_builds_give_the_same_bytes(text: str, tmp_path: Path) -> None:
    rules, path = Rules.parse(text), tmp_path / "a.qtb"
    first = bytes_of(rules, 2, path)
    assert bytes_of(rules, 2, path) == first
    assert bytes_of(rules, 2, path, entries=64) == first


def test_progress_counts_up_to_all_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "CHUNK", 1000)
    calls: list[tuple[int, int]] = []
    build_tablebase(RULES, 3, tmp_path / "a.qtb", progress=lambda *progress: calls.append(progress))
    assert calls == [(done, 3263) for done in (1000, 2000, 3000, 3068, 3254, 3262, 3263)]


@pytest.mark.parametrize("text", ["goff", "closer", "qubic3", "krist rows=2 cols=3"])
def test_a_tally_matches_the_probes(text: str, tmp_path: Path) -> None:
    rules = Rules.parse(text)
    table = built(rules, 2, tmp_path)
    assert count_entries(table) == Counter(map(table.probe, entries(rules, 2)))


# ---------------------------------------------------------------------------- interrupted builds


def interrupted_build(path: Path, chunks: int, marks: int = 3) -> None:
    """Start a build and interrupt it after some chunks."""
    left = chunks

    def progress(done: int, total: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tablebase(RULES, marks, path, progress=progress)
    assert not path.exists()


def test_an_interrupted_build_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, rng = tmp_path / "a.qtb", random.Random(1)
    whole = bytes_of(RULES, 3, path)
    path.unlink()
    monkeypatch.setattr(builder, "CHUNK", 100)  # 36 chunks
    size = 0
    for _ in range(5):
        interrupted_build(path, rng.randrange(1, 7))
        part = path.with_name("a.qtb.part")
        assert part.stat().st_size > size
        size = part.stat().st_size
    calls: list[int] = []
    build_tablebase(RULES, 3, path, progress=lambda done, total: calls.append(done))
    assert calls[0] > 100
    assert path.read_bytes() == whole
    assert not part.exists()


def test_a_truncated_part_file_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, part = tmp_path / "a.qtb", tmp_path / "a.qtb.part"
    whole = bytes_of(RULES, 2, path)
    path.unlink()
    monkeypatch.setattr(builder, "CHUNK", 20)
    interrupted_build(path, 5, marks=2)
    data = part.read_bytes()
    for size in (0, 1, 39, 40, 41, 55, 56, 57, 200, len(data) - 1, len(data)):
        part.write_bytes(data[:size])
        assert bytes_of(RULES, 2, path) == whole


@pytest.mark.nightly
def test_a_damaged_part_file_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, part, rng = tmp_path / "a.qtb", tmp_path / "a.qtb.part", random.Random(2)
    whole = bytes_of(RULES, 2, path)
    path.unlink()
    monkeypatch.setattr(builder, "CHUNK", 20)
    interrupted_build(path, 8, marks=2)
    data = part.read_bytes()
    for _ in range(20):
        damaged = bytearray(data)
        damaged[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        part.write_bytes(damaged)
        assert bytes_of(RULES, 2, path) == whole


def test_the_part_file_of_another_table_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "a.qtb"
    whole = bytes_of(RULES, 2, path)
    path.unlink()
    interrupted_build(path, 1)
    assert bytes_of(RULES, 2, path) == whole


# ---------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "marks", "maximum"),
    [("goff", 8, 7), ("goff", -1, 7), ("krist rows=2 cols=2", 4, 3), ("krist", 8, 7)],
)
def test_too_many_marks(text: str, marks: int, maximum: int, tmp_path: Path) -> None:
    message = f"marks must be from 0 to {maximum} under these rules, not {marks}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        build_tablebase(Rules.parse(text), marks, tmp_path / "a.qtb")
    assert list(tmp_path.iterdir()) == []


def test_a_board_that_is_too_large(tmp_path: Path) -> None:
    with pytest.raises(UnsolvableError, match=r"^a board of 4×4 has 16 squares; "):
        build_tablebase(Rules.preset("krist"), 2, tmp_path / "a.qtb")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        build_tablebase(Rules(), 1, tmp_path / "nowhere" / "a.qtb")


@pytest.mark.parametrize(
    ("name", "result", "message"),
    [
        ("qttt_table_rank", -5, "positions of 0 marks have more than 256 different scores"),
        ("qttt_table_fill", 0, "no seed below 1000 works for 1 positions"),
    ],
)
def test_positions_that_do_not_fit_a_table(
    name: str, result: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> int:
        return result

    functions = [each for each in dir(library()) if each.startswith("qttt_")]
    fake = SimpleNamespace(**{function: getattr(library(), function) for function in functions})
    setattr(fake, name, fail)
    monkeypatch.setattr(builder, "library", lambda: fake)
    with pytest.raises(TablebaseError, match=f"^{message}$"):
        build_tablebase(Rules(), 0, tmp_path / "a.qtb")


def test_a_table_of_seven_marks_has_the_size_on_its_page() -> None:
    positions = sum(count_positions(Rules())[:8])
    cells, _ = builder.dimensions(positions)
    size = CELLS_AT + -(-5 * cells // 8) + PADDING
    page = Path(__file__).resolve().parents[2] / "docs" / "book" / "tables.md"
    assert f"{positions:,} positions in {size:,} bytes" in page.read_text("utf-8")


def test_the_smallest_tables(tmp_path: Path) -> None:
    for text in ("goff", "goff rows=1 cols=2 line=2 scoring=winner"):
        rules = Rules.parse(text)
        build_tablebase(rules, 0, tmp_path / "a.qtb")
        assert Tablebase(tmp_path / "a.qtb").header.counts == (1,)
