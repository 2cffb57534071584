"""A game of Gambit has the tree and the value of its position, read by a reader written anew."""

import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from qttt import Move, Position, Rules, read, solve
from qttt.notation import UnwritableError
from qttt.notation.efg import MAX_NODES, format_efg
from tests.cli.helpers import stdout_of

NODE = re.compile(r'([ptc]) "" (.*?)"(.*?)" \{ (.*?) \}( 0)?')
POSITIONS = (
    ("goff", "2/1/5/4/78/69"),
    ("closer", "2/1/5/4/78/69"),
    ("goff chooser=chance", "2/1/5/4/78/69"),
    ("qubic3", "2/1/5/4/78/69/89"),
    ("goff last_square=empty", "2/5/9/1/37/46/34"),
    ("goff", "12 12 @1 45 45 @4 78 78"),
    ("classic3", "1/5/2"),
    ("goff", "12 12 @1 45 45 @4 78 78 @7"),
)


def value(lines: Iterator[str]) -> tuple[Fraction, int]:
    """The value of the next node for X, and the number of nodes below it, itself included."""
    found = NODE.fullmatch(next(lines))
    assert found
    kind, numbers, _, inside, _ = found.groups()
    if kind == "t":
        lead, negative = map(Fraction, inside.split(", "))
        assert lead == -negative
        return lead, 1
    names = re.findall(r'"[^"]+"', inside)
    values, nodes = zip(*(value(lines) for _ in names), strict=True)
    if kind == "c":
        shares = [Fraction(each) for each in re.findall(r'" (\S+)', inside)]
        assert sum(shares) == 1
        mean = sum((a * b for a, b in zip(shares, values, strict=True)), Fraction(0))
        return mean, 1 + sum(nodes)
    best = max(values) if numbers.startswith("1 ") else min(values)
    return best, 1 + sum(nodes)


def positions(root: Position) -> Iterator[Position]:
    yield root
    for move in root.legal_moves:
        yield from positions(root.play(move))


@pytest.mark.parametrize(("rules", "text"), POSITIONS)
def test_the_value_is_that_of_the_solver(rules: str, text: str) -> None:
    position = read(text, Rules.parse(rules)).position
    head, comment, empty, *lines = format_efg(position).splitlines()
    assert (head, comment, empty) == (
        f'EFG 2 R "{position} ({position.rules})" {{ "X" "O" }}',
        '""',
        "",
    )
    left = iter(lines)
    expected = position.outcome.value if position.outcome else solve(position).value
    assert value(left) == (Fraction(expected), sum(1 for _ in positions(position)))
    assert list(left) == []


@pytest.mark.skipif(sys.platform == "win32", reason="OpenSpiel does not support Windows")
@pytest.mark.parametrize(("rules", "text"), POSITIONS[:-1])
def test_openspiel_reads_the_tree(rules: str, text: str) -> None:
    """Its minimax of the game that it reads is the solver's value."""
    import pyspiel

    position = read(text, Rules.parse(rules)).position
    game = pyspiel.load_efg_game(format_efg(position))

    def best(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            shares: list[tuple[int, float]] = state.chance_outcomes()
            return sum(share * best(state.child(action)) for action, share in shares)
        values = [best(state.child(action)) for action in state.legal_actions()]
        return max(values) if state.current_player() == 0 else min(values)

    assert best(game.new_initial_state()) == pytest.approx(solve(position).value)


def test_every_node_is_an_information_set() -> None:
    text = format_efg(read("2/1/5/4/78/69", Rules.parse("qubic3")).position)
    sets = re.findall(r'^(p "" \d|c "") (\d+)', text, re.MULTILINE)
    assert len(sets) == len(set(sets)) > 100


def test_large_trees_are_refused() -> None:
    message = f"the games from - have more than {MAX_NODES:,} nodes"
    with pytest.raises(UnwritableError, match=message):
        format_efg(Position())


def test_trees_are_refused_before_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Position] = []
    play = Position.play

    def record(position: Position, move: Move) -> Position:
        played.append(position)
        return play(position, move)

    monkeypatch.setattr(Position, "play", record)
    with pytest.raises(UnwritableError):
        format_efg(Position(Rules.parse("krist rows=26 cols=26")))
    assert played == []
    with pytest.raises(UnwritableError):
        format_efg(Position(Rules.parse("krist rows=8 cols=8")))
    assert len(played) <= MAX_NODES


def test_convert() -> None:
    game = "12 12 @1 45 45 @4 78 78"
    written = stdout_of("convert", "-", "--to", "efg", stdin=game)
    assert written == format_efg(read(game).position)
