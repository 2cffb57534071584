"""Graded tasks: the same everywhere, right answers, verdicts, and the documented figures."""

import json
import re
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from qttt import Position, read
from qttt.envs.baselines import table
from qttt.envs.tasks import (
    COUNT,
    KINDS,
    PARTS,
    GradedTask,
    all_tasks,
    graded_tasks,
    json_line,
    main,
)
from qttt.envs.text import ILLEGAL_REWARD
from qttt.study.canonical import canonical_key

TEXT = (Path(__file__).parents[2] / "docs" / "agents.md").read_text("utf-8")
FIRST = 10


def digest(tasks: list[GradedTask]) -> str:
    return sha256("".join(map(json_line, tasks)).encode()).hexdigest()


def documented(count: int) -> str:
    found = re.search(rf"^{count:,} tasks written to .*, SHA-256 (\w+)$", TEXT, re.MULTILINE)
    assert found
    return found[1]


def test_tasks_are_the_same_everywhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    main([str(path), "--count", str(FIRST * len(KINDS))])
    assert capsys.readouterr().out.split()[-1] == documented(FIRST * len(KINDS))
    assert sha256(path.read_bytes()).hexdigest() == documented(FIRST * len(KINDS))


@pytest.mark.nightly
def test_all_tasks_and_baselines_are_as_documented() -> None:
    tasks = [*all_tasks()]
    assert len(tasks) == COUNT
    assert digest(tasks) == documented(COUNT)
    assert "\n".join(table(tasks)) in TEXT


@pytest.mark.parametrize("kind", KINDS)
def test_right_answers_are_rewarded_and_parts_share_no_position(kind: str) -> None:
    tasks = [*graded_tasks(kind, FIRST, seed=2)]
    assert tasks == [*islice(graded_tasks(kind, 3 * FIRST, seed=2), FIRST)]
    assert [task.part for task in tasks].count("held-out") == FIRST // 5
    keys = {part: {canonical_key(t.position) for t in tasks if t.part == part} for part in PARTS}
    assert keys["train"].isdisjoint(keys["held-out"])
    assert sum(map(len, keys.values())) == FIRST
    for task in tasks:
        assert {task.judge(reply).reward for reply in task.right_replies} == {1.0}
        facts = task.facts()
        assert json.loads(json_line(task)) == facts
        regrets = facts["regrets"]
        assert (regrets is not None) == task.is_decision
        for lost in regrets or []:  # type: ignore[attr-defined]
            assert task.judge(f"MOVE: {lost['move']}").regret == lost["regret"]


def test_keys_and_types_are_the_same_in_all_lines() -> None:
    """As polars needs them, which drops keys that are not in the first lines."""
    lines = [json.loads(json_line(task)) for task in all_tasks(FIRST * len(KINDS))]
    assert len({str(shape({**line, "regrets": None})) for line in lines}) == 1
    assert {str(shape(lost)) for line in lines for lost in line["regrets"] or []} == {
        "{'move': 'str', 'regret': 'float'}"
    }


def shape(value: object) -> object:
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    return [*map(shape, value)] if isinstance(value, list) else type(value).__name__


TREE = GradedTask("entangled", "train", 1, read("12 25 34").position, "With X1?", "O2")


@pytest.mark.parametrize(
    ("task", "reply", "reward", "message"),
    [
        (TREE, "ANSWER: O2", 1.0, "Right."),
        (TREE, "**Answer: `O2`**", 1.0, "Right."),
        (TREE, "ANSWER: X3", 0.0, "missing: O2; wrong: X3"),
        (TREE, "ANSWER: all", ILLEGAL_REWARD, "'all' cannot be read; write marks"),
        (TREE, "O2", ILLEGAL_REWARD, "There is no line ANSWER: in your answer."),
        (
            GradedTask("outcome", "train", 1, read("12 12").position, "The end?", "*"),
            "ANSWER: *",
            1.0,
            "Right.",
        ),
        (
            GradedTask("value", "train", 1, Position(), "Worth?", "0.5"),
            "ANSWER: +1/2",
            1.0,
            "Right.",
        ),
        (GradedTask("move", "train", 1, Position(), "", "19"), "MOVE: 12", 0.0, "12 loses half a"),
    ],
)
def test_reply_is_judged(task: GradedTask, reply: str, reward: float, message: str) -> None:
    verdict = task.judge(reply)
    assert verdict.reward == reward
    assert verdict.message.startswith(message)


def test_question_tells_the_expected_form() -> None:
    assert TREE.prompt.endswith(
        "With X1? Write marks, such as X1 O4; or none.\n"
        "End your answer with a line ANSWER: followed by your answer."
    )


def test_invalid_arguments_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="unknown kind of task 'poem': choose from move, collapse"):
        next(graded_tasks("poem", 1, seed=1))
    with pytest.raises(SystemExit):
        main(["tasks.jsonl", "--count", "7"])
    assert "count must be a positive multiple of 5, not 7" in capsys.readouterr().err
