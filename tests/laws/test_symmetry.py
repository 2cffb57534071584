"""Rotating or reflecting the board changes squares and nothing else (R1)."""

from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Collapse, Line, Move, Placement, Position
from tests.strategies import Walk, positions, walks

Symmetry = tuple[int, ...]


def mapped(move: Move, symmetry: Symmetry) -> Move:
    if isinstance(move, Collapse):
        return Collapse(symmetry[move.square])
    a, b = move
    return Placement(symmetry[a], symmetry[b])


def mapped_line(line: Line, symmetry: Symmetry) -> tuple[object, ...]:
    return line.player, line.time, tuple(sorted(symmetry[square] for square in line.squares))


def symmetries(position: Position) -> tuple[Symmetry, ...]:
    return position.rules.board.symmetries()


@given(positions())
def test_legal_moves_are_mapped(position: Position) -> None:
    for symmetry in symmetries(position):
        expected = sorted(mapped(move, symmetry) for move in position.legal_moves)
        assert list(position.transformed(symmetry).legal_moves) == expected


@given(positions(), st.integers(0, 999))
def test_playing_and_mapping_commute(position: Position, n: int) -> None:
    if position.legal_moves:
        move = position.legal_moves[n % len(position.legal_moves)]
        for symmetry in symmetries(position):
            after = position.transformed(symmetry).play(mapped(move, symmetry))
            assert after == position.play(move).transformed(symmetry)


@given(walks())
def test_the_outcome_is_mapped(walk: Walk) -> None:
    outcome = walk.last.outcome
    for symmetry in symmetries(walk.last):
        other = walk.last.transformed(symmetry).outcome
        assert (outcome is None) == (other is None)
        if outcome is not None and other is not None:
            assert (other.points, other.termination) == (outcome.points, outcome.termination)
            assert other.title == outcome.title
            expected = sorted(mapped_line(line, symmetry) for line in outcome.lines)
            identity = tuple(walk.last.rules.board.squares)
            assert sorted(mapped_line(line, identity) for line in other.lines) == expected


@given(positions())
def test_mapping_and_its_inverse(position: Position) -> None:
    for symmetry in symmetries(position):
        back = tuple(symmetry.index(square) for square in range(len(symmetry)))
        assert position.transformed(symmetry).transformed(back) == position


@given(positions())
def test_mapping_keeps_the_realities(position: Position) -> None:
    for symmetry in symmetries(position):
        other = position.transformed(symmetry)
        assert other.ensemble().count == position.ensemble().count
        assert other.ensemble().odds() == {
            mark: {symmetry[square]: p for square, p in row.items()}
            for mark, row in position.ensemble().odds().items()
        }
