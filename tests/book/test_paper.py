"""The paper can be typeset, and its numbers come from the tables."""

import re
import shutil
from pathlib import Path

import pytest
import typst

from qttt.book.pages import TABLES
from tests.cli.helpers import error_of, stdout_of

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs"
SOURCE = DOCUMENTS / "paper" / "paper.typ"


def test_paper_is_typeset(tmp_path: Path) -> None:
    file = tmp_path / "paper.pdf"
    assert stdout_of("book", "paper", file, "--documents", DOCUMENTS) == f"{file}\n"
    assert file.read_bytes().startswith(b"%PDF-")
    assert file.stat().st_size < 320_000


def test_no_figure_is_typed() -> None:
    text = SOURCE.read_text("utf-8")
    assert re.findall(r"\d{4,}|\d,\d{3}", text) == []
    read = set(re.findall(r'table-of\("(\w+)"\)', text))
    assert read <= {table.name for table in TABLES}
    assert len(read) > 10


@pytest.mark.nightly
def test_paper_has_eight_pages_and_follows_its_tables(tmp_path: Path) -> None:
    assert typst.query(SOURCE, "<pages>", "value", True, root=DOCUMENTS) == "8"
    for folder in ("paper", "book"):
        shutil.copytree(DOCUMENTS / folder, tmp_path / folder)
    table = tmp_path / "book" / "data" / "survey.csv"
    text = table.read_text("utf-8")
    assert "\n2,2,2,other,allowed,forced,line,winner,1," in text
    changed = text.replace(
        "\n2,2,2,other,allowed,forced,line,winner,1,",
        "\n2,2,2,other,allowed,forced,line,winner,-1,",
    )
    table.write_text(changed, "utf-8")
    message = error_of("book", "paper", tmp_path / "a.pdf", "--documents", tmp_path)
    assert "a set of rules favours the second player: rewrite the text" in message


def test_missing_sources(tmp_path: Path) -> None:
    source = tmp_path / "paper" / "paper.typ"
    message = f"{source}: No such file or directory"
    assert error_of("book", "paper", tmp_path / "a.pdf", "--documents", tmp_path) == message
    file = tmp_path / "none" / "a.pdf"
    message = f"{file.parent}: No such file or directory"
    assert error_of("book", "paper", file, "--documents", tmp_path) == message
    source.parent.mkdir()
    source.write_text("#broken", "utf-8")
    message = error_of("book", "paper", tmp_path / "a.pdf", "--documents", tmp_path)
    assert message == f"{source}: unknown variable: broken"
