"""Errors of players by number of marks, in games against themselves: of levels, and of greed."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from qttt.engine import Solver
from qttt.engine.levels import Level, choose_move, ladder_for
from qttt.engine.tablebase import shipped_tablebase
from qttt.game import Move, Player, Position, Rules

from .tables import Column, DataTable, Row

LEVELS = DataTable(
    "levels",
    "Errors of players of `goff` against themselves, 200 games each, with fixed seeds.",
    "qttt book levels",
    (
        Column("level", "text", "the level of both players, or `greedy`"),
        Column("marks", "integer", "number of marks before the move"),
        Column("decisions", "integer", "moves and collapses, if there was a choice"),
        Column("errors", "integer", "of those, decisions that lost value"),
        Column("loss", "number", "mean loss of a decision, in points"),
    ),
)
GAMES = 200
GREEDY = "greedy"
"""A player who takes the best certain result of the move, and looks no further."""
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


def level_rows(level: str, games: int = GAMES) -> Iterator[Row]:
    """Yield the rows of one of ``players``, by number of marks."""
    rules = Rules()
    solver = Solver(rules, tablebase=shipped_tablebase(rules))
    counts: dict[int, _ErrorCount] = {}
    for number in range(games):
        for position, lost in _decisions(level, solver, Random(f"{level} {number}")):
            counts.setdefault(len(position.marks), _ErrorCount()).add(lost)
    for marks, count in sorted(counts.items()):
        yield (level, marks, count.decisions, count.errors, round(count.loss / count.decisions, 6))


def players() -> tuple[str, ...]:
    """Return the players of the table: the levels, weakest first, and ``GREEDY``."""
    return (*map(str, ladder_for(Rules())), GREEDY)


def greedy_move(position: Position, rng: Random) -> Move:
    """Choose among the moves with the best certain result, without looking further.

    A game that goes on counts as equal, and the opponent decides a collapse.
    """
    sign = 1 if position.to_move is Player.X else -1
    results = {move: sign * _result_of(position.play(move)) for move in position.legal_moves}
    best = max(results.values())
    return rng.choice([move for move, result in results.items() if result == best])


def _result_of(position: Position) -> float:
    """The points of X minus those of O if the game ends here or with the pending collapse, or 0."""
    if position.outcome:
        return position.outcome.value
    if not position.has_loop:
        return 0
    results = [_result_of(position.play(move)) for move in position.legal_moves]
    return max(results) if position.to_move is Player.X else min(results)


def _decisions(player: str, solver: Solver, rng: Random) -> Iterator[tuple[Position, float]]:
    """Yield each position of a game in which there is a choice, and the points lost there."""
    position = Position(solver.rules)
    while not position.outcome:
        if player == GREEDY:
            move = greedy_move(position, rng)
        else:
            move = choose_move(position, Level(player), rng, solve=solver.solve)
        if position.move_count > 1:
            analysis = solver.solve(position)
            value = next(option.value for option in analysis.moves if option.move == move)
            yield position, abs(float(analysis.value) - float(value))
        position = position.play(move)
