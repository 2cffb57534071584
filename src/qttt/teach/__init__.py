"""The teaching floor: exercises whose answers follow from the rules, tests, and printed sheets."""

from .answers import Answer, AnswerError
from .exercises import Exercise, Verdict, exercise_list, exercises
from .kinds import KINDS
from .paper import SheetsError
from .sheets import SHEETS, Settings, sheets

__all__ = [
    "KINDS",
    "SHEETS",
    "Answer",
    "AnswerError",
    "Exercise",
    "Settings",
    "SheetsError",
    "Verdict",
    "exercise_list",
    "exercises",
    "sheets",
]
