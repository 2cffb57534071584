"""Golden data for texts that are rejected or tolerated."""

import json
from pathlib import Path

import pytest

from qttt.game import IllegalMoveError, Rules
from qttt.notation import (
    NotationError,
    format_goff,
    format_move,
    from_record,
    parse_goff,
    parse_move,
    parse_moves,
    parse_position,
    read,
    read_records,
    to_record,
    write_record,
)
from qttt.notation.errors import IllegalPositionInTextError

GOLDEN = Path(__file__).parents[2] / "spec" / "golden"


def rows(name: str) -> list[list[str]]:
    lines = (GOLDEN / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def rewrite(kind: str, rules: str, position: str, text: str) -> str:
    """Read a text of the given kind and format the result."""
    if kind == "record":
        games = [(record, from_record(record).root) for record in read_records(text)]
        return "".join(write_record(to_record(g, r.tags, r.result)) for r, g in games)
    switches = Rules.parse(rules)
    match kind:
        case "move":
            start = parse_position(position, switches)
            return format_move(parse_move(text, start), start)
        case "moves":
            return str(parse_moves(text, parse_position(position, switches)).position)
        case "position":
            return str(parse_position(text, switches))
        case "read":
            return str(read(text, switches).position)
        case "goff":
            return format_goff(parse_goff(text, switches))
        case _:
            raise AssertionError(kind)


@pytest.mark.parametrize("row", rows("refused.tsv"), ids=lambda row: " ".join(row[:4]))
def test_rejected(row: list[str]) -> None:
    kind, rules, position, text, error, line, column, reason = row
    with pytest.raises(ValueError, match=r"^line \d+, column \d+: ") as caught:
        rewrite(kind, rules, position, json.loads(text))
    match caught.value:
        case NotationError() as raised:
            assert (error, raised.message) == ("notation", reason)
        case IllegalMoveError() as raised:
            assert (error, raised.reason.name) == ("move", reason)
        case IllegalPositionInTextError() as raised:
            assert error == "position"
            assert raised.message.endswith(f": {reason}")
        case _:
            raise caught.value
    assert f"line {line}, column {column}: " in str(caught.value)


@pytest.mark.parametrize("row", rows("tolerated.tsv"), ids=lambda row: " ".join(row[:4]))
def test_tolerated(row: list[str]) -> None:
    kind, rules, position, text, expected = row
    assert rewrite(kind, rules, position, json.loads(text)) == json.loads(expected)
    if kind != "read":
        assert rewrite(kind, rules, position, json.loads(expected)) == json.loads(expected)
