"""Background tasks in threads; a new task replaces the previous one of its kind."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from textual.message import Message
from textual.widget import Widget

from qttt.engine.search import Estimate, EstimateCallback

from .thinking import Question, T, WithdrawnError, ignore_progress


class Reported(Message):
    """Progress of a pending question."""

    def __init__(self, kind: str, question: Question[Any], estimate: Estimate) -> None:
        super().__init__()
        self.kind, self.question, self.estimate = kind, question, estimate


class Answered(Message):
    """A question has been answered."""

    def __init__(self, kind: str, question: Question[Any], found: Any) -> None:
        super().__init__()
        self.kind, self.question, self.found = kind, question, found


class _Open(NamedTuple):
    """A pending question and its callbacks."""

    question: Question[Any]
    estimated: object
    then: Callable[[Any], None]
    meanwhile: EstimateCallback


class TaskRunner:
    """Answers questions in threads; ``host`` must pass the messages it gets to ``deliver``."""

    def __init__(self, host: Widget) -> None:
        self._host = host
        self._open: dict[str, _Open] = {}

    def ask(
        self,
        kind: str,
        estimated: object,
        question: Callable[[], Question[T]],
        then: Callable[[T], None],
        meanwhile: EstimateCallback = ignore_progress,
    ) -> None:
        """Start a task unless it is pending already.

        ``about`` identifies the task; another of the same ``kind`` is withdrawn. ``then`` gets the
        answer and ``meanwhile`` the progress, both in the host's thread.
        """
        if self.asks(kind, estimated):
            return
        self.withdraw(kind)
        asked = question()
        self._open[kind] = _Open(asked, estimated, then, meanwhile)
        self._host.run_worker(lambda: self._work(kind, asked), thread=True, group=kind)

    def asks(self, kind: str, estimated: object) -> bool:
        """Return whether this task is pending."""
        return kind in self._open and self._open[kind].estimated is estimated

    @property
    def is_empty(self) -> bool:
        """Whether no task is pending."""
        return not self._open

    def withdraw(self, *kinds: str) -> None:
        """Cancel the pending tasks of these kinds."""
        for kind in kinds:
            if kind in self._open:
                self._open.pop(kind).question.withdraw()

    def finish_now(self, kind: str) -> bool:
        """Make the pending task of this kind return early; return False if there is none."""
        if kind in self._open:
            self._open[kind].question.finish_now()
        return kind in self._open

    def deliver(self, message: Answered | Reported) -> None:
        """Call the callback for a message if its task is still pending."""
        asked = self._open.get(message.kind)
        if asked is None or asked.question is not message.question:
            return
        if isinstance(message, Reported):
            asked.meanwhile(message.estimate)
        else:
            del self._open[message.kind]
            asked.then(message.found)

    def _work(self, kind: str, question: Question[Any]) -> None:
        try:
            found = question.answer(partial(self._report, kind, question))
        except WithdrawnError:
            return
        self._host.post_message(Answered(kind, question, found))

    def _report(self, kind: str, question: Question[Any], estimate: Estimate) -> None:
        self._host.post_message(Reported(kind, question, estimate))
