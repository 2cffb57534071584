"""Jobs that can be stopped and cancelled."""

import threading

import pytest

from qttt.engine import Analysis, solve
from qttt.engine.jobs import Job, JobCancelledError
from qttt.engine.search import Estimate, EstimateCallback, search
from qttt.game import Position, Rules

START = Position(Rules.preset("krist"))


def test_a_cancelled_job_does_not_run() -> None:
    job = Job(lambda stop, progress: solve(Position()))
    job.cancel()
    assert job.is_cancelled
    with pytest.raises(JobCancelledError):
        job.run()


def test_a_job_cancelled_while_it_runs_has_no_result() -> None:
    def work(stop: threading.Event, _: EstimateCallback) -> Analysis:
        job.cancel()
        assert stop.is_set()
        return solve(Position(), stop=stop)

    job = Job(work)
    with pytest.raises(JobCancelledError):
        job.run()


def test_a_stopped_job_returns_the_best_so_far() -> None:
    estimates: list[Estimate] = []

    def work(stop: threading.Event, progress: EstimateCallback) -> Estimate:
        progress(search(START, simulations=50))
        job.stop()
        return search(START, stop=stop)

    job = Job(work)
    assert job.run(estimates.append).move in START.legal_moves
    assert [estimate.simulations for estimate in estimates] == [50]
    assert not job.is_cancelled


def test_errors_in_a_thread_of_its_own_are_raised() -> None:
    def work(stop: threading.Event, progress: EstimateCallback) -> None:
        raise RuntimeError("the kernel is gone")

    with pytest.raises(RuntimeError, match="the kernel is gone"):
        Job(work).run_interruptibly()
