"""Generates the golden reviews and puzzles with ``qttt.study``.

python -m tests.golden.study
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from qttt import read
from qttt.game import Player, Rules
from qttt.study import Puzzle, puzzles, review
from tests.golden.tables import GOLDEN, rows

SEED = 3
SHARES = {"goff": 200, "closer": 40, "qubic3": 40, "classic3": 20}
"""Number of puzzles per set of rules."""

REVIEWS = """\
# What each move of a game was worth. One row each; columns are separated by one tab.
#
# rules     a preset and what differs from it
# moves     from the empty board, separated by one space
# values    of the positions from the first to the last: points of X minus points of O
# verdicts  on each move: forced, best, slower, sooner, loses or luck
# stakes    what the worst move at each point would have lost
# accuracy  of X and of O, separated by a space; - if nothing was at stake
# turning   the number of the move that lost the game, from 1; - if there is none
#
# rules	moves	values	verdicts	stakes	accuracy	turning
"""

PUZZLES = """\
# Positions in which exactly one move keeps the value. One row each; columns are separated
# by one tab.
#
# rules     a preset
# position  in machine form
# grade     the difficulty, from 1 to 5
# themes    what is looked for, what it reaches, and what else is special
# solution  the move that keeps the value
#
# rules	position	grade	themes	solution
"""


def reviews_text() -> str:
    """Reviews of the games of ``games.tsv`` on solved boards."""
    solved = [row for row in rows("games.tsv") if is_small(row["rules"])]
    return REVIEWS + _table(review_row(row["rules"], row["moves"]) for row in solved)


def puzzles_text() -> str:
    """Puzzles in the numbers of ``SHARES``, easiest first."""
    return PUZZLES + _table(row for name, count in SHARES.items() for row in _puzzles(name, count))


def is_small(rules: str) -> bool:
    """Whether all positions under these rules are solved quickly."""
    return Rules.parse(rules).board.size <= 9


def review_row(rules: str, moves: str) -> list[str]:
    """The cells of one row of ``REVIEWS``."""
    found = review(read(moves, Rules.parse(rules)))
    sides = [found.side(player).accuracy for player in Player]
    turning = found.steps.index(found.turning_point) + 1 if found.turning_point else None
    return [
        rules,
        moves,
        " ".join(_number(j.value) for j in [found.start, *(s.after for s in found.steps)]),
        " ".join(step.verdict for step in found.steps),
        " ".join(_number(step.points_at_stake) for step in found.steps),
        " ".join("-" if side is None else _number(side) for side in sides),
        str(turning or "-"),
    ]


def _puzzles(name: str, count: int) -> Iterator[list[str]]:
    made = list(islice(puzzles(Rules.preset(name), seed=SEED), count))
    for puzzle in sorted(made, key=lambda each: each.grade):
        yield _puzzle_row(name, puzzle)


def _puzzle_row(name: str, puzzle: Puzzle) -> list[str]:
    position = puzzle.position
    solution = position.name(puzzle.solution)
    return [name, str(position), str(puzzle.grade), " ".join(puzzle.themes), solution]


def _number(value: float) -> str:
    return str(Fraction(value).limit_denominator(1 << 20))


def _table(lines: Iterable[list[str]]) -> str:
    return "".join("\t".join(line) + "\n" for line in lines)


if __name__ == "__main__":
    (GOLDEN / "reviews.tsv").write_text(reviews_text(), encoding="utf-8")
    (GOLDEN / "puzzles.tsv").write_text(puzzles_text(), encoding="utf-8")
