"""Reviews of games, move by move, and puzzles. No I/O."""

from .annotate import annotate
from .evaluation import (
    Evaluation,
    Evaluator,
    MoveEvaluation,
    SearchEvaluator,
    draw_job,
    evaluation_job,
    evaluation_of,
    evaluator_for,
    exact_evaluation,
)
from .grading import Difficulty
from .judging import Judgement, Verdict, judge_moves
from .puzzles import Puzzle, puzzle_at, puzzle_record, puzzles
from .reviews import Review, ReviewedPly, Side, review

__all__ = [
    "Difficulty",
    "Evaluation",
    "Evaluator",
    "Judgement",
    "MoveEvaluation",
    "Puzzle",
    "Review",
    "ReviewedPly",
    "SearchEvaluator",
    "Side",
    "Verdict",
    "annotate",
    "draw_job",
    "evaluation_job",
    "evaluation_of",
    "evaluator_for",
    "exact_evaluation",
    "judge_moves",
    "puzzle_at",
    "puzzle_record",
    "puzzles",
    "review",
]
