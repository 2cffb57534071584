"""Graded tasks for language models, from the exact engine: the same for the same seed everywhere.

::

    python -m qttt.envs.tasks tasks.jsonl --seed 1
"""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from random import Random

from qttt.engine import random_move
from qttt.game import Player, Position, mark_name
from qttt.notation.files import replace_file
from qttt.notation.rules_text import rules_in_words
from qttt.notation.text import board_text
from qttt.study.canonical import Key, canonical_key
from qttt.teach import KINDS as EXERCISE_KINDS
from qttt.teach.answers import Answer, AnswerError, ChoiceAnswer, Marks, Number
from qttt.teach.kinds import RESULTS
from qttt.teach.words import ENGLISH

from .text import ILLEGAL_REWARD, judge_reply, last_answer, prompt, regrets

COUNT = 1000
"""Number of tasks by default, the same of each kind."""
HELD_OUT = 5
"""One in this many tasks is held out, of each kind."""

DECISIONS = ("move", "collapse")
KINDS = (*DECISIONS, "outcome", "value", "entangled")
"""Choose a placement or a collapse; give the result of a collapse, a value, or entangled marks."""
PARTS = ("train", "held-out")


@dataclass(frozen=True, slots=True)
class TaskVerdict:
    """The evaluation of a reply to a task.

    ``reward`` of a decision is linear in the ``regret``, from 1 for a best move to 0 for a worst
    one; that of a question is 1 or 0, so that guessing the same each time does not pay. A reply
    without a legal move or readable answer has ``ILLEGAL_REWARD``. ``regret`` is in points, None
    for questions.
    """

    reward: float
    regret: float | None
    message: str


@dataclass(frozen=True, slots=True)
class GradedTask:
    """A task about a position under the rules ``goff`` on 3×3.

    ``answer`` is the right answer; of a decision the best moves, separated by spaces. ``grade`` is
    from 1 (easy) to 3. ``part`` is ``train`` or ``held-out``, which share no position, not even a
    rotated or reflected one.
    """

    kind: str
    part: str
    grade: int
    position: Position
    question: str
    answer: str

    @property
    def is_decision(self) -> bool:
        """Whether a move is to be chosen; otherwise a question is to be answered."""
        return self.kind in DECISIONS

    @property
    def right_replies(self) -> list[str]:
        """The shortest replies with the reward 1."""
        if self.is_decision:
            return [f"MOVE: {move}" for move in self.answer.split()]
        return [f"ANSWER: {self.answer}"]

    @property
    def prompt(self) -> str:
        """The rules, the board and the question."""
        if self.is_decision:
            return prompt(self.position)
        return "\n".join(
            [
                "This is about quantum tic-tac-toe.",
                rules_in_words(self.position.rules),
                "",
                board_text(self.position, unicode=False),
                "",
                f"{self.question} Write {_answer(self.kind, self.answer).hint}.",
                "End your answer with a line ANSWER: followed by your answer.",
            ]
        )

    def judge(self, reply: str) -> TaskVerdict:
        """Judge a reply to the prompt by its last ``MOVE: …`` or ``ANSWER: …``."""
        if self.is_decision:
            verdict = judge_reply(self.position, reply)
            return TaskVerdict(verdict.reward, verdict.regret, verdict.message)
        given = last_answer(reply, "ANSWER")
        if given is None:
            return TaskVerdict(ILLEGAL_REWARD, None, "There is no line ANSWER: in your answer.")
        try:
            mistake = _answer(self.kind, self.answer).mistake_in(given)
        except AnswerError as error:
            return TaskVerdict(ILLEGAL_REWARD, None, str(error))
        return TaskVerdict(0.0, None, mistake) if mistake else TaskVerdict(1.0, None, "Right.")

    def facts(self) -> dict[str, object]:
        """Return the task as JSON; a decision with the regret of each legal move, in points.

        No key depends on the task: readers take the keys of the first lines for those of all.
        """
        name = self.position.name
        return {
            "kind": self.kind,
            "part": self.part,
            "grade": self.grade,
            "position": str(self.position),
            "prompt": self.prompt,
            "answer": self.answer,
            "regrets": [
                {"move": name(move), "regret": regret}
                for move, regret in regrets(self.position).items()
            ]
            if self.is_decision
            else None,
        }


