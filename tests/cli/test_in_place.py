"""A command whose output is its own input: it refuses, or has read everything before it writes."""

from pathlib import Path

import pytest

from qttt.cli import games, sources

from .helpers import error_of, qttt

RECORDS = "".join(f'[Event "{n}"]\n\n1. {n}-9 *\n\n' for n in range(1, 9))
TO_FILES = (
    *(("convert", "--to", to) for to in ("qtn", "goff", "moves", "text")),
    ("review",),
)


@pytest.mark.parametrize("command", TO_FILES, ids=" ".join)
@pytest.mark.parametrize("most", [100, 100_000])
def test_games_are_converted_in_place(
    command: tuple[str, ...], most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the file is read in parts or as a whole."""
    monkeypatch.setattr(sources, "MAX_WHOLE_BYTES", most)
    monkeypatch.setattr(sources, "PART_BYTES", 7)
    monkeypatch.setattr(games, "MAX_TEXT_BYTES", most)
    file, other = tmp_path / "games.qtn", tmp_path / "other.qtn"
    file.write_text(RECORDS)
    assert qttt(*command, file, "-o", other).code == 0
    assert qttt(*command, file, "-o", file).code == 0
    assert file.read_bytes() == other.read_bytes()
    assert sorted(tmp_path.iterdir()) == [file, other]


@pytest.mark.parametrize(
    "command",
    [
        "coins fetch FILE --source pool:FILE",
        "book proof FILE --certificate FILE",
        "book paper FILE --documents FOLDER",
    ],
)
def test_an_input_of_another_kind_is_not_overwritten(command: str, tmp_path: Path) -> None:
    file = tmp_path / "paper" / "paper.typ"
    file.parent.mkdir()
    file.write_bytes(b"data")
    arguments = command.replace("FILE", str(file)).replace("FOLDER", str(tmp_path)).split(" ")
    message = f"{file} is the file that is read: name another file to write"
    assert error_of(*arguments) == message
    assert file.read_bytes() == b"data"
