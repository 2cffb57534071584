"""Saved games."""

from pathlib import Path

import pytest

from qttt.play import Recovered, load
from qttt.tui.files import ReplacesError, Saver, free_name, told
from tests.tui.helpers import LOOP, table


def test_a_file_of_another_game_is_replaced_only_if_asked_for_twice(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    path.write_text("another game")
    saver = Saver(table(LOOP).match, None)
    with pytest.raises(ReplacesError, match=r"game\.qtn is there already: save again to replace"):
        saver(path)
    assert path.read_text() == "another game"
    saver(path)
    assert str(load(path).position) == LOOP.replace(" ", "/")


def test_ones_own_file_is_replaced_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    Saver(table("12").match, None)(path)
    Saver(table(LOOP).match, path)(path)
    assert len(load(path).position.marks) == 4


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
        (0, False, "game.qtn is open; it has no armour, so damage could not have been seen"),
    ],
)
def test_what_is_told_of_a_file(repaired: int, armoured: bool, text: str) -> None:
    read = Recovered(table().match, repaired, armoured)
    assert told(Path("folder/game.qtn"), read) == text
