"""The formats of other programs are checked with the versions that the document names."""

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

FORMATS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")
ROWS = [row.split(" | ") for row in FORMATS.splitlines() if row.startswith("| ")][1:]
PACKAGES = [found for row in ROWS if (found := re.fullmatch(r"([a-z-]+) ([0-9.]+)", row[2]))]


def test_every_format_names_a_version() -> None:
    for row in ROWS:
        assert re.search(r"\d", row[2]) or row[2].startswith("["), row[0]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda found: str(found[1]))
def test_the_version_is_the_one_of_the_tests(package: re.Match[str]) -> None:
    try:
        installed = version(package[1])
    except PackageNotFoundError:
        pytest.skip(f"{package[1]} is not installed for the tests")
    assert package[2] == installed
