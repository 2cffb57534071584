"""Exercises: positions that chance played, questions about them, and answers that follow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple

from qttt.game import Position

from .answers import Answer
from .kinds import GRADES, KINDS
from .languages import words_of
from .words import Words

PATIENCE = 2_000
"""After so many games without a new exercise of a kind and grade there is no more of it."""


class AnswerVerdict(NamedTuple):
    """Whether an answer is right, and in words what was wrong and why the right one is right."""

    is_right: bool
    words: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question of a ``kind`` about a position, under the rules ``goff`` on 3×3.

    ``answer`` was computed from the position, ``explanation`` says why it is right, and ``grade``
    is from 1, easy, to 3.
    """

    kind: str
    position: Position
    question: str
    answer: Answer
    explanation: str
    grade: int

    def check(self, text: str) -> AnswerVerdict:
        """What can be said of an answer. Raises ``AnswerError`` if it cannot be read.

        >>> exercise = next(exercises(["odds"], seed=1))
        >>> str(exercise.position), exercise.question[-22:], str(exercise.answer)
        ('23/16/35', 'How likely is X3 in 3?', '1/3')
        >>> exercise.check("0.5").words[:40]
        '0.5 is too large. The answer is 1/3: X1,'
        """
        if fault := self.answer.fault(text):
            right = self.answer.words.right_is.format(self.answer, self.explanation)
            return AnswerVerdict(False, f"{_sentence(fault)} {right}")
        return AnswerVerdict(True, f"{_sentence(self.explanation)}")


def exercises(
    kinds: Sequence[str] = tuple(KINDS),
    *,
    seed: int,
    grade: int | None = None,
    language: str = "en",
) -> Iterator[Exercise]:
    """Exercises of these kinds in turn, of every grade in turn or of one; without end.

    Positions come from games in which both play at random. No exercise comes twice; a kind of
    which no more are found is left out from then on. The same seed gives the same exercises, in
    every ``language`` of ``LANGUAGES``.

    Raises ``ValueError`` for a kind, a grade or a language that does not exist. Costs some 10 ms
    each.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise ValueError(f"there is no kind {kind!r} of exercise; there are {', '.join(KINDS)}")
    if grade not in (None, *GRADES):
        raise ValueError(f"there is no grade {grade}; grades are from {GRADES[0]} to {GRADES[-1]}")
    source = _Source(seed, words_of(language))
    return _exercises(source, kinds, [grade] if grade else [*GRADES])


def exercise_list(
    count: int,
    kinds: Sequence[str] = tuple(KINDS),
    *,
    seed: int,
    grade: int | None = None,
    language: str = "en",
) -> list[Exercise]:
    """The first ``count`` of those, the easy ones first: what a sheet holds."""
    found = exercises(kinds, seed=seed, grade=grade, language=language)
    return sorted(islice(found, count), key=lambda each: each.grade)


def _exercises(
    source: "_Source", kinds: Sequence[str], grades: Sequence[int]
) -> Iterator[Exercise]:
    wanted = [
        (kind, grades[(first + number) % len(grades)])
        for first in range(len(grades))
        for number, kind in enumerate(kinds)
    ]
    while wanted:
        for each in [*wanted]:
            if found := source.exercise(*each):
                yield found
            else:
                wanted.remove(each)


class _Source:
    """Random games, and the exercises that were made of them."""

    def __init__(self, seed: int, words: Words) -> None:
        self.rng, self.words = Random(seed), words
        self.known: set[tuple[Position, str]] = set()

    def exercise(self, kind: str, grade: int) -> Exercise | None:
        """A new one of that kind and grade, from the first game that has one."""
        for _ in range(PATIENCE):
            for position in self._game():
                found = self._at(position, kind)
                if found and found.grade == grade:
                    self.known.add((position, found.question))
                    return found
        return None

    def _at(self, position: Position, kind: str) -> Exercise | None:
        asked = KINDS[kind](position, self.rng, self.words)
        if asked is None or (position, asked.question) in self.known:
            return None
        return Exercise(
            kind, position, asked.question, asked.answer, asked.explanation, asked.grade
        )

    def _game(self) -> list[Position]:
        """The positions of one random game, in random order."""
        position = Position()
        found = []
        while moves := position.legal_moves:
            position = position.play(self.rng.choice(moves))
            found.append(position)
        self.rng.shuffle(found)
        return found


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
