"""Values as text."""

import pytest

from qttt.engine.words import describe_value, format_value
from qttt.game import Position, Rules


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "X and O get the same if both play perfectly"),
        (0.5, "X gets half a point more than O if both play perfectly"),
        (-1.0, "O gets one point more than X if both play perfectly"),
        (1.5, "X gets one and a half points more than O if both play perfectly"),
        (-2.0, "O gets two points more than X if both play perfectly"),
        (0.75, "X gets 0.75 points more than O if both play perfectly"),
    ],
)
def test_value_in_words(value: float, words: str) -> None:
    assert describe_value(value, Position()) == words


def test_value_where_a_coin_decides_is_an_average() -> None:
    assert describe_value(0.5, Position(Rules.preset("qubic3"))).endswith(
        "than O on average if both play perfectly"
    )


@pytest.mark.parametrize(
    ("value", "text", "ascii"), [(0.5, "+½", "+0.5"), (-1.5, "−1½", "-1.5"), (0.0, "0", "0")]
)
def test_signed_value(value: float, text: str, ascii: str) -> None:
    assert (format_value(value), format_value(value, unicode=False)) == (text, ascii)
