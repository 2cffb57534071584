"""The taskset, in the library that it is for."""

import pytest

from qttt.envs.tasks import all_tasks

vf = pytest.importorskip("verifiers.v1", reason="to enable: pip install 'qttt[verifiers]'")


async def test_taskset_has_the_tasks_of_one_part() -> None:
    from qttt_tasks import QtttTasksetConfig

    config = QtttTasksetConfig(id="qttt-tasks", part="held-out", count=50, seed=1)
    tasks = list(vf.load_taskset(config))
    wanted = [task for task in all_tasks(50, seed=1) if task.part == "held-out"]
    assert [task.data.prompt for task in tasks] == [task.prompt for task in wanted]
    assert [await task.validate(None) for task in tasks] == [True] * 10
    for task, graded in zip(tasks, wanted, strict=True):
        trace = vf.Trace.model_construct(root_reply=graded.right_replies[0], rewards={}, metrics={})
        await task.score(trace)
        assert trace.reward == 1
        assert trace.metrics == ({"regret": 0.0} if graded.is_decision else {})
