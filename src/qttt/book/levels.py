"""Errors of levels by number of marks, in games against themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from qttt.engine import Solver
from qttt.engine.levels import Level, choose_move, ladder_for
from qttt.engine.tablebase import shipped_tablebase
from qttt.game import Position, Rules

from .tables import Column, DataTable, Row

LEVELS = DataTable(
    "levels",
    "Errors of levels that play `goff` against themselves, 200 games each, with fixed seeds.",
    "qttt book levels",
    (
        Column("level", "text", "the level of both players"),
        Column("marks", "integer", "number of marks before the move"),
        Column("decisions", "integer", "moves and collapses, if there was a choice"),
        Column("errors", "integer", "of those, decisions that lost value"),
        Column("loss", "number", "mean loss of a decision, in points"),
    ),
)
GAMES = 200
FEW = 20
"""Plots leave out numbers of marks with fewer decisions."""


@dataclass
class _ErrorCount:
    decisions: int = 0
    errors: int = 0
    loss: float = 0

    def add(self, lost: float) -> None:
        self.decisions += 1
        self.errors += lost > 0
        self.loss += lost


def level_rows(level: Level, games: int = GAMES) -> Iterator[Row]:
    """Yield the rows of a level, by number of marks."""
    rules = Rules()
    solver = Solver(rules, tablebase=shipped_tablebase(rules))
    counts: dict[int, _ErrorCount] = {}
    for number in range(games):
        for position, lost in _decisions(level, solver, Random(f"{level} {number}")):
            counts.setdefault(len(position.marks), _ErrorCount()).add(lost)
    for marks, each in sorted(counts.items()):
        yield (str(level), marks, each.decisions, each.errors, round(each.loss / each.decisions, 6))


def ladder() -> tuple[Level, ...]:
    """Return the levels of the table, weakest first."""
    return ladder_for(Rules())


def _decisions(level: Level, solver: Solver, rng: Random) -> Iterator[tuple[Position, float]]:
    """Yield each position of a game in which there is a choice, and the points lost there."""
    position = Position(solver.rules)
    while not position.outcome:
        move = choose_move(position, level, rng, solve=solver.solve)
        if len(position.legal_moves) > 1:
            found = solver.solve(position)
            value = next(each.value for each in found.moves if each.move == move)
            yield position, abs(float(found.value) - float(value))
        position = position.play(move)
