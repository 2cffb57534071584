"""Reads the golden data as rows."""

from pathlib import Path

SPEC = Path(__file__).resolve().parents[2] / "spec"
GOLDEN = SPEC / "golden"


def columns(name: str) -> list[str]:
    """The column names of a file, from its last comment line before the rows."""
    comments = [line for line in _lines(name) if line.startswith("#")]
    return comments[-1].removeprefix("# ").split("\t")


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a file as dictionaries: column → text."""
    keys = columns(name)
    return [
        dict(zip(keys, line.split("\t"), strict=True))
        for line in _lines(name)
        if not line.startswith("#")
    ]


def _lines(name: str) -> list[str]:
    return (GOLDEN / name).read_text(encoding="utf-8").split("\n")[:-1]
