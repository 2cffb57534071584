"""Errors show their position in any text, and can be pickled."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import IllegalMoveError, IllegalMoveReason, Position, Rules
from qttt.notation import IllegalMoveInTextError, NotationError, parse_move, parse_position, read
from qttt.notation.errors import IllegalPositionInTextError, TextLocation

LINES = st.lists(st.text(st.characters(exclude_characters="\r\n"), max_size=9), min_size=1)


@given(LINES, st.sampled_from(("\n", "\r\n", "\r")), st.data())
def test_line_and_column_of_any_offset(lines: list[str], end: str, data: st.DataObject) -> None:
    line = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[line])))
    offset = sum(len(previous) + len(end) for previous in lines[:line]) + column
    location = TextLocation(end.join(lines), offset)
    assert (location.line, location.column) == (line + 1, column + 1)


def test_error_shows_its_position_in_the_text() -> None:
    with pytest.raises(NotationError) as caught:
        parse_move("2x", Position())
    assert str(caught.value) == (
        "line 1, column 1: '2x' is not a move; a placement is written 12 or a1-b2, "
        "a collapse @5 or X1@2\n  2x\n  ^"
    )


def test_excerpt_is_short_and_has_no_control_characters() -> None:
    location = TextLocation("first\n" + "a" * 500 + "\x1b[31m\u202e" + "b" * 500 + "\nlast", 506)
    shown, caret = location.excerpt.splitlines()
    assert shown.isprintable()
    assert len(shown) <= 2 + 2 * 60
    assert shown[caret.index("^")] == "\ufffd"


@given(st.text(), st.data())
def test_excerpt_never_fails(text: str, data: st.DataObject) -> None:
    location = TextLocation(text, data.draw(st.integers(0, len(text))))
    assert all(char.isprintable() or char == "\n" for char in location.excerpt)
    assert location.excerpt.endswith("^")


def test_illegal_move_in_a_text_has_a_position() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        parse_move(" 55", Position())
    error = caught.value
    assert isinstance(error, IllegalMoveInTextError)
    assert (error.reason, error.line, error.column) == (IllegalMoveReason.ONE_SQUARE, 1, 2)
    assert str(error) == f"line 1, column 2: {error.message}\n   55\n   ^"
    assert error.message == str(IllegalMoveError(error.move, error.position, error.reason))


def test_illegal_position_in_a_text_has_a_position() -> None:
    with pytest.raises(IllegalPositionInTextError) as caught:
        parse_position("\n1", Rules())
    assert (caught.value.line, caught.value.column) == (2, 1)
    assert str(caught.value) == f"line 2, column 1: {caught.value.message}\n  1\n  ^"


@pytest.mark.parametrize("text", ["2x", "@1", "1/1"])
def test_errors_survive_pickling(text: str) -> None:
    with pytest.raises(ValueError, match="line 1") as caught:
        read(text, Rules())
    copied = pickle.loads(pickle.dumps(caught.value))
    assert type(copied) is type(caught.value)
    assert str(copied) == str(caught.value)
    assert vars(copied).keys() == vars(caught.value).keys()
