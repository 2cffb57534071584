"""Releases have the paper and the tables, and say how to cite them."""

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from pyarrow import parquet

from qttt import __version__
from qttt.book.pages import TABLES
from scripts import citation
from scripts.kernel import ROOT

RELEASE = citation.Release(__version__, "2031-02-03", "c0ffee", "https://forge.example/owner/qttt")


def test_a_release_adds_when_and_where() -> None:
    source = yaml.safe_load(citation.SOURCE.read_text("utf-8"))
    written = yaml.safe_load(citation.citation(RELEASE))
    added = {name: written[name] for name in written.keys() - source.keys()}
    assert added == {
        "date-released": "2031-02-03",
        "commit": "c0ffee",
        "repository-code": RELEASE.repository,
        "url": f"{RELEASE.repository}/releases/tag/v{__version__}",
    }
    assert {name: written[name] for name in source} == source


def test_the_paper_is_the_preferred_citation() -> None:
    preferred = yaml.safe_load(citation.SOURCE.read_text("utf-8"))["preferred-citation"]
    paper = (ROOT / "docs" / "paper" / "paper.typ").read_text("utf-8")
    assert preferred["title"] in paper
    assert __version__ in preferred["notes"]


def test_a_build_elsewhere_names_no_host() -> None:
    elsewhere = RELEASE._replace(repository=None)
    assert "://" not in citation.citation(elsewhere).partition("references:")[0]
    assert "alternateIdentifiers" not in json.loads(citation.datacite(elsewhere))


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what a release writes, the positions of up to two marks instead of four."""
    monkeypatch.setattr(citation, "this_release", lambda: RELEASE)
    monkeypatch.setattr(citation, "MAX_MARKS", 2)
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        citation.write(folder)
    return tmp_path


def test_two_builds_have_the_same_bytes(written: Path) -> None:
    one, two = (
        {path.name: path.read_bytes() for path in (written / name).iterdir()}
        for name in ("one", "two")
    )
    assert one == two
    assert sorted(one) == [
        "CITATION.cff",
        f"qttt-book-{__version__}.zip",
        f"qttt-paper-{__version__}.pdf",
        f"qttt-positions-{__version__}.zip",
    ]


def test_the_archive_has_every_table(written: Path) -> None:
    with zipfile.ZipFile(written / "one" / f"qttt-book-{__version__}.zip") as archive:
        assert {f"data/{table.file}" for table in TABLES} <= set(archive.namelist())
        assert {"CITATION.cff", "certificate/goff.cert"} <= set(archive.namelist())
        data = json.loads(archive.read("data/datacite.json"))
    assert data["dates"] == [{"date": "2031-02-03", "dateType": "Issued"}]


def test_the_data_set_has_a_card_that_describes_it(written: Path) -> None:
    with zipfile.ZipFile(written / "one" / f"qttt-positions-{__version__}.zip") as archive:
        assert archive.namelist() == ["CITATION.cff", "README.md", "positions.parquet"]
        card = archive.read("README.md").decode()
        data = archive.read("positions.parquet")
    assert hashlib.sha256(data).hexdigest() in card
    assert "license: mit" in card
    assert "All 195 settled positions" in card
    assert parquet.read_table(io.BytesIO(data)).num_rows == 195
