"""The atlas of rules: values of sets of rules on boards of at most twelve squares.

A table is written row by row, so that an interrupted command continues where it stopped.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from qttt.engine import SolveDepth, Solver, solve
from qttt.game import Position, Rules, RulesError
from qttt.game.rules import SWITCH_VALUES

from .summaries import summarize
from .tables import Column, DataTable, Row, read_csv, write_csv

SWITCHES = ("chooser", "pair_loops", "last_square", "ends", "scoring")
_SWITCH_COLUMNS = tuple(Column(switch, "text", f"the switch `{switch}`") for switch in SWITCHES)
_BOARD_COLUMNS = (
    Column("rows", "integer", "rows of the board, at most as many as columns"),
    Column("cols", "integer", "columns of the board"),
    Column("line", "integer", "length of a line; none under krist"),
)
ATLAS = DataTable(
    "atlas",
    "Every set of rules on 3×3, quantum marks, lines of three or krists.",
    "qttt book atlas",
    (
        *_SWITCH_COLUMNS,
        Column("value", "text", "points of X minus points of O under perfect play, a fraction"),
        Column("plies", "integer", "length of perfect play; none for draws and coins"),
        Column("best", "text", "best openings, one of each orbit"),
        Column("games", "integer", "complete games"),
        Column("random_mean", "number", "mean lead of X in random play, in points"),
        Column("random_x", "number", "probability that X is ahead after random play"),
        Column("random_o", "number", "probability that O is ahead after random play"),
        Column("nodes", "integer", "positions searched for the values of all openings"),
    ),
)
SURVEY = DataTable(
    "survey",
    "The value of every set of rules on boards of at most nine squares.",
    "qttt book survey",
    (
        *_BOARD_COLUMNS,
        *_SWITCH_COLUMNS,
        Column("value", "text", "points of X minus points of O under perfect play, a fraction"),
        Column("nodes", "integer", "positions searched from a cold table"),
        Column("seconds", "number", "time of one thread", is_measured=True),
    ),
)
WIDE = DataTable(
    "wide",
    "The value of sets of rules on boards of ten to twelve squares.",
    "qttt book wide",
    SURVEY.columns,
)
CLASSICAL = DataTable(
    "classical",
    "The ordinary game on the boards of both tables.",
    "qttt book survey",
    (*_BOARD_COLUMNS, Column("value", "text", "1: X wins; 0: a draw")),
)
MAX_SQUARES, WIDE_SQUARES = 9, 12
SCORINGS = ("goff", "winner", "complete", "krist")
"""``match`` is left out: every lead is twice that of ``winner``, hence so is the value."""


def boards(squares: Collection[int] = range(2, MAX_SQUARES + 1)) -> list[tuple[int, int]]:
    """Return rows and columns of boards by numbers of squares, wide ones only, by size."""
    sizes = [(rows, cols) for cols in range(1, WIDE_SQUARES + 1) for rows in range(1, cols + 1)]
    return sorted((size for size in sizes if size[0] * size[1] in squares), key=_area)


def _area(board: tuple[int, int]) -> tuple[int, int]:
    return board[0] * board[1], board[0]


def lines(boards: Collection[tuple[int, int]]) -> list[tuple[tuple[int, int], int]]:
    """Return every board with every length of a line."""
    return [(board, line) for board in boards for line in range(2, board[1] + 1)]


def rule_sets(board: tuple[int, int]) -> Iterator[Rules]:
    """Yield every valid combination of switches on a board, with every length of a line."""
    rows, cols = board
    values = [SWITCH_VALUES[switch] if switch != "scoring" else SCORINGS for switch in SWITCHES]
    for line in (*range(2, cols + 1), None):
        for settings in product(*values):
            try:
                switches: Any = dict(zip(SWITCHES, settings, strict=True))
                yield Rules(rows, cols, line, **switches)
            except RulesError:
                continue  # a contradiction, such as krists with a line


def wide_boards() -> list[tuple[int, int]]:
    """Return the boards of ``WIDE``."""
    return boards(range(MAX_SQUARES + 1, WIDE_SQUARES + 1))


def wide_rules() -> list[Rules]:
    """Return every set on 2×5, and of the other boards those that ``is_plain`` accepts.

    On 12 squares coins can make values finer than the solver represents.
    """
    every = [rules for board in wide_boards() for rules in rule_sets(board)]
    return [
        rules
        for rules in every
        if (rules.rows, rules.cols) == (2, 5)
        or (is_plain(rules) and (rules.chooser != "chance" or rules.board.size < WIDE_SQUARES))
    ]


def is_plain(rules: Rules) -> bool:
    """Whether the winner gets a point, and all switches but the chooser are defaults."""
    switches = (rules.pair_loops, rules.last_square, rules.ends, rules.scoring)
    return switches in {
        ("allowed", "forced", "line", "winner"),
        ("allowed", "forced", "full", "krist"),
    }


def atlas_rules() -> list[Rules]:
    """Return the sets on 3×3 with lines of three or krists, and those scored as a match.

    Sets that differ only in the chooser are adjacent: they have the same games.
    """
    sets = [rules for rules in rule_sets((3, 3)) if rules.line in (3, None)]
    sets += [replace(rules, scoring="match") for rules in sets if rules.scoring == "winner"]
    return sorted(sets, key=lambda pair: (_switches(pair)[1:], _switches(pair)))


def atlas_row(rules: Rules) -> Row:
    """Return the row of one set of rules."""
    summary = summarize(rules)
    nodes = Solver(rules).solve(Position(rules), depth=SolveDepth.VALUES).nodes
    x, o, _ = summary.game_counts.probabilities
    best = ", ".join(move.name for move in summary.best)
    return (
        *_switches(rules),
        str(summary.value),
        summary.plies,
        "all" if len(summary.best) == len(summary.openings) else best,
        summary.game_counts.games,
        round(float(summary.game_counts.mean), 8),
        round(float(x), 8),
        round(float(o), 8),
        nodes,
    )


def survey_row(rules: Rules) -> Row:
    """Return the row of one set of rules, of ``SURVEY`` or ``WIDE``. Memory: at most 400 MB."""
    entries = {10: 1 << 22, 11: 1 << 24, 12: 1 << 24}.get(rules.board.size, 1 << 18)
    solver = Solver(rules, entries, wide=rules.board.size > MAX_SQUARES)
    analysis = solver.solve(Position(rules), depth=SolveDepth.VALUE)
    value, seconds = str(Fraction(analysis.value)), round(analysis.seconds, 3)
    return (*key_of(rules), value, analysis.nodes, seconds)


def classical_row(board: tuple[int, int], line: int) -> Row:
    """Return the value of ordinary tic-tac-toe."""
    rules = Rules(*board, line, marks="classical", scoring="winner")
    analysis = solve(Position(rules), depth=SolveDepth.VALUE)
    return (*board, line, str(Fraction(analysis.value)))


def _switches(rules: Rules) -> tuple[str, ...]:
    return tuple(getattr(rules, switch) for switch in SWITCHES)


def key_of(rules: Rules) -> Row:
    """Return the cells that identify a row of ``SURVEY`` or of ``WIDE``."""
    return (rules.rows, rules.cols, rules.line, *_switches(rules))


def extend_survey(path: Path, wanted: Collection[Rules]) -> Iterator[int]:
    """Append the missing rows of the survey to its file; yield the number of rows."""
    return _extend(SURVEY, path, {key_of(rules): rules for rules in wanted}, survey_row)


def extend_wide(path: Path) -> Iterator[int]:
    """Append the missing rows of ``WIDE`` to its file; yield the number of rows."""
    return _extend(WIDE, path, {key_of(rules): rules for rules in wide_rules()}, survey_row)


def extend_atlas(path: Path) -> Iterator[int]:
    """Append the missing rows of the atlas to its file; yield the number of rows."""
    return _extend(ATLAS, path, {_switches(rules): rules for rules in atlas_rules()}, atlas_row)


def _extend(
    table: DataTable, path: Path, wanted: Mapping[Row, Rules], row_of: Callable[[Rules], Row]
) -> Iterator[int]:
    if not path.exists():
        path.write_text(write_csv(table, []), "utf-8")
    size = len(next(iter(wanted)))
    done = {row[:size] for row in read_csv(table, path.read_text("utf-8"))}
    with path.open("a", encoding="utf-8", newline="") as file:
        for key, rules in wanted.items():
            if key in done:
                continue
            file.write(write_csv(table, [row_of(rules)]).partition("\n")[2])
            file.flush()
            done.add(key)
            yield len(done)
