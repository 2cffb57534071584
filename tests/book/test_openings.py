"""Opening theory: the tree of moves that keep the value, and games up to symmetry."""

from collections import Counter
from itertools import combinations, islice
from pathlib import Path

import pytest

from qttt import Collapse, Placement, Position, Rules
from qttt.book import openings
from qttt.book.openings import OPENINGS, count_symmetric, text, tree
from qttt.book.tables import load_csv
from qttt.engine.enumeration import count_games
from qttt.engine.tablebase import shipped_tablebase
from qttt.engine.verify import position_key
from qttt.notation import read
from tests.selection import by_day

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"
ROWS = load_csv(OPENINGS, DATA)


def test_the_first_levels() -> None:
    nodes = list(islice(tree(), 12))
    assert [node.row() for node in nodes] == ROWS[:12]
    assert text(nodes[0].moves) == "-"
    assert text(nodes[1].moves) == "19"


def test_every_position_keeps_the_value() -> None:
    """The tablebase, which the tree does not use, has the value and the plies of every row."""
    table = shipped_tablebase(Rules())
    assert table
    for row in ROWS:
        position = read(str(row[0])).position
        entry = table.probe(position)
        assert entry
        assert (entry.value, entry.plies) == (0.5, row[8])
        assert (len(position.marks), str(position.to_move)) == row[3:5]
        after = [table.probe(position.play(move)) for move in position.legal_moves]
        assert len(after) == row[5]
        if len(position.marks) < 4:
            moves = zip(position.legal_moves, after, strict=True)
            keeping = [move for move, each in moves if each is not None and each.value == 0.5]
            assert len(keeping) == row[6]
            only = position.name(keeping[0]) if len(keeping) == 1 < len(after) else None
            assert row[7] == only


def test_nine_replies_in_four_classes_hold_x_to_half_a_point() -> None:
    replies = {str(row[1]): row[2] for row in ROWS if row[3] == 2}
    assert replies == {
        "edge on X1": 4,
        "half diagonal on X1": 2,
        "free half diagonal": 2,
        "free diagonal": 1,
    }


def test_variations_of_three_marks_have_names_of_their_own() -> None:
    named = [(str(row[0]).rpartition(" ")[0], row[1]) for row in ROWS if row[1] and row[3] != 4]
    assert len(named) == 33
    assert len(set(named)) == len(named)


def test_names_of_symmetric_moves_are_equal() -> None:
    shapes = Counter[str]()
    for a, b in combinations(range(9), 2):
        names = {
            openings.name((Placement(s[0], s[2]), Placement(s[2], s[5]), Placement(s[a], s[b])))
            for s in Rules().board.symmetries()
        }
        assert len(names) == 1
        shapes[str(openings.name((Placement(a, b),)))] += 1
    assert shapes == {
        **dict.fromkeys(("half edge", "knight's move"), 8),
        **dict.fromkeys(("diagonal", "middle line"), 2),
        **dict.fromkeys(("edge", "half diagonal", "short diagonal", "half middle line"), 4),
    }
    marks = (Placement(0, 2), Placement(2, 5), Placement(0, 5))
    assert openings.name(marks) == "knight's move on X1+O2 (loop)"
    assert openings.name((*marks, Collapse(0))) is None


def test_repeated_classes_refer_to_the_first() -> None:
    for row in ROWS:
        if row[9] is not None:
            one, other = (read(str(moves)).position for moves in (row[0], row[9]))
            assert position_key(one) == position_key(other)


def orbits(rules: Rules) -> int:
    """Count games up to symmetry one by one."""
    seen = set()
    todo: list[tuple[tuple[tuple[int, ...], ...], Position]] = [((), Position(rules))]
    while todo:
        moves, position = todo.pop()
        if position.outcome:
            images = (
                tuple(tuple(sorted(symmetry[square] for square in move)) for move in moves)
                for symmetry in rules.board.symmetries()
            )
            seen.add(min(images))
        todo += [((*moves, tuple(m)), position.play(m)) for m in position.legal_moves]
    return len(seen)


@pytest.mark.parametrize(
    "rules",
    [
        "goff rows=1 cols=3 line=2 scoring=winner",
        "goff rows=2 cols=2 line=2 scoring=winner",
    ],
)
def test_games_up_to_symmetry(rules: str) -> None:
    parsed = Rules.parse(rules)
    games, order = count_games(Position(parsed)).games, len({*parsed.board.symmetries()})
    assert orbits(parsed) == (games + count_symmetric(parsed)) / order


@pytest.mark.parametrize("name", by_day(["classic3"], openings.PRESETS))
def test_the_table_of_games(name: str) -> None:
    row = next(row for row in load_csv(openings.GAMES, DATA) if row[0] == name)
    symmetric = count_symmetric(Rules.preset(name))
    assert row[2] == symmetric
    assert (int(row[1] or 0) + symmetric) / 8 == row[3]


@pytest.mark.nightly
def test_the_tables() -> None:
    assert [node.row() for node in tree()] == ROWS
    assert list(openings.game_rows()) == load_csv(openings.GAMES, DATA)
