"""Checks the golden data of large boards, which the oracle computed, against the rules."""

import re
from collections.abc import Iterator

import pytest

from qttt.game import Collapse, Move, Placement, Position, Rules
from qttt.game.outcome import find_krists, find_lines
from tests import oracle
from tests.golden.tables import rows
from tests.strategies import row_of

LARGE = rows("large.tsv")
Row = dict[str, str]


def moves_of(row: Row) -> Iterator[Move]:
    board = Rules.parse(row["rules"]).board
    squares = {board.name(square): square for square in board.squares}
    for token in row["moves"].split(" "):
        names = re.findall(r"[a-z]\d+", token)
        first, last = squares[names[0]], squares[names[-1]]
        yield Collapse(first) if token.startswith("@") else Placement(first, last)


def numbers(marks: tuple[int, ...]) -> str:
    return ",".join(map(str, marks)) or "-"


def described(position: Position) -> Row:
    loop, outcome, board = position.loop, position.outcome, position.rules.board
    ensemble = position.ensemble()
    odds = (shares for _, shares in sorted(ensemble.odds().items()) if len(shares) > 1)
    shares = [f"{board.name(square)}:{share}" for square, share in sorted(next(odds, {}).items())]
    return {
        "position": str(position),
        "decider": position.to_move or "-",
        "loop": numbers(loop.marks) if loop else "-",
        "stems": numbers(loop.stems) if loop else "-",
        "realities": str(ensemble.count),
        "odds": ",".join(shares) or "-",
        "termination": outcome.termination if outcome else "-",
        "result": outcome.result if outcome else "-",
    }


@pytest.mark.parametrize("row", LARGE, ids=lambda row: f"{row['rules']}, {len(row['moves'])}")
def test_large_boards(row: Row) -> None:
    position = Position(Rules.parse(row["rules"]))
    for move in moves_of(row):
        assert position.outcome is None
        position = position.play(move)
    assert described(position).items() <= row.items()
    rules, classical = position.rules, position.classical
    found = (
        find_krists(rules.board, classical)
        if rules.line is None
        else find_lines(rules.board, rules.line, classical)
    )
    game = oracle.parse_rules(row["rules"])
    expected = row["lines"].split(";") if row["lines"] != "-" else []
    assert sorted(map(row_of, found)) == sorted(lines_of(game, expected))


def lines_of(game: oracle.Game, texts: list[str]) -> list[oracle.Row]:
    names = {oracle.square_name(game, square): square for square in game.squares}
    return [
        oracle.Row(int(label[1:]), label[0], tuple(names[name] for name in squares.split(",")))
        for label, _, squares in (text.partition(":") for text in texts)
    ]
