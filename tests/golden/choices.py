"""Generates ``spec/golden/choices.tsv`` from the engine's levels that search with learned weights.

Run ``python -m tests.golden.choices``; a test checks that the file is current.
"""

from collections.abc import Iterator

from qttt.engine.ladder import simulations_for
from qttt.engine.levels import Level, evaluator_of, nearly_best
from qttt.engine.search import search
from qttt.game import Node, Player, Position, Rules
from qttt.notation import format_moves
from tests.golden.tables import GOLDEN
from tests.strategies import random_walk

PATH = GOLDEN / "choices.tsv"

BOARDS = ("krist", "krist rows=4 cols=5", "krist rows=5 cols=5", "qubic5")
LEVELS = (Level.BEST, Level.HARD, Level.EXPERT)

HEAD = """\
# The moves that a level draws from where learned weights judge. Columns are separated by one tab.
#
# rules         a preset and what differs from it
# level         its name in records
# moves         the moves so far
# value         of the search: points of X minus points of O
# nodes         of its tree
# choices       the moves
#
# `python -m tests.golden.choices` writes this table.
#
"""
COLUMNS = ("rules", "level", "moves", "value", "nodes", "choices")


def table() -> str:
    """The expected contents of the file."""
    rows = (row for text in BOARDS for row in rows_of(text))
    return HEAD + "# " + "\n".join("\t".join(row) for row in (COLUMNS, *rows)) + "\n"


def rows_of(text: str) -> Iterator[tuple[str, ...]]:
    """Rows for every third position of a random game, at most eight; the levels take turns."""
    rules = Rules.parse(text)
    nodes = [Node(Position(rules))]
    for move in random_walk(rules, 1).moves:
        nodes.append(nodes[-1].play(move))
    decided = [node for node in nodes if isinstance(node.position.to_move, Player)]
    for number, node in enumerate(decided[::3][:8]):
        level, position = LEVELS[number % len(LEVELS)], node.position
        estimate = search(
            position,
            simulations=simulations_for(level.value, rules, is_learned=True),
            evaluator=evaluator_of(level, rules),
        )
        choices = " ".join(map(position.name, nearly_best(estimate)))
        facts = (format_moves(node) or "-", f"{estimate.value!r}", f"{estimate.nodes}", choices)
        yield (text, level.value, *facts)


if __name__ == "__main__":
    PATH.write_text(table(), encoding="utf-8", newline="\n")
