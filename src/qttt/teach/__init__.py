"""Exercises with computed answers, tests, and printed sheets."""

from .answers import Answer, AnswerError
from .exercises import Exercise, Verdict, exercise_list, exercises
from .kinds import KINDS
from .languages import LANGUAGES
from .sheets import SHEETS, Settings, sheets
from .words import Words

__all__ = [
    "KINDS",
    "LANGUAGES",
    "SHEETS",
    "Answer",
    "AnswerError",
    "Exercise",
    "Settings",
    "Verdict",
    "Words",
    "exercise_list",
    "exercises",
    "sheets",
]
