"""Examples in the rules are played; terms in the glossary are unique."""

import re

import pytest

from qttt.game import IllegalMoveError, Position, Rules
from tests import oracle
from tests.golden.tables import SPEC
from tests.strategies import move_of

RULES = (SPEC / "rules.md").read_text(encoding="utf-8")
GLOSSARY = (SPEC / "glossary.md").read_text(encoding="utf-8")

EXAMPLES = [
    line
    for block in re.findall(r"^```example\n(.*?)^```$", RULES, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


def play(rules: str, moves: str) -> Position:
    game, position = oracle.parse_rules(rules), Position(Rules.parse(rules))
    for token in moves.split():
        position = position.play(move_of(oracle.parse_move(game, token)))
    return position


@pytest.mark.parametrize("example", [line for line in EXAMPLES if "->" in line])
def test_examples_of_the_rules(example: str) -> None:
    rules, moves, expected = re.split(" : |->", example)
    position = play(rules, moves)
    result = position.outcome.result if position.outcome else "*"
    assert [str(position), result] == expected.split()
    game = oracle.parse_rules(rules)
    assert oracle.position_text(game, oracle.after(game, moves)) == str(position)


@pytest.mark.parametrize("example", [line for line in EXAMPLES if "!" in line])
def test_illegal_examples_of_the_rules(example: str) -> None:
    rules, moves, token = re.split(" : |!", example)
    position, game = play(rules, moves), oracle.parse_rules(rules)
    names = re.findall(r"[a-z]\d+|\d", token)
    if not {oracle.square_name(game, square) for square in game.squares} >= set(names):
        return
    with pytest.raises(IllegalMoveError):
        position.play(move_of(oracle.parse_move(game, token)))


def test_there_are_examples_of_most_clauses() -> None:
    clauses = re.split(r"^### ", RULES, flags=re.MULTILINE)[1:]
    assert [clause.split()[0] for clause in clauses] == [f"R{n}" for n in range(1, 15)]
    without = {clause.split()[0] for clause in clauses if "```example" not in clause}
    assert without == {"R2", "R5", "R9", "R10"}


def test_the_table_of_presets() -> None:
    table = re.findall(r"^\| `([a-z0-9-]+)` \|(.*)\|$", RULES.split("## Presets")[1], re.MULTILINE)
    assert [name for name, _ in table] == list(oracle.PRESETS)
    for name, cells in table:
        game = oracle.PRESETS[name]
        board, line, *switches = [cell.strip() for cell in cells.split("|")][:8]
        assert line == ("–" if game.line is None else str(game.line))
        assert board.startswith("n×n") or board == f"{game.rows}×{game.cols}"
        for cell, value in zip(switches, game[3:], strict=True):
            assert cell in (value, "–")


def test_each_term_is_defined_once() -> None:
    words = re.findall(r"^\| ([^|]+?) \| ", GLOSSARY, re.MULTILINE)
    defined = [word for word in words if word not in ("term", "---")]
    assert len(defined) == len(set(defined)) > 50
