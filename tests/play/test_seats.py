"""Names and kinds of players."""

import pytest

from qttt.engine.levels import Level
from qttt.play import Seat
from qttt.play.errors import SeatError
from qttt.play.seats import HUMAN


@pytest.mark.parametrize(
    "name", ["", "  ", "a\nb", "\x1b[31m", "a\x00", "\u202egnp.exe", "\u2066x", "\u2028"]
)
def test_a_name_is_one_line_of_visible_text(name: str) -> None:
    with pytest.raises(SeatError, match="is not a name: give one line of visible text"):
        Seat(name)


@pytest.mark.parametrize("name", ["Ann", "Ελένη", "شهرزاد", "می\u200cخواهم", "👩‍🔬", 'a "b" {c}'])
def test_names_of_people_are_names(name: str) -> None:
    assert Seat(name).name == name


@pytest.mark.parametrize("kind", ["", "Human", "two words", "-"])
def test_a_kind_is_a_lower_case_word(kind: str) -> None:
    advice = f"write a lower-case word, such as human, {', '.join(Level)}"
    with pytest.raises(SeatError, match=f"invalid kind of player {kind!r}: {advice}"):
        Seat("Ann", kind)


@pytest.mark.parametrize("level", Level)
def test_a_computer_is_named_after_its_level(level: Level) -> None:
    assert Seat.computer(level) == Seat(level.title, level.value)
    assert Seat.computer(level, "Deep Q").name == "Deep Q"
    assert Seat.computer(level).level is level


def test_other_kinds_have_no_level() -> None:
    assert (Seat("Ann").level, Seat("Eve", "remote-engine").level) == (None, None)
    assert Seat("Ann").kind == HUMAN
    assert [Seat("Ann").is_human, Seat("Eve", "remote-engine").is_human] == [True, False]
