"""Ensembles agree with the realities that brute force finds (R5, R8)."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import prod

import networkx as nx
from hypothesis import given

from qttt.game import Position
from tests import oracle
from tests.strategies import QUANTUM, SMALL, positions, where_of


def as_items(realities: object) -> Counter[tuple[tuple[int, int], ...]]:
    assert hasattr(realities, "__iter__")
    return Counter(tuple(sorted(reality.items())) for reality in realities)


def graph_of(position: Position) -> "nx.MultiGraph[int]":
    """The graph of R5, in which squares are vertices and quantum marks are edges."""
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    for mark, (a, b) in position.quantum.items():
        graph.add_edge(a, b, key=mark)
    return graph


@given(positions(SMALL))
def test_realities_are_those_of_brute_force(position: Position) -> None:
    whole_board = oracle.realities(where_of(position))
    expected = [dict(enumerate(each, start=1)) for each in whole_board]
    assert as_items(position.ensemble()) == as_items(expected)


@given(positions(QUANTUM))
def test_realities_of_each_entanglement_are_those_of_brute_force(position: Position) -> None:
    where = where_of(position)
    for part in position.entanglements:
        expected = oracle.group_realities(where, tuple(sorted(part.marks)))
        assert as_items(part.realities()) == as_items(expected)


@given(positions())
def test_product_law(position: Position) -> None:
    """The number of realities is the product of the sizes of the trees, and two for a loop."""
    factors = [2 if part.is_loop else len(part.squares) for part in position.entanglements]
    assert [part.count for part in position.entanglements] == factors
    assert position.ensemble().count == prod(factors)


@given(positions())
def test_count_is_the_number_of_realities_by_brute_force(position: Position) -> None:
    where = where_of(position)
    parts = oracle.groups(where)
    expected = prod(len(oracle.group_realities(where, part)) for part in parts)
    assert position.ensemble().count == expected


@given(positions())
def test_odds_are_exact_frequencies(position: Position) -> None:
    assert position.ensemble().odds() == oracle.odds(where_of(position))


@given(positions(SMALL))
def test_odds_count_the_realities_of_the_ensemble(position: Position) -> None:
    ensemble = position.ensemble()
    landed = Counter((mark, square) for each in ensemble for mark, square in each.items())
    counted: dict[int, dict[int, Fraction]] = {}
    for (mark, square), times in landed.items():
        counted.setdefault(mark, {})[square] = Fraction(times, ensemble.count)
    assert ensemble.odds() == counted


@given(positions())
def test_odds_of_each_mark_add_up_to_one(position: Position) -> None:
    odds: Mapping[int, Mapping[int, Fraction]] = position.ensemble().odds()
    assert sorted(odds) == list(range(1, len(position.marks) + 1))
    assert all(sum(each.values()) == 1 and min(each.values()) > 0 for each in odds.values())


@given(positions())
def test_odds_by_cutting(position: Position) -> None:
    """A removed mark cuts a tree: it lands on one side if the empty square is on the other."""
    for part in position.entanglements:
        if not part.is_loop:
            for mark, (a, b) in part.marks.items():
                graph = graph_of(position)
                graph.remove_edge(a, b, key=mark)
                other_side = len(nx.node_connected_component(graph, b))
                assert part.odds()[mark][a] == Fraction(other_side, len(part.squares))


@given(positions(QUANTUM))
def test_entanglements_are_the_connected_components(position: Position) -> None:
    components = {frozenset(component) for component in nx.connected_components(graph_of(position))}
    assert {frozenset(part.squares) for part in position.entanglements} == components
    for part in position.entanglements:
        inside = {m: p for m, p in position.quantum.items() if set(p) <= set(part.squares)}
        assert dict(part.marks) == inside
        assert list(part.squares) == sorted(part.squares)


@given(positions(QUANTUM))
def test_entanglements_come_in_the_order_of_their_first_marks(position: Position) -> None:
    first = [min(part.marks) for part in position.entanglements]
    assert first == sorted(first)
    assert [tuple(sorted(part.marks)) for part in position.entanglements] == [
        group
        for group in oracle.groups(where_of(position))
        if any(mark in position.quantum for mark in group)
    ]


@given(positions(QUANTUM))
def test_a_tree_leaves_exactly_one_square_empty_in_each_reality(position: Position) -> None:
    """A tree of k marks covers k + 1 squares, each of which stays empty in one reality."""
    for part in position.entanglements:
        if not part.is_loop:
            empty = [set(part.squares) - set(reality.values()) for reality in part.realities()]
            assert sorted(empty, key=min) == [{square} for square in part.squares]
            for square in part.squares:
                assert square not in part.landing(square).values()
                assert part.landing(square) in list(part.realities())
