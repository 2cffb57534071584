"""The experiments of the thesis; their tables are in docs/book/data."""

from collections.abc import Collection
from pathlib import Path
from random import Random

import pytest

from qttt import Position, Rules
from qttt.book import thesis
from qttt.book.tables import DataTable, Row, load_csv
from qttt.engine import Solver
from qttt.engine.experiments import Criterion, Idea, TextbookSearch, solve_without
from tests.engine.judge import Judge
from tests.selection import by_day
from tests.strategies import game_of, where_of

DATA = Path(__file__).resolve().parents[2] / "docs" / "book" / "data"


def stored(table: DataTable, *, having: Collection[object]) -> list[Row]:
    """Return the exact cells of the rows that begin with these cells."""
    wanted = tuple(having)
    return [table.exact(row) for row in load_csv(table, DATA) if row[: len(wanted)] == wanted]


def exact(table: DataTable, rows: Collection[Row]) -> list[Row]:
    return [table.exact(row) for row in rows]


# --- the searches --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", by_day(["closer"], ["goff", "closer", "no-pair-loops", "goff last_square=empty"])
)
def test_textbook_searches_find_the_value(text: str) -> None:
    rules = Rules.parse(text)
    rng, judge = Random(5), Judge(game_of(rules))
    for _ in range(4):
        position = thesis.random_forest(7, rng, rules)
        value = judge.evaluate(where_of(position)).value
        orders = ((), thesis.ORDER)
        searches = [
            TextbookSearch(prunes, order, entries)
            for prunes in (False, True)
            for order in orders
            for entries in (0, 256)
        ]
        assert {search.solve(position).value for search in searches} == {value}


def test_nodes_of_minimax_are_those_of_the_tree() -> None:
    position = thesis.random_forest(7, Random(1))
    nodes, loops, todo = [0] * 10, 0, [position]
    while todo:
        each = todo.pop()
        nodes[len(each.marks)] += 1
        loops += each.has_loop
        todo += [each.play(move) for move in each.legal_moves]
    found = TextbookSearch(prunes=False).solve(position)
    assert loops > 0
    assert found.nodes == tuple(nodes)
    assert found.total == sum(nodes)
    assert found.searched == found.legal


def test_better_moves_first_means_fewer_nodes() -> None:
    position = thesis.random_forest(5, Random(2))
    nodes = [TextbookSearch(criteria=order).solve(position).total for order in ((), thesis.ORDER)]
    assert nodes[1] < nodes[0] < TextbookSearch(prunes=False).solve(position).total


def test_a_search_stops_after_its_budget() -> None:
    found = TextbookSearch().solve(Position(), nodes=1000)
    assert (found.value, found.total) == (None, 1000)
    with pytest.raises(ValueError, match=r"^nodes must be positive, not 0$"):
        TextbookSearch().solve(Position(), nodes=0)


def test_rules_with_coins_are_rejected() -> None:
    message = r"^textbook searches have no coins: choose rules without chooser=chance$"
    with pytest.raises(ValueError, match=message):
        TextbookSearch().solve(Position(Rules.preset("qubic3")))


@pytest.mark.parametrize("idea", [each for each in Idea if each is not Idea.ALL_IDEAS])
def test_ideas_change_the_nodes_but_not_the_value(idea: Idea) -> None:
    rules = Rules.parse("goff rows=2 cols=4 scoring=winner")
    whole = Solver(rules).solve(Position(rules))
    without = solve_without(rules, [idea])
    assert without.value == whole.value
    assert solve_without(rules, []).nodes != without.nodes or idea is Idea.LABELS


# --- the tables ----------------------------------------------------------------------------------


def test_every_order_is_in_the_tables() -> None:
    names = [(table, thesis.name_of(order)) for table in ("yes", "no") for order in ORDERS]
    rows = load_csv(thesis.ORDERS, DATA)
    assert [row[:2] for row in rows] == names
    assert {row[4] for row in rows} == {0.5}
    by_marks = load_csv(thesis.MARKS, DATA)
    assert list(dict.fromkeys(row[:2] for row in by_marks)) == names
    for row in rows:
        assert sum(int(other[3] or 0) for other in by_marks if other[:2] == row[:2]) == row[2]


ORDERS = thesis.all_orders()
FAST = [(Criterion.LOOPS, Criterion.CORNERS, Criterion.CENTRE)]


@pytest.mark.parametrize("order", by_day(FAST, ORDERS), ids=thesis.name_of)
@pytest.mark.parametrize("with_table", [True, pytest.param(False, marks=pytest.mark.nightly)])
def test_the_table_of_orders(order: tuple[Criterion, ...], with_table: bool) -> None:
    [(row, by_marks)] = thesis.search_orders([order], with_table=with_table)
    key = ("yes" if with_table else "no", thesis.name_of(order))
    assert exact(thesis.ORDERS, [row]) == stored(thesis.ORDERS, having=key)
    assert exact(thesis.MARKS, by_marks) == stored(thesis.MARKS, having=key)


@pytest.mark.parametrize("marks", by_day([6, 7, 8], [4, 5, 6, 7, 8]))
def test_the_table_of_ends(marks: int) -> None:
    row = thesis.search_ends(marks)
    assert exact(thesis.ENDS, [row]) == stored(thesis.ENDS, having=(marks,))


@pytest.mark.nightly
def test_the_table_of_ideas() -> None:
    rows = list(thesis.measure_ideas())
    assert exact(thesis.IDEAS, rows) == stored(thesis.IDEAS, having=())
