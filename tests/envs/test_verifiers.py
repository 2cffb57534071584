"""The taskset, in the library that it is for, and an evaluation with its program."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from qttt.envs.tasks import GradedTask, all_tasks

vf = pytest.importorskip("verifiers.v1", reason="to enable: pip install 'qttt[verifiers]' uv")

Reply = Callable[[GradedTask], str]


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


@contextmanager
def model(reply: Reply, count: int) -> Iterator[str]:
    """Serve a model that answers one task at a time, with the streaming API of OpenAI."""
    tasks = {task.prompt: task for task in all_tasks(count)}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            (message,) = asked["messages"]
            content = reply(tasks[message["content"]])
            delta = {"role": "assistant", "content": content}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            fields = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "test"}
            choice = {"index": 0, "delta": delta, "finish_reason": "stop"}
            chunks: list[dict[str, object]] = [
                {"choices": [choice]},
                {"choices": [], "usage": usage},
            ]
            events = [json.dumps({**fields, **chunk}) for chunk in chunks]
            body = "".join(f"data: {event}\n\n" for event in (*events, "[DONE]")).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


@pytest.mark.parametrize(
    ("reply", "reward"),
    [(lambda task: task.right_replies[0], 1.0), (lambda _: "I do not know.", -1.0)],
    ids=["perfect", "silent"],
)
def test_vf_eval_runs_the_documented_command(reply: Reply, reward: float, tmp_path: Path) -> None:
    programs = str(Path(sys.executable).parent)
    command = [f"{programs}/vf-eval", "qttt-tasks", "--env.taskset.part", "held-out", "--no-push"]
    command += ["--env.agent.runtime.type", "subprocess", "--env.taskset.count", "25"]
    command += ["--client.api-key-var", "KEY", "--output-dir", str(tmp_path), "--run.dir", "run"]
    path = os.pathsep.join([programs, os.environ["PATH"]])
    with model(reply, 25) as address:
        subprocess.run(
            [*command, "--client.base-url", address],
            env=os.environ | {"PATH": path, "KEY": "none"},
            cwd=tmp_path,
            check=True,
        )
    lines = (tmp_path / "run" / "traces.jsonl").read_text("utf-8").splitlines()
    (*traces,) = (trace for line in lines for trace in json.loads(line)["traces"])
    assert [trace["rewards"]["reward"]["score"] for trace in traces] == [reward] * 5
