"""The words of the shell."""

import pytest

from qttt.game import Outcome, Placement, Player, Points, Position, Rules, Termination
from qttt.play import Match
from qttt.shell.words import krist_words, signed, status, value_words


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
    assert value_words(value, Position()) == words


def test_value_where_a_coin_decides_is_an_average() -> None:
    assert value_words(0.5, Position(Rules.preset("qubic3"))).endswith(
        "than O on average if both play perfectly"
    )


@pytest.mark.parametrize(
    ("value", "text", "ascii"), [(0.5, "+½", "+0.5"), (-1.5, "−1½", "-1.5"), (0.0, "0", "0")]
)
def test_signed_value(value: float, text: str, ascii: str) -> None:
    assert (signed(value), signed(value, unicode=False)) == (text, ascii)


def test_longer_krists_lead_before_more_of_them() -> None:
    position = Position(Rules.preset("krist", 4), (0, 8, 1, 9, 2, 12))
    assert krist_words(position) == ("Krists so far: X 1 of length 3; O 3 of length 2. X leads.")


def test_status_tells_a_resignation() -> None:
    match = Match()
    match.play(Placement(0, 1))
    match.resign(Player.O)
    assert status(match) == "X wins, 1–0: O resigned"
    assert isinstance(match.outcome, Outcome)
    assert match.outcome.points == Points(1, 0)
    assert match.outcome.termination is Termination.RESIGNATION
