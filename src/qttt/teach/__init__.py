"""Exercises with computed answers, tests, and printed sheets."""

from .answers import Answer, AnswerError
from .exercises import AnswerVerdict, Exercise, exercise_list, exercises
from .kinds import KINDS
from .sheets import SHEETS, SheetSettings, sheets
from .words import LANGUAGES, Words

__all__ = [
    "KINDS",
    "LANGUAGES",
    "SHEETS",
    "Answer",
    "AnswerError",
    "AnswerVerdict",
    "Exercise",
    "SheetSettings",
    "Words",
    "exercise_list",
    "exercises",
    "sheets",
]
