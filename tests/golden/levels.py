"""Generates ``spec/golden/levels.tsv`` from the engine's levels.

Run ``python -m tests.golden.levels``; a test checks that the file is current.
"""

from collections.abc import Iterator

from qttt.engine import Level, levels_for
from qttt.engine.classical import EVAL_LEVELS
from qttt.engine.ladder import blunder_probability, simulations_for
from qttt.engine.levels import evaluator_of
from qttt.engine.solver import can_solve
from qttt.game import Position, Rules
from tests.golden.tables import GOLDEN

PATH = GOLDEN / "levels.tsv"

RULES = (
    *("goff", "complete", "closer", "no-pair-loops", "qubic3", "qubic4", "qubic5", "krist"),
    *("classic3", "classic4", "krist rows=2 cols=2", "krist rows=3 cols=3", "krist rows=8 cols=8"),
    *("qubic3 chooser=other", "qubic4 chooser=other", "qubic5 chooser=closer"),
    *("classic4 line=3", "classic4 rows=5", "krist rows=7 cols=5", "krist rows=5 cols=5"),
    *("krist rows=4 cols=6", "krist rows=6 cols=4", "krist rows=2 cols=8", "krist rows=8 cols=3"),
)
"""All presets and other rules: large and small boards, solved or not, with each chooser."""

HEAD = """\
# The levels of the computer: which ones a board has, from the foot of the ladder to its top and
# then the others, and the numbers behind each. Columns are separated by one tab.
#
# rules         a preset and what differs from it
# level         its name in records
# random        the probability of a move drawn from all legal ones
# lapse         the probability of a move that is looked at alone, after that, on the empty board
# later         the same after the first legal move, to six digits
# simulations   of the tree search where the board is not solved; - if the level does not search
# learned       the same where learned weights judge; - if the level does not use them, or none are
#               shipped for the rules
# weights       of the alpha-beta program: a line that lacks one, two, three marks; - for all others
# depth         of it, in plies; - for no limit
# cutoff        of it: how many seconds until it strikes, and the plies from there on
# most          of it: the seconds after which it moves
#
# `python -m tests.golden.levels` writes this table.
#
"""
COLUMNS = (
    *("rules", "level", "random", "lapse", "later", "simulations", "learned"),
    *("weights", "depth", "cutoff", "most"),
)


def table() -> str:
    """The expected contents of the file."""
    rows = (row for text in RULES for row in rows_of(text))
    return HEAD + "# " + "\n".join("\t".join(row) for row in (COLUMNS, *rows)) + "\n"


def rows_of(text: str) -> Iterator[tuple[str, ...]]:
    """One row per level of a board."""
    rules = Rules.parse(text)
    empty = Position(rules)
    later = empty.play(empty.legal_moves[0])
    for level in levels_for(rules):
        lapses = (blunder_probability(level.value, each) for each in (empty, later))
        yield (
            *(text, level.value, f"{randomness(level):g}", *(f"{lapse:.6g}" for lapse in lapses)),
            *(simulations(level, rules), learned(level, rules), *program(level)),
        )


def randomness(level: Level) -> float:
    return 1.0 if level is Level.RANDOM else level.random_move_probability


def simulations(level: Level, rules: Rules) -> str:
    searches = level is not Level.RANDOM and not can_solve(Position(rules))
    return str(simulations_for(level.value, rules)) if searches else "-"


def learned(level: Level, rules: Rules) -> str:
    searches = not can_solve(Position(rules)) and evaluator_of(level, rules)
    return str(simulations_for(level.value, rules, is_learned=True)) if searches else "-"


def program(level: Level) -> tuple[str, str, str, str]:
    if level.value not in EVAL_LEVELS:
        return ("-", "-", "-", "-")
    found = EVAL_LEVELS[level.value]
    return (
        ",".join(map(str, found.weights)),
        str(found.depth or "-"),
        f"{found.cutoff_seconds:g},{found.cutoff_depth}",
        f"{found.max_seconds:g}",
    )


if __name__ == "__main__":
    PATH.write_text(table(), encoding="utf-8", newline="\n")
