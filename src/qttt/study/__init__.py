"""Reviews of games, move by move, and puzzles. No I/O."""

from .annotate import annotate
from .grading import Difficulty
from .judge import Estimator, Judge, Judgement, Worth, exact, judge_for
from .puzzles import Puzzle, puzzle_at, puzzle_record, puzzles
from .reviews import Review, Side, Step, Verdict, review

__all__ = [
    "Difficulty",
    "Estimator",
    "Judge",
    "Judgement",
    "Puzzle",
    "Review",
    "Side",
    "Step",
    "Verdict",
    "Worth",
    "annotate",
    "exact",
    "judge_for",
    "puzzle_at",
    "puzzle_record",
    "puzzles",
    "review",
]
