"""Legal moves, reasons of illegal ones, and the effects of moves (R3 to R8)."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from qttt.game import Collapse, IllegalMoveError, IllegalMoveReason, Move, Placement, Position
from tests import oracle
from tests.strategies import Walk, game_of, positions, walks, where_of


def conceivable(position: Position) -> Iterator[Move]:
    """All moves on this board and on squares just outside it."""
    squares = range(-1, position.rules.board.size + 1)
    yield from (Placement(a, b) for a in squares for b in squares if a <= b)
    yield from (Collapse(square) for square in squares)


@given(positions())
def test_the_number_of_moves_is_that_of_the_list(position: Position) -> None:
    assert position.move_count == len(position.legal_moves)


@given(positions())
def test_refusal_is_none_exactly_for_legal_moves(position: Position) -> None:
    legal = [move for move in conceivable(position) if position.illegal_reason(move) is None]
    assert sorted(map(repr, legal)) == sorted(map(repr, position.legal_moves))


@given(positions())
def test_legal_moves_are_unique_and_ordered(position: Position) -> None:
    assert list(position.legal_moves) == sorted(set(position.legal_moves))
    assert len({type(move) for move in position.legal_moves}) <= 1


def is_true(reason: IllegalMoveReason, move: Move, position: Position) -> bool:
    """Whether a reason literally applies to this move."""
    game, where = game_of(position.rules), where_of(position)
    loop = oracle.pending_loop(where)
    free = oracle.open_squares(game, where)
    squares = set(move)
    is_collapse = isinstance(move, Collapse)
    claims = {
        IllegalMoveReason.GAME_OVER: oracle.termination(game, where) is not None,
        IllegalMoveReason.OFF_BOARD: not squares <= set(game.squares),
        IllegalMoveReason.LOOP_PENDING: loop is not None and not is_collapse,
        IllegalMoveReason.NO_LOOP: loop is None and is_collapse,
        IllegalMoveReason.NOT_ON_LOOP: loop is not None and not squares & set(loop.outcomes),
        IllegalMoveReason.NOT_OPEN: not is_collapse and not squares <= set(free),
        IllegalMoveReason.ONE_SQUARE: game.marks == "quantum"
        and len(squares) == 1
        and len(free) > 1,
        IllegalMoveReason.TWO_SQUARES: game.marks == "classical" and len(squares) == 2,
        IllegalMoveReason.PAIR_LOOP: game.pair_loops == "forbidden" and frozenset(squares) in where,
    }
    return claims[reason]


@given(positions())
def test_the_reason_of_a_refusal_is_true(position: Position) -> None:
    for move in conceivable(position):
        reason = position.illegal_reason(move)
        assert reason is None or is_true(reason, move, position), (move, reason)


@given(positions())
def test_an_illegal_move_changes_nothing_and_has_a_reason(position: Position) -> None:
    before = repr(position), hash(position), position.legal_moves, position.outcome
    for move in conceivable(position):
        reason = position.illegal_reason(move)
        if reason is not None:
            with pytest.raises(IllegalMoveError) as caught:
                position.play(move)
            assert caught.value.move == move
            assert caught.value.position is position
            assert caught.value.reason is reason
            assert str(reason) in str(caught.value)
            assert str(position) in str(caught.value)
    assert (repr(position), hash(position), position.legal_moves, position.outcome) == before


@given(walks())
def test_turn_marks_and_open_squares_are_consistent(walk: Walk) -> None:
    for position in walk.positions:
        n = len(position.marks)
        assert position.turn == ("O" if n % 2 else "X")
        assert sorted([*position.classical.values(), *position.quantum]) == list(range(1, n + 1))
        assert set(position.open_squares).isdisjoint(position.classical)
        squares = sorted([*position.open_squares, *position.classical])
        assert squares == list(position.rules.board.squares)
        for pair in position.quantum.values():
            assert pair[0] < pair[1]
            assert set(pair) <= set(position.open_squares)
        for square, mark in position.classical.items():
            assert position.marks[mark - 1] == square
        for mark, pair in position.quantum.items():
            assert position.marks[mark - 1] == pair


@given(walks())
def test_effect_of_each_ply(walk: Walk) -> None:
    """A placement adds the next mark on its squares; a collapse adds none (R2, R3, R9)."""
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        if isinstance(move, Collapse):
            assert len(after.marks) == len(before.marks)
        else:
            assert after.marks[:-1] == before.marks
            assert after.marks[-1] == (next(iter(move)) if move.is_whole else tuple(move))


@given(walks())
def test_playing_does_not_change_the_position_played_from(walk: Walk) -> None:
    texts = [repr(position) for position in walk.positions]
    for position, move in zip(walk.positions, walk.moves, strict=False):
        position.play(move)
    assert [repr(position) for position in walk.positions] == texts


@given(walks())
def test_to_move_is_none_exactly_when_the_game_is_over(walk: Walk) -> None:
    for position in walk.positions:
        is_over = position.outcome is not None
        assert is_over == (position.to_move is None) == (not position.legal_moves)
        if not is_over and not position.has_loop:
            assert position.to_move == position.turn
    assert all(position.outcome is None for position in walk.positions[:-1])


@given(walks())
def test_a_position_does_not_depend_on_its_history(walk: Walk) -> None:
    """Properties inherited from the previous position equal those derived from the marks alone."""
    for position in walk.positions:
        afresh = Position(position.rules, position.marks)
        assert position.outcome == afresh.outcome
        assert (position.has_loop, position.to_move) == (afresh.has_loop, afresh.to_move)
        assert position.open_squares == afresh.open_squares
        assert position.legal_moves == afresh.legal_moves
        assert position.entanglements == afresh.entanglements


@given(walks())
def test_after_plays_the_same_moves(walk: Walk) -> None:
    assert Position.after(*walk.moves, rules=walk.last.rules) == walk.last


@given(positions())
def test_names_of_moves_are_unique(position: Position) -> None:
    game = game_of(position.rules)
    legal = oracle.legal_moves(game, where_of(position))
    names = [position.name(move) for move in position.legal_moves]
    assert names == [oracle.move_text(game, move) for move in legal]
    assert len(set(names)) == len(names)
