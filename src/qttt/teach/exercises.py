"""Exercises: questions about random positions, with computed answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple

from qttt.game import Position
from qttt.game.arguments import checked

from .answers import Answer
from .kinds import GRADES, KINDS
from .words import Words, words_of

MAX_GAMES = 2_000
"""Random games to try for a new exercise of a kind and grade."""


class AnswerVerdict(NamedTuple):
    """Whether an answer is right, with an explanation."""

    is_right: bool
    words: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question of a ``kind`` about a position, under the rules ``goff`` on 3×3.

    ``answer`` is computed from the position and justified by ``explanation``; ``grade`` is from 1
    (easy) to 3.
    """

    kind: str
    position: Position
    question: str
    answer: Answer
    explanation: str
    grade: int

    def check(self, text: str) -> AnswerVerdict:
        """Check an answer. Raises ``AnswerError`` if it cannot be parsed.

        >>> exercise = next(exercises(["odds"], seed=1))
        >>> str(exercise.position), exercise.question[-28:], str(exercise.answer)
        ('23/16/35', 'How likely is X3 to be in 3?', '1/3')
        >>> exercise.check("0.5").words[:40]
        '0.5 is too large. The answer is 1/3: X1,'
        """
        if mistake := self.answer.mistake_in(text):
            right = self.answer.words.exercises(
                "answers.right", answer=self.answer, why=self.explanation
            )
            return AnswerVerdict(False, f"{_sentence(mistake)} {right}")
        return AnswerVerdict(True, f"{_sentence(self.explanation)}")


@checked
def exercises(
    kinds: Sequence[str] = tuple(KINDS),
    *,
    seed: int,
    grade: int | None = None,
    language: str = "en",
) -> Iterator[Exercise]:
    """Yield exercises of these kinds in turn, cycling through the grades or of one grade.

    Positions come from random games. No exercise is repeated; an exhausted kind is skipped. The
    same seed gives the same exercises in every ``language`` of ``LANGUAGES``.

    Raises ``ValueError`` for an unknown kind, grade or language. Takes about 10 ms per exercise.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise ValueError(f"unknown kind of exercise {kind!r}: choose from {', '.join(KINDS)}")
    if grade not in (None, *GRADES):
        raise ValueError(f"unknown grade {grade}: choose from {', '.join(map(str, GRADES))}")
    source = _Source(seed, words_of(language))
    return _exercises(source, kinds, [grade] if grade else [*GRADES])


@checked
def exercise_list(
    count: int,
    kinds: Sequence[str] = tuple(KINDS),
    *,
    seed: int,
    grade: int | None = None,
    language: str = "en",
) -> list[Exercise]:
    """Return the first ``count`` exercises, sorted by grade."""
    unsorted = exercises(kinds, seed=seed, grade=grade, language=language)
    return sorted(islice(unsorted, count), key=lambda exercise: exercise.grade)


def _exercises(
    source: "_Source", kinds: Sequence[str], grades: Sequence[int]
) -> Iterator[Exercise]:
    wanted = [
        (kind, grades[(first + number) % len(grades)])
        for first in range(len(grades))
        for number, kind in enumerate(kinds)
    ]
    while wanted:
        for request in [*wanted]:
            if exercise := source.exercise(*request):
                yield exercise
            else:
                wanted.remove(request)


class _Source:
    def __init__(self, seed: int, words: Words) -> None:
        self.rng, self.words = Random(seed), words
        self.known: set[tuple[Position, str]] = set()

    def exercise(self, kind: str, grade: int) -> Exercise | None:
        for _ in range(MAX_GAMES):
            for position in self._game():
                exercise = self._at(position, kind)
                if exercise and exercise.grade == grade:
                    self.known.add((position, exercise.question))
                    return exercise
        return None

    def _at(self, position: Position, kind: str) -> Exercise | None:
        content = KINDS[kind](position, self.rng, self.words)
        if content is None or (position, content.question) in self.known:
            return None
        return Exercise(
            kind, position, content.question, content.answer, content.explanation, content.grade
        )

    def _game(self) -> list[Position]:
        """Return the positions of a random game in random order."""
        position = Position()
        positions = []
        while moves := position.legal_moves:
            position = position.play(self.rng.choice(moves))
            positions.append(position)
        self.rng.shuffle(positions)
        return positions


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
