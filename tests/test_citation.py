"""Releases have the paper and the tables, and say how to cite them."""

import json
import zipfile
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

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


def test_the_archive_has_every_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citation, "this_release", lambda: RELEASE)
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        citation.write(folder)
    names = ["CITATION.cff", f"qttt-book-{__version__}.zip", f"qttt-paper-{__version__}.pdf"]
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == names
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    with zipfile.ZipFile(tmp_path / "one" / names[1]) as archive:
        assert {f"data/{table.file}" for table in TABLES} <= set(archive.namelist())
        assert "certificate/goff.cert" in archive.namelist()
        data = json.loads(archive.read("data/datacite.json"))
    assert data["dates"] == [{"date": "2031-02-03", "dateType": "Issued"}]
