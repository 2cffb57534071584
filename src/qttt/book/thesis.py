"""The experiments of Smanis' thesis (2016): plain searches of the game, and what each idea gains.

The thesis gives 987 seconds for alpha-beta in Java and 40 with its order of moves: loops first,
then the centre, then corners.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from random import Random

from qttt.engine.experiments import (
    Criterion,
    Idea,
    TextbookSearch,
    TextbookStatistics,
    solve_without,
)
from qttt.game import Placement, Position, Rules

from .tables import Column, DataTable, Row

Report = Callable[[str], None]

THESIS_S = {(): 987, (Criterion.LOOPS, Criterion.CENTRE, Criterion.CORNERS): 40}
"""Seconds that the thesis gives for a whole search, by its order."""
ORDER = (Criterion.LOOPS, Criterion.CENTRE, Criterion.CORNERS)
ENTRIES = 1 << 22

ORDERS = DataTable(
    "thesis_orders",
    "Alpha-beta from the empty board of `goff`, by order of moves, with and without a table.",
    "qttt book thesis",
    (
        Column("table", "text", "whether positions of up to six marks are stored"),
        Column("order", "text", "criteria, the most important first; then the reading order"),
        Column("nodes", "integer", "positions entered, pending loops included"),
        Column("branching", "number", "moves searched per expanded position"),
        Column("value", "number", "value of the empty board, in points"),
        Column("seconds", "number", "time of one thread", is_measured=True),
        Column("thesis_seconds", "integer", "time in the thesis, in Java, where it gives one"),
    ),
)
MARKS = DataTable(
    "thesis_marks",
    "The same searches by number of marks.",
    "qttt book thesis",
    (
        Column("table", "text", "whether positions of up to six marks are stored"),
        Column("order", "text", "as in thesis_orders"),
        Column("marks", "integer", "number of marks; a pending loop has its closing mark"),
        Column("nodes", "integer", "positions entered"),
        Column("expanded", "integer", "of those, neither finished nor found in the table"),
        Column("legal", "number", "legal moves per expanded position: the branching of minimax"),
        Column("searched", "number", "moves searched per expanded position"),
    ),
)
ENDS = DataTable(
    "thesis_ends",
    "Searches to the end from random positions without a loop: means by number of marks.",
    "qttt book thesis",
    (
        Column("marks", "integer", "number of quantum marks at the start; none has collapsed"),
        Column("positions", "integer", "number of positions"),
        Column("minimax", "integer", "mean nodes of minimax"),
        Column("alpha_beta", "integer", "mean nodes of alpha-beta in reading order"),
        Column("ordered", "integer", "mean nodes with loops, centre, corners first"),
        Column("minimax_seconds", "number", "mean time of minimax", is_measured=True),
        Column("ordered_seconds", "number", "mean time with that order", is_measured=True),
    ),
)
IDEAS = DataTable(
    "ideas",
    "The value of the empty board of `goff` by the exact solver, without one of its ideas.",
    "qttt book thesis",
    (
        Column("without", "text", "the idea that is disabled"),
        Column("nodes", "integer", "positions searched from a cold table"),
        Column("factor", "number", "nodes compared with all ideas"),
        Column("seconds", "number", "time of one thread", is_measured=True),
    ),
)
IDEA_NAMES = {
    Idea.LOOPS_FIRST: "loops first",
    Idea.HISTORY: "ordering of placements",
    Idea.SYMMETRIES: "symmetries",
    Idea.HISTORY_BY_MARKS: "one history for each number of marks",
    Idea.LABELS: "label theorem",
    Idea.HISTORY_START: "initial history",
    Idea.HISTORY_LOSSES: "losses in the history",
    Idea.HOPELESS_TREES: "pruning hopeless trees",
    Idea.BOUNDS: "bounds",
}


def all_orders() -> list[tuple[Criterion, ...]]:
    """All arrangements of the thesis' criteria, none to three, and those with sides."""
    orders = [order for size in range(4) for order in permutations(ORDER, size)]
    return [*orders, (Criterion.SIDES,), (*ORDER, Criterion.SIDES)]


def name_of(order: Sequence[Criterion]) -> str:
    """Return an order as text."""
    return ", ".join(idea.name.lower() for idea in order) or "reading order"


def search_orders(
    orders: Sequence[tuple[Criterion, ...]],
    *,
    with_table: bool,
    start: Position = Position(),  # noqa: B008  a frozen value
    report: Report = lambda remark: None,
) -> Iterator[tuple[Row, list[Row]]]:
    """Yield the row of each order and its rows by number of marks."""
    table = "yes" if with_table else "no"
    for order in orders:
        search = TextbookSearch(criteria=order, entries=ENTRIES if with_table else 0)
        statistics = search.solve(start)
        branching = round(sum(statistics.searched) / sum(statistics.expanded), 4)
        head = (table, name_of(order))
        report(f"{', '.join(head)}: {statistics.total:,} nodes")
        seconds, reference = round(statistics.seconds, 3), THESIS_S.get(order)
        row = (*head, statistics.total, branching, statistics.value, seconds, None)
        yield row if with_table else (*row[:-1], reference), _by_marks(head, statistics)


def _by_marks(head: tuple[str, str], statistics: TextbookStatistics) -> list[Row]:
    counts = zip(
        statistics.nodes, statistics.expanded, statistics.legal, statistics.searched, strict=True
    )
    return [
        (*head, marks, nodes, expanded, round(legal / expanded, 4), round(searched / expanded, 4))
        if expanded
        else (*head, marks, nodes, 0, None, None)
        for marks, (nodes, expanded, legal, searched) in enumerate(counts)
        if nodes
    ]


def search_ends(marks: int, positions: int = 10, report: Report = lambda remark: None) -> Row:
    """Search from random positions with ``marks`` quantum marks; the seed is fixed."""
    rng = Random(marks)
    starts = [random_forest(marks, rng) for _ in range(positions)]
    searches = (TextbookSearch(prunes=False), TextbookSearch(), TextbookSearch(criteria=ORDER))
    runs = [[search.solve(start) for start in starts] for search in searches]
    nodes = [round(sum(run.total for run in every) / positions) for every in runs]
    times = [round(sum(run.seconds for run in every) / positions, 6) for every in runs]
    report(f"{marks} marks: {nodes[0]:,} nodes of minimax")
    return (marks, positions, *nodes, times[0], times[2])


def random_forest(marks: int, rng: Random, rules: Rules = Rules()) -> Position:  # noqa: B008
    """Return a position after random placements, none of which closes a loop."""
    position = Position(rules)
    while len(position.marks) < marks:
        choices = [move for move in position.legal_moves if isinstance(move, Placement)]
        after = [child for choice in choices if not (child := position.play(choice)).has_loop]
        position = rng.choice(after)
    return position


def measure_ideas(rules: Rules = Rules()) -> Iterator[Row]:  # noqa: B008
    """Yield the nodes of the solver with all ideas and without each."""
    whole = solve_without(rules, [])
    yield ("nothing", whole.nodes, 1.0, round(whole.seconds, 4))
    results = [(name, solve_without(rules, [idea])) for idea, name in IDEA_NAMES.items()]
    results.append(("transposition table", solve_without(rules, [], entries=0)))
    for name, result in sorted(results, key=lambda pair: -pair[1].nodes):
        yield (name, result.nodes, round(result.nodes / whole.nodes, 2), round(result.seconds, 4))
