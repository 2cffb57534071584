"""Tables for tests, and the entries that a solver without a table computes."""

import random
from collections.abc import Iterator
from pathlib import Path

from qttt.engine import Solver
from qttt.engine.builder import build_tablebase
from qttt.engine.tablebase import CELLS_AT, DIGEST_AT, Tablebase, TablebaseEntry, tablebase_digest
from qttt.engine.verify import levels
from qttt.game import Player, Position, Rules
from tests.engine.judge import Evaluation, sort_key
from tests.strategies import Mood, random_walk

SHIPPED = Path(__file__).resolve().parents[2] / "src" / "qttt" / "engine" / "_tables" / "goff.qtb"


def built(rules: Rules, marks: int, folder: Path) -> Tablebase:
    path = folder / "built.qtb"
    build_tablebase(rules, marks, path)
    return Tablebase(path)


def with_digest(table: bytes) -> bytes:
    """The table with a matching digest."""
    return table[:DIGEST_AT] + tablebase_digest(table) + table[CELLS_AT:]


def entries(rules: Rules, marks: int) -> Iterator[Position]:
    """One position for each entry of a table."""
    for level in levels(rules, marks):
        yield from (Position(rules, each) for each in level)


def random_positions(rules: Rules, marks: int, count: int, seed: int) -> Iterator[Position]:
    """Positions of at most ``marks`` marks: settled, with a pending loop, and finished."""
    rng = random.Random(seed)
    while count:
        mood: Mood = rng.choice(("any", "loops", "trees"))
        end = random_walk(rules, rng.randrange(2**32), rng.randrange(2 * marks + 1), mood).last
        if len(end.marks) <= marks:
            yield end
            count -= 1


def positions_of_games(rules: Rules, marks: int, count: int, seed: int) -> Iterator[Position]:
    """As ``random_positions``, from fewer games: every position with at least two marks."""
    rng = random.Random(seed)
    while count > 0:
        mood: Mood = rng.choice(("any", "loops", "trees"))
        walk = random_walk(rules, rng.randrange(2**32), 2 * marks, mood)
        found = [position for position in walk.positions if 2 <= len(position.marks) <= marks][
            :count
        ]
        yield from found
        count -= len(found)


def solved(solver: Solver, position: Position) -> TablebaseEntry:
    """The expected result of a probe."""
    analysis = solver.solve(position)
    assert analysis.is_exact
    decider = position.to_move
    if not isinstance(decider, Player):
        return TablebaseEntry(analysis.value, None)
    evaluations = (Evaluation(m.value, m.plies) for m in analysis.moves)
    best = max(evaluations, key=lambda each: sort_key(each, str(decider)))
    assert best.value == analysis.value
    return TablebaseEntry(*best)
