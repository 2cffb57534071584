"""Errors of levels: the table, and what must hold."""

from pathlib import Path
from random import Random

import pytest

from qttt.book.levels import GAMES, LEVELS, greedy_move, level_rows, players
from qttt.book.tables import load_csv
from qttt.notation.positions import parse_position

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"
ROWS = load_csv(LEVELS, DATA)


def test_a_few_games() -> None:
    for row in level_rows("random", 5):
        _, marks, decisions, errors, loss = row
        assert int(errors or 0) <= int(decisions or 0)
        assert (loss == 0) == (errors == 0)
        if marks == 0:
            assert decisions == 5


def test_greed_prefers_a_game_that_goes_on_to_a_certain_loss() -> None:
    position = parse_position("15/58/59/45/47/12/16/27")
    ends = [bool(position.play(move).outcome) for move in position.legal_moves]
    assert sorted(ends) == [False, True]
    for seed in range(5):
        assert not position.play(greedy_move(position, Random(seed))).outcome


@pytest.mark.nightly
@pytest.mark.parametrize("player", players())
def test_the_table(player: str) -> None:
    assert list(level_rows(player)) == [row for row in ROWS if row[0] == player]


def test_better_levels_err_less() -> None:
    shares = []
    for player in players():
        mine = [row for row in ROWS if row[0] == player]
        assert mine[0][1:3] == (0, GAMES)
        shares.append(sum(int(row[3] or 0) for row in mine) / sum(int(row[2] or 0) for row in mine))
    *levels, greedy = shares
    assert sorted(levels, reverse=True) == levels
    assert levels[-1] == 0
    assert levels[0] > greedy > levels[1]
