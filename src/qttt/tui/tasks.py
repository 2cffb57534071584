"""Jobs in threads of the application; a new job replaces the previous one of its kind."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from textual.message import Message
from textual.widget import Widget

from qttt.engine.jobs import Job, JobCancelledError, T, ignore_progress
from qttt.engine.search import EstimateCallback


class JobReport(Message):
    """Progress or the result of a job; its host must call ``deliver``."""

    def __init__(self, deliver: Callable[[], None]) -> None:
        super().__init__()
        self.deliver = deliver


class TaskRunner:
    """Runs jobs in threads; ``host`` gets a ``JobReport`` for their progress and results."""

    def __init__(self, host: Widget) -> None:
        self._host = host
        self._pending: dict[str, tuple[Job[Any], object]] = {}

    def start(
        self,
        kind: str,
        subject: object,
        job: Job[T],
        then: Callable[[T], None],
        meanwhile: EstimateCallback = ignore_progress,
    ) -> None:
        """Start a job, unless one of this kind and ``subject`` is pending.

        Another one of its kind is cancelled. ``then`` gets the result and ``meanwhile`` the
        progress, both in the host's thread.
        """
        if self.is_pending(kind, subject):
            return
        self.cancel(kind)
        self._pending[kind] = job, subject

        def work() -> None:
            with suppress(JobCancelledError):
                result = job.run(lambda estimate: post(partial(meanwhile, estimate)))
                post(partial(then, result), is_final=True)

        def post(call: Callable[[], None], *, is_final: bool = False) -> None:
            self._host.post_message(JobReport(partial(self._deliver, kind, job, call, is_final)))

        self._host.run_worker(work, thread=True, group=kind)

    def _deliver(self, kind: str, job: Job[Any], call: Callable[[], None], is_final: bool) -> None:
        """Make a call for a job if it is still pending."""
        if kind in self._pending and self._pending[kind][0] is job:
            if is_final:
                del self._pending[kind]
            call()

    def is_pending(self, kind: str, subject: object) -> bool:
        """Return whether this job is pending."""
        return kind in self._pending and self._pending[kind][1] is subject

    @property
    def is_empty(self) -> bool:
        """Whether no job is pending."""
        return not self._pending

    def cancel(self, *kinds: str) -> None:
        """Cancel the pending jobs of these kinds."""
        for kind in kinds:
            if kind in self._pending:
                self._pending.pop(kind)[0].cancel()

    def stop(self, kind: str) -> bool:
        """Make the pending job of this kind return early; return False if there is none."""
        if kind in self._pending:
            self._pending[kind][0].stop()
        return kind in self._pending
