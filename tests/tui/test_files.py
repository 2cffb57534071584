"""Saved games."""

from pathlib import Path

import pytest

from qttt.play import LoadedMatch
from qttt.tui.screen import free_name, opened_message
from tests.tui.helpers import game_at


def test_new_files_have_new_names(tmp_path: Path) -> None:
    assert free_name(tmp_path).name == "game.qtn"
    (tmp_path / "game.qtn").touch()
    (tmp_path / "game-2.qtn").touch()
    assert free_name(tmp_path).name == "game-3.qtn"


@pytest.mark.parametrize(
    ("repaired", "armoured", "text"),
    [
        (0, True, "game.qtn is open"),
        (1, True, "game.qtn is open; 1 damaged byte was repaired: save it again"),
        (7, True, "game.qtn is open; 7 damaged bytes were repaired: save it again"),
        (0, False, "game.qtn is open; it has no armour, so damage cannot be detected"),
    ],
)
def test_message_about_an_opened_file(repaired: int, armoured: bool, text: str) -> None:
    read = LoadedMatch(game_at().match, repaired, armoured)
    assert opened_message(Path("folder/game.qtn"), read) == text
