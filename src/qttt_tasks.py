"""The graded tasks as a taskset of the library ``verifiers``: ``vf-eval qttt-tasks``.

A module of its own because ``verifiers`` finds tasksets by the name of a top-level module.
"""

from collections.abc import Iterator
from typing import Literal

from qttt.envs.tasks import COUNT, GradedTask, TaskVerdict, all_tasks
from qttt.extras import requires_extra
from qttt.notation import read

with requires_extra("verifiers"):
    import verifiers.v1 as vf
    from verifiers.v1.harnesses.null import NullHarness

__all__ = ["QtttHarness", "QtttTask", "QtttTaskData", "QtttTaskset", "QtttTasksetConfig"]


class QtttHarness(NullHarness):
    """The default harness: one reply, without tools that could compute it."""


class QtttTaskData(vf.TaskData):
    """The fields of a ``GradedTask``, with its position as text."""

    kind: str
    part: str
    grade: int
    position: str
    question: str
    answer: str


class QtttTask(vf.Task[QtttTaskData]):
    """A task; the reward is that of ``GradedTask.judge``."""

    @vf.reward(weight=1.0)
    async def reward(self, trace: vf.Trace) -> float:
        """Return the reward of the last reply."""
        return self._verdict(trace).reward

    @vf.metric
    async def regret(self, trace: vf.Trace) -> dict[str, float]:
        """Return the regret in points, of decisions only."""
        regret = self._verdict(trace).regret
        return {} if regret is None else {"regret": regret}

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Check that right replies have the reward 1."""
        task = self._task()
        return all(task.judge(reply).reward == 1 for reply in task.right_replies)

    def _task(self) -> GradedTask:
        data = self.data
        position = read(data.position).position
        return GradedTask(data.kind, data.part, data.grade, position, data.question, data.answer)

    def _verdict(self, trace: vf.Trace) -> TaskVerdict:
        return self._task().judge(trace.last_reply)


class QtttTasksetConfig(vf.TasksetConfig):
    """Which tasks to load; the defaults are the documented data set."""

    part: Literal["train", "held-out"] = "train"
    count: int = COUNT
    seed: int = 1


class QtttTaskset(vf.Taskset[QtttTask, QtttTasksetConfig]):
    """The graded tasks of one part."""

    def load(self) -> Iterator[QtttTask]:
        """Yield the tasks of this part, the kinds one after the other."""
        config = self.config
        for number, task in enumerate(all_tasks(config.count, seed=config.seed)):
            if task.part == config.part:
                data = QtttTaskData(
                    id=f"{config.seed}-{number}",
                    prompt=task.prompt,
                    kind=task.kind,
                    part=task.part,
                    grade=task.grade,
                    position=str(task.position),
                    question=task.question,
                    answer=task.answer,
                )
                yield QtttTask(data, config.task)
