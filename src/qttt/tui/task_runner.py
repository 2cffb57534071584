"""Background tasks in threads; a new task replaces the previous one of its kind."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from textual.message import Message
from textual.widget import Widget

from qttt.engine.search import Estimate, EstimateCallback

from .computations import Computation, ComputationCancelledError, T, ignore_progress


class ProgressReported(Message):
    """Progress of a pending computation."""

    def __init__(self, kind: str, question: Computation[Any], estimate: Estimate) -> None:
        super().__init__()
        self.kind, self.question, self.estimate = kind, question, estimate


class Finished(Message):
    """A computation has finished with the result ``found``."""

    def __init__(self, kind: str, question: Computation[Any], found: Any) -> None:
        super().__init__()
        self.kind, self.question, self.found = kind, question, found


class _PendingTask(NamedTuple):
    """A pending computation and its callbacks."""

    computation: Computation[Any]
    subject: object
    then: Callable[[Any], None]
    meanwhile: EstimateCallback


class TaskRunner:
    """Runs computations in threads; ``host`` must pass the messages it gets to ``deliver``."""

    def __init__(self, host: Widget) -> None:
        self._host = host
        self._pending: dict[str, _PendingTask] = {}

    def start(
        self,
        kind: str,
        subject: object,
        question: Callable[[], Computation[T]],
        then: Callable[[T], None],
        meanwhile: EstimateCallback = ignore_progress,
    ) -> None:
        """Start the computation that ``question`` returns, unless it is pending already.

        ``subject`` identifies the task; another of the same ``kind`` is cancelled. ``then`` gets
        the result and ``meanwhile`` the progress, both in the host's thread.
        """
        if self.is_pending(kind, subject):
            return
        self.cancel(kind)
        computation = question()
        self._pending[kind] = _PendingTask(computation, subject, then, meanwhile)
        self._host.run_worker(lambda: self._work(kind, computation), thread=True, group=kind)

    def is_pending(self, kind: str, subject: object) -> bool:
        """Return whether this task is pending."""
        return kind in self._pending and self._pending[kind].subject is subject

    @property
    def is_empty(self) -> bool:
        """Whether no task is pending."""
        return not self._pending

    def cancel(self, *kinds: str) -> None:
        """Cancel the pending tasks of these kinds."""
        for kind in kinds:
            if kind in self._pending:
                self._pending.pop(kind).computation.cancel()

    def finish_now(self, kind: str) -> bool:
        """Make the pending task of this kind return early; return False if there is none."""
        if kind in self._pending:
            self._pending[kind].computation.finish_now()
        return kind in self._pending

    def deliver(self, message: Finished | ProgressReported) -> None:
        """Call the callback for a message if its task is still pending."""
        task = self._pending.get(message.kind)
        if task is None or task.computation is not message.question:
            return
        if isinstance(message, ProgressReported):
            task.meanwhile(message.estimate)
        else:
            del self._pending[message.kind]
            task.then(message.found)

    def _work(self, kind: str, computation: Computation[Any]) -> None:
        try:
            found = computation.run(partial(self._report, kind, computation))
        except ComputationCancelledError:
            return
        self._host.post_message(Finished(kind, computation, found))

    def _report(self, kind: str, computation: Computation[Any], estimate: Estimate) -> None:
        self._host.post_message(ProgressReported(kind, computation, estimate))
