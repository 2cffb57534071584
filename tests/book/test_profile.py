"""The profile of the searches."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from qttt.book import profile
from qttt.book.tables import load_csv
from tests.cli.helpers import error_of

ROOT = Path(__file__).resolve().parents[2]
KERNEL = ROOT / "kernel"
ROWS = load_csv(profile.PROFILE, ROOT / "docs" / "book" / "data")


def test_the_thesis_accounts_for_all_of_its_time() -> None:
    assert list(profile.thesis_rows()) == [row for row in ROWS if row[0] == "thesis"]
    assert sum(float(row[3] or 0) for row in profile.thesis_rows()) == pytest.approx(1)


def test_every_part_names_functions_of_the_kernel() -> None:
    sources = (name for path in KERNEL.glob("*.[ch]") for name in profile.functions(path))
    assert set(profile.PART_OF) <= set(sources)


@pytest.mark.parametrize("search", profile.FUNCTIONS)
def test_shares_are_those_of_the_instructions(search: str) -> None:
    counts = {str(row[1]): int(row[2] or 0) for row in ROWS if row[0] == search}
    assert {row[1]: row[3] for row in ROWS if row[0] == search} == {
        part: round(count / sum(counts.values()), 4) for part, count in counts.items()
    }
    assert counts[profile.OTHER] < sum(counts.values()) / 100


def test_lines_are_counted_by_their_function_and_calls_where_they_arise() -> None:
    lines = profile.functions(KERNEL / "game.h")
    link, cut = lines.index("link"), lines.index("cut")
    report = (
        f"fl=/a/game.h\nfn=link\n{link} 5\nfi=/a/search.c\n0 7\n"
        f"cfn=cut\ncalls=1 2\n{link} 100\nfl=/libc/other.c\n{link} 9\n"
        f"fl=/a/game.h\nfn=search.part'2\n0 3\n{cut} 2\n"
    )
    counted = Counter({"link": 12, "search": 3, "cut": 2})
    assert profile.by_function(KERNEL, report) == counted


def test_missing_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    message = "profiles need valgrind; on Debian: apt-get install valgrind"
    assert error_of("book", "profile", "--data", tmp_path) == message
    monkeypatch.setattr(shutil, "which", lambda name: name)
    message = f"{tmp_path} has no C files: name the folder of the kernel's sources"
    assert error_of("book", "profile", "--data", tmp_path, "--kernel", tmp_path) == message


@pytest.mark.nightly
def test_errors_of_the_compiler_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name)
    (tmp_path / "a.c").touch()
    message = error_of("book", "profile", "--data", tmp_path, "--kernel", tmp_path)
    assert message.startswith("the command ")
    assert "'qttt.h' file not found" in message


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="to enable: apt-get install valgrind")
@pytest.mark.parametrize("search", profile.FUNCTIONS)
def test_a_search_has_this_profile(search: str) -> None:
    stored = {row[1]: row[3] for row in ROWS if row[0] == search}
    found = {row[1]: row[3] for row in profile.profile(KERNEL, searches=(search,))}
    assert found == pytest.approx(stored, abs=0.02)
