"""A loop has two collapses: the two realities of its entanglement (R6, R8)."""

import networkx as nx
import pytest
from hypothesis import given

from qttt.game import Collapse, IllegalMoveError, IllegalMoveReason, Placement, Position
from tests import oracle
from tests.strategies import ON_3X3, pending, positions, where_of


@given(pending())
def test_exactly_two_outcomes_and_they_are_the_members_of_the_ensemble(position: Position) -> None:
    loop = oracle.pending_loop(where_of(position))
    assert loop is not None
    assert len(position.legal_moves) == 2
    landings = []
    for move in position.legal_moves:
        assert isinstance(move, Collapse)
        classical = position.play(move).classical
        landings.append({mark: s for s, mark in classical.items() if s not in position.classical})
    assert landings == [loop.outcomes[square] for square in sorted(loop.outcomes)]
    assert landings[0] != landings[1]


@given(pending())
def test_the_two_outcomes_are_one_for_each_square_of_the_closing_mark(position: Position) -> None:
    """The closing mark is the last one, and the moves are its two squares."""
    assert position.loop is not None
    assert position.loop.closing == len(position.marks)
    pair = position.quantum[position.loop.closing]
    assert list(position.legal_moves) == [Collapse(square) for square in pair]
    for square in pair:
        assert position.play(Collapse(square)).classical[square] == position.loop.closing


@given(pending())
def test_loop_and_stems(position: Position) -> None:
    """Marks of the loop land on different squares in the two realities, stems on the same."""
    expected = oracle.pending_loop(where_of(position))
    loop = position.loop
    assert loop is not None
    assert expected is not None
    assert loop.closing == expected.closing
    assert loop.marks == expected.marks
    assert loop.squares == expected.squares
    assert loop.stems == expected.stems


@given(pending())
def test_the_loop_is_the_cycle_of_the_graph(position: Position) -> None:
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    for mark, (a, b) in position.quantum.items():
        graph.add_edge(a, b, key=mark)
    cycle = nx.find_cycle(graph)
    assert position.loop is not None
    assert position.loop.marks == tuple(sorted(edge[2] for edge in cycle))
    assert position.loop.squares == tuple(sorted({end for edge in cycle for end in edge[:2]}))
    assert len(position.loop.marks) == len(position.loop.squares)


@given(pending())
def test_a_collapse_settles_exactly_its_entanglement(position: Position) -> None:
    part = next(entanglement for entanglement in position.entanglements if entanglement.is_loop)
    for move in position.legal_moves:
        after = position.play(move)
        assert after.loop is None
        assert set(after.classical) == set(position.classical) | set(part.squares)
        assert set(after.classical.values()) >= set(part.marks)
        assert set(after.quantum) == set(position.quantum) - set(part.marks)
        for mark in after.quantum:
            assert after.quantum[mark] == position.quantum[mark]


@given(pending())
def test_a_collapse_is_not_a_turn(position: Position) -> None:
    """After a collapse the player who did not close the loop places the next mark (R9)."""
    for move in position.legal_moves:
        after = position.play(move)
        assert len(after.marks) == len(position.marks)
        assert after.turn == position.turn
        assert (after.turn == "X") == (len(position.marks) % 2 == 0)


@given(pending())
def test_any_mark_of_the_loop_names_one_of_the_two_outcomes(position: Position) -> None:
    """A collapse can be given by any mark of the loop and either of its squares (R8)."""
    assert position.loop is not None
    for mark in position.loop.marks:
        named = set()
        for square in position.quantum[mark]:
            move = position.collapse_onto(mark, square)
            assert position.play(move).classical[square] == mark
            named.add(move)
        assert named == set(position.legal_moves)


@given(pending())
def test_pointing_anywhere_else_is_rejected(position: Position) -> None:
    assert position.loop is not None
    for mark in range(1, len(position.marks) + 1):
        for square in position.rules.board.squares:
            on_loop = mark in position.loop.marks and square in position.quantum.get(mark, ())
            if not on_loop:
                with pytest.raises(IllegalMoveError) as caught:
                    position.collapse_onto(mark, square)
                assert caught.value.reason is IllegalMoveReason.NOT_LOOP_MARK
                assert caught.value.position == position


@given(positions())
def test_pointing_without_a_loop_is_rejected(position: Position) -> None:
    if not position.has_loop:
        with pytest.raises(IllegalMoveError) as caught:
            position.collapse_onto(1, 0)
        assert caught.value.reason in (IllegalMoveReason.NO_LOOP, IllegalMoveReason.GAME_OVER)
        assert caught.value.position == position


@given(positions())
def test_a_loop_closes_where_the_graph_closes_a_cycle(position: Position) -> None:
    """A mark closes a loop exactly if its squares already were in one entanglement (R6)."""
    together = [set(part.squares) for part in position.entanglements]
    for move in position.legal_moves:
        if isinstance(move, Placement):
            joins = any(set(move) <= squares for squares in together)
            assert position.play(move).has_loop == (joins and not move.is_whole)


@given(positions())
def test_at_most_one_loop_and_only_from_the_last_mark(position: Position) -> None:
    loops = [part for part in position.entanglements if part.is_loop]
    assert position.has_loop == bool(loops) == (position.loop is not None)
    assert len(loops) <= 1
    for part in position.entanglements:
        assert len(part.marks) == len(part.squares) - (0 if part.is_loop else 1)
        assert part.closing == max(part.marks)
        assert (part.loop() is not None) == part.is_loop


@given(positions(ON_3X3))
def test_chooser(position: Position) -> None:
    """The other player, the closer or chance, by the switch; None if there is no loop (R7)."""
    if position.loop is None:
        assert position.chooser is None
        return
    closer = "X" if position.loop.closing % 2 else "O"
    other = "O" if closer == "X" else "X"
    by_switch = {"other": other, "closer": closer, "chance": "chance"}
    assert position.chooser == position.to_move == by_switch[position.rules.chooser]
