"""The pages of docs/book are current, and their prose agrees with their tables."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from qttt import __version__
from qttt.book import Column, DataTable, read_csv, update_pages, write_csv
from qttt.book.atlas import SURVEY
from qttt.book.pages import BLOCKS, MARKER, TABLES, block, filled
from qttt.book.tables import load_csv
from qttt.book.thesis import ORDERS
from tests.cli.helpers import error_of, stdout_of

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs"
DATA = DOCUMENTS / "book" / "data"
SMALL = DataTable(
    "small",
    "A table.",
    "qttt book small",
    (Column("a", "text", "a text"), Column("b", "integer", "n"), Column("c", "number", "x")),
)


def test_pages_are_current() -> None:
    for path in DOCUMENTS.rglob("*.md"):
        text = path.read_text("utf-8")
        assert filled(text, DATA) == text, f"{path}: run qttt book pages"
    assert update_pages(DOCUMENTS, DATA) == []


def test_every_table_is_on_a_page() -> None:
    pages = "".join(path.read_text("utf-8") for path in DOCUMENTS.rglob("*.md"))
    assert {found[2] for found in MARKER.finditer(pages)} == set(BLOCKS)
    assert {path.name for path in DATA.glob("*.csv")} == {table.file for table in TABLES}


def test_all_data_is_small() -> None:
    files = [path for path in (DOCUMENTS / "book").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 1_500_000


def test_tables_survive_csv() -> None:
    rows = [("x, y", 1, 0.5), (None, None, None), ("z", -2, 3.0)]
    assert read_csv(SMALL, write_csv(SMALL, rows)) == rows
    with pytest.raises(ValueError, match=r"^small has 3 columns, not 1$"):
        write_csv(SMALL, [("x",)])
    message = r"^small.csv has the columns \['b'\], not \['a', 'b', 'c'\]: compute it again$"
    with pytest.raises(ValueError, match=message):
        read_csv(SMALL, "b\n1\n")


def test_an_unknown_table_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("<!-- table no-such -->\n<!-- end -->\n", "utf-8")
    message = f"no table 'no-such' for pages: choose from {', '.join(BLOCKS)}"
    assert error_of("book", "pages", "--documents", tmp_path, "--data", DATA) == message


def test_pages_are_filled(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- table ideas -->\nold\n<!-- end -->\nafter\n", "utf-8")
    (tmp_path / "data").mkdir()
    for table in TABLES:
        (tmp_path / "data" / table.file).write_bytes((DATA / table.file).read_bytes())
    arguments = ("book", "pages", "--documents", tmp_path, "--data", tmp_path / "data")
    assert stdout_of(*arguments).splitlines() == [
        f"changed: {page}",
        f"changed: {tmp_path / 'data' / 'README.md'}",
    ]
    assert page.read_text("utf-8") == (
        f"before\n<!-- table ideas -->\n{block('ideas', DATA)}<!-- end -->\nafter\n"
    )
    assert stdout_of(*arguments) == "all pages are current\n"


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    stdout_of("book", "parquet", tmp_path, "--data", DATA)
    for table in TABLES:
        found = pq.read_table(tmp_path / f"{table.name}.parquet")
        assert [tuple(row.values()) for row in found.to_pylist()] == load_csv(table, DATA)
        assert found.schema.field(0).metadata == {b"about": table.columns[0].about.encode()}


# --- prose ---------------------------------------------------------------------------------------


def nodes_of(order: str) -> int:
    rows = {row[:2]: row[2] for row in load_csv(ORDERS, DATA)}
    return int(rows["no", order] or 0)


def test_the_prose_about_orders() -> None:
    text = " ".join((DOCUMENTS / "book" / "searches.md").read_text("utf-8").split())
    none, thesis = nodes_of("reading order"), nodes_of("loops, centre, corners")
    assert f"it reduces the nodes by {100 - 100 * thesis / none:.0f} % as well" in text
    better = 100 - 100 * nodes_of("loops, corners, centre") / thesis
    assert f"corners before the centre is better by {better:.0f} %" in text
    assert nodes_of("sides") > none


def test_the_size_of_the_certificate() -> None:
    file = DOCUMENTS / "book" / "certificate" / "goff.cert"
    text = (DOCUMENTS / "book" / "certificate.md").read_text("utf-8")
    assert f"({file.stat().st_size:,} bytes)" in text


# --- metadata and plots --------------------------------------------------------------------------


def test_metadata_has_the_version_and_the_licence() -> None:
    citation = (DOCUMENTS.parent / "CITATION.cff").read_text("utf-8").splitlines()
    archive = json.loads((DATA / "datacite.json").read_text("utf-8"))
    assert {f"version: {__version__}", "license: MIT"} <= set(citation)
    assert (archive["version"], archive["rightsList"][0]["rightsIdentifier"]) == (
        __version__,
        "MIT",
    )
    sets = len(load_csv(SURVEY, DATA))
    assert f"{sets:,} sets of rules" in archive["descriptions"][0]["description"]


@pytest.mark.nightly
def test_plots_are_current(tmp_path: Path) -> None:
    stdout_of("book", "plots", tmp_path, "--data", DATA)
    drawn = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert drawn == {path.name: path.read_bytes() for path in (DATA.parent / "plots").iterdir()}
