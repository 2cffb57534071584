"""Positions by example, mostly those pictured in the rules (R2 to R9)."""

import pytest

from qttt.game import (
    Collapse,
    IllegalMoveError,
    IllegalMoveReason,
    Placement,
    Player,
    Position,
    Rules,
    Termination,
)
from tests import oracle

STEM = ((0, 1), (1, 4), (4, 8), (0, 4))
"""``12 25 59 15``: X1, O2 and O4 form the loop, X3 is a stem."""


def test_the_empty_board() -> None:
    empty = Position()
    assert str(empty) == "-"
    assert empty.turn is Player.X
    assert empty.to_move is Player.X
    assert empty.marks == ()
    assert empty.open_squares == tuple(range(9))
    assert len(empty.legal_moves) == 36
    assert empty.legal_moves[0] == Placement(0, 1)
    assert empty.legal_moves[-1] == Placement(7, 8)
    assert empty.outcome is None
    assert empty.entanglements == ()
    assert empty.ensemble().count == 1
    assert list(empty.ensemble()) == [{}]


def test_a_placement_is_quantum_until_a_collapse() -> None:
    position = Position.after((0, 1))
    assert dict(position.quantum) == {1: (0, 1)}
    assert dict(position.classical) == {}
    assert position.turn is Player.O
    assert len(position.open_squares) == 9


def test_a_square_may_hold_any_number_of_quantum_marks() -> None:
    star = Position.after(*[(0, square) for square in range(1, 9)])
    assert len(star.quantum) == 8
    assert not star.has_loop
    assert star.ensemble().count == 9


def test_the_loop_of_the_first_example() -> None:
    position = Position.after(*STEM)
    assert str(position) == "12/25/59/15"
    assert position.has_loop
    loop = position.loop
    assert loop is not None
    assert (loop.closing, loop.marks, loop.squares, loop.stems) == (4, (1, 2, 4), (0, 1, 4), (3,))
    assert position.legal_moves == (Collapse(0), Collapse(4))
    assert position.ensemble().count == 2


def test_the_player_who_did_not_close_the_loop_chooses_and_then_places() -> None:
    position = Position.after(*STEM)
    assert position.chooser is Player.X
    assert position.to_move is Player.X
    assert position.turn is Player.X
    after = position.play(Collapse(0))
    assert after.to_move is Player.X
    assert str(after) == "2/5/9/1"
    assert dict(after.classical) == {0: 4, 1: 1, 4: 2, 8: 3}
    assert str(position.play(Collapse(4))) == "1/2/9/5"


@pytest.mark.parametrize(
    ("switch", "chooser"), [("other", "X"), ("closer", "O"), ("chance", "chance")]
)
def test_choosers(switch: str, chooser: str) -> None:
    position = Position.after(*STEM, rules=Rules.parse(f"goff chooser={switch}"))
    assert position.chooser == position.to_move == chooser


def test_two_marks_on_one_pair_are_a_loop_of_length_two() -> None:
    position = Position.after((0, 1), (0, 1))
    assert position.loop is not None
    assert position.loop.marks == (1, 2)
    assert position.chooser is Player.X
    assert str(position.play(Collapse(0))) == "2/1"
    assert str(position.play(Collapse(1))) == "1/2"


def test_pair_loops_can_be_forbidden() -> None:
    rules = Rules.preset("no-pair-loops")
    position = Position.after((0, 1), rules=rules)
    assert position.illegal_reason(Placement(0, 1)) is IllegalMoveReason.PAIR_LOOP
    assert Placement(0, 1) not in position.legal_moves
    assert len(position.legal_moves) == 35
    assert Position.after((0, 1), (1, 2), (0, 2), rules=rules).has_loop


def test_pointing_at_a_mark_of_the_loop() -> None:
    position = Position.after(*STEM)
    assert position.collapse_onto(4, 0) == Collapse(0)
    assert position.collapse_onto(1, 1) == Collapse(0)
    assert position.collapse_onto(2, 4) == Collapse(0)
    assert position.collapse_onto(1, 0) == Collapse(4)
    assert position.collapse_onto(2, 1) == Collapse(4)


def test_a_stem_cannot_be_pointed_at() -> None:
    with pytest.raises(IllegalMoveError):
        Position.after(*STEM).collapse_onto(3, 8)


def test_the_last_square_takes_the_last_mark_whole() -> None:
    ring = [(0, 1), (1, 2), (2, 4), (3, 4), (3, 6), (5, 6), (5, 8), (0, 8)]
    position = Position.after(*ring, Collapse(0))
    assert position.outcome is None
    assert position.open_squares == (7,)
    assert position.legal_moves == (Placement(7, 7),)
    assert position.illegal_reason(Placement(7, 8)) is IllegalMoveReason.NOT_OPEN
    assert position.name(Placement(7, 7)) == "88"
    after = position.play(Placement(7, 7))
    assert after.marks[8] == 7
    assert after.outcome is not None


