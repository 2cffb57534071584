"""Baselines of the graded tasks: ``python -m qttt.envs.baselines``.

Levels of the engine choose moves and answer no questions.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from statistics import mean

from qttt.engine import Level, choose_move, random_move
from qttt.game import Player, Position, mark_name
from qttt.teach.kinds import RESULTS

from .tasks import DECISIONS, KINDS, GradedTask, TaskVerdict, all_tasks

Baseline = Callable[[GradedTask, Random], str | None]
"""Returns a reply to a task, or None to a task that it does not support."""

VALUES = [f"{halves / 2:g}" for halves in range(-4, 5)]
"""Answers that a random baseline gives for a value."""


def random_reply(task: GradedTask, rng: Random) -> str:
    """Reply with a random legal move or a random answer of the expected form."""
    position = task.position
    if task.is_decision:
        return f"MOVE: {position.name(random_move(position, rng))}"
    marks = [mark_name(mark) for mark in position.quantum if rng.random() < 0.5]
    answers = {
        "outcome": rng.choice(RESULTS),
        "value": rng.choice(VALUES),
        "entangled": " ".join(marks) or "none",
    }
    return f"ANSWER: {answers[task.kind]}"


def greedy_reply(task: GradedTask, rng: Random) -> str | None:
    """Reply with a move that ends the game with the best points, otherwise with a random one."""
    if not task.is_decision:
        return None
    position = task.position
    gains = {move: _gain(position, position.play(move)) for move in position.legal_moves}
    best = [move for move, gain in gains.items() if gain == max(gains.values())]
    return f"MOVE: {position.name(rng.choice(best))}"


def level_reply(level: Level, task: GradedTask, rng: Random) -> str | None:
    """Reply with the move of a level of the engine."""
    if not task.is_decision:
        return None
    return f"MOVE: {task.position.name(choose_move(task.position, level, rng))}"


def perfect_reply(task: GradedTask, _: Random) -> str:
    """Reply with the right answer."""
    return task.right_replies[0]


BASELINES: dict[str, Baseline] = {
    "random": random_reply,
    "greedy, one ply": greedy_reply,
    **{
        f"level {level}": partial(level_reply, level)
        for level in (Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT)
    },
    "perfect play": perfect_reply,
}


def table(tasks: Iterable[GradedTask], *, seed: int = 1) -> Iterator[str]:
    """Yield the rows of a Markdown table: mean rewards by kind, and mean regrets in points."""
    tasks = list(tasks)
    yield f"| baseline | {' | '.join(KINDS)} | regret, move | regret, collapse |"
    yield "|---" * (len(KINDS) + 3) + "|"
    for name, baseline in BASELINES.items():
        rng = Random(f"{seed}/{name}")
        verdicts = {
            kind: _verdicts(baseline, (task for task in tasks if task.kind == kind), rng)
            for kind in KINDS
        }
        rewards = [_mean(verdict.reward for verdict in verdicts[kind]) for kind in KINDS]
        lost = [_mean(verdict.regret or 0 for verdict in verdicts[kind]) for kind in DECISIONS]
        yield f"| {' | '.join([name, *rewards, *lost])} |"


def _verdicts(baseline: Baseline, tasks: Iterable[GradedTask], rng: Random) -> list[TaskVerdict]:
    replies = ((task, baseline(task, rng)) for task in tasks)
    return [task.judge(reply) for task, reply in replies if reply is not None]


def _mean(numbers: Iterable[float]) -> str:
    values = list(numbers)
    return f"{mean(values):.2f}" if values else "–"


def _gain(before: Position, after: Position) -> float:
    if after.outcome is None:
        return 0.0
    return after.outcome.value if before.to_move is Player.X else -after.outcome.value


if __name__ == "__main__":
    print(*table(all_tasks()), sep="\n")
