"""Tables to damage and to compare, and what a solver without a table says instead."""

import random
from collections.abc import Iterator
from pathlib import Path

from qttt.engine import Solver
from qttt.engine.builder import build
from qttt.engine.tablebase import CELLS_AT, DIGEST_AT, Entry, Tablebase, digest
from qttt.engine.verify import levels
from qttt.game import Player, Position, Rules
from tests.engine.judge import Worth, merit
from tests.strategies import Mood, random_walk

SHIPPED = Path(__file__).resolve().parents[2] / "src" / "qttt" / "engine" / "_tables" / "goff.qtb"


def built(rules: Rules, marks: int, folder: Path) -> Tablebase:
    path = folder / "built.qtb"
    build(rules, marks, path)
    return Tablebase(path)


def sealed(table: bytes) -> bytes:
    """The same table with a digest that fits it."""
    return table[:DIGEST_AT] + digest(table) + table[CELLS_AT:]


def entries(rules: Rules, marks: int) -> Iterator[Position]:
    """One position for each entry of a table."""
    for level in levels(rules, marks):
        yield from (Position(rules, each) for each in level)


def random_positions(rules: Rules, marks: int, count: int, seed: int) -> Iterator[Position]:
    """Positions of at most so many marks: settled, with a pending loop, and finished."""
    rng = random.Random(seed)
    while count:
        mood: Mood = rng.choice(("any", "loops", "trees"))
        end = random_walk(rules, rng.randrange(2**32), rng.randrange(2 * marks + 1), mood).last
        if len(end.marks) <= marks:
            yield end
            count -= 1


def positions_of_games(rules: Rules, marks: int, count: int, seed: int) -> Iterator[Position]:
    """The same out of fewer games: all that they have of two marks and more."""
    rng = random.Random(seed)
    while count > 0:
        mood: Mood = rng.choice(("any", "loops", "trees"))
        walk = random_walk(rules, rng.randrange(2**32), 2 * marks, mood)
        found = [each for each in walk.positions if 2 <= len(each.marks) <= marks][:count]
        yield from found
        count -= len(found)


def solved(solver: Solver, position: Position) -> Entry:
    """What a probe should say."""
    analysis = solver.solve(position)
    assert analysis.exact
    who = position.to_move
    if not isinstance(who, Player):
        return Entry(analysis.value, None)
    best = max((Worth(m.value, m.plies) for m in analysis.moves), key=lambda w: merit(w, str(who)))
    assert best.value == analysis.value
    return Entry(*best)
