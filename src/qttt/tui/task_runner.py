"""Background tasks in threads; a new task replaces the previous one of its kind."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from textual.message import Message
from textual.widget import Widget

from qttt.engine.search import Estimate, EstimateCallback

from .computations import Computation, ComputationCancelledError, T, ignore_progress


class ProgressReported(Message):
    """Progress of a pending question."""

    def __init__(self, kind: str, question: Computation[Any], estimate: Estimate) -> None:
        super().__init__()
        self.kind, self.question, self.estimate = kind, question, estimate


class Finished(Message):
    """A question has been answered."""

    def __init__(self, kind: str, question: Computation[Any], found: Any) -> None:
        super().__init__()
        self.kind, self.question, self.found = kind, question, found


class _Open(NamedTuple):
    """A pending question and its callbacks."""

    question: Computation[Any]
    estimated: object
    then: Callable[[Any], None]
    meanwhile: EstimateCallback


class TaskRunner:
    """Answers questions in threads; ``host`` must pass the messages it gets to ``deliver``."""

    def __init__(self, host: Widget) -> None:
        self._host = host
        self._open: dict[str, _Open] = {}

    def start(
        self,
        kind: str,
        estimated: object,
        question: Callable[[], Computation[T]],
        then: Callable[[T], None],
        meanwhile: EstimateCallback = ignore_progress,
    ) -> None:
        """Start a task unless it is pending already.

        ``about`` identifies the task; another of the same ``kind`` is withdrawn. ``then`` gets the
        answer and ``meanwhile`` the progress, both in the host's thread.
        """
        if self.is_pending(kind, estimated):
            return
        self.cancel(kind)
        asked = question()
        self._open[kind] = _Open(asked, estimated, then, meanwhile)
        self._host.run_worker(lambda: self._work(kind, asked), thread=True, group=kind)

    def is_pending(self, kind: str, estimated: object) -> bool:
        """Return whether this task is pending."""
        return kind in self._open and self._open[kind].estimated is estimated

    @property
    def is_empty(self) -> bool:
        """Whether no task is pending."""
        return not self._open

    def cancel(self, *kinds: str) -> None:
        """Cancel the pending tasks of these kinds."""
        for kind in kinds:
            if kind in self._open:
                self._open.pop(kind).question.cancel()

    def finish_now(self, kind: str) -> bool:
        """Make the pending task of this kind return early; return False if there is none."""
        if kind in self._open:
            self._open[kind].question.finish_now()
        return kind in self._open

    def deliver(self, message: Finished | ProgressReported) -> None:
        """Call the callback for a message if its task is still pending."""
        asked = self._open.get(message.kind)
        if asked is None or asked.question is not message.question:
            return
        if isinstance(message, ProgressReported):
            asked.meanwhile(message.estimate)
        else:
            del self._open[message.kind]
            asked.then(message.found)

    def _work(self, kind: str, question: Computation[Any]) -> None:
        try:
            found = question.run(partial(self._report, kind, question))
        except ComputationCancelledError:
            return
        self._host.post_message(Finished(kind, question, found))

    def _report(self, kind: str, question: Computation[Any], estimate: Estimate) -> None:
        self._host.post_message(ProgressReported(kind, question, estimate))
