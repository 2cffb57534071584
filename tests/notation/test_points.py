"""Values as text."""

import pytest

from qttt.game import Position, Rules
from qttt.notation.points import describe_points, describe_value, format_points, format_value
from tests.golden.tables import rows


@pytest.mark.parametrize(
    "row", rows("points.tsv"), ids=lambda row: f"{row['value']}-{row['exact']}"
)
def test_points_in_figures_and_words(row: dict[str, str]) -> None:
    value, is_exact = float(row["value"]), row["exact"] == "yes"
    assert format_points(abs(value), is_exact=is_exact) == row["points"]
    assert format_value(value, is_exact=is_exact) == row["signed"]
    assert describe_points(abs(value), is_exact=is_exact) == row["words"]


def test_zero_has_no_sign() -> None:
    assert [format_value(0), format_value(-0.001, is_exact=False)] == ["0", "0.00"]


def test_figures_in_ascii() -> None:
    values = (0.5, -1.5, 0, -0.1875)
    shown = [format_value(value, unicode=False) for value in values]
    assert shown == ["+1/2", "-1 1/2", "0", "-3/16"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "X and O get the same if both play perfectly"),
        (0.5, "X gets half a point more than O if both play perfectly"),
        (-1.0, "O gets a point more than X if both play perfectly"),
    ],
)
def test_value_in_words(value: float, words: str) -> None:
    assert describe_value(value, Position()) == words


def test_value_where_a_coin_decides_is_an_average() -> None:
    assert describe_value(0.5, Position(Rules.preset("qubic3"))).endswith(
        "than O on average if both play perfectly"
    )
