"""Reviews of games, move by move, and puzzles. No I/O."""

from .annotate import annotate
from .evaluation import (
    Evaluation,
    Evaluator,
    MoveEvaluation,
    SearchEvaluator,
    evaluator_for,
    exact_evaluation,
)
from .grading import Difficulty
from .puzzles import Puzzle, puzzle_at, puzzle_record, puzzles
from .reviews import Review, ReviewedPly, Side, Verdict, review

__all__ = [
    "Difficulty",
    "Evaluation",
    "Evaluator",
    "MoveEvaluation",
    "Puzzle",
    "Review",
    "ReviewedPly",
    "SearchEvaluator",
    "Side",
    "Verdict",
    "annotate",
    "evaluator_for",
    "exact_evaluation",
    "puzzle_at",
    "puzzle_record",
    "puzzles",
    "review",
]