def graded_tasks(kind: str, count: int, *, seed: int) -> Iterator[GradedTask]:
    """Yield ``count`` tasks of a kind, of which one in ``HELD_OUT`` is held out.

    The first tasks do not depend on ``count``. Positions come from random games, and none is
    repeated, not even rotated. Costs about 3 ms per task.

    Raises ``ValueError`` for an unknown kind.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind of task {kind!r}: choose from {', '.join(KINDS)}")
    rng = Random(f"{seed}/{kind}")
    known: set[Key] = set()
    waiting: dict[str, list[GradedTask]] = {part: [] for part in PARTS}
    for number in range(count):
        part = PARTS[number % HELD_OUT == HELD_OUT - 1]
        while not waiting[part]:
            if task := _task(kind, rng, known):
                waiting[task.part].append(task)
        yield waiting[part].pop(0)


def _task(kind: str, rng: Random, known: set[Key]) -> GradedTask | None:
    """Draw a position, and return a task about it unless it is known or does not fit the kind."""
    position = Position()
    for _ in range(rng.randrange(1, 2 * position.rules.board.size)):
        if position.outcome:
            break
        position = position.play(random_move(position, rng))
    content = _MAKERS[kind](position, rng)
    if content is None or (key := canonical_key(position)) in known:
        return None
    known.add(key)
    part = PARTS[sha256(repr(key).encode()).digest()[0] % HELD_OUT == 0]
    return GradedTask(kind, part, content[2], position, *content[:2])


# --- kinds -----------------------------------------------------------------------------------

Content = tuple[str, str, int]
"""Question, answer and grade."""


def _decision(position: Position, _: Random) -> Content | None:
    if not isinstance(position.to_move, Player):
        return None
    losses = regrets(position)
    best = [position.name(move) for move, regret in losses.items() if not regret]
    if len(best) == len(losses):
        return None
    share = len(best) / len(losses)
    return "", " ".join(best), 1 + (share < 1 / 2) + (share < 1 / 5)


def _move(position: Position, rng: Random) -> Content | None:
    return None if position.has_loop else _decision(position, rng)


def _collapse(position: Position, rng: Random) -> Content | None:
    return _decision(position, rng) if position.has_loop else None


def _exercise(kind: str, position: Position, rng: Random) -> Content | None:
    content = EXERCISE_KINDS[kind](position, rng, ENGLISH)
    if content is None:
        return None
    answer = content.answer
    right = str(float(answer.right)) if isinstance(answer, Number) else str(answer)
    return content.question, right, content.grade


def _outcome(position: Position, rng: Random) -> Content | None:
    return _exercise("winner", position, rng)


def _value(position: Position, rng: Random) -> Content | None:
    return _exercise("value", position, rng)


def _entangled(position: Position, rng: Random) -> Content | None:
    if not position.quantum or position.has_loop:
        return None
    mark = rng.choice(sorted(position.quantum))
    part = next(part for part in position.entanglements if mark in part.marks)
    others = sorted(set(part.marks) - {mark})
    if not others and rng.random() < 0.8:  # otherwise the most frequent answer
        return None
    answer = str(Marks(tuple(map(mark_name, others))))
    grade = 1 + (len(position.quantum) > 3) + (len(position.quantum) > 5)
    return f"Which other marks are entangled with {mark_name(mark)}?", answer, grade


_MAKERS: dict[str, Callable[[Position, Random], Content | None]] = {
    "move": _move,
    "collapse": _collapse,
    "outcome": _outcome,
    "value": _value,
    "entangled": _entangled,
}


def _answer(kind: str, right: str) -> Answer:
    """Return what checks answers to a question."""
    if kind == "outcome":
        return ChoiceAnswer(right, RESULTS)
    if kind == "value":
        return Number(Fraction(right), ENGLISH.exercises("value.hint"), is_value=True)
    names = () if right == ENGLISH.exercises("answers.none") else tuple(right.split())
    return Marks(names)


# --- the data set ----------------------------------------------------------------------------


def all_tasks(count: int = COUNT, *, seed: int = 1) -> Iterator[GradedTask]:
    """Yield ``count`` tasks, the kinds one after the other.

    Raises ``ValueError`` unless ``count`` is a positive multiple of the number of kinds.
    """
    if count < 1 or count % len(KINDS):
        raise ValueError(f"count must be a positive multiple of {len(KINDS)}, not {count}")
    for kind in KINDS:
        yield from graded_tasks(kind, count // len(KINDS), seed=seed)


def json_line(task: GradedTask) -> str:
    """Return a task as a line of a data set."""
    return json.dumps(task.facts(), ensure_ascii=False) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Run ``python -m qttt.envs.tasks``."""
    parser = argparse.ArgumentParser(
        prog="python -m qttt.envs.tasks",
        description="Write graded tasks for language models; the same seed gives the same tasks.",
    )
    parser.add_argument("path", type=Path, help="the file to write, JSON lines")
    parser.add_argument("--count", type=int, default=COUNT, help="number of tasks")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    try:
        lines = [*map(json_line, all_tasks(args.count, seed=args.seed))]
    except ValueError as error:
        parser.error(str(error))
    data = "".join(lines).encode()
    replace_file(args.path, data)
    digest = sha256(data).hexdigest()
    print(f"{len(lines):,} tasks written to {args.path}, SHA-256 {digest}")


if __name__ == "__main__":
    main()