def test_the_last_square_can_stay_empty() -> None:
    ring = [(0, 1), (1, 2), (2, 4), (3, 4), (3, 6), (5, 6), (5, 8), (0, 8)]
    position = Position.after(*ring, Collapse(0), rules=Rules(last_square="empty"))
    assert position.open_squares == (7,)
    assert position.outcome is not None
    assert position.outcome.termination is Termination.FULL
    assert position.illegal_reason(Placement(7, 7)) is IllegalMoveReason.GAME_OVER


def test_two_open_squares_that_share_a_mark_block_the_game() -> None:
    """With pair loops forbidden no placement is legal; the final board is scored."""
    rules = Rules(rows=1, cols=2, line=2, scoring="winner", pair_loops="forbidden")
    blocked = Position.after((0, 1), rules=rules)
    assert blocked.open_squares == (0, 1)
    assert blocked.legal_moves == ()
    assert blocked.outcome is not None
    assert blocked.outcome.termination is Termination.BLOCKED
    assert blocked.to_move is None
    assert dict(blocked.quantum) == {1: (0, 1)}


def test_classical_marks_are_classical_at_once() -> None:
    position = Position(Rules.preset("classic3")).play(Placement(4, 4))
    assert str(position) == "5"
    assert position.marks == (4,)
    assert position.name(Placement(0, 0)) == "1"
    assert len(position.legal_moves) == 8
    assert position.legal_moves[0] == Placement(0, 0)


def test_marks_that_are_still_quantum_at_the_end_stay_so() -> None:
    moves = [(0, 2), (2, 4), (7, 8), (4, 6), (0, 1), (1, 6)]
    over = Position.after(*moves, Collapse(6))
    assert over.outcome is not None
    assert over.outcome.result == "0-1"
    assert dict(over.quantum) == {3: (7, 8)}
    assert over.ensemble().count == 2


def test_names_on_other_boards() -> None:
    position = Position(Rules.preset("qubic4"), ((0, 15), (0, 15)))
    assert str(position) == "a1d4/a1d4"
    assert position.name(Collapse(15)) == "@d4"
    assert position.name(Placement(4, 1)) == "b1a2"
    assert Position().name(Placement(4, 0)) == "15"


def test_mapped() -> None:
    position = Position.after(*STEM)
    turned = position.transformed((8, 7, 6, 5, 4, 3, 2, 1, 0))
    assert str(turned) == "89/58/15/59"
    assert position.transformed(tuple(range(9))) == position


def test_a_position_made_by_after_equals_one_made_of_marks() -> None:
    position = Position.after((4, 0), Placement(3, 4), (0, 3), Collapse(3))
    assert position == Position(Rules(), (0, 4, 3))
    assert repr(position) == "Position(Rules(), (0, 4, 3))"
    with pytest.raises(IllegalMoveError):
        Position.after((0, 1), (0, 1), (2, 3))


def test_a_bare_pair_is_a_placement_either_way_round() -> None:
    assert Position().play((4, 0)) == Position.after((0, 4))


def test_derived_properties_are_read_only() -> None:
    position = Position.after((0, 1), (0, 1), Collapse(0), (3, 4))
    for mapping in (position.classical, position.quantum):
        with pytest.raises(TypeError):
            mapping[3] = 0  # type: ignore[index]


def test_changing_an_ensemble_does_not_change_the_position() -> None:
    position = Position.after((0, 1), (3, 4))
    position.ensemble().odds().clear()
    for reality in position.ensemble():
        reality.clear()
    assert position.ensemble().count == 4
    assert list(position.ensemble().odds()) == [1, 2]


def count_paths(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.legal_moves)
    return sum(count_paths(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize(("depth", "count"), [(1, 36), (2, 1296), (3, 45432), (4, 1531656)])
def test_perft(depth: int, count: int) -> None:
    assert count_paths(Position(), depth) == count


@pytest.mark.nightly
def test_perft_of_five_plies() -> None:
    assert count_paths(Position(), 5) == 48_684_888


def test_all_positions_with_few_marks_are_found() -> None:
    """Up to symmetry there are 8, 186 and 6,012 settled positions after 1, 2 and 3 marks."""
    board, settled = Rules().board, {Position()}
    for expected in (8, 186, 6012):
        fresh = {
            after for position in settled for after in successors(position) if after.outcome is None
        }
        settled = {
            min((position.transformed(s) for s in board.symmetries()), key=lambda p: repr(p.marks))
            for position in fresh
        }
        assert len(settled) == expected


def successors(position: Position) -> list[Position]:
    """All positions without a loop after one more mark."""
    result = []
    for move in position.legal_moves:
        after = position.play(move)
        result += [after.play(move) for move in after.legal_moves] if after.has_loop else [after]
    return result


def test_the_oracle_counts_the_same_paths() -> None:
    assert oracle.paths(oracle.Game(), (), 3) == 45432
