"""Texts of the shell."""

from qttt.game import Outcome, Placement, Player, Points, Position, Rules, Termination
from qttt.play import Match
from qttt.shell.output import row_words, status


def test_longer_rows_lead_before_more_of_them() -> None:
    position = Position(Rules.preset("krist", 4), (0, 8, 1, 9, 2, 12))
    assert row_words(position) == "Rows so far: X 1 of length 3; O 3 of length 2. X leads."


def test_status_after_a_resignation() -> None:
    match = Match()
    match.play(Placement(0, 1))
    match.resign(Player.O)
    assert status(match) == "X wins, 1–0. O resigned"
    assert isinstance(match.outcome, Outcome)
    assert match.outcome.points == Points(1, 0)
    assert match.outcome.termination is Termination.RESIGNATION
