"""Workers: processes and clusters, including lost workers."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qttt.arena import (
    Tournament,
    TournamentSettings,
    available_cores,
    cluster,
    local,
    run_tournaments,
    workers,
)
from qttt.arena.errors import WorkersError
from qttt.arena.game import play
from qttt.engine.training import TrainingPlan, train
from qttt.extras import MissingExtraError

DASK = (sys.executable, "-m", "dask")
LATE = 60.0


class Cluster:
    """A scheduler and its workers as processes on this machine."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard")

    @property
    def address(self) -> str:
        until = time.monotonic() + LATE
        while not self._file.exists() or not self._file.read_text():
            assert time.monotonic() < until
            time.sleep(0.05)
        return str(json.loads(self._file.read_text())["address"])

    def work(self) -> subprocess.Popen[bytes]:
        return self._start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard")

    def _start(self, *what: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*DASK, *what, "--scheduler-file", str(self._file)],
            cwd=self._folder,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    yield cluster
    for process in reversed(cluster.processes):
        process.kill()
        process.wait()


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_a_training_on_a_cluster_is_that_of_one_process(dask: Cluster, tmp_path: Path) -> None:
    plan = TrainingPlan(("krist rows=2 cols=5",), games=12, simulations=20, match_games=2)
    dask.work(), dask.work()
    with cluster(dask.address) as machines:
        trained = train(plan, tmp_path / "cluster", 2, executor=machines.executor)
    assert trained.digest == train(plan, tmp_path / "here", 2).digest


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_every_game_is_played_once_when_a_worker_is_killed(dask: Cluster, tmp_path: Path) -> None:
    settings, finished = TournamentSettings("nodes=100", "easy", "qubic3", seed=3), list[int]()
    first, second = dask.work(), dask.work()
    tournament = Tournament(settings, 40, tmp_path / "games")
    with cluster(dask.address) as machines:
        machines.executor._client.wait_for_workers(2, timeout=LATE)  # type: ignore[attr-defined]

        def kill(_: Tournament, game: object) -> None:
            finished.append(1)
            if len(finished) == 3:
                first.kill()

        run_tournaments([tournament], machines, kill)
    assert (len(finished), first.wait(), second.poll()) == (40, -9, None)
    for number in range(1, 41):
        text = (tmp_path / "games" / f"game-{number:05}.qtn").read_text("utf-8")
        assert text == play(settings, number)


def test_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CLUSTER_TIMEOUT_S", 0.2)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{held.getsockname()[1]}"
        with (
            pytest.raises(WorkersError, match=rf"^no Dask scheduler answers at {address}: "),
            cluster(address),
        ):
            pass


def test_invalid_address() -> None:
    before = set(threading.enumerate())
    with (
        pytest.raises(WorkersError, match=r"^no Dask scheduler answers at x://y: "),
        cluster("x://y"),
    ):
        pass
    # A remaining thread of the failed client could deadlock with the next client.
    assert set(threading.enumerate()) <= before


def test_game_that_kills_every_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    class Client(contextlib.nullcontext["Client"]):
        def __init__(self, *_: object, **__: object) -> None:
            super().__init__(self)

        def get_executor(self, **_: object) -> contextlib.nullcontext[None]:
            return contextlib.nullcontext()

    monkeypatch.setattr(distributed, "Client", Client)
    monkeypatch.setattr(distributed, "KilledWorker", ZeroDivisionError)
    with pytest.raises(WorkersError, match=r"^the cluster gave up: three"), cluster("anywhere"):
        raise ZeroDivisionError("three workers died")


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    wanted = pytest.raises(MissingExtraError, match=r"^a Dask cluster needs .* 'qttt\[cluster\]'$")
    with wanted, cluster("127.0.0.1:1"):
        pass


def test_windows_gets_no_more_processes_than_it_can_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with local(64) as others:
        assert others.max_pending == 2 * 61


def test_one_job_is_this_process() -> None:
    with local(1) as here:
        assert here.executor.submit(os.getpid).result() == os.getpid()
        failed = here.executor.submit(int, "x")
        assert isinstance(failed.exception(), ValueError)
    with local(2) as others:
        assert others.executor.submit(os.getpid).result() != os.getpid()
    assert available_cores() >= 1
