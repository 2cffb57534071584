"""Generates the golden reviews and puzzles with ``qttt.study``.

python -m tests.golden.study
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from qttt import Position, read
from qttt.engine import solve
from qttt.engine.search import Candidate, Estimate
from qttt.game import Player, Rules
from qttt.study import Judgement, Puzzle, evaluation_of, judge_moves, puzzles, review
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

JUDGEMENTS = """\
# The verdict on each move of a position. One row each; columns are separated by one tab.
#
# rules     a preset and what differs from it
# moves     from the empty board, separated by one space
# estimate  - if the solver judges; otherwise a value, and moves with values and visits, the chosen
#           one first; ! marks what is proven
# verdicts  on the moves with a known value, sorted: move, verdict, points lost if it loses, and
#           the plies that the game lasts longer than after a best move
#
# rules	moves	estimate	verdicts
"""

ESTIMATES = (
    ("krist", "", "0.1 b2c3:0.1:900 c2b3:0.1:900 a1d4:0:200 a1b1:-0.5:40 a1c1:1:15 a1a2:-1:2!"),
    ("krist", "b2c3", "-0.1 a1d4:-0.1:500 b2c3:0.05:300 c2b3:0.25:100 a1b1:-0.1:99 a1c1:1:3!"),
    ("krist", "b2c3", "-1! a1d4:-1:500! b2c3:-1:300! c2b3:0:100! a1b1:-0.9:50 a1c1:-0.75:50"),
    ("complete rows=4 cols=4 line=4", "", "0.5 b2c3:0.5:500 a1d4:0.25:300 c2b3:0:100 a1b1:0.5:20!"),
    ("qubic4", "", "0.5 b2c3:0.5:600 a1b1:0.25:200 c2b3:0:180 a1d4:2:15"),
    ("qubic4", "a1b1 a1b1", "0.5 @a1:1:600 @b1:0:600"),
)
"""Rules, moves and an estimate."""

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


def judgements_text() -> str:
    """Judgements of the positions of ``judgements.tsv``, and of ``ESTIMATES``."""
    solved = [row for row in rows("judgements.tsv") if row["estimate"] == "-"]
    chosen = [*((row["rules"], row["moves"], "-") for row in solved), *ESTIMATES]
    return JUDGEMENTS + _table(judgement_row(*each) for each in chosen)


def judgement_row(rules: str, moves: str, estimate: str) -> list[str]:
    """The cells of one row of ``JUDGEMENTS``."""
    position = read(moves, Rules.parse(rules)).position if moves else Position(Rules.parse(rules))
    found = solve(position) if estimate == "-" else _estimate(position, estimate)
    judged = judge_moves(evaluation_of(found))
    best = next((each.plies for each in judged if each.verdict == "best"), None)
    verdicts = sorted(_verdict(position, each, best) for each in judged)
    return [rules, moves, estimate, " ".join(verdicts)]


def _verdict(position: Position, judgement: Judgement, best: int | None) -> str:
    plies = judgement.plies
    delay = 0 if plies is None or best is None else plies - best
    return f"{position.name(judgement.move)}:{judgement.verdict}:{judgement.loss:g}:{delay}"


def _estimate(position: Position, text: str) -> Estimate:
    value, *words = text.split()
    moves = {position.name(move): move for move in position.legal_moves}
    candidates = []
    for word in words:
        move, lead, visits = word.split(":")
        is_proven = visits.endswith("!")
        candidates.append(Candidate(moves[move], float(lead), int(visits.rstrip("!")), is_proven))
    chosen = candidates[0].move if isinstance(position.to_move, Player) else None
    return Estimate(
        position=position,
        value=float(value.rstrip("!")),
        is_proven=value.endswith("!"),
        move=chosen,
        candidates=tuple(candidates),
        line=(),
        simulations=1000,
        nodes=2000,
        is_memory_full=False,
        seconds=0.0,
        is_learned=False,
    )


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
    (GOLDEN / "judgements.tsv").write_text(judgements_text(), encoding="utf-8")
    (GOLDEN / "puzzles.tsv").write_text(puzzles_text(), encoding="utf-8")
